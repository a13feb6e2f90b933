"""Reads the reflection of the shown scope beside the window."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from ui.reflection.reading import Reading, read_reflection

if TYPE_CHECKING:
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.jobs import Job
    from ui.session import Session


class ReflectionReader(QObject):
    """Has what is shown; of another scope nothing until it is read."""

    changed = Signal(object)  # Reading | None

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._job: Job | None = None
        self.reading: Reading | None = None

    @property
    def is_busy(self) -> bool:
        """Whether what is shown is about to be replaced."""
        return self._job is not None

    @Slot(object)
    def read(self, snapshot: ScopeSnapshot | None) -> None:
        """Read another state; ``changed`` follows."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
        shown = self.reading.snapshot.memory_id if self.reading else None
        if snapshot is None or snapshot.memory_id != shown:
            self.reading = None
            self.changed.emit(None)
        if snapshot is not None:
            self._job = self._session.jobs.read(partial(read_reflection, snapshot))
            self._job.succeeded.connect(self._take)
            self._job.failed.connect(self._session.broke)

    @Slot(object)
    def _take(self, reading: Reading) -> None:
        if self.sender() is not self._job:
            return  # another scope is shown by now
        self._job = None
        self.reading = reading
        self.changed.emit(reading)
