"""Edits the selected observation: keeps what is typed, shows what it would do, saves it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.services.editing.observation_actions import edit_observation
from ui.observations.drafts import Drafts
from ui.observations.effect import effect_of
from ui.observations.prepared import Prepared
from ui.observations.saving import Saving
from ui.planning import PlanReader, look_at

if TYPE_CHECKING:
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.observations.draft import Addition, Draft
    from ui.session import Session


class ObservationEditor(QObject):
    """What table and inspector share while an observation is edited."""

    text_wanted = Signal()  # the focus goes to the text
    importance_wanted = Signal()
    addition_wanted = Signal()
    aim_set = Signal(int)  # so many tokens or fewer get the selected one in
    merge_wanted = Signal()
    removal_wanted = Signal()
    reach_wanted = Signal()
    left = Signal()  # the focus goes back to the list
    refused = Signal(str)  # why it could not be saved

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._reveals: tuple[str, int] | None = None
        self._saving: list[Draft | Addition] = []
        self.drafts = Drafts.of(session)
        self.prepared = Prepared(session, self.drafts)
        self.planner = PlanReader(session, self)
        self.addition_planner = PlanReader(session, self)
        session.snapshot_changed.connect(self._follow)

    @classmethod
    def of(cls, session: Session) -> ObservationEditor:
        """Return the editor of a session: table and inspector share it."""
        found = session.findChild(cls)
        return found if isinstance(found, cls) else cls(session)

    @property
    def draft(self) -> Draft | None:
        """The edit of the selected observation."""
        return self.drafts.at(self._session.selected_observation)

    def edit(self, text: str, importance: float) -> None:
        """Take over what stands in the fields."""
        index = self._session.selected_observation
        if index is not None:
            self.drafts.edit(index, text, importance)
            self.preview()

    def edit_addition(self, text: str, importance: float) -> None:
        """Take over what stands in the form of a new observation."""
        self.drafts.edit_addition(text, importance)
        addition = self.drafts.addition
        if addition is not None and addition.text.strip():
            self.addition_planner.request(look_at(addition.plan, effect_of))
        else:
            self.addition_planner.cancel()

    def preview(self) -> None:
        """Work out what saving the edit of the selected observation would do."""
        draft, snapshot = self.draft, self._session.snapshot
        if draft is None or snapshot is None or draft.index is None or draft.is_sent:
            self.planner.cancel()
            return
        # In the scope as it is now, even if saving will have to be merged.
        make = partial(
            edit_observation, snapshot, draft.index, text=draft.text, importance=draft.importance
        )
        self.planner.request(look_at(make, partial(effect_of, place=draft.index)))

    @Slot()
    def save(self) -> None:
        """Save the edit of the selected observation."""
        if self.draft is not None and not self.draft.is_sent:
            Saving(self, self._session, self.draft).start()

    @Slot()
    def save_addition(self) -> None:
        """Save the new observation."""
        if self.drafts.addition is not None:
            Saving(self, self._session, self.drafts.addition).start()

    def is_saving(self, edit: Draft | Addition) -> bool:
        """Whether this edit, as it is, is on its way to the file."""
        return any(one is edit for one in self._saving)

    def begin_saving(self, edit: Draft | Addition) -> bool:
        """Note that an edit is on its way; false if it is already."""
        if self.is_saving(edit):
            return False
        self._saving.append(edit)
        self.drafts.changed.emit()
        return True

    def end_saving(self, edit: Draft | Addition) -> None:
        """Note that an edit has arrived, or has not."""
        self._saving = [one for one in self._saving if one is not edit]
        self.drafts.changed.emit()

    def save_all(self) -> None:
        """Save every edit, of whatever scope."""
        for edit in self.drafts.unsaved:
            Saving(self, self._session, edit).start()

    def keep_all(self) -> None:
        """Keep every edit as a draft among the changes."""
        for edit in self.drafts.unsaved:
            Saving(self, self._session, edit, as_draft=True).start()

    @Slot()
    def discard(self) -> None:
        """Give the edit of the selected observation up."""
        if self.draft is not None:
            self.planner.cancel()
            self.drafts.discard(self.draft)

    def add_again(self, draft: Draft) -> None:
        """Make a new observation of an edit whose observation is gone."""
        text = draft.seen.content if draft.text is None else draft.text
        importance = draft.seen.importance if draft.importance is None else draft.importance
        self.drafts.edit_addition(text, importance)
        self.drafts.discard(draft)

    def reveal_later(self, memory_id: str, index: int) -> None:
        """Select an observation once the scope is read again."""
        self._reveals = memory_id, index

    @Slot(object)
    def _follow(self, snapshot: ScopeSnapshot | None) -> None:
        wanted = self._reveals
        if snapshot is None or wanted is None or wanted[0] != snapshot.memory_id:
            return
        if wanted[1] < snapshot.observation_count:
            self._reveals = None
            self._session.select_observation(wanted[1])
