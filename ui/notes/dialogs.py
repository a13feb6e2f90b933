"""Dialogs that change notes: a new one, another name, an encoding, quotes, a deletion, a diff."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtGui import QTextCursor

from desktop_app.core.notes.edits import ENCODINGS, convert_note, quote_description
from desktop_app.core.notes.places import delete_note, move_note, new_note
from ui.change_dialog import ChangeDialog, Wording
from ui.file_plans import planned_of
from ui.fonts import Role
from ui.icons import Icon
from ui.naming import shown_id
from ui.notes.words import tr
from ui.widgets.exact_line import ExactLine
from ui.widgets.labels import TextLabel
from ui.widgets.line_edit import LineField
from ui.widgets.segments import Segments
from ui.widgets.text_area import TextArea

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.core.notes.access import Editing
    from desktop_app.core.notes.note import Note, NoteFolder
    from desktop_app.services.editing.plans import Intent
    from ui.change_preview import Planned
    from ui.notes.open_note import Draft, Key
    from ui.session import Session

_MOST_LAYERS = 5


def _label(text: str) -> TextLabel:
    return TextLabel(text, Role.SECONDARY, tone="text2")


class NewNoteDialog(ChangeDialog):
    """Writes a note that is not there yet; its name is checked while it is typed."""

    def __init__(
        self,
        session: Session,
        parent: QWidget,
        folder: NoteFolder,
        editing: Editing,
        *,
        below: str = "",
    ) -> None:
        wording = Wording(
            title=tr("New note in {0}").format(shown_id(folder.layer.mount)),
            primary=tr("Write it"),
            sentence=tr("The description states the memory itself: most turns act on it alone."),
            icon=Icon.PLUS,
        )
        super().__init__(session, parent, wording)
        self._folder, self._editing = folder, editing
        self.name = LineField(tr("Name"), placeholder=tr("named for its topic: refund-limit.md"))
        self.below = LineField(tr("Folder"), placeholder=tr("in no folder"))
        self.below.set_text(below)
        self.description = TextArea(tr("Description"), lines=2)
        self.content = TextArea(tr("Text"), lines=2)
        self.put(
            _label(tr("Name")),
            self.name,
            _label(tr("Folder")),
            self.below,
            _label(tr("Description")),
            self.description,
            _label(tr("Text")),
            self.content,
        )
        for field in (self.name, self.below):
            field.text_changed.connect(self._work_out)
        for area in (self.description, self.content):
            area.edited.connect(self._work_out)
        self.wait(tr("Give it a name."))

    @property
    def goal(self) -> Key:
        """The note that it is going to be."""
        return self._folder.layer.mount, self.path

    @property
    def path(self) -> str:
        """Where it is going to be, below the mount."""
        name, below = self.name.text, self.below.text.strip("/")
        name = name if "." in name else f"{name}.md"
        return f"{below}/{name}" if below else name

    @property
    def has_typed(self) -> bool:
        """Whether closing it would lose a text."""
        return any((self.name.text, self.description.text, self.content.text))

    @Slot()
    def _work_out(self) -> None:
        if not self.name.text:
            self.wait(tr("Give it a name."))
            return
        self.plan(partial(self._make, self.path, self.description.text, self.content.text))

    def _make(self, path: str, description: str, body: str, _intent: Intent) -> Planned:
        body = f"{body}\n" if body and not body.endswith("\n") else body
        plan = new_note(self._folder, path, self._editing, description=description, body=body)
        return planned_of(plan)


class MoveNoteDialog(ChangeDialog):
    """Gives a note another name, another folder or another layer; its bytes and time stay."""

    def __init__(
        self,
        session: Session,
        parent: QWidget,
        note: Note,
        folders: tuple[NoteFolder, ...],
        editing: Editing,
    ) -> None:
        wording = Wording(
            title=tr("Rename or move {0}").format(shown_id(note.path)),
            primary=tr("Rename it"),
            sentence=tr("Its bytes and its time stay. The agent finds it by its path."),
            icon=Icon.EDIT,
        )
        super().__init__(session, parent, wording)
        self._note, self._editing = note, editing
        self._folders = {folder.layer.mount: folder for folder in folders[:_MOST_LAYERS]}
        self._home = folders[0]
        self.path = ExactLine(tr("Path in the layer"))
        self.path.set_text(note.path)
        _select_name(self.path, note.path)
        choices = [(mount, shown_id(one.layer.name)) for mount, one in self._folders.items()]
        self.layer = Segments(tr("Layer"), choices)
        self.layer.setVisible(len(choices) > 1)
        self.put(_label(tr("Path in the layer")), self.path, self.layer)
        self.path.edited.connect(self._work_out)
        self.path.submitted.connect(self.confirm)
        self.layer.changed.connect(self._work_out)
        self.wait(tr("It has this name already."))

    @property
    def goal(self) -> Key:
        """Where the note is going to be."""
        return self.layer.current, self.path.text

    @Slot()
    def _work_out(self) -> None:
        mount, path = self.goal
        stays = mount == self._home.layer.mount
        words = tr("Rename it") if stays else tr("Move it")
        self.primary_button.setText(words)
        self.primary_button.setAccessibleName(words)
        self.primary_button.updateGeometry()
        if path == self._note.path and stays:
            self.wait(tr("It has this name already."))
            return
        self.plan(partial(self._make, mount, path))

    def _make(self, mount: str, path: str, _intent: Intent) -> Planned:
        target = self._folders[mount]
        plan = move_note(self._home, self._note, target, path, self._editing)
        # Not a byte differs, so there is nothing to compare.
        return planned_of(plan, with_differences=False)


class DeleteNoteDialog(ChangeDialog):
    """Deletes a note of any kind."""

    def __init__(
        self, session: Session, parent: QWidget, folder: NoteFolder, note: Note, editing: Editing
    ) -> None:
        wording = Wording(
            title=tr("Delete {0}?").format(shown_id(note.path)),
            primary=tr("Delete it"),
            sentence=tr("The agent forgets it. It stays in the history; undo brings it back."),
            icon=Icon.REMOVE,
        )
        super().__init__(session, parent, wording)
        self.put()
        self.plan(partial(_deleted, folder, note, editing), at_once=True)


class ConvertNoteDialog(ChangeDialog):
    """Writes a note as UTF-8; its bytes stay in the history."""

    def __init__(
        self, session: Session, parent: QWidget, folder: NoteFolder, note: Note, editing: Editing
    ) -> None:
        wording = Wording(
            title=tr("Convert {0} to UTF-8").format(shown_id(note.path)),
            primary=tr("Convert"),
            sentence=tr("Choose how the text reads right. Its bytes stay in the history."),
            icon=Icon.FILE,
        )
        super().__init__(session, parent, wording, width=680)
        self._folder, self._note, self._editing = folder, note, editing
        self.encoding = Segments(tr("Encoding of now"), [(name, name) for name in ENCODINGS])
        self.put(self.encoding)
        self.encoding.changed.connect(self._work_out)
        self._work_out()

    @Slot()
    def _work_out(self) -> None:
        self.plan(partial(self._make, self.encoding.current), at_once=True)

    def _make(self, encoding: str, _intent: Intent) -> Planned:
        return planned_of(convert_note(self._folder, self._note, encoding, self._editing))


class QuoteDialog(ChangeDialog):
    """Puts quotes around a description, where its metadata lacks only these."""

    def __init__(
        self, session: Session, parent: QWidget, folder: NoteFolder, note: Note, editing: Editing
    ) -> None:
        wording = Wording(
            title=tr("Put quotes around the description?"),
            primary=tr("Put quotes around it"),
            sentence=tr("Nothing else of {0} changes.").format(shown_id(note.path)),
            icon=Icon.EDIT,
        )
        super().__init__(session, parent, wording)
        self.put()
        self.plan(partial(_quoted, folder, note, editing), at_once=True)


class NoteDiffDialog(ChangeDialog):
    """Shows what saving the fields writes, and saves it."""

    def __init__(self, session: Session, parent: QWidget, draft: Draft, editing: Editing) -> None:
        wording = Wording(
            title=tr("What saving {0} writes").format(shown_id(draft.seen.row.path)),
            primary=tr("Save"),
            sentence=tr("Every byte that was not edited stays as it is."),
            icon=Icon.COMPARE,
        )
        super().__init__(session, parent, wording, width=760)
        self.put()
        self.plan(partial(_saved, draft, editing), at_once=True)


def _select_name(field: ExactLine, path: str) -> None:
    """Select the name without folder and ending, so that typing replaces just that."""
    start, end = path.rfind("/") + 1, path.rfind(".")
    end = end if end > start else len(path)
    cursor = field.edit.textCursor()
    cursor.setPosition(_units(path[:start]))
    cursor.setPosition(_units(path[:end]), QTextCursor.MoveMode.KeepAnchor)
    field.edit.setTextCursor(cursor)


def _units(text: str) -> int:
    """Return how many places a cursor has in a text."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _deleted(folder: NoteFolder, note: Note, editing: Editing, _intent: Intent) -> Planned:
    return planned_of(delete_note(folder, note, editing))


def _quoted(folder: NoteFolder, note: Note, editing: Editing, _intent: Intent) -> Planned:
    return planned_of(quote_description(folder, note, editing))


def _saved(draft: Draft, editing: Editing, _intent: Intent) -> Planned:
    return planned_of(draft.plan(editing))
