"""Follows a scope that a change renames, makes or deletes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from desktop_app.core.errors import MemloupeError
from ui.scopes.nodes import Kind, walk

if TYPE_CHECKING:
    from desktop_app.core.outline import ScopeEntry
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
            self._leave(snapshot.memory_id)

    def _leave(self, memory_id: str) -> None:
        session, beside = self._window.session, self._neighbour(memory_id)
        if beside is not None:
            self._show(beside)
            return
        session.show_scope(None)
        source = session.source
        if source is not None:
            # The tree has read only what is open in it.
            job = session.jobs.read(lambda _context: source.scopes(limit=1))
            job.succeeded.connect(self._show_any)
            job.failed.connect(self._fail)

    @Slot(object)
    def _show_any(self, found: tuple[ScopeEntry, ...]) -> None:
        frame = self._window.frame
        if found:
            self._show(found[0].memory_id)
        else:
            frame.middle.show_page(frame.no_scope)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        session = self._window.session
        (session.refused if isinstance(error, MemloupeError) else session.broke).emit(error)

    def _show(self, memory_id: str) -> None:
        self._window.navigator.show_scope(memory_id)

    def _neighbour(self, memory_id: str) -> str | None:
        """Return the scope after one in the tree, or the one before it."""
        root = self._window.frame.scopes.presenter.model.root
        keys = [node.key[-1] for node in walk(root) if node.kind is Kind.AGENT]
        at = keys.index(memory_id) if memory_id in keys else 0
        beside = (*keys[at + 1 : at + 2], *keys[max(at - 1, 0) : at])
        return beside[0] if beside else None
