"""Changes of a whole scope: commands, the menu in the head, the menu of the tree."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from desktop_app.core.scope import Scope
from ui.scopes.nodes import Kind
from ui.view_protocols import AsksForLimits
from ui.window.closed_reasons import no_scope, no_state_file
from ui.window.scope_following import ScopeFollowing

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMenu, QWidget

    from desktop_app.core.errors import MemloupeError
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.main_window import MainWindow
    from ui.scope_edit.scope_edits import ScopeEdits
    from ui.scopes.nodes import Node

OF_SCOPE = ("switch", "limits", "rename", "delete")
CREATE = "scope.create"


class ScopeCommands(QObject):
    """Opens the dialogs about the shown scope, or about a row of the tree."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.following = ScopeFollowing(window)

    @cached_property
    def edits(self) -> ScopeEdits:
        """The dialogs; loaded when one is first asked for."""
        from ui.scope_edit.scope_edits import ScopeEdits  # noqa: PLC0415 - not for the first paint

        edits = ScopeEdits(self._window.session, self._window.frame)
        edits.refused.connect(self._tell)
        return edits

    def doings(self) -> dict[str, Callable[[], object]]:
        """Return what the commands do."""
        shown = {f"scope.{name}": partial(self._open_shown, name) for name in OF_SCOPE}
        return {**shown, CREATE: self.create, "scope.menu": self.open_menu}

    def connect_all(self) -> None:
        """Listen; the commands are in the registry."""
        window, head = self._window, self._window.frame.middle.head
        names = [*(f"scope.{name}" for name in OF_SCOPE), CREATE]
        for name in names:
            head.scope_menu.addAction(window.registry.action(name))
        head.more.clicked.connect(self.open_menu)
        window.frame.new_scope.clicked.connect(self.create)
        window.frame.scopes.menu_opening.connect(self._fill_menu)
        window.frame.middle.built.connect(self._take_view)
        window.session.snapshot_changed.connect(self.judge)
        window.session.source_changed.connect(self.judge)
        self.judge()

    @Slot()
    def judge(self, _change: object = None) -> None:
        """Say which commands can't be used now, and why."""
        session, registry = self._window.session, self._window.registry
        snapshot = session.snapshot
        for name in OF_SCOPE:
            registry.set_unavailable(f"scope.{name}", self._reason(name, snapshot))
        registry.set_unavailable(CREATE, no_state_file(session))
        registry.set_unavailable("scope.menu", no_scope(session))
        self._window.frame.middle.head.more.setEnabled(snapshot is not None)

    def _reason(self, name: str, snapshot: ScopeSnapshot | None) -> str:
        if snapshot is None:
            return no_scope(self._window.session)
        if snapshot.record is not None or name not in {"switch", "limits"}:
            return ""
        if snapshot.row is None:
            return self.tr("This scope has working memory only; no record is stored.")
        return self.tr("The engine can’t read this record. Repair it first.")

    @Slot()
    def create(self) -> None:
        """Ask for the ids of a new scope."""
        self.edits.create(Scope("", "", ""))

    @Slot()
    def open_menu(self) -> None:
        """Open the menu of the shown scope below its button."""
        head = self._window.frame.middle.head
        corner = head.more.rect().bottomRight()
        corner.setX(corner.x() - head.scope_menu.sizeHint().width())
        head.scope_menu.popup(head.more.mapToGlobal(corner))

    def _open_shown(self, name: str) -> None:
        memory_id = self._window.session.memory_id
        if memory_id is not None:
            self.edits.open(name, memory_id)

    @Slot(object, object)
    def _fill_menu(self, menu: QMenu, node: Node) -> None:
        """Offer the same in the menu of a row of the tree."""
        menu.addSeparator()
        if node.kind is Kind.AGENT:
            for name in OF_SCOPE:
                words = self._window.registry.spec(f"scope.{name}").text
                menu.addAction(words, partial(self.edits.open, name, node.key[-1]))
        ids = (*node.key[:2], "", "")
        begun = Scope(ids[0], ids[1] if len(node.key) > 1 else "", "")
        menu.addAction(self.tr("New scope here…"), partial(self.edits.create, begun))

    @Slot(object, object)
    def _take_view(self, view: QWidget, _inspector: QWidget | None) -> None:
        if isinstance(view, AsksForLimits):
            view.limits_wanted.connect(partial(self._open_shown, "limits"))

    @Slot(object)
    def _tell(self, error: MemloupeError) -> None:
        words = error.words
        self._window.frame.toast.show_message(words)
