"""Decides about pairs: keeps what was chosen and written, shows what it would do, saves it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.services.snapshot import ScopeSnapshot
from ui.planning import PlanReader, look_at
from ui.reflection.choices import Choice, Decision, is_only_remembered, plan_of, tr
from ui.reflection.preview import Preview, preview_of
from ui.reflection.saving import PlanSave
from ui.reflection.sides import Pair, PairKind

if TYPE_CHECKING:
    from desktop_app.services.editing.plans import Plan
    from ui.reflection.presenter import ContradictionsPresenter
    from ui.session import Session

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Open:
    """A decision with what it is about, as it was last seen."""

    pair: Pair
    snapshot: ScopeSnapshot
    decision: Decision


class Workbench(QObject):
    """What was decided stays with its pair until it is saved, whatever else is shown meanwhile."""

    changed = Signal()  # the decision about the shown pair, or whether it can be saved
    ready = Signal(object)  # Preview of the shown pair
    refused = Signal(str)  # why the decision about the shown pair can't be written
    settled = Signal(object)  # Pair: it is in the file, or remembered

    def __init__(
        self, session: Session, presenter: ContradictionsPresenter, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session, self._presenter = session, presenter
        self._open: dict[Key, _Open] = {}
        self._saving: set[Key] = set()
        self._present: set[Key] = set()
        self._problem = ""
        self._plan: Plan | None = None
        self.pair: Pair | None = None
        self.previewer = PlanReader(session, self)
        self.previewer.ready.connect(self._take_preview)
        self.previewer.refused.connect(self._take_refusal)
        presenter.pairs_changed.connect(self._follow)

    @property
    def decision(self) -> Decision:
        """What was decided about the shown pair so far."""
        found = self._open.get(self._key(self.pair)) if self.pair else None
        return found.decision if found else Decision()

    @property
    def is_possible(self) -> bool:
        """Whether something can be decided about the shown pair."""
        snapshot = self._presenter.snapshot
        settled = {PairKind.SETTLED, PairKind.KEPT}
        can_write = snapshot is not None and snapshot.record is not None
        return can_write and self.pair is not None and self.pair.kind not in settled

    @property
    def problem(self) -> str:
        """Why nothing can be saved now; empty if it can."""
        if not self.is_possible:
            return tr("There is nothing to decide here.")
        if self.decision.choice is None:
            return tr("Choose what becomes of the two: 1, 2, 3 or 4.")
        if self.pair is not None and self._key(self.pair) in self._saving:
            return tr("It is being saved.")
        return self._problem

    def show_pair(self, pair: Pair | None) -> None:
        """Turn to a pair."""
        self.pair = pair
        self._renew(at_once=True)

    def choose(self, choice: Choice) -> None:
        """Choose what becomes of the two."""
        self._put(replace(self.decision, choice=choice), at_once=True)

    def set_reason(self, reason: str) -> None:
        """Take over what stands in the field for the reason."""
        self._put(replace(self.decision, reason=reason))

    def set_text(self, text: str) -> None:
        """Take over what both become."""
        self._put(replace(self.decision, text=text))

    @Slot()
    def save(self) -> None:
        """Save what was decided about the shown pair; ``settled`` follows."""
        if self.pair is not None and not self.problem:
            self._save(self._key(self.pair))

    @property
    def unsaved(self) -> tuple[Pair, ...]:
        """The pairs about which something was written that is not saved."""
        return tuple(one.pair for one in self._open.values() if one.decision.has_words)

    @property
    def homeless(self) -> tuple[Pair, ...]:
        """The pairs of the shown scope that are gone while something was written about them."""
        return tuple(
            replace(one.pair, is_gone=True)
            for key, one in self._open.items()
            if key[:2] == self._scope and key not in self._present and one.decision.has_words
        )

    def save_all(self, *, as_drafts: bool = False) -> None:
        """Save everything that was decided, or keep it among the changes."""
        for key, one in list(self._open.items()):
            if one.decision.choice is not None and key not in self._saving:
                self._save(key, as_draft=as_drafts)

    def discard_all(self) -> None:
        """Give everything up that was decided and not saved."""
        self._open.clear()
        self._renew(at_once=True)

    def _save(self, key: Key, *, as_draft: bool = False) -> None:
        one = self._open[key]
        if is_only_remembered(one.pair, one.decision.choice):
            self._presenter.dismiss(one.pair)
            self._end(key, one)
            return
        make = partial(plan_of, one.snapshot, one.pair, one.decision)
        is_shown = self.pair is not None and key == self._key(self.pair)
        change = self._plan.change if self._plan is not None and is_shown else None
        save = PlanSave(self._session, make, self, change)
        self._saving.add(key)
        save.written.connect(partial(self._end, key, one))
        save.ended.connect(partial(self._unlock, key))
        save.refused.connect(self._take_refusal)
        save.start(as_draft=as_draft)
        self.changed.emit()

    def _end(self, key: Key, saved: _Open) -> None:
        # What was written meanwhile stays.
        if key in self._open and self._open[key].decision == saved.decision:
            del self._open[key]
        self.settled.emit(saved.pair)

    def _unlock(self, key: Key) -> None:
        self._saving.discard(key)
        self.changed.emit()

    def _put(self, decision: Decision, *, at_once: bool = False) -> None:
        pair = self.pair
        snapshot = self._base(pair)
        if snapshot is None or pair is None or not self.is_possible:
            return
        self._open[self._key(pair)] = _Open(pair, snapshot, decision)
        self._renew(at_once=at_once)

    def _renew(self, *, at_once: bool) -> None:
        self._problem, self._plan = "", None
        snapshot, pair, decision = self._base(self.pair), self.pair, self.decision
        writes = not is_only_remembered(pair, decision.choice) if pair else False
        if snapshot is None or pair is None or decision.choice is None or not writes:
            self.previewer.cancel()
        else:
            make = partial(plan_of, snapshot, pair, decision)
            self.previewer.request(look_at(make, preview_of), at_once=at_once)
        self.changed.emit()

    @property
    def _scope(self) -> Key:
        source, snapshot = self._session.source, self._presenter.snapshot
        return (str(source.path) if source else "", snapshot.memory_id if snapshot else "")

    def _key(self, pair: Pair) -> Key:
        return (*self._scope, *pair.identity)

    def _base(self, pair: Pair | None) -> ScopeSnapshot | None:
        """Return what a decision about a pair is compared with when it is saved."""
        if pair is not None and pair.is_gone:
            found = self._open.get(self._key(pair))
            return found.snapshot if found else None
        return self._presenter.snapshot

    @Slot()
    def _follow(self) -> None:
        """Move decisions to the newer state of their pairs."""
        snapshot = self._presenter.snapshot
        if snapshot is None:
            return
        self._present = {self._key(pair) for pair in self._presenter.pairs}
        for pair in self._presenter.pairs:
            key = self._key(pair)
            if key in self._open:
                self._open[key] = replace(self._open[key], pair=pair, snapshot=snapshot)

    @Slot(object)
    def _take_preview(self, preview: Preview) -> None:
        self._problem, self._plan = "", preview.plan
        self.ready.emit(preview)
        self.changed.emit()

    @Slot(str)
    def _take_refusal(self, reason: str) -> None:
        self._problem = reason
        self.refused.emit(reason)
        self.changed.emit()
