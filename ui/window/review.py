"""How many items wait for a review, at the page's row in the tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, SignalInstance, Slot

from ui.navigation import Place

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext
    from ui.jobs import Job
    from ui.main_window import MainWindow

_LATE_MS, _AGAIN_MS, _FOLLOW_MS = 4_000, 500, 2_000
_SHARE = 50
"""Counting takes at most the fiftieth part of the time of a processor, whatever the engine does."""


@runtime_checkable
class CountsOpen(Protocol):
    """The page of the review, which knows the number better while it is shown."""

    open_counted: SignalInstance


class ReviewDesk(QObject):
    """Counts some seconds after a workspace was opened, when nothing else is read."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._session = window, window.session
        self._job: Job | None = None
        self._clock = QElapsedTimer()
        self._pause = 0
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._begin)
        self._session.source_changed.connect(self._on_source)
        self._session.store_changed.connect(self._on_store)
        window.frame.middle.built.connect(self._on_built)

    @Slot(object)
    def _on_source(self, source: HarnessSource | None) -> None:
        self._stop()
        self._pause = 0
        self._show(0)
        if source is not None:
            self._timer.start(_LATE_MS)

    @Slot()
    def _on_store(self) -> None:
        if self._job is None and not self._timer.isActive():
            self._timer.start(max(_FOLLOW_MS, self._pause))

    @Slot(object, object)
    def _on_built(self, view: QWidget, _inspector: QWidget | None) -> None:
        if isinstance(view, CountsOpen):
            view.open_counted.connect(self._show_counted)

    @Slot()
    def _begin(self) -> None:
        source = self._session.source
        if source is None or self._window.frame.middle.place is Place.REVIEW:
            return
        if self._session.jobs.is_busy:
            self._timer.start(_AGAIN_MS)
            return
        self._clock.start()
        self._job = self._session.jobs.read(lambda context: _count(source, context))
        self._job.succeeded.connect(self._show)
        self._job.finished.connect(self._end)

    @Slot(object)
    def _show_counted(self, count: int) -> None:
        if self._window.frame.middle.place is Place.REVIEW:
            self._show(count)

    @Slot(object)
    def _show(self, count: int) -> None:
        self._window.frame.scopes.presenter.count_page(Place.REVIEW, count)

    @Slot()
    def _end(self) -> None:
        if self.sender() is self._job:
            self._job = None
            self._pause = _SHARE * self._clock.elapsed()

    def _stop(self) -> None:
        self._timer.stop()
        job, self._job = self._job, None
        if job is not None:
            job.disconnect(self)
            job.cancel()


def _count(source: HarnessSource, context: JobContext) -> int:
    from desktop_app.services.workspace import open_review  # noqa: PLC0415 - on a reader's thread

    return open_review(source).count(context)
