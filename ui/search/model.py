"""The list of hits as a Qt model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from ui.search.hits import shown_excerpt, where

if TYPE_CHECKING:
    from ui.search.hits import AnyHit

Index = QModelIndex | QPersistentModelIndex
HIT_ROLE = Qt.ItemDataRole.UserRole
_DISPLAY = Qt.ItemDataRole.DisplayRole
_SPOKEN = Qt.ItemDataRole.AccessibleTextRole


class HitModel(QAbstractListModel):
    """Shows hits in the order in which they were found."""

    def __init__(self) -> None:
        super().__init__()
        self._hits: list[AnyHit] = []

    @property
    def hits(self) -> list[AnyHit]:
        """What is shown."""
        return self._hits

    def show_hits(self, hits: list[AnyHit]) -> None:
        """Show these; hits that only came on top of those shown are added."""
        known = len(self._hits)
        if known and hits[:known] == self._hits:
            if len(hits) > known:
                self.beginInsertRows(QModelIndex(), known, len(hits) - 1)
                self._hits = hits
                self.endInsertRows()
            return
        self.beginResetModel()
        self._hits = hits
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._hits)

    def data(self, index: Index, role: int = _DISPLAY) -> object:
        if not index.isValid():
            return None
        hit = self._hits[index.row()]
        if role == HIT_ROLE:
            return hit
        if role == _DISPLAY:
            return shown_excerpt(hit)[0]
        return f"{shown_excerpt(hit)[0]}, {where(hit)}" if role == _SPOKEN else None
