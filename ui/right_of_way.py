"""Who reads in another thread waits while the window has much to do."""

from __future__ import annotations

from threading import Event

from PySide6.QtCore import QObject, QTimer, Slot

LONGEST_SECONDS = 0.1
"""A thread that reads goes on after this time: who draws without an end stops nobody for good."""
_AFTERWARDS_MS = 2
"""Layouts and painting follow what was done before a timer gets its turn."""


class RightOfWay(QObject):
    """Taken by a step of the window that takes long, given back once it is drawn.

    Threads of one Python process share its interpreter. Each time the window gives it away, as most
    calls of Qt do, a thread that reads takes it, and the window waits for its turn again: two
    readers make each step of the window three times as long. So they stop at their next check.
    The event loop's own signals can't tell: with GLib they come on the wrong side of its work.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._free = Event()
        self._free.set()
        self._end = QTimer(self, singleShot=True, interval=_AFTERWARDS_MS)
        self._end.timeout.connect(self._give_back)

    def take(self) -> None:
        """Let the window go first, until what is begun now is drawn. For its own thread."""
        self._free.clear()
        self._end.start()

    def give(self) -> None:
        """Wait until the window needs the way no more, or the longest time. For other threads."""
        self._free.wait(LONGEST_SECONDS)

    @Slot()
    def _give_back(self) -> None:
        self._free.set()
