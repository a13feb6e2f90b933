"""Reads messages of a conversation from JSON: one array, an object with one, or one a line."""

from __future__ import annotations

from typing import Any

import msgspec

from desktop_app.core.engine_text import decode
from desktop_app.core.errors import RefusedError
from desktop_app.core.transcript import Message

_LISTS = ("messages", "conversation", "transcript")
_NO_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""The last for brackets in brackets without end."""


def read_messages(data: bytes, name: str) -> tuple[Message, ...]:
    """Return the messages in a file, numbered from 0 as the engine counts them.

    A message is an object with ``role`` and ``content``; content may be a text or the list of
    parts that model servers use, of which the texts count.

    Args:
        data: The file.
        name: What to call it when something is wrong.

    Raises:
        RefusedError: it is no transcript; says where that shows.
    """
    items = read_items(data, name)
    return tuple(_message(item, index, name) for index, item in enumerate(items))


def read_items(data: bytes, name: str) -> list[Any]:
    """Return what a file lists: an array, the array in an object, or one value a line.

    Raises:
        RefusedError: it is not JSON; says where that shows.
    """
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        whole = msgspec.json.decode(data)
    except _NO_JSON:
        return _lines(data, name)
    if isinstance(whole, dict):
        inner = next((whole[key] for key in _LISTS if isinstance(whole.get(key), list)), None)
        return [whole] if inner is None else inner
    return whole if isinstance(whole, list) else [whole]


def _lines(data: bytes, name: str) -> list[Any]:
    found = []
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            found.append(msgspec.json.decode(line))
        except _NO_JSON as error:
            raise RefusedError(
                f"Line {number} of “{name}” is not JSON: {error}.",
                "A transcript is a JSON array of messages, or one message a line.",
            ) from error
    return found


def _message(item: Any, index: int, name: str) -> Message:
    if not isinstance(item, dict) or not isinstance(item.get("role"), str):
        raise RefusedError(
            f"Item {index + 1} of “{name}” is not a message with a role.",
            "A message is an object with role and content.",
        )
    calls = item.get("tool_calls")
    return Message(
        step=index,
        role=item["role"],
        content=_content(item.get("content")),
        tool_calls_json=decode(msgspec.json.encode(calls)) if calls else "",
    )


def _content(value: Any) -> str:
    if isinstance(value, str):
        return value
    parts = value if isinstance(value, list) else []
    texts = [part.get("text") for part in parts if isinstance(part, dict)]
    return "\n".join(text for text in texts if isinstance(text, str))
