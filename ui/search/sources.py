"""The groups of the palette that are looked up: scopes, and what is found in memory."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop_app.services.search import HitKind
from desktop_app.services.waiting import patiently
from ui.icons import Icon
from ui.naming import shown_id
from ui.navigation import Place, Target
from ui.palette.items import Findings, PaletteItem, Prefix
from ui.palette.matching import Fit, fit_at, match
from ui.search.hits import icon_of, shown_excerpt, target_of, where
from ui.search.presenter import SETTLE_MS, SearchPresenter, Stores

if TYPE_CHECKING:
    from desktop_app.core.outline import ScopeEntry
    from desktop_app.services.harness_source import HarnessSource
    from ui.jobs import Job
    from ui.search.hits import AnyHit
    from ui.session import Session

MOST_HITS = 40
_SHOWN_HITS = 7
_SHOWN_SCOPES = 8
_MANY_SCOPES = 300
_LAST = -1_000_000


class FoundSource(QObject):
    """Hits in observations, reflections and working memory, or in files."""

    arrived = Signal(str, object)  # group, Findings
    all_wanted = Signal(str)  # text: show every hit on a page

    answers_later = True

    def __init__(
        self, session: Session, parent: QObject | None = None, stores: Stores = Stores.STATE
    ) -> None:
        super().__init__(parent)
        self._session = session
        in_files = stores is Stores.FILES
        self.prefixes = frozenset({Prefix.ALL, *([] if in_files else [Prefix.OBSERVATIONS])})
        self.group = self.tr("Found in files") if in_files else self.tr("Found in memory")
        self.counted = self.tr("in files") if in_files else self.tr("in memory")
        self._presenter = SearchPresenter(session, self, most=MOST_HITS, stores=stores)
        self._presenter.found.connect(self._show)
        self._presenter.refused.connect(self._show_none)

    def query(self, text: str, prefix: Prefix) -> list[PaletteItem]:
        """Start looking; items arrive later."""
        kind = HitKind.OBSERVATION if prefix is Prefix.OBSERVATIONS else None
        self._presenter.ask(text, kind)
        return []

    @Slot(str, list, bool)
    def _show(self, text: str, hits: list[AnyHit], _complete: bool) -> None:  # noqa: FBT001 - the signal's own argument
        items = [self._item(hit, text, at) for at, hit in enumerate(hits[:_SHOWN_HITS])]
        if hits:
            title = self.tr("Show all hits of “{0}”").format(shown_id(text))
            run = partial(self.all_wanted.emit, text)
            offer = PaletteItem(
                title=title,
                run=run,
                icon=Icon.SEARCH,
                score=_LAST,
                fit=Fit.SCATTERED,
                is_found=False,
            )
            items.append(offer)
        at_least = len(hits) >= MOST_HITS
        self.arrived.emit(self.group, Findings(items, len(hits), at_least))

    @Slot(object)
    def _show_none(self, _error: object) -> None:
        self.arrived.emit(self.group, Findings())

    def _item(self, hit: AnyHit, text: str, at: int) -> PaletteItem:
        title, marks = shown_excerpt(hit)
        return PaletteItem(
            title=title,
            run=partial(self._session.go, target_of(hit, text)),
            detail=where(hit),
            icon=icon_of(hit),
            hits=marks,
            score=-at,
            fit=fit_at(title, marks[0]) if marks else Fit.INSIDE,
        )


class ScopeSource(QObject):
    """Scopes by their ids."""

    arrived = Signal(str, object)  # group, Findings

    prefixes = frozenset({Prefix.ALL, Prefix.SCOPES})
    answers_later = True

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.group = self.tr("Go to")
        self.counted = self.tr("in scopes")
        self._text, self._most = "", _SHOWN_SCOPES
        self._job: Job | None = None
        self._timer = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._timer.timeout.connect(self._start)

    def query(self, text: str, prefix: Prefix) -> list[PaletteItem]:
        """Start looking; items arrive later."""
        self._text = text.strip()
        self._most = _MANY_SCOPES if prefix is Prefix.SCOPES else _SHOWN_SCOPES
        self._timer.start()
        return []

    @Slot()
    def _start(self) -> None:
        if self._job is not None:
            self._job.cancel()
        source = self._session.source
        if source is None:
            self._show_none()
            return
        read = partial(_scopes, source, self._text, self._most)
        self._job = self._session.jobs.read(partial(patiently, read))
        self._job.succeeded.connect(self._show)
        self._job.failed.connect(self._show_none)

    @Slot(object)
    def _show(self, result: tuple[str, int, tuple[ScopeEntry, ...], int]) -> None:
        text, most, entries, total = result
        self._job = None
        if (text, most) == (self._text, self._most):
            items = [self._item(entry, -at) for at, entry in enumerate(entries)]
            self.arrived.emit(self.group, Findings(items, total))

    @Slot(object)
    def _show_none(self, _error: object = None) -> None:
        self.arrived.emit(self.group, Findings())

    def _item(self, entry: ScopeEntry, score: int) -> PaletteItem:
        scope = entry.scope
        title = shown_id(scope.agent)
        hits, fit = _fit(self._text, title, (scope.tenant, scope.conversation))
        return PaletteItem(
            title=title,
            run=partial(self._session.go, Target(Place.OBSERVATIONS, memory_id=entry.memory_id)),
            detail=f"{shown_id(scope.tenant)} / {shown_id(scope.conversation)}",
            icon=Icon.AGENT,
            score=score,
            hits=hits,
            fit=fit,
        )


def _fit(text: str, title: str, others: tuple[str, ...]) -> tuple[tuple[int, ...], Fit]:
    """Return which letters of the agent were typed, and how well the ids fit."""
    here = match(text, title)
    found = [one for one in (here, *(match(text, other) for other in others)) if one]
    fit = max((one.fit for one in found), default=Fit.INSIDE)
    return here.hits if here and here.fit is not Fit.SCATTERED else (), fit


def _scopes(
    source: HarnessSource, text: str, most: int
) -> tuple[str, int, tuple[ScopeEntry, ...], int]:
    total = sum(tenant.scopes for tenant in source.tenants(text))
    return text, most, source.scopes(text, most), total
