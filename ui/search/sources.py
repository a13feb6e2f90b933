"""The groups of the palette that are looked up: scopes, and what is found in memory."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop_app.services.search import Hit, HitKind
from desktop_app.services.waiting import patiently
from ui.icons import Icon
from ui.naming import shown_id
from ui.navigation import Place, Target
from ui.palette.items import PaletteItem, Prefix
from ui.search.hits import ICONS, shown_excerpt, target_of, where
from ui.search.presenter import SETTLE_MS, SearchPresenter

if TYPE_CHECKING:
    from desktop_app.core.outline import ScopeEntry
    from desktop_app.services.harness_source import HarnessSource
    from ui.jobs import Job
    from ui.session import Session

MOST_HITS = 40
_SHOWN_HITS = 7
_SHOWN_SCOPES = 8


class FoundSource(QObject):
    """Hits in observations, reflections and working memory."""

    arrived = Signal(str, list)  # group, items
    all_wanted = Signal(str)  # text: show every hit on a page

    prefixes = frozenset({Prefix.ALL, Prefix.OBSERVATIONS})

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.group = self.tr("Found in memory")
        self._presenter = SearchPresenter(session, self, most=MOST_HITS)
        self._presenter.found.connect(self._show)

    def query(self, text: str) -> list[PaletteItem]:
        """Start looking; items arrive later."""
        self._presenter.ask(text)
        return []

    @Slot(str, list, bool)
    def _show(self, text: str, hits: list[Hit], _complete: bool) -> None:  # noqa: FBT001 - the signal's own argument
        items = [self._item(hit, text, at) for at, hit in enumerate(hits[:_SHOWN_HITS])]
        if hits:
            title = self.tr("Show all hits of “{0}”").format(shown_id(text))
            run = partial(self.all_wanted.emit, text)
            items.append(PaletteItem(title=title, run=run, icon=Icon.SEARCH, score=-1))
        self.arrived.emit(self.group, items)

    def _item(self, hit: Hit, text: str, at: int) -> PaletteItem:
        title, marks = shown_excerpt(hit)
        return PaletteItem(
            title=title,
            run=partial(self._session.go, target_of(hit, text)),
            detail=where(hit),
            icon=ICONS.get(hit.kind, ICONS[HitKind.OBSERVATION]),
            hits=marks,
            score=_SHOWN_HITS - at,
        )


class ScopeSource(QObject):
    """Scopes by their ids."""

    arrived = Signal(str, list)

    prefixes = frozenset({Prefix.ALL, Prefix.SCOPES})

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.group = self.tr("Go to")
        self._text = ""
        self._job: Job | None = None
        self._timer = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._timer.timeout.connect(self._start)

    def query(self, text: str) -> list[PaletteItem]:
        """Start looking; items arrive later."""
        self._text = text
        self._timer.start()
        return []

    @Slot()
    def _start(self) -> None:
        if self._job is not None:
            self._job.cancel()
        source = self._session.source
        if source is not None:
            read = partial(_scopes, source, self._text)
            self._job = self._session.jobs.read(partial(patiently, read))
            self._job.succeeded.connect(self._show)

    @Slot(object)
    def _show(self, result: tuple[str, tuple[ScopeEntry, ...]]) -> None:
        text, entries = result
        self._job = None
        if text == self._text:
            items = [self._item(entry, -at) for at, entry in enumerate(entries)]
            self.arrived.emit(self.group, items)

    def _item(self, entry: ScopeEntry, score: int) -> PaletteItem:
        scope = entry.scope
        return PaletteItem(
            title=shown_id(scope.agent),
            run=partial(self._session.go, Target(Place.OBSERVATIONS, memory_id=entry.memory_id)),
            detail=f"{shown_id(scope.tenant)} / {shown_id(scope.conversation)}",
            icon=Icon.AGENT,
            score=score,
        )


def _scopes(source: HarnessSource, text: str) -> tuple[str, tuple[ScopeEntry, ...]]:
    return text, source.scopes(text, _SHOWN_SCOPES)
