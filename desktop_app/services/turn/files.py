"""The blocks that memory files add to the next turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from desktop_app.core.ledger.book import AGENTS_FILE, MEMORY_FILE, Bucket
from desktop_app.core.ledger.injection import Vintage
from desktop_app.core.notes.section import note_section
from desktop_app.core.turn.context import SYSTEM, BlockKind, TurnBlock
from desktop_app.services.harness_source import never
from desktop_app.services.ledger.reading import find_ledgers, read_book
from desktop_app.services.ledger.turn import TurnSettings, file_turn, parts_of
from desktop_app.services.notes.reading import known_values, read_all, read_layers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.ledger.context_parts import Part
    from desktop_app.core.notes.layer import Layer
    from desktop_app.core.notes.section import NoteSection
    from desktop_app.core.ports import Cancelled
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.ledger.turn import FileBlock, FileTurn

_KINDS = {
    AGENTS_FILE: BlockKind.AGENTS,
    MEMORY_FILE: BlockKind.MEMORY,
    "knowledge": BlockKind.KNOWLEDGE,
    "additional files": BlockKind.ADDITIONAL,
}
_IN_MESSAGE = {
    "user": "It stands in the reference message, the last one of the request.",
    SYSTEM: "It stands in the system prompt.",
}
_VERSIONS = {
    Vintage.DOCUMENT: "This is how the present version of the agent sends it.",
    Vintage.CHECKOUT: "This is how an older version of the agent sends it.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FileWish:
    """Which turn is meant: what no file says.

    Attributes:
        bucket: Path of the bucket; ``None`` for the first one.
        role: Whose turn it is, for the notes; ``None`` for nobody in particular.
        vintage: The version of the agent.
        values: For the placeholders of layers.
    """

    bucket: str | None = None
    role: str | None = None
    vintage: Vintage = Vintage.DOCUMENT
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileBlocks:
    """What files add, and what could be chosen.

    Attributes:
        blocks: In the order of the request; those of the agent's workspace, then the notes.
        bucket: The bucket that is meant; ``None`` if there are no daily logs.
        buckets: All of them.
        roles: The roles that layers of notes name.
        values: For each placeholder of a layer, what it could stand for.
    """

    blocks: tuple[TurnBlock, ...] = ()
    bucket: Bucket | None = None
    buckets: tuple[Bucket, ...] = ()
    roles: tuple[str, ...] = ()
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read_file_blocks(
    files: FileMemory, wish: FileWish | None = None, cancelled: Cancelled = never
) -> FileBlocks:
    """Return the blocks that memory files add to the next turn.

    Raises:
        StoreError: the workspace can't be read.
        JobCancelledError: cancelled.
    """
    wanted = wish or FileWish()
    buckets = [bucket for root in find_ledgers(files, cancelled) for bucket in root.buckets]
    named = (one for one in buckets if one.path == wanted.bucket)
    bucket = next(named, buckets[0] if buckets else None)
    blocks: list[TurnBlock] = []
    if bucket is not None:
        book = read_book(files, bucket, cancelled)
        settings = TurnSettings(vintage=wanted.vintage)
        turn = file_turn(files, book, settings)
        guess = parts_of(book, settings).session
        blocks += [_block(one, turn, wanted.vintage, guess) for one in turn.blocks]
    layers = read_layers(files, values=wanted.values)
    section = note_section(read_all(files, layers, cancelled), wanted.role)
    if section.lines:
        reason = (*_why_notes(section, wanted.role), *_not_mounted(layers.layers))
        blocks.append(TurnBlock(BlockKind.NOTES, SYSTEM, section.text, reason=reason))
    return FileBlocks(
        blocks=tuple(blocks),
        bucket=bucket,
        buckets=tuple(buckets),
        roles=layers.roles,
        values=known_values(files, layers),
    )


def _block(one: FileBlock, turn: FileTurn, vintage: Vintage, session: Part) -> TurnBlock:
    reason = [_IN_MESSAGE[one.role], _VERSIONS[vintage]]
    if one.layer is not None:
        reason.append(f"The {one.layer.value} supplies it.")
    if one.name == MEMORY_FILE:
        reason += _why_memory(turn, session)
    if one.remark:
        reason.append(one.remark)
    return TurnBlock(_KINDS[one.name], one.role, one.text, source=one.source, reason=tuple(reason))


def _why_memory(turn: FileTurn, session: Part) -> Iterator[str]:
    memory = turn.memory
    yield (
        f"{memory.limit:,} tokens less {memory.limit - memory.available:,} for the other parts "
        f"leave {max(memory.available, 0):,}, room for {memory.room:,} characters. "
        f"MEMORY.md has {memory.length:,}."
    )
    if session.is_assumed:
        yield (
            f"Of these, {session.tokens:,} for the session section are a guess: only the running "
            "agent knows it, so the end of what is read may lie a little elsewhere."
        )
    yield f"What becomes of it: {memory.fate.value}."
    yield from (*memory.warnings, *turn.remarks)


def _why_notes(section: NoteSection, role: str | None) -> Iterator[str]:
    who = f"“{role}”" if role else "nobody in particular"
    yield f"It stands in the system prompt. The turn is that of {who}."
    for index in section.indexes:
        may = "may be changed" if index.is_writable else "is read-only"
        most = index.layer.max_index_bytes
        yield (
            f"{index.layer.mount} {may}: {len(index.listed):,} files listed, "
            f"{index.bytes_used:,} of {most:,} bytes, {len(index.left_out):,} left out."
        )


def _not_mounted(layers: tuple[Layer, ...]) -> Iterator[str]:
    for layer in layers:
        if layer.missing:
            names = " and ".join(layer.missing)
            yield f"{layer.mount} is left out: {names} is not given."
        elif layer.problem:
            yield f"{layer.mount} is left out: {layer.problem}"
