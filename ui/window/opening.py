"""Opening workspaces: by dialog, by drop, from the list, the demo; and what follows from it."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from desktop_app.core.errors import MemloupeError
from ui.naming import shown_id, shown_path
from ui.widgets.single_choice import only_one
from ui.window.preferences import Preferences, Recent

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QMimeData
    from PySide6.QtGui import QAction

    from desktop_app.services.harness_source import HarnessSource
    from ui.session import Session

MENU_RECENT = 8
Value = TypeVar("Value")


class Opening(QObject):
    """Knows which path was asked for last, and remembers what was opened."""

    recent_changed = Signal()

    def __init__(self, session: Session, preferences: Preferences, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._preferences = preferences
        self._window = window
        self._asked: Path | None = None
        self._demo: Path | None = None
        self._opening = False
        self.may_leave: Callable[[Callable[[], object]], bool] = _always
        session.workspace_changed.connect(self._end)
        session.refused.connect(self._end)

    @property
    def is_opening(self) -> bool:
        """Whether a workspace is being opened and has not come yet."""
        return self._opening

    @property
    def asked(self) -> Path | None:
        """The path that was asked for last."""
        return self._asked

    def open(self, path: Path) -> None:
        """Open a workspace, unless something would be lost by it."""
        if not self.may_leave(_bound(self.open, path)):
            return
        self._asked, self._opening = path, True
        self._session.open(path)

    @Slot()
    def ask(self) -> None:
        """Let the person choose a folder."""
        start = str(self._asked or Path.home())
        chosen = QFileDialog.getExistingDirectory(
            self._window, self.tr("Open the folder an agent works in"), start
        )
        if chosen:
            self.open(Path(chosen))

    @Slot()
    def ask_file(self) -> None:
        """Let the person choose a database file."""
        start = str(self._asked or Path.home())
        kinds = ";;".join(
            (self.tr("Databases (*.db *.sqlite *.sqlite3)"), self.tr("All files (*)"))
        )
        chosen, _kind = QFileDialog.getOpenFileName(
            self._window, self.tr("Open a state.db"), start, kinds
        )
        if chosen:
            self.open(Path(chosen))

    @Slot(str)
    def open_text(self, path: str) -> None:
        """Open a workspace of the list."""
        self.open(Path(path))

    @Slot()
    def retry(self) -> None:
        """Open the same path again."""
        if self._asked is not None:
            self.open(self._asked)

    @Slot()
    def open_demo(self) -> None:
        """Open a fresh copy of the demo workspace."""
        job = self._session.jobs.read(_copy_demo)
        job.succeeded.connect(self._open_copy)
        job.failed.connect(self._refuse)

    @Slot(int)
    def remember(self, scopes: int) -> None:
        """Put the open workspace at the top of the list."""
        if self._asked is None or self._asked == self._demo:
            return
        day = date.today().isoformat()  # noqa: DTZ011 - the person's own calendar
        self._preferences.remember(Recent(str(self._asked.absolute()), scopes, day))
        self.recent_changed.emit()

    def fill_menu(self, menu: QMenu, actions: list[QAction]) -> None:
        """Fill the menu below the workspace's name."""
        menu.clear()
        menu.addActions(actions)
        self._add_sources(menu)
        recent = self._preferences.recent[:MENU_RECENT]
        if recent:
            menu.addSection(self.tr("Recent"))
        for one in recent:
            path = Path(one.path)
            text = shown_path(path, Path.home()).replace("&", "&&")
            menu.addAction(text, _bound(self.open, path))

    @Slot(object)
    def _open_copy(self, copy: Path) -> None:
        self._demo = copy
        self.open(copy)

    @Slot(object)
    def _refuse(self, error: Exception) -> None:
        known = isinstance(error, MemloupeError)
        (self._session.refused if known else self._session.broke).emit(error)

    @Slot(object)
    def _end(self, _result: object) -> None:
        # Others who hear the same signal may still ask; the answer changes afterwards.
        QTimer.singleShot(0, self, self._set_ended)

    @Slot()
    def _set_ended(self) -> None:
        self._opening = False

    def _choose(self, source: HarnessSource) -> None:
        if self.may_leave(_bound(self._choose, source)):
            self._session.choose_source(source)

    def _add_sources(self, menu: QMenu) -> None:
        workspace = self._session.workspace
        sources = workspace.sources if workspace else ()
        if workspace is None or len(sources) + len(workspace.failures) < 2:  # noqa: PLR2004
            return
        menu.addSection(self.tr("State files of this workspace"))
        for source in sources:
            action = menu.addAction(_file_words(source, workspace.root))
            action.setCheckable(True)
            action.setChecked(source is self._session.source)
            action.triggered.connect(_bound(self._choose, source))
        only_one(menu)
        for failure in workspace.failures:
            action = menu.addAction(shown_id(failure.message).replace("&", "&&"))
            action.setEnabled(False)


def dropped_path(data: QMimeData) -> Path | None:
    """Return the folder or file that is dragged over the window, if it is one of this machine."""
    files = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
    return Path(files[0]) if len(files) == 1 and files[0] else None


def _file_words(source: HarnessSource, root: Path) -> str:
    path = source.path
    inside = root in path.parents
    text = path.relative_to(root).as_posix() if inside else str(path)
    return shown_id(text).replace("&", "&&")


def _copy_demo(_context: object) -> object:
    from desktop_app.services.demo import copy_demo  # noqa: PLC0415 - few people ask for it

    return copy_demo()


def _always(_then: Callable[[], object]) -> bool:
    return True


def _bound(function: Callable[[Value], object], value: Value) -> Callable[[], object]:
    return lambda: function(value)
