"""Follows a scope that a change renames, makes or deletes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from ui.scopes.nodes import Kind, walk

if TYPE_CHECKING:
    from desktop_app.services.editing.outcomes import Saved
    from ui.main_window import MainWindow


class ScopeFollowing(QObject):
    """Shows the renamed or the new scope, or the neighbour of one that is gone."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        window.session.editing.saved.connect(self._follow)

    @Slot(object)
    def _follow(self, saved: Saved) -> None:
        # Who has saved something has it loaded already.
        from ui.scope_edit.moves import is_left, made_key, new_key  # noqa: PLC0415

        session, change = self._window.session, saved.change
        shown, snapshot = session.memory_id, session.snapshot
        wanted = made_key(change)
        if wanted is None and shown is not None:
            wanted = new_key(change, shown)
        if wanted is not None and wanted != shown:
            self._show(wanted)
        elif snapshot is not None and not is_left(change, snapshot):
            self._show(self._neighbour(snapshot.memory_id))

    def _show(self, memory_id: str | None) -> None:
        window = self._window
        if memory_id is None:
            window.session.show_scope(None)
        else:
            window.navigator.show_scope(memory_id)

    def _neighbour(self, memory_id: str) -> str | None:
        """Return the scope after one in the tree, or the one before it."""
        root = self._window.frame.scopes.presenter.model.root
        keys = [node.key[-1] for node in walk(root) if node.kind is Kind.AGENT]
        if memory_id not in keys:
            return keys[0] if keys else None
        at = keys.index(memory_id)
        beside = (*keys[at + 1 : at + 2], *keys[max(at - 1, 0) : at])
        return beside[0] if beside else None
