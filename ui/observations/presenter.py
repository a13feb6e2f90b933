"""Decides what the table shows, and follows links from one observation to another."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from ui.navigation import Place, Target
from ui.observations.arranging import Arranged, arranged
from ui.observations.found_again import find_again
from ui.observations.link_ring import LinkRing
from ui.observations.marks import Marks
from ui.observations.own_writes import OwnWrites
from ui.observations.rows import LARGE, Column, Part, Row, Wanted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.observational.observation import Observation
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.jobs import Job
    from ui.session import Session


class ObservationsPresenter(QObject):
    """Filters, sorts and selects; the view only shows what ``arranged`` brings."""

    scope_changed = Signal()  # another scope, or the same one newer: banners, empty states
    arranged = Signal(object, object)  # shown rows; positions that the engine has changed
    selected = Signal(object)  # position in the stored list | None
    wanted_changed = Signal(object)  # Wanted
    noted = Signal(str)  # something short about the last command
    inspector_wanted = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent or session)
        self._session = session
        self._snapshot: ScopeSnapshot | None = None
        self._wanted = Wanted()
        self._result: Arranged | None = None
        self._job: Job | None = None
        self._kept: Observation | None = None
        self._ring = LinkRing()
        self._target: Target | None = None
        self.marks = Marks(session, self)
        self._own = OwnWrites(session, self)
        session.snapshot_changed.connect(self._take_snapshot)
        session.observation_selected.connect(self._take_selection)
        session.target_requested.connect(self.show_target)
        self._take_snapshot(session.snapshot)
        self._take_selection(session.selected_observation)

    @classmethod
    def of(cls, session: Session) -> ObservationsPresenter:
        """Return the presenter of a session: table and inspector share it."""
        found = session.findChild(cls)
        return found if isinstance(found, cls) else cls(session)

    @property
    def snapshot(self) -> ScopeSnapshot | None:
        return self._snapshot

    @property
    def wanted(self) -> Wanted:
        return self._wanted

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows in stored order."""
        return self._result.rows if self._result else ()

    @property
    def shown(self) -> tuple[Row, ...]:
        """The rows that the filter leaves, in order."""
        return self._result.shown if self._result else ()

    @property
    def selected_row(self) -> Row | None:
        """The observation that is selected everywhere."""
        at = self._session.selected_observation
        return self.rows[at] if at is not None and at < len(self.rows) else None

    @property
    def hides_selected(self) -> bool:
        """Whether the filter leaves the selected observation out of the list."""
        row = self.selected_row
        if row is None or not self._wanted.narrows:
            return False
        return all(shown.index != row.index for shown in self.shown)

    @property
    def count_in(self) -> int:
        """How many observations the next turn receives."""
        return self._result.inside if self._result else 0

    @property
    def longest(self) -> dict[Column, int]:
        """Characters of the longest numbers of some columns."""
        return self._result.longest if self._result else {}

    @Slot(str)
    def set_part(self, part: str) -> None:
        """Show all, those that are in, or those that are out."""
        self._want(replace(self._wanted, part=Part(part)))

    @Slot(str)
    def set_text(self, text: str) -> None:
        """Show those whose text has ``text`` in it."""
        self._want(replace(self._wanted, text=text))

    def set_least(self, importance: float) -> None:
        """Show those with at least this importance."""
        self._want(replace(self._wanted, least=importance))

    @Slot(object)
    def sort_by(self, column: Column) -> None:
        """Sort by a column; the same one again turns the order round."""
        self._want(self._wanted.sorted_by(column))

    @Slot()
    def clear_filter(self) -> None:
        """Show everything, in the order of now."""
        self._want(self._wanted.everything())

    @Slot(object)
    def choose(self, row: Row | None) -> None:
        """Take over what the person has selected in the table."""
        if row is not None:
            self._session.select_observation(row.index)

    @Slot()
    def jump(self) -> None:
        """Go to the other side of the selected observation; again goes on, and comes back."""
        row = self.selected_row
        if row is None:
            return
        following = self._ring.after(row.index)
        if following is None:
            self.follow(row.links)
        else:
            self._reveal(following)

    @Slot(object)
    def follow(self, seqs: Sequence[int]) -> None:
        """Go to the first observation with one of these numbers; ``jump`` visits the others."""
        row = self.selected_row
        if row is None:
            return
        first = self._ring.start(self.rows, seqs, row.index)
        if first is None:
            self.noted.emit(self._nowhere(seqs))
        else:
            self._reveal(first)

    @Slot(object)
    def show_target(self, target: Target) -> None:
        """Select what a search hit or a link of another view leads to."""
        if target.place is not Place.OBSERVATIONS:
            return
        self._target = target if target.seq is not None or target.index is not None else None
        self._reach_target()

    @Slot()
    def show_turn(self) -> None:
        """Show the selected observation in the text of the next turn."""
        row = self.selected_row
        if row is not None:
            self._session.go(Target(Place.TURN, seq=row.observation.seq, index=row.index))

    @Slot(object)
    def _take_snapshot(self, snapshot: ScopeSnapshot | None) -> None:
        before = self._snapshot
        self._snapshot = snapshot
        if snapshot is None or before is None or before.memory_id != snapshot.memory_id:
            self._wanted = self._wanted.everything()
            self.wanted_changed.emit(self._wanted)
            self._show(None)
        self._arrange()
        self.scope_changed.emit()

    def _want(self, wanted: Wanted) -> None:
        if wanted != self._wanted:
            self._wanted = wanted
            self.wanted_changed.emit(wanted)
            self._arrange()

    def _arrange(self) -> None:
        snapshot, result = self._snapshot, self._result
        if self._job is not None:
            self._job.cancel()
            self._job = None
        if snapshot is None:
            return
        work = partial(arranged, snapshot, self._wanted, result)
        if snapshot.observation_count < LARGE:
            self._show(work())
            return
        self._job = self._session.jobs.read(work)
        self._job.succeeded.connect(self._take_arranged)
        self._job.failed.connect(self._session.broke)

    @Slot(object)
    def _take_arranged(self, result: Arranged) -> None:
        if result.snapshot is self._snapshot and result.wanted == self._wanted:
            self._job = None
            self._show(result)

    def _show(self, result: Arranged | None) -> None:
        before, self._result = self._result, result
        if before and result and before.snapshot is not result.snapshot:
            self._find_kept()
        changed = result.changed if result else frozenset()
        if changed and self._own.made(before.snapshot if before else None, self._snapshot):
            changed = frozenset()
        self.arranged.emit(self.shown, changed)
        self._reach_target()

    def _find_kept(self) -> None:
        """Keep the selection on the observation that was selected, wherever it stands now."""
        row, kept = self.selected_row, self._kept
        if kept is None or (row is not None and row.observation == kept):
            return
        place = row.index if row is not None else len(self.rows)
        index, _ = find_again(kept, place, [row.observation for row in self.rows])
        if index is not None:
            self._session.select_observation(index)

    @Slot(object)
    def _take_selection(self, index: int | None) -> None:
        row = self.selected_row
        if row is not None:
            self._kept = row.observation
        elif self._session.snapshot is self._snapshot:
            # Otherwise the session is taking over a newer snapshot: the old one is still wanted.
            self._kept = None
        self._ring.leave(index)
        self.selected.emit(index)

    def _reveal(self, index: int) -> None:
        if all(row.index != index for row in self.shown):
            self.clear_filter()
        self._session.select_observation(index)
        self.selected.emit(index)

    def _reach_target(self) -> None:
        target = self._target
        if target is None or self._snapshot is None or not self.rows:
            return
        if target.memory_id not in {None, self._snapshot.memory_id}:
            return
        index = target.index
        if index is None:
            same = (row.index for row in self.rows if row.observation.seq == target.seq)
            index = next(same, None)
        self._target = None
        if index is not None and index < len(self.rows):
            self._reveal(index)

    def _nowhere(self, seqs: Sequence[int]) -> str:
        if not seqs:
            return self.tr("It has no other side")
        listed = ", ".join(str(seq) for seq in seqs)
        return self.tr("No other one is {0}").format(listed)
