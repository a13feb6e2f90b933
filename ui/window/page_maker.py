"""Makes pages of memory files in steps: the window answers between any two of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from ui.window import page_modules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ui.main_window import MainWindow
    from ui.navigation import Place, Target


class PageMaker(QObject):
    """Imports what a page needs, what has no widgets beside the window, then makes its parts.

    A person who goes elsewhere before the page is there stays there.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._target: Target | None = None
        self._steps: Iterator[Callable[[], object]] = iter(())
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._go_on)
        window.navigator.page_wanted.connect(self.make)

    @Slot(object)
    def make(self, target: Target) -> None:
        """Make the page of a target and go there."""
        self._target, self._steps = target, self._all_steps(target.place)
        if page_modules.are_loaded(page_modules.READERS):
            self._timer.start()
            return
        job = self._window.session.jobs.read(partial(page_modules.load_all, page_modules.READERS))
        job.failed.connect(self._window.session.broke)
        job.succeeded.connect(self._begin)

    def _all_steps(self, place: Place) -> Iterator[Callable[[], object]]:
        for module in page_modules.FILE_MODULES[place]:
            yield partial(page_modules.load, module)
        middle = self._window.frame.middle
        while not middle.has(place):
            yield partial(middle.make_part, place)
        for part in middle.parts_of(place):
            yield part.ensurePolished

    @Slot(object)
    def _begin(self, _nothing: object) -> None:
        self._timer.start()

    @Slot()
    def _go_on(self) -> None:
        navigator, target = self._window.navigator, self._target
        if target is None or not navigator.waits_for(target):
            return
        way = self._window.session.jobs.way
        way.take()
        step = next(self._steps, None)
        if step is None:
            # It takes the focus: in the tree the single keys of the page would only search.
            navigator.arrive(target)
            return
        step()
        way.take()  # nothing is read between two steps
        self._timer.start()
