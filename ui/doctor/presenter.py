"""What the page of the doctor shows: findings, what is ticked, ignored, selected and repaired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from ui.doctor.examiner import Examiner
from ui.doctor.ignored import Ignored
from ui.doctor.items import Examined, Item, Shown, chosen_by_itself, narrowed
from ui.doctor.repair_jobs import Wanted
from ui.doctor.repairs import Repairs, Results
from ui.doctor.words import target_of
from ui.navigation import Place

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from desktop_app.core.doctor.finding import Repair
    from desktop_app.services.doctor import Report
    from ui.navigation import Target
    from ui.session import Session


class DoctorPresenter(QObject):
    """The doctor of the open file; view, inspector and window share one."""

    looked = Signal()  # other findings
    list_changed = Signal()  # other rows: filter, segment, ignored ones
    ticks_changed = Signal()
    selected_changed = Signal(object)  # Item | None
    refused = Signal(object)
    repaired = Signal(object)  # Results
    offered = Signal()  # somebody wants to repair the selected finding, with its preview in sight

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self.examiner, self.repairs = Examiner(session, self), Repairs(session, self)
        self.ignored = Ignored(self)
        self.is_previewed = False
        self._examined: Examined | None = None
        self._shown, self._text = Shown.ALL, ""
        self._shows_ignored = False
        self._ticked: set[str] = set()
        self._other_way: set[str] = set()
        self._selected: Item | None = None
        self._wanted: Target | None = None
        self._results = Results((), ())
        self._items: tuple[Item, ...] = ()
        self._ignored_items: tuple[Item, ...] = ()
        self._visible: tuple[Item, ...] = ()
        self._chosen: tuple[Item, ...] = ()
        self._repairable = 0
        self.examiner.found.connect(self._take)
        self.examiner.refused.connect(self._refuse)
        self.ignored.changed.connect(self._show_again)
        self.repairs.ended.connect(self._take_results)
        self.repairs.undone.connect(self._forget_results)
        session.source_changed.connect(self._on_source)
        session.target_requested.connect(self._go)

    @staticmethod
    def of(session: Session) -> DoctorPresenter:
        """Return the presenter that all parts of one session share."""
        found = session.findChild(DoctorPresenter)
        return found if isinstance(found, DoctorPresenter) else DoctorPresenter(session)

    @property
    def report(self) -> Report | None:
        """What the last look came to; ``None`` before the first one."""
        return self._examined.report if self._examined else None

    @property
    def items(self) -> tuple[Item, ...]:
        """What was found and is not ignored."""
        return self._items

    @property
    def ignored_items(self) -> tuple[Item, ...]:
        """What was found and is ignored."""
        return self._ignored_items

    @property
    def visible(self) -> tuple[Item, ...]:
        """What the list shows."""
        return self._visible

    @property
    def shown(self) -> Shown:
        """Which findings are listed."""
        return self._shown

    @property
    def text(self) -> str:
        """What the list is narrowed to."""
        return self._text

    @property
    def shows_ignored(self) -> bool:
        """Whether the list shows what is ignored, and nothing else."""
        return self._shows_ignored

    @property
    def selected(self) -> Item | None:
        """What the inspector shows."""
        return self._selected

    @property
    def ticked(self) -> Collection[str]:
        """The ids of what is ticked, seen or not."""
        return self._ticked

    @property
    def chosen(self) -> tuple[Item, ...]:
        """What is ticked and seen: this is what “Repair n” repairs."""
        return self._chosen

    @property
    def repairable(self) -> int:
        """How many of those that the list shows can be ticked."""
        return self._repairable

    @property
    def results(self) -> Results:
        """What the last repairs came to."""
        return self._results

    def narrow(self, shown: Shown, text: str) -> None:
        """List only what is wanted."""
        if (shown, text) != (self._shown, self._text):
            self._shown, self._text = shown, text
            self._show_again()

    def show_ignored(self, *, ignored: bool) -> None:
        """List what is ignored, or the findings again."""
        self._shows_ignored = ignored
        self._show_again()

    def set_ticked(self, ids: Iterable[str]) -> None:
        """Take over what is ticked in the list; what it does not show stays as it was."""
        seen = {item.id for item in self._visible}
        self._ticked = (self._ticked - seen) | set(ids)
        self._count()
        self.ticks_changed.emit()

    @Slot(str)
    def select(self, row_id: str) -> None:
        """Show a finding in the inspector."""
        found = next((item for item in self._visible if item.id == row_id), None)
        if found is not self._selected:
            self._selected = found
            self.selected_changed.emit(found)

    def repair_of(self, item: Item) -> Repair | None:
        """Return the repair that is chosen for a finding."""
        other = item.finding.alternative if item.id in self._other_way else None
        return other or item.finding.repair

    def choose_way(self, item: Item, *, other: bool) -> None:
        """Choose one of the two repairs of a finding."""
        (self._other_way.add if other else self._other_way.discard)(item.id)

    @Slot()
    def repair_selected(self) -> None:
        """Repair what the inspector shows."""
        if self._selected is not None and not self._shows_ignored:
            self._repair([self._selected])

    @Slot()
    def repair_chosen(self) -> None:
        """Repair what is ticked and seen."""
        self._repair(self.chosen)

    @Slot()
    def repair_rest(self) -> None:
        """Try again what could not be saved."""
        self.repairs.start(self._results.not_done)

    @Slot()
    def undo_repairs(self) -> None:
        """Take back the last repairs."""
        if self._results.entries:
            self.repairs.undo(self._results.entries)

    @Slot()
    def turn_selected(self) -> None:
        """Ignore what the inspector shows; what is ignored is looked at again."""
        if self._selected is not None:
            change = self.ignored.remove if self._shows_ignored else self.ignored.add
            change([self._selected.key])

    def ignore_chosen(self) -> None:
        """Ignore what is ticked and seen."""
        self.ignored.add([item.key for item in self.chosen])

    @Slot()
    def go_to_selected(self) -> None:
        """Show the place that the selected finding is about."""
        target = target_of(self._selected.finding.place) if self._selected else None
        if target is not None:
            self._session.go(target)

    def wanted_of(self, items: Iterable[Item]) -> list[Wanted]:
        """Return what would repair findings, each the way that is chosen."""
        repairs = ((item, self.repair_of(item)) for item in items)
        return [Wanted(item.id, item.finding, one) for item, one in repairs if one is not None]

    def _repair(self, items: Iterable[Item]) -> None:
        self.repairs.start(self.wanted_of(items))

    def _split(self) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
        items, keys = self._examined.items if self._examined else (), self.ignored.keys
        if not keys:
            return items, ()
        ignored = tuple(item for item in items if item.key in keys)
        return tuple(item for item in items if item.key not in keys), ignored

    @Slot(object)
    def _take(self, found: Examined) -> None:
        is_first, self._examined = self._examined is None, found
        if is_first:
            # What comes later was not seen by whoever is about to press the button.
            self._ticked = {item.id for item in found.items if chosen_by_itself(item)}
        self._show_again()

    @Slot()
    def _show_again(self) -> None:
        items, ignored = self._items, self._ignored_items = self._split()
        self._shows_ignored &= bool(ignored)
        if self._shows_ignored:
            items = ignored
        self._visible = tuple(narrowed(items, self._shown, self._text))
        self._count()
        self.looked.emit()
        self.list_changed.emit()
        self._renew_selected()

    def _count(self) -> None:
        listed = () if self._shows_ignored else self._visible
        self._repairable = sum(item.is_repairable for item in listed)
        self._chosen = tuple(item for item in listed if item.id in self._ticked)

    def _renew_selected(self) -> None:
        wanted = self._find_wanted()
        if wanted is not None:
            self.select(wanted.id)
            return
        before = self._selected.id if self._selected else ""
        self.select(before)

    def _find_wanted(self) -> Item | None:
        """Return the finding that somebody wants to see, once it is known."""
        target = self._wanted
        if target is None or self._examined is None:
            return None
        self._wanted = None
        for item in self._visible:
            named = target.key in {item.finding.rule, item.key}
            if named and item.finding.place.memory_id == (target.memory_id or ""):
                return item
        return None

    @Slot(object)
    def _go(self, target: Target) -> None:
        if target.place is Place.DOCTOR and target.key:
            self._wanted = target
            self._shown, self._text, self._shows_ignored = Shown.ALL, "", False
            self._show_again()

    @Slot(object)
    def _refuse(self, error: Exception) -> None:
        self._examined = None
        self._show_again()
        self.refused.emit(error)

    @Slot(object)
    def _take_results(self, results: Results) -> None:
        self._results = results
        self.examiner.look()
        self.repaired.emit(results)

    @Slot()
    def _forget_results(self) -> None:
        self._results = Results((), ())
        self.examiner.look()

    @Slot(object)
    def _on_source(self, _source: object) -> None:
        self._examined, self._selected = None, None
        self._ticked, self._other_way = set(), set()
        self._results = Results((), ())
        self._shows_ignored = False
        self.ignored.read()
        self.selected_changed.emit(None)
