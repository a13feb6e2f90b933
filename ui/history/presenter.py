"""Loads pages of the log on reader threads and keeps the table true to the file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop_app.core.history.entry import MOST_COUNTED, HistoryCursor, HistoryFilter, StatusFilter
from desktop_app.core.observational.record import ColumnValue
from desktop_app.services.waiting import patiently
from ui.history.model import HistoryModel
from ui.history.rows import HistoryRow, build_rows
from ui.history.words import is_collision

if TYPE_CHECKING:
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext
    from ui.jobs import Job
    from ui.session import Session

PAGE = 200
MOST_AT_ONCE = 5_000
MOST_SOUGHT = 50_000
MOST_FAILED = 2_000
_SETTLE_MS = 150


@dataclass(frozen=True, slots=True)
class Totals:
    """What the whole log of the scope holds, whatever is loaded.

    Attributes:
        operations: All operations.
        failed: Failed ones.
        stuck: Ones that will never run; at most ``MOST_FAILED`` are counted.
        collisions: Of the newest failures, those for ids that were in use (H1).
        entries: Operations and markers; above ``MOST_COUNTED`` there are more.
    """

    operations: int = 0
    failed: int = 0
    stuck: int = 0
    collisions: int = 0
    entries: int = 0


@dataclass(frozen=True, slots=True)
class _Wanted:
    ticket: int
    filter: HistoryFilter
    before: HistoryCursor | None
    limit: int
    failed: frozenset[ColumnValue] | None


@dataclass(frozen=True, slots=True)
class _Loaded:
    wanted: _Wanted
    rows: list[HistoryRow]
    following: HistoryCursor | None
    failed: frozenset[ColumnValue]
    totals: Totals | None


class HistoryPresenter(QObject):
    """The timeline of the shown scope. Loads only while a view is in sight."""

    totals_changed = Signal(object)  # Totals
    row_selected = Signal(object)  # HistoryRow | None
    settled = Signal()  # a load is over
    refused = Signal(object)  # why nothing could be loaded

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.model = HistoryModel(self)
        self._session = session
        self._filter = HistoryFilter()
        self._following: HistoryCursor | None = None
        self._failed: frozenset[ColumnValue] = frozenset()
        self._selected: HistoryRow | None = None
        self._ticket = 0
        self._job: Job | None = None
        self._active = False
        self._stale = True
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self._start_over)
        self.model.more_wanted.connect(self._load_more)
        session.snapshot_changed.connect(self._on_scope)
        session.store_changed.connect(self._on_store)

    @property
    def filter(self) -> HistoryFilter:
        """What is shown."""
        return self._filter

    @property
    def selected(self) -> HistoryRow | None:
        """The row that the inspector shows."""
        return self._selected

    @property
    def is_loading(self) -> bool:
        """Whether a page is on its way."""
        return self._job is not None

    def set_active(self, active: bool) -> None:  # noqa: FBT001 - a state, set as it is
        """Say whether the view can be seen; what changed meanwhile is loaded then."""
        self._active = active
        self._on_scope()

    def set_text(self, text: str) -> None:
        """Keep only entries with this in them, once the person has stopped typing."""
        self._filter = replace(self._filter, text=text)
        self._settle.start()

    def set_status(self, status: StatusFilter) -> None:
        """Keep all operations, the failed or the stuck ones."""
        self._change(replace(self._filter, status=status))

    def set_kind(self, kind: str) -> None:
        """Keep one kind of operation or marker; all for an empty text."""
        self._change(replace(self._filter, kind=kind))

    def select(self, row: HistoryRow | None) -> None:
        """Show a row in the inspector."""
        if row != self._selected:
            self._selected = row
            self.row_selected.emit(row)

    def load_far(self) -> bool:
        """Load many older rows; false if there are none, or enough are loaded already."""
        if self._following is None or len(self.model.rows) >= MOST_SOUGHT:
            return False
        self._load(self._following, MOST_AT_ONCE)
        return True

    def _change(self, wanted: HistoryFilter) -> None:
        if wanted != self._filter:
            self._filter = wanted
            self._start_over()

    @Slot()
    def _on_scope(self, _snapshot: object = None) -> None:
        if self._session.memory_id != self._filter.memory_id:
            self._filter = replace(self._filter, memory_id=self._session.memory_id)
            self._stale = True
            self.select(None)
        if self._active and self._stale:
            self._start_over()

    @Slot()
    def _on_store(self) -> None:
        self._stale = True
        if self._active:
            shown = len(self.model.rows)
            self._load(None, min(max(shown, PAGE), MOST_AT_ONCE))

    @Slot()
    def _start_over(self) -> None:
        self._load(None, PAGE)

    @Slot()
    def _load_more(self) -> None:
        if self._following is not None and not self.is_loading:
            self._load(self._following, PAGE)

    def _load(self, before: HistoryCursor | None, limit: int) -> None:
        source = self._session.source
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self._ticket += 1
        if source is None or self._filter.memory_id is None:
            self.model.replace([], has_more=False)
            self.totals_changed.emit(Totals())
            return
        self._stale = False
        failed = self._failed if before else None
        wanted = _Wanted(self._ticket, self._filter, before, limit, failed)
        self._job = self._session.jobs.read(partial(_read, source, wanted))
        self._job.succeeded.connect(self._take)
        self._job.failed.connect(self._refuse)

    @Slot(object)
    def _take(self, loaded: _Loaded) -> None:
        if loaded.wanted.ticket != self._ticket:
            return
        self._job = None
        self._following, self._failed = loaded.following, loaded.failed
        has_more = loaded.following is not None
        if loaded.wanted.before is None:
            self.model.replace(loaded.rows, has_more=has_more)
        else:
            self.model.append(loaded.rows, has_more=has_more)
        if loaded.totals is not None:
            self.totals_changed.emit(loaded.totals)
        self._renew_selected()
        self.settled.emit()

    @Slot(object)
    def _refuse(self, error: Exception) -> None:
        self._job = None
        self._stale = True
        self.refused.emit(error)

    def _renew_selected(self) -> None:
        if self._selected is not None:
            at = self.model.row_of(self._selected.key)
            self.select(self.model.rows[at] if at >= 0 else None)


def shared_presenter(session: Session) -> HistoryPresenter:
    """Return the presenter that view and inspector of one session share."""
    found = session.findChild(HistoryPresenter)
    return found if isinstance(found, HistoryPresenter) else HistoryPresenter(session)


def _read(source: HarnessSource, wanted: _Wanted, context: JobContext) -> _Loaded:
    loaded = patiently(partial(_read_now, source, wanted, context), context)
    context.check()
    return loaded


def _read_now(source: HarnessSource, wanted: _Wanted, context: JobContext) -> _Loaded:
    def cancelled() -> bool:
        return context.cancelled

    now = source.now()
    page = source.history(
        wanted.filter, before=wanted.before, limit=wanted.limit, cancelled=cancelled
    )
    if wanted.failed is not None:
        rows = build_rows(page.entries, now, wanted.failed)
        return _Loaded(wanted, rows, page.following, wanted.failed, None)
    scope = HistoryFilter(memory_id=wanted.filter.memory_id, status=StatusFilter.FAILED)
    failures = source.history(scope, limit=MOST_FAILED, cancelled=cancelled).entries
    failed = frozenset(entry.values["operation_id"] for entry in failures)
    totals = _totals(source, wanted, build_rows(failures, now, ()))
    rows = build_rows(page.entries, now, failed)
    return _Loaded(wanted, rows, page.following, failed, totals)


def _totals(source: HarnessSource, wanted: _Wanted, failures: list[HistoryRow]) -> Totals:
    memory_id = wanted.filter.memory_id
    counts = source.status_counts(memory_id if isinstance(memory_id, str) else None)
    scope = HistoryFilter(memory_id=memory_id, status=StatusFilter.STUCK)
    stuck = source.history(scope, limit=MOST_FAILED).entries
    return Totals(
        operations=sum(counts.values()),
        failed=counts.get("failed", 0),
        stuck=len(stuck),
        collisions=sum(map(is_collision, failures)),
        entries=source.history_size(memory_id, MOST_COUNTED) if isinstance(memory_id, str) else 0,
    )
