"""Decides about fifty items in a window of its own process, says so, and waits to be killed."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from review_desk import ReviewDesk
from window_driver import Driver

from ui.theme import Mode, theme

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from PySide6.QtWidgets import QWidget


class Bot:
    """As much of pytest-qt's as the window's driver needs."""

    keyClick = staticmethod(QTest.keyClick)  # noqa: N815 - as Qt
    keyClicks = staticmethod(QTest.keyClicks)  # noqa: N815

    def waitActive(self, _window: QWidget) -> AbstractContextManager[None]:  # noqa: N802 - as Qt
        return nullcontext()

    def waitUntil(self, reached: Callable[[], bool], timeout: int) -> None:  # noqa: N802
        clock = QElapsedTimer()
        clock.start()
        while not reached():
            if clock.hasExpired(timeout):
                raise TimeoutError
            QTest.qWait(10)


def main(workspace: Path, folder: Path) -> None:
    """Review the first fifty items of a workspace."""
    application = QApplication([])
    theme().install(Mode.LIGHT)
    desk = ReviewDesk(Driver(Bot(), folder))
    desk.begin(workspace)
    desk.accept(48)
    desk.edit("Mine. ")
    desk.remove("wrong")
    desk.settle()
    assert application is not None
    print("decided", flush=True)  # noqa: T201 - heard by the test
    sys.stdin.readline()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
