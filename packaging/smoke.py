"""Start the installed program's window, wait for its content, take a picture, and leave.

Usage: ``python packaging/smoke.py PICTURE.png WORKSPACE``. Ends with 0 when a window showed rows.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from desktop_app.__main__ import main as start

WAIT_MS = 30_000
LOOK_EVERY_MS = 100


def _window_with_rows() -> QWidget | None:
    for window in QApplication.topLevelWidgets():
        views = window.findChildren(QAbstractItemView) if window.isVisible() else []
        if sum(view.isVisible() and _rows(view) > 0 for view in views) > 1:
            return window
    return None


def _rows(view: QAbstractItemView) -> int:
    model = view.model()
    return model.rowCount() if model is not None else 0


class Watch:
    """Replaces the application's event loop by one that ends when the window is full."""

    def __init__(self, picture: Path) -> None:
        self._picture = picture
        self._loop = QEventLoop()

    def run(self) -> int:
        """Take the picture when there is something to see; return 1 if that never comes."""
        looks = QTimer(interval=LOOK_EVERY_MS)
        looks.timeout.connect(self._look)
        looks.start()
        QTimer.singleShot(WAIT_MS, lambda: self._loop.exit(1))
        return self._loop.exec()

    def _look(self) -> None:
        window = _window_with_rows()
        if window is not None and window.grab().save(str(self._picture)):
            self._loop.exit(0)


def main(arguments: list[str]) -> int:
    """Run the program with an event loop that ends by itself."""
    picture, workspace = arguments
    QApplication.exec = lambda *_: Watch(Path(picture)).run()  # type: ignore[method-assign]
    status: int = start([workspace])
    print("window:", "shown" if status == 0 else "nothing to see")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
