"""What a turn changed in a layer: its files of now against a snapshot or a folder."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.errors import MemloupeError
from ui.clock import hour_to_second
from ui.fonts import Role
from ui.icons import Icon
from ui.naming import shown_id
from ui.notes.snapshots import (
    Compared,
    FileDifference,
    Snapshot,
    compare,
    difference,
    open_file,
    open_folder,
    take_snapshot,
    write_file,
)
from ui.notes.turn_table import TurnTable, turn_rows
from ui.notes.words import file_count, tr
from ui.widgets.button import Button
from ui.widgets.diff_view import DiffView
from ui.widgets.empty_state import EmptyState
from ui.widgets.labels import ElidedLabel, TextLabel

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.notes.layer import Layer
    from desktop_app.services.jobs import JobContext
    from ui.jobs import Job, Work
    from ui.notes.presenter import NotesPresenter


class TurnPage(QWidget):
    """Buttons, the changed files, and the difference of the chosen one."""

    def __init__(self, presenter: NotesPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._snapshots: dict[tuple[str, str], Snapshot] = {}
        self._compared: Compared | None = None
        self._job: Job | None = None
        self._comparing: Job | None = None  # the file that is shown below
        self.take = Button(tr("Take a snapshot"), self, icon=Icon.CLOCK)
        self.keep = Button(tr("Keep it as a file…"), self, icon=Icon.EXPORT)
        self.state = ElidedLabel(parent=self, role=Role.SECONDARY, tone="text2")
        self.folder = Button(tr("A folder…"), self, icon=Icon.FOLDER)
        self.file = Button(tr("A snapshot file…"), self, icon=Icon.FILE)
        self.unknown = TextLabel("", Role.SECONDARY, parent=self, tone="text2", wrap=True)
        self.folder.setAccessibleName(tr("Compare with a folder…"))
        self.file.setAccessibleName(tr("Compare with a snapshot file…"))
        self._stack = QStackedWidget(self)
        self._split = QSplitter(Qt.Orientation.Vertical, self._stack)
        self.table = TurnTable(self._split)
        self._below = QWidget(self._split)
        self.diff = DiffView(tr("What the turn changed in the file"), self._below)
        self.problem = TextLabel("", parent=self._below, tone="text2", wrap=True)
        self.empty = EmptyState("", "", parent=self._stack)
        self._lay_out()
        self._connect()
        self._show()

    @property
    def is_busy(self) -> bool:
        """Whether something is still to come."""
        return self._job is not None

    @Slot()
    def take_snapshot(self) -> None:
        """Remember how the layer is now."""
        files = self._presenter.files
        if files is not None:
            self._take(partial(take_snapshot, files))

    @Slot()
    def choose_folder(self) -> None:
        """Compare with a folder that somebody chooses."""
        title = tr("Compare with a folder")
        place = QFileDialog.getExistingDirectory(self, title, self._home())
        if place:
            self._take(partial(open_folder, place))

    @Slot()
    def choose_file(self) -> None:
        """Compare with a snapshot file that somebody chooses."""
        title = tr("Compare with a snapshot file")
        place, _kind = QFileDialog.getOpenFileName(self, title, self._home(), "JSON (*.json)")
        if place:
            self._take(partial(open_file, place))

    @Slot()
    def keep_file(self) -> None:
        """Write the snapshot into a file that somebody names, for a later day."""
        files, snapshot = self._presenter.files, self._snapshot
        if files is None or snapshot is None:
            return
        place = str(Path(self._home()) / "notes-snapshot.json")
        title = tr("Keep the snapshot as a file")
        chosen, _kind = QFileDialog.getSaveFileName(self, title, place, "JSON (*.json)")
        if chosen:
            work = partial(write_file, files, snapshot, Path(chosen))
            job = self._presenter.session.jobs.write(work)
            job.failed.connect(self._fail)
            job.succeeded.connect(self._tell_kept)

    @Slot(object)
    def _tell_kept(self, place: Path) -> None:
        self.state.set_text(tr("kept as {0}").format(shown_id(str(place))))

    @Slot()
    def look(self) -> None:
        """Compare again with the same snapshot."""
        files, layer = self._presenter.files, self._presenter.layer
        snapshot = self._snapshot
        if files is None or layer is None or snapshot is None or not layer.is_usable:
            self._compared = None
            self._show()
            return
        self._start(partial(compare, files, layer, snapshot)).succeeded.connect(self._take_compared)

    @property
    def _snapshot(self) -> Snapshot | None:
        layer = self._presenter.layer
        return self._snapshots.get((layer.mount, layer.source)) if layer else None

    def _home(self) -> str:
        files = self._presenter.files
        return str(files.root.parent) if files else ""

    def _lay_out(self) -> None:
        tools = QVBoxLayout()
        tools.setContentsMargins(16, 8, 12, 8)
        tools.setSpacing(6)
        tools.addLayout(_row(self.take, self.keep, self.state))
        words = TextLabel(tr("Or compare with"), Role.SECONDARY, tone="text2")
        tools.addLayout(_row(words, self.folder, self.file))
        tools.addWidget(self.unknown)
        inner = QVBoxLayout(self._below)
        inner.setContentsMargins(12, 8, 12, 12)
        inner.addWidget(self.problem)
        inner.addWidget(self.diff, 1)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self.table)
        self._split.addWidget(self._below)
        self._stack.addWidget(self._split)
        self._stack.addWidget(self.empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(tools)
        layout.addWidget(self._stack, 1)
        self.setFocusProxy(self.take)

    def _connect(self) -> None:
        self.take.clicked.connect(self.take_snapshot)
        self.folder.clicked.connect(self.choose_folder)
        self.file.clicked.connect(self.choose_file)
        self.keep.clicked.connect(self.keep_file)
        self.table.chosen.connect(self._show_file)
        self._presenter.desk_changed.connect(self.look)
        self._presenter.session.files_taken.connect(self._forget)

    def _take(self, work: Callable[[Layer, JobContext], Snapshot]) -> None:
        layer = self._presenter.layer
        if layer is not None and layer.is_usable:
            self._start(partial(work, layer)).succeeded.connect(self._take_snapshot)

    def _start(self, work: Work) -> Job:
        if self._job is not None:
            self._job.disconnect(self)
            self._job.cancel()
        job = self._job = self._presenter.session.jobs.read(work)
        job.failed.connect(self._fail)
        job.finished.connect(self._end)
        self.state.set_text(tr("Reading…"))
        return job

    @Slot(object)
    def _take_snapshot(self, snapshot: Snapshot) -> None:
        self._job = None
        self._snapshots[snapshot.layer.mount, snapshot.layer.source] = snapshot
        self.look()

    @Slot(object)
    def _take_compared(self, compared: Compared) -> None:
        self._compared = compared
        self._job = None
        self._show()

    def _show(self) -> None:
        compared = self._compared
        self.unknown.setText(compared.snapshot.unknown if compared else "")
        self.unknown.setVisible(bool(self.unknown.text()))
        self.keep.setVisible(compared is not None and compared.snapshot.taken_at is not None)
        if compared is None:
            self.state.set_text("")
            self.empty.set_words(
                tr("Nothing to compare with yet"),
                tr("Take a snapshot, let the agent do its turn, and come back here."),
            )
            self._stack.setCurrentWidget(self.empty)
            return
        self.state.set_text(_snapshot_words(compared.snapshot))
        rows = turn_rows(compared.diff)
        if not rows:
            self.empty.set_words(
                tr("Nothing differs"), tr("After this turn nothing would be stored.")
            )
            self._stack.setCurrentWidget(self.empty)
            return
        self._stack.setCurrentWidget(self._split)
        self.table.show_rows(rows)

    @Slot(str)
    def _show_file(self, path: str) -> None:
        files, layer, compared = self._presenter.files, self._presenter.layer, self._compared
        if files is None or layer is None or compared is None:
            return
        if self._comparing is not None:
            # Readers work side by side: an earlier file could come after the one of now.
            self._comparing.disconnect(self)
            self._comparing.cancel()
        work = partial(difference, files, layer, compared.snapshot, path)
        job = self._comparing = self._presenter.session.jobs.read(work)
        job.succeeded.connect(self._take_difference)
        job.failed.connect(self._fail)
        job.finished.connect(self._end_comparing)

    @Slot(object)
    def _take_difference(self, found: FileDifference) -> None:
        self.problem.setText(found.problem)
        self.problem.setVisible(bool(found.problem))
        self.diff.setVisible(not found.problem)
        self.diff.show_lines(found.lines)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        if isinstance(error, MemloupeError):
            self.empty.set_words(tr("This could not be compared"), error.words)
            self._stack.setCurrentWidget(self.empty)
        else:
            self._presenter.session.broke.emit(error)

    @Slot()
    def _end(self) -> None:
        if self.sender() is self._job:
            self._job = None
            self.state.set_text("")

    @Slot()
    def _end_comparing(self) -> None:
        if self.sender() is self._comparing:
            self._comparing = None

    @Slot()
    def _forget(self, _files: object = None) -> None:
        self._snapshots.clear()
        self._compared = None
        self._show()


def _row(*parts: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(8)
    for part in parts:
        row.addWidget(part)
    row.addStretch(1)
    return row


def _snapshot_words(snapshot: Snapshot) -> str:
    files = file_count(len(snapshot.digests))
    if snapshot.taken_at is not None:
        words = tr("against the snapshot of {0}, {1}; kept until the window closes")
        return words.format(hour_to_second(snapshot.taken_at), files)
    return tr("against {0}, {1}").format(shown_id(snapshot.name), files)
