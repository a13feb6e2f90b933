"""Collects Python's garbage on the GUI thread only.

Python collects on whichever thread happens to allocate. When that is a worker and the garbage
holds a widget, Qt destroys the widget off the GUI thread and the process dies.
"""

from __future__ import annotations

import gc
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

if TYPE_CHECKING:
    from collections.abc import Callable

_LOOK_MS = 1000
PATIENCE_SECONDS = 120
FREEZE_SECONDS = 5
_OLDEST = 2
_GROWTH = 1.25
_COUNT_SECONDS = 60


class GuiThreadCollector(QObject):
    """Takes over from Python's own collector while it lives.

    Args:
        is_busy: Whether something is being read or has just been shown. What is read comes in
            hundreds of thousands of objects, or in lists of as many texts, and most are gone at its
            end without a collector; to look through them all would keep the window waiting while
            somebody looks at it.
    """

    def __init__(
        self, is_busy: Callable[[], bool] = lambda: False, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._is_busy = is_busy
        self._thresholds = gc.get_threshold()
        self._latest = monotonic() + PATIENCE_SECONDS
        self._freezing: float | None = monotonic() + FREEZE_SECONDS
        self._old, self._next_count = 0, 0.0
        gc.disable()
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    @Slot()
    def look(self) -> None:
        """Collect the oldest generation that is due, as Python would have done."""
        counts, now = gc.get_count(), monotonic()
        if self._freezing is not None and now > self._freezing and not self._is_busy():
            # What the program itself is made of is never looked through.
            gc.freeze()
            self._freezing = None
        for generation in (2, 1, 0):
            if not counts[generation] > self._thresholds[generation] > 0:
                continue
            if now < self._latest and self._is_busy():
                return
            if generation < _OLDEST or self._has_grown(now):
                gc.collect(generation)
                self._latest = now + PATIENCE_SECONDS
                if generation == _OLDEST:
                    self._old = len(gc.get_objects(_OLDEST))
                return

    def stop(self) -> None:
        """Give the work back to Python."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def _has_grown(self, now: float) -> bool:
        """Return whether there is a quarter more of what is old, as Python asks for, too."""
        if now < self._next_count:
            return False
        self._next_count = now + _COUNT_SECONDS
        return len(gc.get_objects(_OLDEST)) > _GROWTH * self._old
