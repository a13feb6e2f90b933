"""What memory adds to the next turn: exact bytes, JSON, or with the reasons."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from desktop_app.cli.explaining import explanation_fields, explanation_lines
from desktop_app.cli.nothing import NO_WORKING, nothing_observational
from desktop_app.cli.reading import Reader, engine_argument, given_values
from desktop_app.cli.text import has_unsafe, visible_lines
from desktop_app.core.engine_text import encode
from desktop_app.core.errors import NotFoundError
from desktop_app.core.turn.context import BlockKind, turn_messages
from desktop_app.services.harness_source import HarnessSource, TurnTexts

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.turn.context import TurnBlock

DONE, UNREADABLE = 0, 3
_CONVERSATION_ROLES = "user, assistant, tool"
_SHOWN_INSTEAD = (
    "the text has control characters; they are written as escapes here. Send the output to a "
    "file for the exact bytes."
)


def run(options: Namespace, terminal: Terminal) -> int:
    """Print what was asked for."""
    reader = Reader(options, terminal)
    if options.all:
        return _print_all(reader, terminal)
    if options.explain:
        return _explain(reader, options, terminal)
    if options.part == "turn":
        return _print_turn(reader, options, terminal)
    _, texts = reader.scope(HarnessSource.turn_texts)
    if options.json:
        terminal.record(_part_fields(texts, options.part))
    elif options.part == "working":
        _print_or_say(texts.working, lambda: NO_WORKING, terminal)
    elif not texts.error:
        _print_or_say(texts.observational, lambda: _why_nothing(reader), terminal)
    return DONE if options.part == "working" else _status(texts.error, terminal)


def _print_turn(reader: Reader, options: Namespace, terminal: Terminal) -> int:
    of_files = _file_blocks(reader, options)
    error = ""
    if reader.workspace.sources or not of_files:
        source, texts = reader.scope(HarnessSource.turn_texts)
        error = texts.error
        for block in turn_messages(texts.working, texts.observational, mode=source.mode):
            terminal.record(_message(block))
    for block in of_files:
        terminal.record(_message(block))
    return _status(error, terminal)


def _file_blocks(reader: Reader, options: Namespace) -> tuple[TurnBlock, ...]:
    # Only who asks for the turn pays for what reads memory files.
    from desktop_app.services.turn.files import FileWish, read_file_blocks  # noqa: PLC0415
    from desktop_app.services.workspace_files import open_files  # noqa: PLC0415

    wanted = options.bucket
    files = open_files(reader.workspace.root)
    bucket = engine_argument(wanted) if wanted is not None else None
    values = given_values(options)
    wish = FileWish(bucket=bucket, role=options.role, values=values)
    found = read_file_blocks(files, wish)
    if bucket is not None and bucket not in {one.path for one in found.buckets}:
        named = [one.path for one in found.buckets if one.name == bucket]
        if len(named) != 1:
            raise NotFoundError(f"There is no bucket “{bucket}” in “{files.root}”.")
        found = read_file_blocks(files, replace(wish, bucket=named[0]))
    return found.blocks


def _print_or_say(text: str, why_not: Callable[[], str], terminal: Terminal) -> None:
    if text:
        print_exactly(encode(text), terminal)
    else:
        terminal.say(why_not())


def _why_nothing(reader: Reader) -> str:
    _, snapshot = reader.scope(HarnessSource.snapshot)
    return nothing_observational(snapshot)


def print_exactly(data: bytes, terminal: Terminal) -> None:
    """Write ``data`` as it is, but on a terminal nothing that does something to it."""
    text = data.decode("utf-8", "surrogateescape")
    if terminal.is_watched and has_unsafe(text):
        terminal.say(_SHOWN_INSTEAD)
        data = "\n".join(visible_lines(text)).encode()
    terminal.exact(data)


def _print_all(reader: Reader, terminal: Terminal) -> int:
    sources = reader.sources
    for source in sources:
        origin = {"file": str(source.path)} if len(sources) > 1 else {}
        for texts in reader.stream(source.all_turn_texts, lambda found: found.memory_id):
            terminal.record({**_all_fields(texts), **origin})
    return DONE


def _explain(reader: Reader, options: Namespace, terminal: Terminal) -> int:
    _, snapshot = reader.scope(HarnessSource.snapshot)
    if options.json:
        terminal.record(explanation_fields(snapshot))
    else:
        _print_lines(explanation_lines(snapshot), terminal)
    return _status(snapshot.error, terminal)


def _print_lines(lines: Iterable[str], terminal: Terminal) -> None:
    for line in lines:
        terminal.line(line)


def _status(error: str, terminal: Terminal) -> int:
    if not error:
        return DONE
    terminal.say(f"The engine can't build this snippet: {error}")
    return UNREADABLE


def _all_fields(texts: TurnTexts) -> dict[str, Any]:
    return {
        "memory_id": texts.memory_id,
        "observational": texts.observational,
        "working": texts.working,
        "counted": texts.counted,
        "measured": texts.measured,
        "error": texts.error,
    }


_OF_PART = {
    "observational": ("memory_id", "observational", "counted", "measured", "error"),
    "working": ("memory_id", "working"),
}


def _part_fields(texts: TurnTexts, part: str | None) -> dict[str, Any]:
    fields = _all_fields(texts)
    return {name: fields[name] for name in _OF_PART[part]} if part else fields


def _message(block: TurnBlock) -> dict[str, Any]:
    role = _CONVERSATION_ROLES if block.kind is BlockKind.CONVERSATION else block.role
    message = {"role": role, "kind": block.kind.name.lower(), "content": block.text}
    if block.kind.is_of_files:
        return {**message, "source": block.source, "reason": block.reason}
    return {**message, "note": block.note} if block.note else message
