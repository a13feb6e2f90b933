"""New notes, other names and places for them, and notes that go: as plans."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.changes import Swap
from desktop_app.core.files.row import FileRow
from desktop_app.core.files.writing import written_bytes
from desktop_app.core.notes.access import line_of, plan_of, require_writable, row_of
from desktop_app.core.notes.effects import Edited, effects, of_new_names
from desktop_app.core.notes.listing import below
from desktop_app.core.notes.metadata_edit import with_new_block
from desktop_app.core.notes.names import check_name

if TYPE_CHECKING:
    from desktop_app.core.files.plan import FilePlan
    from desktop_app.core.notes.access import Editing
    from desktop_app.core.notes.note import Note, NoteFolder


def new_note(
    folder: NoteFolder, path: str, editing: Editing, *, description: str = "", body: str = ""
) -> FilePlan:
    """Plan a note that is not there yet.

    Raises:
        RefusedError: the role may not write, or the name can't be used.
    """
    require_writable(folder, editing)
    check_name(folder, path)
    text = with_new_block(body, description, editing.read) if description else body
    row = FileRow(below(folder.layer, path), written_bytes(text))
    line = line_of(path, row, editing.read)
    return plan_of(
        f"New note {path}",
        (Swap(None, row),),
        (effects(folder, {path: line}, Edited(None, line)), of_new_names(folder, path)),
        editing,
    )


def move_note(
    folder: NoteFolder, note: Note, target: NoteFolder, path: str, editing: Editing
) -> FilePlan:
    """Plan another name, another folder or another layer for a note; its time stays.

    Args:
        folder: The notes of the layer that it is in.
        note: One of them, with its row; of any kind.
        target: The notes of the layer that it goes to; ``folder`` for the same.
        path: Below the mount of that.
        editing: As whom.

    Raises:
        RefusedError: the role may not write in one of the layers, or the name can't be used.
    """
    require_writable(folder, editing)
    require_writable(target, editing)
    check_name(target, path)
    row = row_of(note)
    moved = msgspec.structs.replace(row, path=below(target.layer, path))
    line = line_of(path, moved, editing.read)
    here, there = folder.layer, target.layer
    swaps = (Swap(row, None), Swap(None, moved))
    edited = Edited(note.line, line)
    if here.mount == there.mount:
        found = effects(folder, {note.path: None, path: line}, edited)
        label = f"Rename note {note.path} to {path}"
        return plan_of(label, swaps, (found, of_new_names(folder, path, note.path)), editing)
    gone = effects(folder, {note.path: None}, Edited(note.line, None))
    come = effects(target, {path: line}, Edited(None, line))
    label = f"Move note {note.path} from {here.name} to {there.name}"
    return plan_of(label, swaps, (gone, come, of_new_names(target, path)), editing)


def delete_note(folder: NoteFolder, note: Note, editing: Editing) -> FilePlan:
    """Plan to delete a note of any kind; undo brings it back with its time.

    Raises:
        RefusedError: the role may not write.
    """
    require_writable(folder, editing)
    found = effects(folder, {note.path: None}, Edited(note.line, None))
    return plan_of(f"Delete note {note.path}", (Swap(row_of(note), None),), (found,), editing)
