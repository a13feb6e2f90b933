"""The main window: joins session, panes, follow mode and commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMainWindow

from desktop_app.core.errors import StoreError
from ui.actions import Actions
from ui.icons import application_icon
from ui.jobs import Job
from ui.live import Follower
from ui.view_protocols import ReadsAgain
from ui.window.asking import Asking
from ui.window.commands import Commands
from ui.window.consolidating import Consolidating
from ui.window.doctor import DoctorDesk
from ui.window.file_following import FileFollowing
from ui.window.frame import Frame
from ui.window.lifecycle import Lifecycle
from ui.window.navigator import Navigator
from ui.window.next_turn import NextTurn
from ui.window.opening import Opening, dropped_path
from ui.window.review import ReviewDesk
from ui.window.saving import SavingDesk
from ui.window.unsaved import Unsaved

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtGui import (
        QCloseEvent,
        QDragEnterEvent,
        QDragLeaveEvent,
        QDropEvent,
        QKeyEvent,
        QShowEvent,
    )

    from desktop_app.core.errors import MemloupeError
    from desktop_app.services.workspace import Surroundings
    from ui.palette.palette import Palette
    from ui.session import Session
    from ui.window.preferences import Preferences

SIZE = (1280, 800)
LEAST = (900, 600)


class MainWindow(QMainWindow):
    """One workspace in one window."""

    def __init__(
        self,
        session: Session,
        preferences: Preferences,
        surroundings: Surroundings | None = None,
    ) -> None:
        super().__init__()
        self.session, self.preferences = session, preferences
        self.registry = Actions(self)
        self.opening = Opening(session, preferences, self)
        self.follower = Follower(surroundings, self)
        self.files = FileFollowing(session, self)
        self.commands = Commands(self)
        self.frame = Frame(session, self.commands.key)
        self.navigator = Navigator(session, self.frame, self)
        self.next_turn = NextTurn(session, preferences, self.frame, self)
        self.setCentralWidget(self.frame)
        self.lifecycle = Lifecycle(self)
        self.saving = SavingDesk(self)
        self.unsaved = Unsaved(self)
        self.opening.may_leave = self.unsaved.may_leave
        self._palette: Palette | None = None
        self.asking = Asking(self)
        self.consolidating = Consolidating(self)
        self.doctor = DoctorDesk(self)
        self.review = ReviewDesk(self)
        self.commands.connect_all()
        self._connect()
        self.setWindowTitle(self.tr("Memloupe"))
        self.setWindowIcon(application_icon())
        self.setMinimumSize(*LEAST)
        self.resize(*SIZE)
        self.setAcceptDrops(True)
        self.set_follow(preferences.follow)

    @property
    def command_palette(self) -> Palette:
        """The palette; made when it is first asked for."""
        if self._palette is None:
            from ui.window.palette import make_palette  # noqa: PLC0415 - not for the first paint

            self._palette = make_palette(self)
        return self._palette

    def open(self, path: Path) -> None:
        """Open a workspace."""
        self.opening.open(path)

    def set_follow(self, on: bool) -> None:  # noqa: FBT001 - a signal gives the bare value
        """Follow what others write, or stop doing so."""
        self.follower.set_on(on)
        self.files.follower.set_on(on)

    @Slot()
    def reload(self) -> None:
        """Read again what is shown."""
        if self.frame.page is not self.frame.panes:
            self.opening.retry()
            return
        self.session.notice_change()
        self.session.files_changed.emit()
        view = self.frame.middle.view
        if isinstance(view, ReadsAgain):
            view.read_again()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Find):
            # Not a shortcut of the window: views have their own, and two would cancel out.
            self.commands.focus.find_here()
        elif event.matches(QKeySequence.StandardKey.Undo):
            # Comes here from text that can only be read: it keeps the key from being a shortcut.
            self.commands.edits.undo()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.commands.edits.redo()
        elif event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.frame.page is self.frame.panes and not self.frame.panes.close_floating():
            self.frame.middle.focus_view()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.frame.page is self.frame.start:
            self.frame.start.open_button.setFocus()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_path(event.mimeData()) is not None:
            event.acceptProposedAction()
            self.frame.start.drop.set_over(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.frame.start.drop.set_over(False)
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        self.frame.start.drop.set_over(False)
        path = dropped_path(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            self.open(path)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.unsaved.may_leave(self.close):
            event.ignore()
            return
        self.lifecycle.save()
        self.follower.stop()
        self.files.follower.stop()
        super().closeEvent(event)

    def _connect(self) -> None:
        session, frame, opening = self.session, self.frame, self.opening
        session.refused.connect(self._on_refused)
        presenter = frame.scopes.presenter
        presenter.refused.connect(self._on_refused)
        presenter.broke.connect(session.broke)
        for waits in (session.waiting, presenter.waiting):
            waits.connect(frame.show_waiting)
        frame.cancel_wanted.connect(self._cancel)
        frame.start.open_wanted.connect(opening.ask)
        frame.start.demo_wanted.connect(opening.open_demo)
        frame.start.chosen.connect(opening.open_text)
        frame.open_other.clicked.connect(opening.ask)
        frame.refused.retry_wanted.connect(opening.retry)
        frame.refused.open_wanted.connect(opening.ask)
        frame.refused.file_wanted.connect(opening.ask_file)
        frame.scope_refused.retry_wanted.connect(self.reload)

    @Slot(object)
    def _on_refused(self, error: MemloupeError) -> None:
        frame = self.frame
        if frame.page is frame.panes and not self.opening.is_opening:
            frame.scope_refused.show_error(error)
            frame.middle.show_page(frame.scope_refused)
        else:
            frame.refused.show_error(error)
            frame.show_page(frame.refused)

    @Slot()
    def _cancel(self) -> None:
        """Stop every read: all of them wait for the same file."""
        for job in self.session.jobs.findChildren(Job):
            job.cancel()
        self.frame.banner.hide()
        if self.session.snapshot is None:
            self._on_refused(
                StoreError(
                    self.tr("This was not read: another program holds the database."),
                    self.tr("Nothing was changed."),
                )
            )
