"""Who reads in another thread waits while the window has much to do."""

from __future__ import annotations

from threading import Event
from time import monotonic

from PySide6.QtCore import QObject, Qt, QTimer, Slot

LONGEST_SECONDS = 0.1
"""A thread that reads goes on after this time: who draws without an end stops nobody for good."""
_REST_MS = 8
"""Qt lets 5 ms go by from the layout to the painting of it."""
_LATE_SECONDS = 0.005
_MOST_SECONDS = 0.3
"""How long one step keeps the way although the event loop is never on time."""


class RightOfWay(QObject):
    """Taken by a step of the window that takes long, given back once it is laid out and drawn.

    That is when a short timer fires on time: one that is late has waited for layouts and painting.

    Threads of one Python process share its interpreter. Each time the window gives it away, as most
    calls of Qt do, a thread that reads takes it, and the window waits for its turn again: two
    readers make each step of the window three times as long. So they stop at their next check.
    The event loop's own signals can't tell: with GLib they come on the wrong side of its work.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._free = Event()
        self._free.set()
        self._taken = self._begun = 0.0
        precise = Qt.TimerType.PreciseTimer
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS, timerType=precise)
        self._rest.timeout.connect(self._look)

    @property
    def is_free(self) -> bool:
        """Whether the window does not need it now."""
        return self._free.is_set()

    def has_rested(self, seconds: float) -> bool:
        """Whether the window has needed it at no time for so long."""
        return self.is_free and monotonic() - self._taken > seconds

    def take(self) -> None:
        """Let the window go first, until what is begun now is drawn. For its own thread."""
        self._free.clear()
        self._taken = self._begun = monotonic()
        self._rest.start()

    def give(self) -> None:
        """Wait until the window needs the way no more, or the longest time. For other threads."""
        self._free.wait(LONGEST_SECONDS)

    @Slot()
    def _look(self) -> None:
        now = monotonic()
        is_late = now - self._begun > _REST_MS / 1000 + _LATE_SECONDS
        if is_late and now - self._taken < _MOST_SECONDS:
            self._begun = now
            self._rest.start()
        else:
            self._free.set()
