"""Edits of the text of a note, as plans: nothing is written here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.changes import Swap
from desktop_app.core.errors import RefusedError
from desktop_app.core.files.text import line_endings, read_text
from desktop_app.core.files.writing import written_bytes, written_like
from desktop_app.core.notes.access import line_of, plan_of, require_writable, row_of
from desktop_app.core.notes.effects import Edited, effects
from desktop_app.core.notes.metadata_edit import (
    ENDINGS,
    quoted_description,
    set_description,
    with_new_block,
)

if TYPE_CHECKING:
    from desktop_app.core.files.plan import FilePlan
    from desktop_app.core.notes.access import Editing
    from desktop_app.core.notes.note import Note, NoteFolder

ENCODINGS = ("cp1252", "latin-1", "cp1250", "cp1251", "shift_jis", "gb18030", "euc_kr", "big5")
"""What a note can be converted from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteEdit:
    """What is new in a note; ``None`` leaves a part alone, byte for byte.

    Attributes:
        description: The description in the metadata.
        body: The text after the metadata.
        add_block: Whether a note without metadata gets a block for the description.
    """

    description: str | None = None
    body: str | None = None
    add_block: bool = False


def edit_note(folder: NoteFolder, note: Note, edit: NoteEdit, editing: Editing) -> FilePlan:
    """Plan a new description, a new body, or both; no other byte of the note changes.

    Args:
        folder: The notes of the layer.
        note: One of them, with its row.
        edit: What is new.
        editing: Who edits.

    Raises:
        RefusedError: the role may not write, the note is no UTF-8 text, its metadata does not
            parse, or it has none and should not get any.
    """
    text = _text(folder, note, editing)
    if edit.body is not None and edit.body != note.body:
        text = _with_body(note, text, edit.body)
    if edit.description is not None and not _says(note, edit.description):
        text = _with_description(text, edit.description, editing, add_block=edit.add_block)
    return _rewritten(folder, note, text, editing)


def edit_raw(folder: NoteFolder, note: Note, text: str, editing: Editing) -> FilePlan:
    """Plan a new text of a whole note, metadata included; it may be broken before and after.

    Raises:
        RefusedError: the role may not write, or the note is no UTF-8 text.
    """
    before = _text(folder, note, editing)
    return _rewritten(folder, note, _written_like(before, before, text), editing)


def quote_description(folder: NoteFolder, note: Note, editing: Editing) -> FilePlan:
    """Plan to put quotes around the description of a note whose metadata lacks only these.

    Raises:
        RefusedError: the role may not write, or quotes alone would not mend it.
    """
    text = _text(folder, note, editing)
    if note.front is None or not note.front.error:
        raise RefusedError(f"The metadata of “{note.path}” is not broken.", "Nothing was changed.")
    mended = quoted_description(text, note.front, editing.read)
    return _rewritten(folder, note, mended, editing)


def convert_note(folder: NoteFolder, note: Note, encoding: str, editing: Editing) -> FilePlan:
    """Plan to write a note as UTF-8; its bytes as they are stay in the history.

    Raises:
        RefusedError: the role may not write, or the note is not text in this encoding.
    """
    require_writable(folder, editing)
    row = row_of(note)
    if not note.is_convertible:
        raise RefusedError(f"“{note.path}” is UTF-8 already, or no text.", "Nothing was changed.")
    if encoding not in ENCODINGS:
        raise RefusedError(f"{encoding} is not known here.", f"Use one of {', '.join(ENCODINGS)}.")
    try:
        data = row.data.decode(encoding).encode()
    except UnicodeDecodeError as error:
        raise RefusedError(
            f"“{note.path}” is not text in {encoding}: {error.reason} at byte {error.start:,}.",
            "Nothing was changed. Try another encoding.",
        ) from error
    after = msgspec.structs.replace(row, data=data, mtime_ns=None)
    line = line_of(note.path, after, editing.read)
    found = effects(folder, {note.path: line}, Edited(note.line, line))
    label = f"Convert note {note.path} from {encoding} to UTF-8"
    return plan_of(label, (Swap(row, after),), (found,), editing)


def _text(folder: NoteFolder, note: Note, editing: Editing) -> str:
    require_writable(folder, editing)
    text = read_text(row_of(note).data)
    if note.is_convertible:
        advice = "Convert it first; its bytes as they are stay in the history."
        raise RefusedError(f"“{note.path}” is not UTF-8, so it is read-only.", advice)
    if not text.is_editable:
        raise RefusedError(f"“{note.path}” is not text, so it is never written as text.")
    return text.text


def _with_body(note: Note, text: str, body: str) -> str:
    head = text[: note.body_start]
    written = _written_like(text, note.body, body)
    # The line that closes the block may be the last one, without an end.
    is_open = note.front is not None and written and not head.endswith(("\n", "\r"))
    return head + ENDINGS.get(line_endings(text), "\n") * bool(is_open) + written


def _with_description(text: str, value: str, editing: Editing, *, add_block: bool) -> str:
    front = editing.read(text)
    if front is not None:
        return set_description(text, front, value, editing.read)
    if not add_block:
        raise RefusedError(
            "This note has no metadata, so it has no place for a description.",
            "Its first words are what the agent sees. Choose to add the metadata, or edit these.",
        )
    return with_new_block(text, value, editing.read)


def _says(note: Note, description: str) -> bool:
    key = note.front.key("description") if note.front else None
    return key is not None and key.value == description


def _written_like(text: str, old: str, new: str) -> str:
    """Return a part with the line endings of the file; an editor may know only one kind."""
    if "\r" in new or "\r" in old:
        return written_like(old, new)
    return new.replace("\n", ENDINGS.get(line_endings(text), "\n"))


def _rewritten(folder: NoteFolder, note: Note, text: str, editing: Editing) -> FilePlan:
    row = row_of(note)
    data = written_bytes(text)
    same = data == row.data
    after = row if same else msgspec.structs.replace(row, data=data, mtime_ns=None)
    line = line_of(note.path, after, editing.read)
    edited = Edited(note.line, line, is_edit=True)
    found = () if same else effects(folder, {note.path: line}, edited)
    return plan_of(f"Edit note {note.path}", (Swap(row, after),), (found,), editing)
