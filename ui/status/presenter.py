"""Loads the numbers of the status page while it can be seen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.services.waiting import patiently
from ui.status.figures import FileFigures, read_figures

if TYPE_CHECKING:
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext
    from ui.jobs import Job
    from ui.session import Session


class StatusPresenter(QObject):
    """Keeps the figures of the file and the shown scope."""

    figures_changed = Signal(object)  # FileFigures | None
    refused = Signal(object)  # why they can't be read

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._job: Job | None = None
        self._active = False
        session.source_changed.connect(self._load)
        session.snapshot_changed.connect(self._load)
        session.store_changed.connect(self._load)

    def set_active(self, active: bool) -> None:  # noqa: FBT001 - a state, set as it is
        """Say whether the page can be seen."""
        self._active = active
        self._load()

    @Slot()
    def _load(self, _value: object = None) -> None:
        source = self._session.source
        if self._job is not None:
            self._job.cancel()
            self._job = None
        if source is None:
            self.figures_changed.emit(None)
        if source is None or not self._active:
            return
        self._job = self._session.jobs.read(partial(_read, source, self._session.memory_id))
        self._job.succeeded.connect(self._take)
        self._job.failed.connect(self._refuse)

    @Slot(object)
    def _take(self, figures: FileFigures) -> None:
        if self.sender() is self._job:
            self._job = None
            self.figures_changed.emit(figures)

    @Slot(object)
    def _refuse(self, error: Exception) -> None:
        if self.sender() is self._job:
            self._job = None
            self.refused.emit(error)


def _read(source: HarnessSource, memory_id: str | None, context: JobContext) -> FileFigures:
    return patiently(partial(read_figures, source, memory_id, context), context)
