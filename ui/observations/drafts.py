"""Edits of observations that are not saved yet: each stays with its observation until it is."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.engine_text import trim, valid_unicode
from ui.observations.draft import Addition, Draft, observations_of
from ui.observations.found_again import find_again

if TYPE_CHECKING:
    from desktop_app.core.observational.observation import Observation
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.observations.draft import Scope
    from ui.session import Session


class Drafts(QObject):
    """All unsaved edits of a session, whatever scope is shown."""

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._ids = count(1)
        self._drafts: dict[int, Draft] = {}
        self._additions: dict[Scope, Addition] = {}
        self._discarded: Draft | None = None
        self._discarded_addition: Addition | None = None
        session.snapshot_changed.connect(self._follow)

    @classmethod
    def of(cls, session: Session) -> Drafts:
        """Return the edits of a session: table, inspector and window share them."""
        found = session.findChild(cls)
        return found if isinstance(found, cls) else cls(session)

    @property
    def scope(self) -> Scope | None:
        """The scope that is shown."""
        source, snapshot = self._session.source, self._session.snapshot
        return (str(source.path), snapshot.memory_id) if source and snapshot else None

    @property
    def unsaved(self) -> tuple[Draft | Addition, ...]:
        """Everything that would be lost with the program."""
        added = tuple(one for one in self._additions.values() if one.text.strip())
        return (*(draft for draft in self._drafts.values() if not draft.is_sent), *added)

    @property
    def here(self) -> dict[int, Draft]:
        """The edits of the shown scope, by where their observations stand."""
        scope = self.scope
        return {
            draft.index: draft
            for draft in self._drafts.values()
            if draft.scope == scope and draft.index is not None
        }

    @property
    def homeless(self) -> tuple[Draft, ...]:
        """The edits of the shown scope whose observations are gone."""
        scope = self.scope
        return tuple(
            draft
            for draft in self._drafts.values()
            if draft.scope == scope and draft.index is None and not draft.is_sent
        )

    @property
    def addition(self) -> Addition | None:
        """The new observation of the shown scope."""
        scope = self.scope
        return self._additions.get(scope) if scope else None

    def at(self, index: int | None) -> Draft | None:
        """Return the edit of the observation at a place of the shown scope."""
        return None if index is None else self.here.get(index)

    def discarded_at(self, index: int | None) -> Draft | None:
        """Return the edit that was given up last if it belongs to this observation."""
        draft = self._discarded
        fits = draft is not None and draft.scope == self.scope and draft.index == index
        return draft if fits and index is not None else None

    def edit(self, index: int, text: str, importance: float) -> None:
        """Take over what stands in the fields of an observation."""
        scope, snapshot = self.scope, self._session.snapshot
        if scope is None or snapshot is None or index >= len(observations_of(snapshot)):
            return
        draft = self.at(index) or Draft(
            id=next(self._ids), scope=scope, base=snapshot, place=index, index=index
        )
        seen = draft.seen
        edited = replace(
            draft,
            text=None if text == seen.content else text,
            importance=None if importance == seen.importance else importance,
            is_sent=False,
        )
        if draft.values == edited.values and draft.id in self._drafts:
            return
        self._discarded = None
        self._put(edited)

    def edit_addition(self, text: str, importance: float) -> None:
        """Take over what stands in the form of a new observation."""
        scope, snapshot = self.scope, self._session.snapshot
        if scope is not None and snapshot is not None:
            self._additions[scope] = Addition(
                scope=scope, base=snapshot, text=text, importance=importance
            )
            self.changed.emit()

    def discard(self, draft: Draft) -> None:
        """Give an edit up; ``bring_back`` has it until the next one is made."""
        self._discarded = self._drafts.pop(draft.id, None)
        self.changed.emit()

    def discard_addition(self, scope: Scope, saved: Addition | None = None) -> bool:
        """Give a new observation up, or forget it because it is ``saved`` as it is.

        Returns whether it is gone; it stays if it was edited on after it was saved.
        """
        present = self._additions.get(scope)
        if present is None or (saved is not None and saved.values != present.values):
            return False
        if saved is None and present.text.strip():
            self._discarded_addition = present
        del self._additions[scope]
        self.changed.emit()
        return True

    @property
    def discarded_addition(self) -> Addition | None:
        """The new observation of the shown scope that was given up last."""
        given_up = self._discarded_addition
        return given_up if given_up is not None and given_up.scope == self.scope else None

    def bring_back(self) -> None:
        """Have the edit again that was given up last."""
        draft, self._discarded = self._discarded, None
        if draft is not None:
            self._put(draft)

    def forget_all(self) -> None:
        """Give everything up, because it is kept elsewhere or not wanted."""
        self._drafts.clear()
        self._additions.clear()
        self.changed.emit()

    def mark_sent(self, saved: Draft, *, gone: bool = False) -> None:
        """Note that an edit is in the file, unless it was edited on meanwhile.

        Args:
            saved: The edit as it was saved.
            gone: Whether it is not in the file but among the changes, and leaves the view.
        """
        draft = self._drafts.get(saved.id)
        if draft is None or draft.values != saved.values:
            return
        if gone:
            del self._drafts[draft.id]
            self.changed.emit()
        else:
            self._put(replace(draft, is_sent=True))

    def _put(self, draft: Draft) -> None:
        if draft.values == (None, None):
            self._drafts.pop(draft.id, None)
        else:
            self._drafts[draft.id] = draft
        self.changed.emit()

    @Slot(object)
    def _follow(self, snapshot: ScopeSnapshot | None) -> None:
        """Find the observations again in a newer snapshot of their scope."""
        scope = self.scope
        if snapshot is None or scope is None or snapshot.record is None:
            return
        for draft in [one for one in self._drafts.values() if one.scope == scope]:
            followed = _followed(draft, snapshot)
            if followed is None:
                del self._drafts[draft.id]
            else:
                self._drafts[draft.id] = followed
        if scope in self._additions:
            self._additions[scope] = replace(self._additions[scope], base=snapshot)
        self.changed.emit()


def _followed(draft: Draft, snapshot: ScopeSnapshot) -> Draft | None:
    """Return a draft as it belongs to a newer snapshot; ``None`` if it is saved there."""
    if draft.is_sent:
        return None
    present = observations_of(snapshot)
    index, is_same = find_again(draft.seen, draft.place, present)
    if index is not None and is_same:
        return replace(draft, base=snapshot, place=index, index=index, is_outdated=False)
    if index is not None and _is_saved(draft, present[index]):
        return None
    return replace(draft, index=index, is_outdated=index is not None)


def _is_saved(draft: Draft, present: Observation) -> bool:
    text = draft.seen.content if draft.text is None else trim(valid_unicode(draft.text))
    importance = draft.seen.importance if draft.importance is None else draft.importance
    return (text, importance) == (present.content, present.importance)
