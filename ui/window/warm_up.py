"""Makes the views that nobody has opened yet, so that each of them opens at once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ui.window import features

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ui.main_window import MainWindow

_FIRST_MS = 100
_REST_MS = 10


class WarmUp(QObject):
    """Starts once the first scope is on the screen; one small step at a time, then a rest.

    The steps run on the GUI thread: each is shorter than an eye can see, and modules of Qt's
    classes are never imported beside it.
    """

    finished = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._session = window, window.session
        self._steps = self._all_steps()
        self._timer = QTimer(self, singleShot=True, interval=_FIRST_MS)
        self._timer.timeout.connect(self._go_on)
        self._session.snapshot_changed.connect(self._begin)

    @Slot(object)
    def _begin(self, snapshot: object) -> None:
        if snapshot is not None:
            self._session.snapshot_changed.disconnect(self._begin)
            self._timer.start()

    @Slot()
    def _go_on(self) -> None:
        step = next(self._steps, None)
        if step is None:
            self.finished.emit()
            return
        step()
        self._timer.start(_REST_MS)

    def _all_steps(self) -> Iterator[Callable[[], object]]:
        window = self._window
        yield from self._views(features.MODULES)
        yield partial(getattr, window, "command_palette")
        yield partial(getattr, window.commands, "search_page")
        outline = self._session.outline
        if outline is not None and not outline.is_empty:
            yield from self._views(features.FILE_MODULES)

    def _views(self, modules: Mapping[str, tuple[str, ...]]) -> Iterator[Callable[[], object]]:
        for key, names in modules.items():
            for name in names:
                yield partial(features.load, name)
            # Damaged records are rare: their view waits until there is one.
            if key != features.DAMAGED:
                yield partial(self._window.frame.middle.prepare, key)
