"""What table and inspector share while working memory is edited: drafts, effects, saving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from ui.navigation import Place, Target
from ui.working.drafts import Drafts
from ui.working.effects import Effects
from ui.working.saving import Saving
from ui.working.value_effect import ValueEffect

if TYPE_CHECKING:
    from ui.session import Session
    from ui.working.drafts import Draft


class WorkingEditor(QObject):
    """One for each session; take it with ``of``."""

    text_wanted = Signal()  # the focus goes to the value
    addition_wanted = Signal()  # the form of a new entry opens
    place_wanted = Signal(int)  # offset of what is wrong in the value
    rename_wanted = Signal()
    removal_wanted = Signal()
    trim_wanted = Signal()  # the key of the selected entry is to be mended
    left = Signal()  # the focus goes back to the list
    key_saved = Signal(str, str)  # memory id and key of what was just saved

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._waiting: Draft | None = None
        self._seen: ValueEffect | None = None
        self.drafts = Drafts(session)
        self.effects = Effects(session, self.drafts)
        self.effects.changed.connect(self._go_on)

    @classmethod
    def of(cls, session: Session) -> WorkingEditor:
        """Return the editor of a session: table and inspector share it."""
        found = session.findChild(cls)
        return found if isinstance(found, cls) else cls(session)

    def show_known(self, draft: Draft) -> ValueEffect | None:
        """Return what saving does as it is shown now: the person sees its warnings from here on."""
        known = self.effects.of(draft)
        self._seen = known if isinstance(known, ValueEffect) else None
        return self._seen

    def save(self, draft: Draft) -> None:
        """Save one draft, unless the person has not yet seen what would be lost."""
        known = self.effects.of(draft)
        if known is None:
            self._waiting = draft
            self.effects.look()
        elif isinstance(known, ValueEffect):
            self._save_known(draft, known)
        else:
            self.place_wanted.emit(getattr(known, "offset", 0))

    def save_all(self) -> None:
        """Save every draft; the first one that needs a look is shown instead."""
        for draft in self.drafts.unsaved:
            known = self.effects.of(draft)
            if isinstance(known, ValueEffect) and (not known.loses or known is self._seen):
                self._write(draft, known)
            else:
                self._show(draft)

    def keep_all(self) -> None:
        """Keep every draft among the changes; one that is not JSON is shown instead."""
        for draft in self.drafts.unsaved:
            known = self.effects.of(draft)
            if isinstance(known, ValueEffect):
                self._write(draft, known, as_draft=True)
            else:
                self._show(draft)

    def _save_known(self, draft: Draft, known: ValueEffect) -> None:
        if known.changes_nothing:
            self.drafts.discard(draft)
            self.left.emit()
        elif not known.loses or known is self._seen:
            self._write(draft, known)
            self.left.emit()

    def _write(self, draft: Draft, effect: ValueEffect, *, as_draft: bool = False) -> None:
        editing, change = self._session.editing, effect.plan.change
        saving = Saving(draft, effect.key, self, as_draft=as_draft)
        saving.follow((editing.keep_draft if as_draft else editing.save)(change))

    def _show(self, draft: Draft) -> None:
        self._session.go(Target(Place.WORKING, memory_id=draft.scope[1], key=draft.key))
        (self.addition_wanted if draft.is_new else self.text_wanted).emit()

    @Slot()
    def _go_on(self) -> None:
        draft, self._waiting = self._waiting, None
        if draft is not None and any(one is draft for one in self.drafts.unsaved):
            self.save(draft)
