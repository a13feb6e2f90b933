"""Edits of working memory that are not saved yet: each stays with its key until it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.engine_json import JsonError
from desktop_app.core.working.value import entry_json
from desktop_app.services.snapshot import ScopeSnapshot
from ui.widgets.json_view import indent

if TYPE_CHECKING:
    from desktop_app.core.working.entry import WorkingEntry
    from ui.session import Session

Scope = tuple[str, str]
"""Path of the file and key of the memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A value that is being written.

    Attributes:
        base: The scope as it was seen; saving compares with it.
        key: The key as stored, or as typed for a new entry.
        is_new: Whether there is no entry yet.
        is_outdated: Whether somebody else has changed the entry since ``base``.
        is_gone: Whether somebody else has deleted it.
        is_sent: Whether it is in the file already, and only the view is not that far.
    """

    scope: Scope
    base: ScopeSnapshot
    key: str
    text: str
    is_new: bool = False
    is_outdated: bool = False
    is_gone: bool = False
    is_sent: bool = False

    @property
    def values(self) -> tuple[str, str]:
        """What is typed."""
        return self.key, self.text


class Drafts(QObject):
    """All unsaved values of a session, whatever scope is shown."""

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._drafts: dict[tuple[Scope, str], Draft] = {}
        self._additions: dict[Scope, Draft] = {}
        session.snapshot_changed.connect(self._follow)

    @property
    def scope(self) -> Scope | None:
        """The scope that is shown."""
        source, snapshot = self._session.source, self._session.snapshot
        return (str(source.path), snapshot.memory_id) if source and snapshot else None

    @property
    def unsaved(self) -> tuple[Draft, ...]:
        """Everything that would be lost with the program."""
        edits = (draft for draft in self._drafts.values() if not draft.is_sent)
        added = (one for one in self._additions.values() if any(map(str.strip, one.values)))
        return (*edits, *added)

    @property
    def here(self) -> dict[str, Draft]:
        """The edits of the shown scope that are not in the file, by their keys."""
        scope = self.scope
        return {
            key: draft
            for (place, key), draft in self._drafts.items()
            if place == scope and not draft.is_sent
        }

    @property
    def addition(self) -> Draft | None:
        """The new entry of the shown scope."""
        scope = self.scope
        return self._additions.get(scope) if scope else None

    def at(self, key: str) -> Draft | None:
        """Return the edit of an entry of the shown scope."""
        scope = self.scope
        return self._drafts.get((scope, key)) if scope else None

    def edit(self, key: str, text: str) -> None:
        """Take over what stands in the field of an entry."""
        scope, snapshot = self.scope, self._session.snapshot
        if scope is None or snapshot is None:
            return
        draft = self.at(key) or Draft(scope=scope, base=snapshot, key=key, text=text)
        entry = find(draft.base, key)
        if entry is not None and text == shown_text(entry.value_json):
            self._drafts.pop((scope, key), None)
        else:
            self._drafts[scope, key] = replace(draft, text=text, is_sent=False)
        self.changed.emit()

    def edit_addition(self, key: str, text: str) -> None:
        """Take over what stands in the form of a new entry."""
        scope, snapshot = self.scope, self._session.snapshot
        if scope is not None and snapshot is not None:
            self._additions[scope] = Draft(
                scope=scope, base=snapshot, key=key, text=text, is_new=True
            )
            self.changed.emit()

    def discard(self, draft: Draft) -> None:
        """Give an edit up, or forget it because it is kept elsewhere; not if it was typed on."""
        if draft.is_new:
            if self._is_present(self._additions.get(draft.scope), draft):
                del self._additions[draft.scope]
        elif self._is_present(self._drafts.get((draft.scope, draft.key)), draft):
            del self._drafts[draft.scope, draft.key]
        self.changed.emit()

    def mark_sent(self, draft: Draft) -> None:
        """Note that an edit is in the file, unless it was edited on meanwhile."""
        if draft.is_new:
            self.discard(draft)
        elif self._is_present(self._drafts.get((draft.scope, draft.key)), draft):
            self._drafts[draft.scope, draft.key] = replace(draft, is_sent=True)
            self.changed.emit()

    def forget_all(self) -> None:
        """Give everything up."""
        self._drafts.clear()
        self._additions.clear()
        self.changed.emit()

    def add_again(self, draft: Draft) -> None:
        """Make a new entry of an edit whose entry is gone."""
        self.edit_addition(draft.key, draft.text)
        self.discard(draft)

    def follow_rename(self, scope: Scope, key: str, new_key: str) -> None:
        """Keep an edit with its entry, which gets another key."""
        draft = self._drafts.pop((scope, key), None)
        if draft is not None:
            self._drafts[scope, new_key] = replace(draft, key=new_key, is_outdated=True)
            self.changed.emit()

    def _is_present(self, present: Draft | None, draft: Draft) -> bool:
        return present is not None and present.values == draft.values

    @Slot(object)
    def _follow(self, snapshot: ScopeSnapshot | None) -> None:
        """Find the entries again in a newer snapshot of their scope."""
        scope = self.scope
        if snapshot is None or scope is None:
            return
        for place, draft in list(self._drafts.items()):
            if place[0] != scope:
                continue
            followed = _followed(draft, snapshot)
            if followed is None:
                del self._drafts[place]
            else:
                self._drafts[place] = followed
        if scope in self._additions:
            self._additions[scope] = replace(self._additions[scope], base=snapshot)
        self.changed.emit()


def find(snapshot: ScopeSnapshot, key: str) -> WorkingEntry | None:
    """Return an entry of a scope."""
    return next((entry for entry in snapshot.working if entry.key == key), None)


def shown_text(value_json: str) -> str:
    """Return a stored value as the field shows it: on several lines, every token as stored."""
    pretty = indent(value_json)
    return value_json if pretty is None else pretty


def _followed(draft: Draft, snapshot: ScopeSnapshot) -> Draft | None:
    """Return a draft as it belongs to a newer snapshot; ``None`` if it is saved there."""
    seen, present = find(draft.base, draft.key), find(snapshot, draft.key)
    if draft.is_sent:
        return None
    if present == seen:
        return replace(draft, base=snapshot, is_outdated=False, is_gone=False)
    if present is not None and _is_saved(draft.text, present.value_json):
        return None
    if seen is None:
        # It came, with the key under which the edit is kept: this is what it is about.
        return replace(draft, base=snapshot, is_outdated=False, is_gone=False)
    return replace(draft, is_outdated=present is not None, is_gone=present is None)


def _is_saved(text: str, stored: str) -> bool:
    try:
        return entry_json(text) == stored
    except JsonError:
        return False
