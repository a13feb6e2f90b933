"""Search over the notes of a layer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import valid_unicode
from desktop_app.core.errors import MemloupeError
from desktop_app.core.files.text import read_text
from desktop_app.core.notes.note import Note
from desktop_app.core.search.matching import Excerpt, Needle
from desktop_app.services.jobs import JobCancelledError
from desktop_app.services.notes.reading import KEPT, never

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.notes.note import NoteFolder
    from desktop_app.core.ports import Cancelled
    from desktop_app.services.file_memory import FileMemory


class NotePart(Enum):
    """Where in a note something was found."""

    PATH = "path"
    METADATA = "metadata"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class NoteHit:
    """One place of a note that has the text.

    Attributes:
        mount: The layer: the same path can be in several.
        note: The note.
        part: Where.
        line: The line of the file, from 1; 0 for its path.
        excerpt: The text around it.
    """

    mount: str
    note: Note
    part: NotePart
    line: int
    excerpt: Excerpt


def search_notes(
    files: FileMemory, folder: NoteFolder, text: str, cancelled: Cancelled = never
) -> Iterator[NoteHit]:
    """Yield every line of every note that has ``text`` in it, whatever the case.

    Args:
        files: The workspace; only large files are read again.
        folder: The notes.
        text: What to look for.
        cancelled: Asked for every note.

    Raises:
        JobCancelledError: it was cancelled.
    """
    needle = Needle(text)
    for note in folder.notes:
        if cancelled():
            raise JobCancelledError
        found = needle.excerpt(valid_unicode(note.path))
        if found:
            yield NoteHit(folder.layer.mount, note, NotePart.PATH, 0, found)
        yield from _in_text(folder.layer.mount, note, needle, _text(files, note))


def _in_text(mount: str, note: Note, needle: Needle, text: str) -> Iterator[NoteHit]:
    # A first look at the whole saves the lines of notes that do not have it.
    if not text or needle.excerpt(text) is None:
        return
    inside = len(_lines(text[: note.front.inner_end])) if note.front else 0
    for number, line in enumerate(_lines(text), 1):
        found = needle.excerpt(line)
        if found:
            part = NotePart.METADATA if number < inside else NotePart.TEXT
            yield NoteHit(mount, note, part, number, found)


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _text(files: FileMemory, note: Note) -> str:
    if note.text is None or not (note.is_editable or note.is_convertible):
        return ""
    if note.facts.size <= KEPT:
        return valid_unicode(note.text.text)
    try:
        row = files.folder.read(note.facts.path)
    except MemloupeError:
        return ""
    return valid_unicode(read_text(row.data).text) if row else ""
