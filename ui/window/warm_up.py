"""Makes the views that nobody has opened yet, so that each of them opens at once."""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ui.navigation import PAGES_OF_FILES, Place
from ui.window import page_modules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ui.main_window import MainWindow

_FIRST_MS = 100
_REST_MS = 10
_BUSY_MS = 50
PATIENCE_SECONDS = 10.0
"""Then the views are made although something is still being read."""
_BESIDE_FILES = (*PAGES_OF_FILES, Place.TURN)


class WarmUp(QObject):
    """Starts once the first scope or page of files is there; one small step at a time, then a rest.

    The steps run on the GUI thread: each is shorter than an eye can see, and modules of Qt's
    classes are never imported beside it.
    """

    finished = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._session = window, window.session
        self._steps = self._all_steps()
        self._latest = 0.0
        self._timer = QTimer(self, singleShot=True, interval=_FIRST_MS)
        self._timer.timeout.connect(self._go_on)
        self._session.snapshot_changed.connect(self._begin)
        window.frame.middle.built.connect(self._begin_with_files)

    @Slot(object)
    def _begin(self, snapshot: object) -> None:
        if snapshot is not None:
            self._session.snapshot_changed.disconnect(self._begin)
            self._window.frame.middle.built.disconnect(self._begin_with_files)
            job = self._session.jobs.read_later(
                partial(page_modules.load_all, page_modules.LATER_READERS)
            )
            job.failed.connect(self._session.broke)
            job.succeeded.connect(self._start)

    @Slot(object)
    def _start(self, _nothing: object) -> None:
        self._latest = monotonic() + PATIENCE_SECONDS
        self._timer.start()

    @Slot(object, object)
    def _begin_with_files(self, view: object, _inspector: object) -> None:
        if self._session.source is None:
            self._begin(view)

    @Slot()
    def _go_on(self) -> None:
        if self._session.jobs.is_busy and monotonic() < self._latest:
            self._timer.start(_BUSY_MS)  # somebody waits for what is read or written now
            return
        step = next(self._steps, None)
        if step is None:
            self.finished.emit()
            return
        self._session.jobs.way.take()
        step()
        self._timer.start(_REST_MS)

    def _all_steps(self) -> Iterator[Callable[[], object]]:
        window = self._window
        if self._session.source is None:
            yield from self._views(page_modules.FILE_MODULES)
            yield from self._views({place: page_modules.MODULES[place] for place in _BESIDE_FILES})
            yield from self._searches(window)
            return
        yield from self._views(page_modules.MODULES)
        yield from self._searches(window)
        outline = self._session.outline
        if outline is not None and not outline.is_empty:
            yield from self._views(page_modules.FILE_MODULES)

    def _searches(self, window: MainWindow) -> Iterator[Callable[[], object]]:
        yield partial(page_modules.load, "ui.search.presenter")
        yield partial(page_modules.load, "ui.window.palette")
        yield partial(getattr, window, "command_palette")
        yield partial(page_modules.load, "ui.search.view")
        yield partial(getattr, window.commands, "search_page")

    def _views(self, modules: Mapping[str, tuple[str, ...]]) -> Iterator[Callable[[], object]]:
        for key, names in modules.items():
            for name in names:
                yield partial(page_modules.load, name)
            # Damaged records are rare: their view waits until there is one.
            if key != page_modules.DAMAGED:
                yield from self._parts(key)

    def _parts(self, key: str) -> Iterator[Callable[[], object]]:
        middle = self._window.frame.middle
        while not middle.has(key):
            yield partial(middle.make_part, key)
