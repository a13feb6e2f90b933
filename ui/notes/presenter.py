"""What the window of notes shows: the layers of a person, one of them, and one of its notes."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.errors import MemloupeError
from ui.navigation import Place, Target
from ui.notes.desk import Desk, read_desk
from ui.notes.drafts import Drafts
from ui.notes.open_note import OpenNote, open_note
from ui.notes.order import ListOrder
from ui.notes.words import read_only_words, tr
from ui.person import Person, SessionPerson
from ui.sight import Sight

if TYPE_CHECKING:
    from desktop_app.core.notes.access import Editing
    from desktop_app.core.notes.layer import Layer
    from desktop_app.core.notes.note import NoteFolder
    from desktop_app.core.notes.section import LayerIndex
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.jobs import Progress
    from ui.jobs import Job
    from ui.notes.rows import NoteRow
    from ui.session import Session


class NotesPresenter(QObject):
    """View and inspector share one."""

    desk_changed = Signal()  # other layers or notes, another person or another layer
    note_changed = Signal()  # another note, or the same, newer
    waiting = Signal(str)  # how far reading is
    refused = Signal(object)  # MemloupeError: nothing can be shown
    list_wanted = Signal()  # the page with the list
    place_wanted = Signal(str, int)  # a text to find in the note that is shown; its line or 0
    edit_wanted = Signal()  # the focus goes into the fields
    diff_wanted = Signal()  # what saving the shown note writes
    offered = Signal(object)  # Offer that a person took
    left = Signal()  # the focus goes back to the page

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self.drafts = Drafts(self)
        self._whose = SessionPerson.of(session)
        self.desk: Desk | None = None
        self.note: OpenNote | None = None
        self.order = ListOrder(session, self)
        self.error: MemloupeError | None = None
        self._mount: str | None = None
        self._path: str | None = None
        self._wanted_file: str | None = None
        self._wanted_text, self._wanted_line = "", 0
        self._reading: Job | None = None
        self._opening: Job | None = None
        self.order.wanted.connect(self._arrange)
        self.drafts.settled.connect(self._open)
        self._whose.changed.connect(self.look)
        self.sight = Sight(self, self.look)
        session.files_taken.connect(self._forget)
        session.files_changed.connect(self.look)
        session.target_requested.connect(self._go)

    @staticmethod
    def of(session: Session) -> NotesPresenter:
        """Return the presenter that all parts of one session share."""
        found = session.findChild(NotesPresenter)
        return found if isinstance(found, NotesPresenter) else NotesPresenter(session)

    @property
    def files(self) -> FileMemory | None:
        """What reads the files."""
        return self.session.files

    @property
    def person(self) -> Person:
        """As whom the notes are seen."""
        return self._whose.person

    @property
    def editing(self) -> Editing | None:
        """As whom notes are edited now."""
        return self.person.editing(self.files) if self.files else None

    @property
    def folder(self) -> NoteFolder | None:
        """The notes of the layer that is shown."""
        place = self._place
        return self.desk.folders[place] if self.desk and place is not None else None

    @property
    def layer(self) -> Layer | None:
        """The layer that is shown."""
        return self.folder.layer if self.folder else None

    @property
    def index(self) -> LayerIndex | None:
        """Which notes of it fit into the list of a turn."""
        place = self._place
        return self.desk.indexes[place] if self.desk and place is not None else None

    @property
    def all_rows(self) -> tuple[NoteRow, ...]:
        """Every row of the layer, in the order of the turn."""
        place = self._place
        return self.desk.rows[place] if self.desk and place is not None else ()

    @property
    def path(self) -> str | None:
        """The note that is chosen."""
        return self._path

    @property
    def is_reading(self) -> bool:
        """Whether something is still to come."""
        return bool(self._reading or self._opening) or self.order.is_busy

    @property
    def locked(self) -> str:
        """Why nothing of the layer can be changed; ``""`` if it can."""
        layer = self.layer
        if layer is None:
            return tr("There is no layer.")
        if not layer.is_usable:
            return tr("This layer has no folder to write into.")
        may = self.person.anyway or layer.may_write(self.person.role)
        return "" if may else tr("{0}.").format(read_only_words(layer, self.person.role))

    @Slot()
    def look(self) -> None:
        """Read every layer as it is now, or when somebody sees them."""
        files = self.files
        if self.sight.puts_off() or files is None:
            return
        self._drop(self._reading)
        self._reading = self.session.jobs.read(partial(read_desk, files, self.person, self.desk))
        self._reading.succeeded.connect(self._take)
        self._reading.failed.connect(self._fail)
        self._reading.progressed.connect(self._show_progress)

    def see_as(self, role: str | None, *, anyway: bool = False) -> None:
        """See and edit as somebody with another role."""
        self._whose.become(role, anyway=anyway)

    def set_value(self, name: str, value: str) -> None:
        """Say whose folder is meant."""
        self._whose.set_value(name, value)

    def choose_layer(self, mount: str) -> None:
        """Show another layer."""
        if mount != self._mount:
            self._turn_to(mount)
            self._show_layer()

    def show_later(self, mount: str, path: str | None = None) -> None:
        """Show this layer, or one of its notes, when it is read next."""
        self._mount, self._path = mount, path

    def show_file_later(self, file: str) -> None:
        """Show this file of the workspace when it is read next."""
        self._wanted_file = file

    def choose(self, path: str | None) -> None:
        """Show a note of the layer."""
        if path != self._path or (path is not None and self.note is None):
            self._path = path
            self._open()

    def choose_at(self, mount: str, path: str) -> None:
        """Show a note of any layer."""
        if mount == (self.layer.mount if self.layer else None):
            self.choose(path)
        else:
            self._turn_to(mount)
            self._path = path
            self._show_layer()

    def _turn_to(self, mount: str) -> None:
        self._mount, self._path, self._wanted_file = mount, None, None
        self.order.clear()  # what was looked for in another layer is not looked for here

    @property
    def _place(self) -> int | None:
        return self.desk.place_of(self._mount) if self.desk else None

    @Slot(object)
    def _take(self, desk: Desk) -> None:
        self._reading = self.error = None
        if desk.person != self.person:
            return
        self.desk = desk
        self._show_layer()

    def _show_layer(self) -> None:
        self._find_file()
        self.desk_changed.emit()
        self._arrange()
        self._open()

    def _find_file(self) -> None:
        """Turn a file of the workspace, that somebody wants to see, into layer and note."""
        if self.desk is None or self._wanted_file is None:
            return
        found, self._wanted_file = self.desk.find(self._wanted_file), None
        if found is not None:
            if found[0] != self._mount:
                self._turn_to(found[0])
            self._path = found[1]

    @Slot(bool)
    def _arrange(self, at_once: bool = True) -> None:  # noqa: FBT001, FBT002 - the signal's own
        self.order.arrange(self.files, self.folder, self.all_rows, at_once=at_once)

    @Slot(object)
    def _open(self, _key: object = None) -> None:
        self._drop(self._opening)
        self._opening = None
        files, folder = self.files, self.folder
        row = next((one for one in self.all_rows if one.path == self._path), None)
        if files is None or folder is None or row is None:
            self._lose(folder)
            return
        self._opening = self.session.jobs.read(partial(open_note, files, folder, row, self.person))
        self._opening.succeeded.connect(self._take_note)
        self._opening.failed.connect(self._fail_note)

    def _lose(self, folder: NoteFolder | None) -> None:
        """Show no note; one with text that is not saved stays although its file is gone."""
        key = (folder.layer.mount if folder else "", self._path or "")
        draft = self.drafts.of(key)
        if draft is None:
            self.note = self._path = None
        else:
            self.drafts.follow(replace(draft.seen, note=None))
            self.note = draft.seen
        self.note_changed.emit()

    @Slot(object)
    def _take_note(self, opened: OpenNote) -> None:
        self._opening = None
        self.drafts.follow(opened)
        self.note = opened
        self.note_changed.emit()
        if self._wanted_text:
            self.place_wanted.emit(self._wanted_text, self._wanted_line)
            self._wanted_text = ""

    @Slot(object)
    def _fail_note(self, error: Exception) -> None:
        self._opening = None
        self.session.broke.emit(error)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._reading = None
        if isinstance(error, MemloupeError):
            self.error = error
            self.refused.emit(error)
        else:
            self.session.broke.emit(error)

    @Slot(object)
    def _show_progress(self, progress: Progress) -> None:
        self.waiting.emit(progress.note)

    @Slot(object)
    def _go(self, target: Target) -> None:
        if target.place is not Place.NOTES:
            return
        if target.bucket is not None and target.bucket != self._mount:
            self._turn_to(target.bucket)
        if target.path is not None:
            self._wanted_file, self._wanted_text = target.path, target.text
            self._wanted_line = target.line or 0
            self.list_wanted.emit()
        if self.desk is not None:
            self._show_layer()

    @Slot(object)
    def _forget(self, _files: object) -> None:
        self._drop(self._reading)
        self._drop(self._opening)
        self._reading = self._opening = self.desk = self.note = self.error = None
        self._mount = self._path = self._wanted_file = None
        self.drafts.forget()
        self.desk_changed.emit()
        self.order.forget()
        self.note_changed.emit()
        self.look()

    def _drop(self, job: Job | None) -> None:
        if job is not None:
            job.disconnect(self)
            job.cancel()
