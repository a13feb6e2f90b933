"""The items of a review as a Qt model: a head for each scope, its items below."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
    Slot,
)

from desktop_app.core.outline import scope_of_key
from desktop_app.core.review.differences import DifferenceKind
from ui.naming import shown_line, shown_scope
from ui.review.rows import Row
from ui.review.words import item_name, kind_word, state_word
from ui.widgets.labels import plain_tip

if TYPE_CHECKING:
    from ui.review.board import Board

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = Qt.ItemDataRole.UserRole
_DISPLAY = Qt.ItemDataRole.DisplayRole
_TIP = Qt.ItemDataRole.ToolTipRole
_SPOKEN = Qt.ItemDataRole.AccessibleTextRole
_LONGEST = 300


class ReviewModel(QAbstractTableModel):
    """One column; heads can't be selected."""

    was_reset = Signal()

    def __init__(self, board: Board, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._board = board
        self._entries: list[Row | str] = []
        self._places: dict[int, int] = {}
        board.replaced.connect(self._renew)
        board.row_changed.connect(self._tell)
        self._renew()

    def row_at(self, at: int) -> Row | None:
        """Return the item in a row; ``None`` for a head."""
        entry = self._entries[at] if 0 <= at < len(self._entries) else None
        return entry if isinstance(entry, Row) else None

    def place_of(self, row: Row | None) -> int:
        """Return where an item is, or -1."""
        return self._places.get(id(row), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._entries)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else 1

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.row_at(index.row()) is None:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        entry = self._entries[index.row()]
        if role == ROW_ROLE:
            return entry
        if isinstance(entry, str):
            return entry if role in {_DISPLAY, _SPOKEN} else None
        if role == _DISPLAY:
            return shown_line(entry.item.content[:_LONGEST])
        if role == _TIP:
            return plain_tip(entry.problem) if entry.problem else None
        return _spoken(entry) if role == _SPOKEN else None

    @Slot()
    def _renew(self) -> None:
        entries: list[Row | str] = []
        places: dict[int, int] = {}
        before: str | None = None
        for row in self._board.rows:
            if row.memory_id != before:
                before = row.memory_id
                entries.append(_head(before))
            places[id(row)] = len(entries)
            entries.append(row)
        self.beginResetModel()
        self._entries, self._places = entries, places
        self.endResetModel()
        self.was_reset.emit()

    @Slot(object)
    def _tell(self, row: Row) -> None:
        at = self.place_of(row)
        if at >= 0:
            self.dataChanged.emit(self.index(at, 0), self.index(at, 0))


@lru_cache(maxsize=6_000)
def _head(memory_id: str) -> str:
    scope = scope_of_key(memory_id)
    return shown_scope(scope.tenant, scope.conversation, scope.agent)


def _spoken(row: Row) -> str:
    parts = [item_name(row.item), state_word(row.state)]
    if row.difference.kind is not DifferenceKind.NEW:
        parts.append(kind_word(row.difference.kind))
    parts += [row.problem] if row.problem else []
    return ", ".join([*parts, shown_line(row.item.content[:_LONGEST])])
