"""What a rollout file says about the requests of a run."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.engine_text import encode
from desktop_app.core.errors import DamagedError

if TYPE_CHECKING:
    from collections.abc import Iterable

SNAPSHOT = "llm.request.snapshot"


@dataclass(frozen=True, slots=True)
class ModelMessage:
    """The parts of a message that count for the hash of a prompt."""

    content: str
    tool_arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestSnapshot:
    """One request to the model, as recorded.

    Attributes:
        seq: Number of the event in its run.
        time: When, as written (RFC 3339, UTC).
        conversation_id: The run's conversation; tenant and agent are not recorded.
        step: Step of the run, from 1.
        prompt_hash: ``prompt_hash`` of all messages of the request.
        memory_snippet: The observational snippet; ``None`` if nothing was injected or the
            engine was not told to record it. Working memory is never recorded.
    """

    seq: int
    time: str
    conversation_id: str
    step: int
    prompt_hash: str
    tool_names: tuple[str, ...]
    memory_snippet: str | None


class _Data(msgspec.Struct):
    conversation_id: str
    step: int
    prompt_hash: str
    tool_names: tuple[str, ...] | None = None
    memory_snippet: str | None = None


class _Line(msgspec.Struct):
    ts: str
    seq: int
    type: str
    data: msgspec.Raw


_line = msgspec.json.Decoder(_Line)
_data = msgspec.json.Decoder(_Data)


def prompt_hash(messages: Iterable[ModelMessage]) -> str:
    """Return the engine's hash of a request: content and tool arguments, nothing between."""
    digest = hashlib.sha256()
    for message in messages:
        digest.update(encode(message.content))
        for arguments in message.tool_arguments:
            digest.update(encode(arguments))
    return digest.hexdigest()


def read_snapshot(line: bytes) -> RequestSnapshot | None:
    """Return the request that a rollout line records; ``None`` for any other event.

    Raises:
        DamagedError: The line is not an event, or is cut off.
    """
    try:
        event = _line.decode(line)
        if event.type != SNAPSHOT:
            return None
        data = _data.decode(event.data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamagedError(f"This line of the rollout can't be read: {error}.") from error
    return RequestSnapshot(
        seq=event.seq,
        time=event.ts,
        conversation_id=data.conversation_id,
        step=data.step,
        prompt_hash=data.prompt_hash,
        tool_names=data.tool_names or (),
        memory_snippet=data.memory_snippet,
    )
