"""Collects Python's garbage on the GUI thread only.

Python collects on whichever thread happens to allocate. When that is a worker and the garbage
holds a widget, Qt destroys the widget off the GUI thread and the process dies.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer, Slot

_LOOK_MS = 1000


class GuiThreadCollector(QObject):
    """Takes over from Python's own collector while it lives."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        gc.disable()
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    @Slot()
    def look(self) -> None:
        """Collect the oldest generation that is due, as Python would have done."""
        counts = gc.get_count()
        for generation in (2, 1, 0):
            if counts[generation] > self._thresholds[generation] > 0:
                gc.collect(generation)
                return

    def stop(self) -> None:
        """Give the work back to Python."""
        self._timer.stop()
        gc.enable()
