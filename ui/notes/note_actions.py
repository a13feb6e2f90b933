"""Opens the dialogs of the page of notes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from desktop_app.core.editing.journal import EntryKind
from desktop_app.core.errors import MemloupeError
from ui.icons import Icon
from ui.naming import shown_id
from ui.notes.notice import Offer
from ui.notes.words import tr
from ui.widgets.question import Asked, ask

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from desktop_app.core.notes.access import Editing
    from desktop_app.core.notes.layer import Layer
    from desktop_app.core.notes.note import Note, NoteFolder
    from desktop_app.services.editing.outcomes import Saved
    from ui.change_dialog import ChangeDialog
    from ui.jobs import Job
    from ui.notes.open_note import Key
    from ui.notes.presenter import NotesPresenter
    from ui.session import Session

    MakeDialog = Callable[[Session, QWidget, NoteFolder, Note, Editing], ChangeDialog]


class NoteActions(QObject):
    """Each dialog is made when it is opened."""

    def __init__(self, presenter: NotesPresenter, view: QWidget) -> None:
        super().__init__(view)
        self._presenter, self._view = presenter, view
        self._session = presenter.session
        self._session.editing.saved.connect(self._follow_back)

    @Slot()
    def new(self) -> None:
        """Write a new note, in the folder of the chosen one."""
        from ui.notes.dialogs import NewNoteDialog  # noqa: PLC0415 - not for the first paint

        presenter = self._presenter
        folder, editing = presenter.folder, presenter.editing
        if folder is not None and editing is not None and not presenter.locked:
            below = (presenter.path or "").rpartition("/")[0]
            dialog = NewNoteDialog(self._session, self._view, folder, editing, below=below)
            dialog.saving.connect(lambda job: self._arrive(job, dialog.goal))
            dialog.open(dialog.name)

    @Slot()
    def move(self) -> None:
        """Give the chosen note another name or place."""
        from ui.notes.dialogs import MoveNoteDialog  # noqa: PLC0415 - as above

        presenter = self._presenter
        opened, editing, desk = presenter.note, presenter.editing, presenter.desk
        if opened is None or opened.note is None or editing is None or desk is None:
            return
        others = [
            folder
            for folder in desk.folders
            if folder is not opened.folder
            and folder.layer.is_usable
            and (editing.anyway or folder.layer.may_write(editing.role))
        ]
        folders = (opened.folder, *others)
        dialog = MoveNoteDialog(self._session, self._view, opened.note, folders, editing)
        dialog.saving.connect(lambda job: self._arrive(job, dialog.goal))
        dialog.open(dialog.path)

    @Slot()
    def delete(self) -> None:
        """Delete the chosen note, after a look at what follows."""
        from ui.notes.dialogs import DeleteNoteDialog  # noqa: PLC0415 - as above

        opened = self._presenter.note
        dialog = self._open_about(DeleteNoteDialog)
        beside = self._presenter.order.beside(opened.row.path) if opened else None
        if dialog is not None and opened is not None and beside is not None:
            goal = (opened.key[0], beside)
            dialog.saving.connect(lambda job: self._arrive(job, goal))

    @Slot()
    def convert(self) -> None:
        """Convert the chosen note to UTF-8."""
        from ui.notes.dialogs import ConvertNoteDialog  # noqa: PLC0415 - as above

        opened = self._presenter.note
        if opened is not None and opened.note is not None and opened.note.is_convertible:
            self._open_about(ConvertNoteDialog)

    @Slot()
    def quote(self) -> None:
        """Put quotes around the description of the chosen note."""
        from ui.notes.dialogs import QuoteDialog  # noqa: PLC0415 - as above

        self._open_about(QuoteDialog)

    @Slot(object)
    def take_offer(self, offer: Offer) -> None:
        """Do what the notice beside the note offers."""
        if offer is Offer.CONVERT:
            self.convert()
        elif offer is Offer.QUOTE:
            self.quote()

    @Slot()
    def show_diff(self) -> None:
        """Show what saving the shown note writes."""
        from ui.notes.dialogs import NoteDiffDialog  # noqa: PLC0415 - as above

        presenter = self._presenter
        opened, editing = presenter.note, presenter.editing
        draft = presenter.drafts.of(opened.key) if opened else None
        if draft is not None and editing is not None:
            dialog = NoteDiffDialog(self._session, self._view, draft, editing)
            dialog.saving.connect(partial(presenter.drafts.follow_job, draft))
            dialog.open(dialog.safe_button)

    @Slot()
    def name_layer(self) -> None:
        """Name a layer by hand."""
        from ui.notes.layer_dialog import LayerDialog  # noqa: PLC0415 - as above

        desk = self._presenter.desk
        if desk is not None:
            dialog = LayerDialog(self._view, desk.layers.layers)
            dialog.named.connect(self._keep)
            dialog.open(dialog.folder)

    @Slot()
    def forget_layer(self) -> None:
        """Forget the shown layer, if it was named by hand."""
        layer = self._presenter.layer
        if layer is None or not layer.is_by_hand:
            return
        asked = Asked(
            title=tr("Forget the layer {0}?").format(shown_id(layer.mount)),
            text=tr("Its folder and its notes stay as they are."),
            primary=tr("Forget it"),
            safe=tr("Cancel"),
            icon=Icon.LAYERS,
        )
        ask(self._view, asked).agreed.connect(partial(self._forget, layer))

    @Slot(object)
    def _follow_back(self, saved: Saved) -> None:
        """Go with the shown note where undo or redo moves it."""
        if saved.entry.kind not in {EntryKind.UNDO, EntryKind.REDO}:
            return
        opened, swaps = self._presenter.note, saved.change.files
        gone = {one.before.path for one in swaps if one.before and one.after is None}
        come = [one.after.path for one in swaps if one.after and one.before is None]
        shown = opened.note.facts.path if opened and opened.note else None
        if shown in gone and come:
            self._presenter.show_file_later(come[0])

    def _open_about(self, make: MakeDialog) -> ChangeDialog | None:
        opened, editing = self._presenter.note, self._presenter.editing
        if opened is None or opened.note is None or editing is None:
            return None
        dialog = make(self._session, self._view, opened.folder, opened.note, editing)
        dialog.open(dialog.safe_button)
        return dialog

    def _arrive(self, job: Job, goal: Key) -> None:
        """Choose another note once a change is written; what it wrote is read after that."""
        job.succeeded.connect(partial(self._go_to, goal))

    def _go_to(self, goal: Key, outcome: object) -> None:
        from desktop_app.services.editing.outcomes import Saved  # noqa: PLC0415 - loaded by then

        if isinstance(outcome, Saved):
            self._presenter.show_later(*goal)

    @Slot(object)
    def _keep(self, layer: Layer) -> None:
        from ui.notes.layer_dialog import keep_layer  # noqa: PLC0415 - as above

        self._presenter.show_later(layer.mount)
        files = self._presenter.files
        if files is not None:
            self._follow(self._session.jobs.write(partial(keep_layer, files, layer)))

    def _forget(self, layer: Layer, _reason: str) -> None:
        from ui.notes.layer_dialog import forget_layer  # noqa: PLC0415 - as above

        files = self._presenter.files
        if files is not None:
            self._follow(self._session.jobs.write(partial(forget_layer, files, layer)))

    def _follow(self, job: Job) -> None:
        job.succeeded.connect(self._look)
        job.failed.connect(self._fail)

    @Slot()
    def _look(self, _result: object = None) -> None:
        self._session.read_outline()
        self._presenter.look()

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        if not isinstance(error, MemloupeError):
            self._session.broke.emit(error)
            return
        asked = Asked(
            title=tr("The layer could not be kept"),
            text=error.words,
            primary=tr("Name it again…"),
            safe=tr("Leave it"),
            icon=Icon.INFO,
        )
        ask(self._view, asked).agreed.connect(self._name_again)

    @Slot(str)
    def _name_again(self, _reason: str) -> None:
        self.name_layer()
