"""The sections of the pane at the left, one below the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLineEdit

    from ui.scopes.file_tree import FileTree
    from ui.scopes.nodes import Node
    from ui.scopes.tree import ScopeTree


class Sections:
    """Knows which rows follow on which: scopes, files, pages."""

    def __init__(
        self, line: QLineEdit, scopes: ScopeTree, files: FileTree, pages: ScopeTree
    ) -> None:
        self._line = line
        self._scopes, self._files, self._pages = scopes, files, pages
        self._is_alone = False

    def show_only_files(self, *, alone: bool) -> None:
        """Give all the room to the files, where there is no state file, or to the scopes."""
        self._is_alone = alone
        self._scopes.setVisible(not alone)
        self._files.set_alone(alone)

    def name_filter(self, has_files: bool) -> None:  # noqa: FBT001 - as it is emitted
        """Say in the filter what it narrows."""
        words = _tr("Filter scopes")
        if has_files:
            words = _tr("Filter files") if self._is_alone else _tr("Filter scopes and files")
        self._line.setPlaceholderText(words)
        self._line.setAccessibleName(words)

    def tree_of(self, node: Node) -> ScopeTree:
        """Return the section that a row stands in."""
        if node.target is not None:
            return self._files
        return self._pages if node.place is not None else self._scopes

    def beyond(self, tree: object, step: int) -> Node | None:
        """Return the nearest row below (1) or above (-1) a section."""
        order: list[ScopeTree] = [self._scopes, self._files, self._pages][::step]
        at = next(at for at, one in enumerate(order) if one is tree)
        for section in order[at + 1 :]:
            rows = section.choosable() if section.isVisible() else []
            if rows:
                return rows[0 if step > 0 else -1]
        return None


def _tr(text: str) -> str:
    return QCoreApplication.translate("ScopesView", text)
