"""The workspace and scope that the window shows, and what every view needs to know of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.services.waiting import patiently
from ui.editing import Editing
from ui.session_files import SessionFiles

if TYPE_CHECKING:
    from pathlib import Path

    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.file_outline import FileOutline
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext, Progress
    from desktop_app.services.snapshot import ScopeSnapshot
    from desktop_app.services.workspace import Surroundings, Workspace
    from ui.jobs import Job, JobRunner
    from ui.navigation import Target


class Session(QObject):
    """Loads on reader threads and tells the views; holds nothing that can change.

    Views listen, call ``show_scope``, ``select_observation`` and ``go``, and never read files.
    """

    workspace_changed = Signal(object)  # Workspace | None
    source_changed = Signal(object)  # HarnessSource | None
    snapshot_changed = Signal(object)  # ScopeSnapshot | None: another scope, or the same, newer
    observation_selected = Signal(object)  # index of an observation (int) | None
    observation_hovered = Signal(object)  # index of the one under the pointer (int) | None
    target_requested = Signal(object)  # Target: the window goes there
    files_taken = Signal(object)  # FileMemory | None: other files than before
    outline_changed = Signal(object)  # FileOutline | None: what memory files there are
    files_changed = Signal()  # memory files were written; views of files read them again
    store_changed = Signal()  # the engine wrote; lists and pages reload themselves
    waiting = Signal(str)  # who waits for what; "" when it is over
    refused = Signal(object)  # MemloupeError: shown in place of what could not be loaded
    broke = Signal(object)  # an exception nobody expected

    def __init__(
        self,
        jobs: JobRunner,
        surroundings: Surroundings | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.jobs = jobs
        self.surroundings = surroundings
        self._workspace: Workspace | None = None
        self._source: HarnessSource | None = None
        self._memory_id: str | None = None
        self._snapshot: ScopeSnapshot | None = None
        self._selected: int | None = None
        self._hovered: int | None = None
        self._loading: Job | None = None
        self._files = SessionFiles(jobs, surroundings, self)
        self._files.taken.connect(self.files_taken)
        self._files.outlined.connect(self.outline_changed)
        self._files.failed.connect(self._explain)
        self.files_changed.connect(self._files.read_outline)
        self.editing = Editing(self)

    @property
    def workspace(self) -> Workspace | None:
        return self._workspace

    @property
    def source(self) -> HarnessSource | None:
        """The state file that is shown."""
        return self._source

    @property
    def memory_id(self) -> str | None:
        """Key of the scope that is shown or being loaded."""
        return self._memory_id

    @property
    def snapshot(self) -> ScopeSnapshot | None:
        return self._snapshot

    @property
    def selected_observation(self) -> int | None:
        """Index of the selected observation in the stored list."""
        return self._selected

    @property
    def hovered_observation(self) -> int | None:
        """Index of the observation under the pointer, wherever that is."""
        return self._hovered

    @property
    def files(self) -> FileMemory | None:
        """The memory files of what is shown: those beside the state file, or of the workspace."""
        return self._files.files

    @property
    def outline(self) -> FileOutline | None:
        """What memory files there are; ``None`` while that is not known."""
        return self._files.outline

    def open(self, path: Path) -> None:
        """Load the workspace at ``path``; ``workspace_changed`` or ``refused`` follows."""

        def load(context: JobContext) -> Workspace:
            # Here, on the reader's thread: the window is on the screen before the store is.
            from desktop_app.services.workspace import open_workspace  # noqa: PLC0415

            return open_workspace(path, self.surroundings, cancelled=lambda: context.cancelled)

        self._start(self.jobs.read(load)).succeeded.connect(self._take_workspace)

    def choose_source(self, source: HarnessSource | None) -> None:
        """Show another state file of the workspace."""
        self._source = source
        self._memory_id = None
        self._take_snapshot(None)
        self.source_changed.emit(source)
        root = self._workspace.root if self._workspace else None
        self._files.open(source.workspace if source else root)

    def show_scope(self, memory_id: str | None) -> None:
        """Load a scope; ``snapshot_changed`` or ``refused`` follows. ``None`` shows none."""
        if memory_id != self._memory_id:
            self.select_observation(None)
            self.hover_observation(None)
        self._memory_id = memory_id
        if memory_id is None:
            self._take_snapshot(None)
            return
        self.reload()

    @Slot()
    def reload(self) -> None:
        """Load the shown scope again, as the file is now."""
        source, memory_id = self._source, self._memory_id
        if source is None or memory_id is None:
            return
        if self._loading is not None:
            self._loading.cancel()
        job = self.jobs.read(partial(patiently, partial(source.snapshot, memory_id)))
        self._loading = self._start(job)
        job.succeeded.connect(self._take_snapshot)
        job.progressed.connect(self._show_progress)

    @Slot(object)
    def select_observation(self, index: int | None) -> None:
        """Select an observation everywhere: table, text, budget bar."""
        if index != self._selected:
            self._selected = index
            self.observation_selected.emit(index)

    @Slot(object)
    def hover_observation(self, index: int | None) -> None:
        """Mark the observation under the pointer everywhere: table, text, budget bar."""
        if index != self._hovered:
            self._hovered = index
            self.observation_hovered.emit(index)

    def go(self, target: Target) -> None:
        """Ask the window to go somewhere."""
        self.target_requested.emit(target)

    @Slot()
    def read_outline(self) -> None:
        """Find out again what memory files there are; ``outline_changed`` follows if others."""
        self._files.read_outline()

    @Slot()
    def notice_change(self) -> None:
        """Reload because the file was written by somebody else."""
        self.store_changed.emit()
        self.reload()

    def _start(self, job: Job) -> Job:
        job.failed.connect(self._explain)
        job.finished.connect(self._end_waiting)
        return job

    @Slot(object)
    def _take_workspace(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self.workspace_changed.emit(workspace)
        self.choose_source(workspace.sources[0] if workspace.sources else None)

    @Slot(object)
    def _take_snapshot(self, snapshot: ScopeSnapshot | None) -> None:
        if snapshot is not None and snapshot.memory_id != self._memory_id:
            return  # another scope was chosen while this one was loading
        self._snapshot = snapshot
        count = snapshot.observation_count if snapshot else 0
        if self._selected is not None and self._selected >= count:
            self.select_observation(None)
        self.snapshot_changed.emit(snapshot)

    @Slot(object)
    def _show_progress(self, progress: Progress) -> None:
        self.waiting.emit(progress.note)

    @Slot()
    def _end_waiting(self) -> None:
        self.waiting.emit("")

    @Slot(object)
    def _explain(self, error: Exception) -> None:
        if isinstance(error, MemloupeError):
            self.refused.emit(error)
        else:
            self.broke.emit(error)
