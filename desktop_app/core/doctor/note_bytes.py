"""Notes that are no text, not UTF-8, empty, or have other marks than a plain text."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from desktop_app.core.doctor.encodings import assumed, guessed_encoding
from desktop_app.core.doctor.file_repair import plan_repair
from desktop_app.core.doctor.finding import Severity
from desktop_app.core.doctor.note_finding import Said, note_finding, permission, read_now
from desktop_app.core.doctor.unread import BY_HAND
from desktop_app.core.files.text import BOM, Encoding
from desktop_app.core.notes.edits import convert_note
from desktop_app.core.notes.line import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.doctor.file_cases import FileBench, NotesCase
    from desktop_app.core.doctor.finding import Finding
    from desktop_app.core.files.plan import FilePlan
    from desktop_app.core.notes.note import Note

_UNREADABLE = Said(
    rule="file-unreadable",
    title="File can't be read",
    why="The list of notes names it without a word about it, or the turn fails.",
    by_hand=BY_HAND,
)
_NO_TEXT = Said(
    rule="note-is-no-text",
    severity=Severity.WORTH_KNOWING,
    title="Note is no text",
    detail="it holds zero bytes, or is UTF-16",
    why="The agent sees its name alone. Memloupe never writes it as text.",
    by_hand="Move it out of the notes, or save it as UTF-8 where it is text.",
)
_EMPTY = Said(
    rule="file-empty",
    severity=Severity.WORTH_KNOWING,
    title="Note is empty",
    detail="there is nothing to show",
    why="The agent sees its name alone, which takes room in every turn.",
    by_hand="Write something into it, or delete it.",
)
_NOT_UTF8 = Said(
    rule="file-not-utf8",
    title="File is not UTF-8",
    detail="bytes that are no characters",
    why="They reach the agent as replacement characters. The note is read-only here until it is "
    "converted.",
    by_hand="Convert it from the encoding that it is in.",
)
_MARK = Said(
    rule="file-has-byte-order-mark",
    severity=Severity.WORTH_KNOWING,
    title="File begins with a byte order mark",
    detail="three bytes before the first character",
    why="Memloupe keeps it. A reader that does not expect it finds no metadata.",
    by_hand="Nothing has to be done.",
)
_ENDINGS = Said(
    rule="file-line-endings",
    severity=Severity.WORTH_KNOWING,
    title="Line endings are not LF",
    why="Memloupe keeps them. A reader that expects LF may find no metadata.",
    by_hand="Nothing has to be done.",
)
BYTE_RULES = tuple(
    said.rule for said in (_UNREADABLE, _NO_TEXT, _EMPTY, _NOT_UTF8, _MARK, _ENDINGS)
)
_ONE_BYTE = ("cp1252", "latin-1")


def check_bytes(case: NotesCase, bench: FileBench) -> Iterator[Finding]:
    """Find notes whose bytes are not what a note usually has."""
    for note in case.folder.notes:
        if note.line.rule is Rule.UNREADABLE or note.text is None:
            yield note_finding(case, note, _UNREADABLE, detail=note.line.warning)
        elif note.line.rule is Rule.NOT_TEXT:
            yield note_finding(case, note, _NO_TEXT)
        else:
            yield from _of_text(case, bench, note)


def _of_text(case: NotesCase, bench: FileBench, note: Note) -> Iterator[Finding]:
    assert note.text is not None  # one that can't be read has another finding
    if note.line.rule is Rule.NOTHING:
        yield note_finding(case, note, _EMPTY)
    if note.text.encoding is Encoding.NOT_UTF8:
        yield _not_utf8(case, bench, note)
    if note.text.text.startswith(BOM):
        yield note_finding(case, note, _MARK)
    if note.text.endings in {"CRLF", "CR", "mixed"}:
        yield note_finding(case, note, _ENDINGS, detail=f"{note.text.endings} line endings")


def _not_utf8(case: NotesCase, bench: FileBench, note: Note) -> Finding:
    layer = case.folder.layer
    again = partial(bench.note, layer, note.path)
    now = read_now(bench, layer, note.path)
    encoding = guessed_encoding(now.row.data) if now and now.row else ""
    repair = None
    if encoding in _ONE_BYTE:
        make = partial(_converted, case, bench, encoding)
        repair = plan_repair(make, now, again, assumed(encoding), *permission(layer))
    return note_finding(case, note, _NOT_UTF8, repair=repair)


def _converted(
    case: NotesCase, bench: FileBench, encoding: str, note: Note | None
) -> FilePlan | None:
    if note is None or not note.is_convertible:
        return None
    return convert_note(case.folder, note, encoding, bench.editing)
