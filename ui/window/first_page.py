"""Shows the first page of memory files: the frame of the window stands before the page does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from ui.navigation import Place, Target
from ui.window import features

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ui.main_window import MainWindow


class FirstPage(QObject):
    """Imports what the page needs, what has no widgets beside the window, then makes the page."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._place = Place.LEDGER
        self._modules: Iterator[str] = iter(())
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._go_on)

    def show(self, place: Place) -> None:
        """Show a page as soon as it can be made, unless the person goes elsewhere before."""
        self._place, self._modules = place, iter(features.FILE_MODULES[place])
        job = self._window.session.jobs.read(features.load_readers)
        job.failed.connect(self._window.session.broke)
        job.succeeded.connect(self._begin)

    @Slot(object)
    def _begin(self, _nothing: object) -> None:
        self._timer.start()

    @Slot()
    def _go_on(self) -> None:
        window, frame = self._window, self._window.frame
        if frame.middle.view is not frame.coming:
            return
        module = next(self._modules, None)
        if module is not None:
            features.load(module)
            self._timer.start()
            return
        # It takes the focus: in the tree the single keys of the page would only search.
        window.navigator.go(Target(self._place))
