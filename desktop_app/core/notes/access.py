"""Who edits notes, and what every plan about them is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.changes import Change, Swap
from desktop_app.core.errors import RefusedError
from desktop_app.core.files.plan import Consequence, FilePlan
from desktop_app.core.files.text import read_text
from desktop_app.core.notes.front_matter import ReadFrontMatter
from desktop_app.core.notes.line import IndexLine, index_line

if TYPE_CHECKING:
    from desktop_app.core.files.row import FileRow
    from desktop_app.core.notes.note import Note, NoteFolder

_NOBODY = "No role may. Choose to edit it anyway if you are sure."


@dataclass(frozen=True, slots=True, kw_only=True)
class Editing:
    """What every edit needs to know.

    Attributes:
        read: Reads the metadata of a text.
        role: As whom the person edits; ``None`` for nobody in particular.
        anyway: Whether to edit although the layer lets nobody with this role.
        reason: Why, if the person said so.
    """

    read: ReadFrontMatter
    role: str | None = None
    anyway: bool = False
    reason: str = ""


def require_writable(folder: NoteFolder, editing: Editing) -> None:
    """Refuse to change a layer that the role may not change.

    Raises:
        RefusedError: says who may.
    """
    layer = folder.layer
    if not layer.is_usable:
        raise RefusedError(f"{layer.mount} can't be changed. {layer.problem}".strip())
    if editing.anyway or layer.may_write(editing.role):
        return
    others = " or ".join(f"“{role}”" for role in layer.writers)
    advice = f"Edit as {others}." if others and layer.may_write(layer.writers[0]) else _NOBODY
    if editing.role is None:
        message = f"Without a role, {layer.mount} may not be changed: it is read-only."
    else:
        message = f"The role “{editing.role}” may not change {layer.mount}: it is read-only."
    raise RefusedError(message, advice)


def row_of(note: Note) -> FileRow:
    """Return all bytes of a note.

    Raises:
        RefusedError: they were not read.
    """
    if note.row is None:
        raise RefusedError(f"“{note.path}” was not read as a whole.", "Read it again.")
    return note.row


def line_of(path: str, row: FileRow, read: ReadFrontMatter) -> IndexLine:
    """Return the line that a file would have."""
    text = read_text(row.data)
    return index_line(path, text, read(text.text))


def plan_of(
    label: str,
    swaps: tuple[Swap[FileRow], ...],
    found: tuple[tuple[Consequence, ...], ...],
    editing: Editing,
) -> FilePlan:
    """Return a plan of several swaps and of what follows from each of its sides."""
    change = Change(label=label, reason=editing.reason, files=swaps)
    return FilePlan(change=change, consequences=tuple(one for part in found for one in part))
