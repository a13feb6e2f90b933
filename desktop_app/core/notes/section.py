"""The part of the system prompt that is about memory, exactly as a turn gets it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from desktop_app.core.notes.layer import Layer
from desktop_app.core.notes.line import IndexLine, collapsed
from desktop_app.core.notes.note import Note, NoteFolder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TRUNCATED = "memory_index_truncated"
"""What the result of a turn warns of when a list was cut."""

_INTRODUCTION = (
    "Long-term memory is kept as files in the folders below. It carries over to later"
    " conversations."
)
_WRITABLE = "You may change this memory in this conversation."
_SKILL = " Read the memory skill before you save, change or forget anything."
_READ_ONLY = "This memory is read-only in this conversation. If you are asked to change it, say so."
_FILES = "Files (one line each):"
_EMPTY = "There are no files yet."


class LineKind(Enum):
    """What a line of the section is."""

    HEADING = "heading"
    WORDS = "words"
    FILE = "file"
    LEFT_OUT = "left out"


@dataclass(frozen=True, slots=True)
class SectionLine:
    """One line of the section.

    Attributes:
        text: The line, without its line break.
        kind: What it is.
        mount: The layer that it is about; ``""`` for the introduction.
        note: The file that it stands for.
    """

    text: str
    kind: LineKind
    mount: str = ""
    note: Note | None = None


@dataclass(frozen=True, slots=True)
class LayerIndex:
    """The list of one layer's files.

    Attributes:
        layer: The layer.
        listed: The notes with a line, in order.
        left_out: The notes behind the first line that does not fit, that one included.
        bytes_used: Of ``layer.max_index_bytes``.
        is_writable: Whether the turn may change it.
    """

    layer: Layer
    listed: tuple[Note, ...]
    left_out: tuple[Note, ...]
    bytes_used: int
    is_writable: bool

    @property
    def is_cut(self) -> bool:
        """Whether the turn warns that the list was cut."""
        return bool(self.left_out)


@dataclass(frozen=True, slots=True)
class NoteSection:
    """The section of one turn.

    Attributes:
        lines: All lines with where they come from.
        indexes: The lists, a layer each.
    """

    lines: tuple[SectionLine, ...]
    indexes: tuple[LayerIndex, ...]

    @property
    def text(self) -> str:
        """The exact text; no line break at the end."""
        return "\n".join(line.text for line in self.lines)

    @property
    def warnings(self) -> tuple[tuple[str, str], ...]:
        """Policy warnings of the turn: the mount and the reason."""
        return tuple((one.layer.mount, TRUNCATED) for one in self.indexes if one.is_cut)

    @property
    def size(self) -> int:
        """Bytes of UTF-8."""
        return len(self.text.encode())


def note_section(folders: Sequence[NoteFolder], role: str | None) -> NoteSection:
    """Return the section of a turn.

    Args:
        folders: The notes of each layer, in the order of the layers; ones that the harness does
            not mount are left out.
        role: Who the turn is for; ``None`` for nobody in particular.
    """
    mounted = [folder for folder in folders if folder.layer.is_usable]
    if not mounted:
        return NoteSection((), ())
    indexes = tuple(layer_index(folder, role) for folder in mounted)
    lines = [
        SectionLine("# Memory", LineKind.HEADING),
        SectionLine("", LineKind.WORDS),
        SectionLine(_INTRODUCTION, LineKind.WORDS),
    ]
    for index in indexes:
        lines += _lines(index)
    return NoteSection(tuple(lines), indexes)


def layer_index(folder: NoteFolder, role: str | None = None) -> LayerIndex:
    """Return which lines of a layer fit."""
    kept, used = lines_that_fit(folder.lines, folder.layer.max_index_bytes)
    notes = folder.notes
    may = folder.layer.may_write(role)
    return LayerIndex(folder.layer, notes[:kept], notes[kept:], used, may)


def lines_that_fit(lines: Sequence[IndexLine], most: int) -> tuple[int, int]:
    """Return how many lines fit and what they take."""
    used = 0
    for count, line in enumerate(lines):
        if used + line.size > most:
            return count, used
        used += line.size
    return len(lines), used


def _lines(index: LayerIndex) -> Iterator[SectionLine]:
    layer = index.layer
    mount = layer.mount
    yield SectionLine("", LineKind.WORDS, mount)
    yield SectionLine(f"## {mount}", LineKind.HEADING, mount)
    for text in (layer.description, layer.instructions, _permission(index)):
        if collapsed(text):
            yield from (SectionLine(line, LineKind.WORDS, mount) for line in text.split("\n"))
    if not index.listed and not index.left_out:
        yield SectionLine(_EMPTY, LineKind.WORDS, mount)
        return
    yield SectionLine(_FILES, LineKind.WORDS, mount)
    for note in index.listed:
        yield SectionLine(note.line.written, LineKind.FILE, mount, note)
    if index.left_out:
        yield SectionLine(_left_out(index), LineKind.LEFT_OUT, mount)


def _permission(index: LayerIndex) -> str:
    if not index.is_writable:
        return _READ_ONLY
    return _WRITABLE + _SKILL * index.layer.skill


def _left_out(index: LayerIndex) -> str:
    count = len(index.left_out)
    files = "1 more file is" if count == 1 else f"{count} more files are"
    return f"{files} left out here: list the folder {index.layer.mount} to see them."
