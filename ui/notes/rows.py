"""The rows of the list of notes: what each says, their order, and what a filter leaves."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import valid_unicode
from desktop_app.core.files.facts import FileKind
from desktop_app.core.files.text import Encoding
from desktop_app.core.notes.front_matter import NoText
from desktop_app.core.notes.line import Rule
from desktop_app.core.notes.names import alike_words
from desktop_app.core.notes.note import Note, NoteFolder
from desktop_app.services.notes.reading import KEPT
from desktop_app.services.notes.searching import search_notes
from ui.naming import shown_id, shown_line
from ui.notes.words import Mark, mark_words, tr
from ui.widgets import counting

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from desktop_app.core.notes.note import Place
    from desktop_app.core.notes.section import LayerIndex
    from desktop_app.services.file_memory import FileMemory

_SHOWN = 300
_WRITABLE = 0o222
_ODD = {
    Rule.NO_KEY: Mark.NO_DESCRIPTION,
    Rule.BROKEN: Mark.BROKEN,
    Rule.NO_BLOCK: Mark.NOT_CLOSED,
}
"""What is odd about where a line comes from."""


class Column(Enum):
    """Columns of the list, in order."""

    NAME = "name"
    TEXT = "text"
    SIZE = "size"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteRow:
    """One file of a layer.

    Attributes:
        path: Below the mount.
        note: The note; ``None`` for a link, a pipe, and the line where the model stops.
        is_listed: Whether a turn gets its line.
        marks: What its badges say.
        reason: What a person should know about it, in sentences.
    """

    path: str
    note: Note | None = None
    is_listed: bool = False
    marks: tuple[Mark, ...] = ()
    reason: str = ""

    @property
    def size(self) -> int:
        """Bytes of its line."""
        return self.note.line.size if self.note else 0

    @property
    def shown_path(self) -> str:
        """The path on one line, with everything odd made visible."""
        return shown_id(self.path)

    @property
    def shown_text(self) -> str:
        """The beginning of what the agent sees behind the path."""
        return shown_line(self.note.line.text[:_SHOWN]) if self.note else ""

    @property
    def words(self) -> str:
        """Everything that the row says."""
        size = counting.byte_count(self.size) if self.note else ""
        parts = (self.shown_path, self.shown_text, size, *map(mark_words, self.marks), self.reason)
        return ", ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a list shows, and in which order."""

    text: str = ""
    column: Column = Column.NAME
    falling: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Arranged:
    """Rows in the order of a list.

    Attributes:
        rows: In order.
        end: Before which row the model stops reading; ``None`` if it reads all, or the order is
            another one than that of the turn.
        text: What they were filtered with.
    """

    rows: tuple[NoteRow, ...]
    end: int | None = None
    text: str = ""


def note_rows(
    folder: NoteFolder, index: LayerIndex, same: Mapping[Place, Sequence[Place]]
) -> tuple[NoteRow, ...]:
    """Return the rows of a layer in the order of the turn; what is hidden has none."""
    mount = folder.layer.mount
    kept = len(index.listed)
    rows = [
        _row(folder, note, same.get((mount, note.path), ()), is_listed=place < kept)
        for place, note in enumerate(folder.notes)
    ]
    rows += [
        NoteRow(
            path=one.path,
            marks=(Mark.LINK if one.facts.kind is FileKind.LINK else Mark.NO_FILE,),
            reason=one.reason,
        )
        for one in folder.skipped
        if one.facts.kind is not FileKind.FILE
    ]
    return tuple(sorted(rows, key=lambda row: row.path))


def arranged(
    files: FileMemory, folder: NoteFolder, rows: Sequence[NoteRow], wish: Wish
) -> Arranged:
    """Return the rows that have a text in path, metadata or body, in order."""
    text = wish.text
    kept = [row for row in rows if not text or _has(files, folder, row, text)]
    if wish.column is Column.SIZE:
        kept.sort(key=lambda row: row.size, reverse=wish.falling)
        return Arranged(rows=tuple(kept), text=text)
    if wish.falling:
        kept.reverse()
        return Arranged(rows=tuple(kept), text=text)
    out = (place for place, row in enumerate(kept) if row.note and not row.is_listed)
    return Arranged(rows=tuple(kept), end=next(out, None), text=text)


def _has(files: FileMemory, folder: NoteFolder, row: NoteRow, text: str) -> bool:
    wanted, note = text.casefold(), row.note
    if wanted in valid_unicode(row.path).casefold():
        return True
    if note is None or note.text is None or note.text.encoding is Encoding.BINARY:
        return False
    if wanted in valid_unicode(note.text.text).casefold():
        return True
    if note.facts.size <= KEPT:
        return False
    # Only the beginning of a long note is kept in the list.
    alone = NoteFolder(folder.layer, (note,))
    return next(search_notes(files, alone, text), None) is not None


def _row(folder: NoteFolder, note: Note, same: Sequence[Place], *, is_listed: bool) -> NoteRow:
    alike = folder.twins.get(note.path, ())
    said = (
        note.line.warning,
        same_words(same, folder.layer.mount),
        *(shown_line(alike_words(note.path, other)) for other in alike[:1]),
        _mode_words(note),
    )
    return NoteRow(
        path=note.path,
        note=note,
        is_listed=is_listed,
        marks=tuple(_marks(note, is_same=bool(same), is_alike=bool(alike), is_listed=is_listed)),
        reason=" ".join(filter(None, said)),
    )


def _mode_words(note: Note) -> str:
    if note.facts.mode & _WRITABLE:
        return ""
    return tr("Nobody may write the file, whatever the layer says.")


def same_words(same: Sequence[Place], mount: str) -> str:
    """Return which other notes say the same to the agent."""
    if not same:
        return ""
    other, path = same[0]
    where = shown_id(path) if other == mount else f"{shown_id(other)}/{shown_id(path)}"
    return tr("“{0}” says the same to the agent.").format(where)


def _marks(note: Note, *, is_same: bool, is_alike: bool, is_listed: bool) -> Iterator[Mark]:
    rule = note.line.rule
    checks = (
        (Mark.LEFT_OUT, not is_listed),
        (Mark.UNREADABLE, rule is Rule.UNREADABLE),
        (Mark.BINARY, rule is Rule.NOT_TEXT),
        (Mark.NOT_UTF8, note.is_convertible),
        *((mark, rule is odd) for odd, mark in _ODD.items()),
        (_unusable(note), rule is Rule.UNUSABLE),
        (Mark.BLANK if note.text and note.text.text else Mark.EMPTY, rule is Rule.NOTHING),
        (Mark.CUT, note.line.is_cut and rule is Rule.DESCRIPTION),
        (Mark.DUPLICATE, is_same),
        (Mark.ALIKE, is_alike),
        (Mark.READ_ONLY, not note.facts.mode & _WRITABLE),
    )
    yield from (mark for mark, found in checks if found)


def _unusable(note: Note) -> Mark:
    key = note.front.key("description") if note.front else None
    is_no_text = key is not None and isinstance(key.value, NoText)
    return Mark.NO_TEXT_THERE if is_no_text else Mark.EMPTY_DESCRIPTION
