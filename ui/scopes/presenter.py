"""Reads the tree of scopes on reader threads and keeps it as the file is."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.services.waiting import patiently
from ui.navigation import PAGES, PAGES_OF_FILES, Place
from ui.scopes.model import ScopeModel
from ui.scopes.nodes import (
    Node,
    group_entries,
    read_below,
    read_levels,
    read_levels_below,
)
from ui.scopes.page_rows import page_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from desktop_app.core.outline import ScopeEntry
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext, Progress
    from desktop_app.services.snapshot import ScopeDigest
    from ui.jobs import Job
    from ui.scopes.nodes import Key, Level
    from ui.session import Session

SMALL = 40
"""Workspaces with no more scopes than this are shown with everything open."""
FILTER_LIMIT = 500
MOST_DEEP = 5_000
"""Opening more rows than this at once would stop the window."""
_SETTLE_MS = 120
_NOT_ALL = False


class ScopesPresenter(QObject):
    """Owns the model; the view tells what is opened, filtered and seen."""

    loaded = Signal(bool)  # the tree was replaced; whether everything should be open
    below_loaded = Signal(object)  # key of the node whose rows came
    revealed = Signal(str)  # memory id that can be shown now
    counted = Signal(int)  # scopes in the source
    waiting = Signal(str)
    refused = Signal(object)
    broke = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.model = ScopeModel(self)
        self._places: tuple[Place, ...] = PAGES
        self.pages = ScopeModel(self, page_rows(PAGES))
        self._filter = self._shown_filter = ""
        self._opened: list[Key] = []
        self._jobs: dict[str, Job] = {}
        self._wanted = ""
        self._timer = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._timer.timeout.connect(self.load)
        session.source_changed.connect(self._on_source)
        session.store_changed.connect(self.refresh)

    @property
    def filter(self) -> str:
        """What the tree is narrowed to."""
        return self._filter

    @property
    def is_settled(self) -> bool:
        """Whether the rows are those that the filter asks for."""
        return self._filter == self._shown_filter

    @Slot(str)
    def set_filter(self, text: str) -> None:
        """Narrow the tree to scopes with ``text`` in their ids; waits until typing rests."""
        if text != self._filter:
            if not self._filter and self.is_settled:
                self._opened = self.model.opened()
            self._filter = text
            self._timer.start()

    @Slot()
    def load(self) -> None:
        """Read the tree from the start."""
        source = self._session.source
        if source is None:
            self._shown_filter = self._filter
            self.model.clear()
            return
        text = self._filter
        if text:
            read = partial(_read_filtered, source, text)
        else:
            read = partial(_read_first, source, self._opened)
        self._start("load", read, self._take_tree)

    @Slot()
    def refresh(self) -> None:
        """Read again what is shown, because the file was written."""
        source = self._session.source
        if source is None or self._filter or not self.model.root.children:
            self.load()
            return
        read = partial(read_levels, source, self.model.opened())
        self._start("load", read, self._take_refresh)

    def open_node(self, node: Node) -> None:
        """Read the rows below a node, once."""
        source = self._session.source
        if source is None or not node.can_open or node.children is not None:
            return
        read = partial(_read_one, source, node.key)
        self._start(f"below {node.key}", read, self._take_below)

    def open_all_below(self, node: Node) -> bool:
        """Read everything below a node; where that is a lot, only its own rows: false."""
        source = self._session.source
        if source is None or not node.can_open or node.count > MOST_DEEP:
            self.open_node(node)
            return False
        self._start("all", partial(_read_deep, source, node.key), self._take_deep)
        return True

    def reveal(self, memory_id: str) -> None:
        """Read the way to a scope; ``revealed`` follows."""
        self._wanted = memory_id
        if self.model.agent(memory_id) is not None:
            self._wanted = ""
            self.revealed.emit(memory_id)
            return
        source = self._session.source
        if source is not None and "load" not in self._jobs:
            read = partial(_read_way, source, memory_id, self.model.opened())
            self._start("reveal", read, self._take_way)

    def count_observations(self, memory_ids: Sequence[str]) -> None:
        """Decode the records of the scopes that are seen, to count and judge them."""
        source = self._session.source
        if source is not None and memory_ids:
            self._start("digests", partial(source.digests, tuple(memory_ids)), self._take_digests)

    @Slot()
    def cancel(self) -> None:
        """Stop waiting for the file."""
        for job in self._jobs.values():
            job.cancel()

    def count_page(self, place: Place, count: int, *, alert: bool = False) -> None:
        """Show a number at a page's row, with a dot before it if somebody should look."""
        self.pages.count_page(place, count, alert=alert)

    def _start(self, name: str, read: Callable[[], object], take: Callable[..., None]) -> None:
        before = self._jobs.get(name)
        if before is not None:
            before.cancel()
        job = self._session.jobs.read(_patient(read))
        job.setObjectName(name)
        self._jobs[name] = job
        job.succeeded.connect(take)
        job.failed.connect(self._explain)
        job.progressed.connect(self._show_progress)
        job.finished.connect(self._forget)

    @Slot(object)
    def _on_source(self, source: HarnessSource | None) -> None:
        self.cancel()
        self._opened = []
        self.model.clear()
        self.load()
        places = PAGES if source is not None else PAGES_OF_FILES
        if places != self._places:
            self._places = places
            self.pages.show_rows(page_rows(places))

    @Slot(object)
    def _take_tree(self, result: tuple[str, Level, bool, bool]) -> None:
        self._shown_filter, levels, open_all, cut = result
        notes = [self.tr("More than {0}; type more").format(FILTER_LIMIT)] if cut else []
        if self._shown_filter and not levels[()]:
            notes = [self.tr("No scope has this in its ids")]
        self.model.show_levels(levels, self.tr("Scopes"), notes)
        if not self._shown_filter:
            self.counted.emit(sum(node.count for node in levels[()]))
        self.loaded.emit(open_all)
        self._reveal_waiting()

    def _reveal_waiting(self) -> None:
        """Go to the scope that was asked for while the tree was being read."""
        wanted, self._wanted = self._wanted, ""
        if wanted:
            self._jobs.pop("load", None)
            self.reveal(wanted)

    @Slot(object)
    def _take_refresh(self, levels: Level) -> None:
        if not self.model.update_in_place(levels):
            self.model.show_levels(levels, self.tr("Scopes"))
        self.loaded.emit(_NOT_ALL)
        self._reveal_waiting()

    @Slot(object)
    def _take_below(self, result: tuple[Key, list[Node]]) -> None:
        key, children = result
        node = self.model.find(key)
        if node is not None:
            self.model.add_below(node, children)
            self.below_loaded.emit(key)

    @Slot(object)
    def _take_deep(self, result: tuple[Key, Level]) -> None:
        top, levels = result
        for key, children in levels.items():
            node = self.model.find(key)
            if node is not None:
                self.model.add_below(node, children)
        self.below_loaded.emit(top)

    @Slot(object)
    def _take_way(self, levels: Level) -> None:
        if not self._filter:
            self.model.show_levels(levels, self.tr("Scopes"))
            self.loaded.emit(_NOT_ALL)
        wanted, self._wanted = self._wanted, ""
        if self.model.agent(wanted) is not None:
            self.revealed.emit(wanted)

    @Slot(object)
    def _take_digests(self, digests: tuple[ScopeDigest, ...]) -> None:
        self.model.set_digests(digests)

    @Slot(object)
    def _show_progress(self, progress: Progress) -> None:
        self.waiting.emit(progress.note)

    @Slot(object)
    def _explain(self, error: Exception) -> None:
        known = isinstance(error, MemloupeError)
        (self.refused if known else self.broke).emit(error)

    @Slot()
    def _forget(self) -> None:
        job = self.sender()
        if job is not None and self._jobs.get(job.objectName()) is job:
            del self._jobs[job.objectName()]
        self.waiting.emit("")


def _patient(read: Callable[[], object]) -> Callable[[JobContext], object]:
    return cast("Callable[[JobContext], object]", partial(patiently, read))


def _read_first(source: HarnessSource, opened: list[Key]) -> tuple[str, Level, bool, bool]:
    levels = read_levels(source, opened)
    tenants = levels[()]
    if opened:
        return "", levels, False, False
    if sum(node.count for node in tenants) <= SMALL:
        return "", group_entries(source, source.scopes()), True, False
    first = read_below(source, tenants[0].key)
    levels[tenants[0].key] = first
    levels[first[0].key] = read_below(source, first[0].key)
    return "", levels, False, False


def _read_filtered(source: HarnessSource, text: str) -> tuple[str, Level, bool, bool]:
    entries: tuple[ScopeEntry, ...] = source.scopes(text, FILTER_LIMIT + 1)
    levels = group_entries(source, entries[:FILTER_LIMIT])
    return text, levels, True, len(entries) > FILTER_LIMIT


def _read_one(source: HarnessSource, key: Key) -> tuple[Key, list[Node]]:
    return key, read_below(source, key)


def _read_deep(source: HarnessSource, key: Key) -> tuple[Key, Level]:
    if len(key) > 1:
        return key, {key: read_below(source, key)}
    below = read_below(source, key)
    return key, {key: below} | read_levels_below(source, [node.key for node in below])


def _read_way(source: HarnessSource, memory_id: str, opened: list[Key]) -> Level:
    scope = source.entry(memory_id).scope
    way = [(scope.tenant,), (scope.tenant, scope.conversation)]
    return read_levels(source, list(dict.fromkeys([*opened, *way])))
