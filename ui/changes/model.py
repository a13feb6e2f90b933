"""The changes as a Qt model: pages are added at the end, new ones at the top."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from ui.changes.rows import state_word, state_words, tr
from ui.widgets.labels import plain_tip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ui.changes.rows import ChangeRow

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = Qt.ItemDataRole.UserRole
_DISPLAY = Qt.ItemDataRole.DisplayRole
_TIP = Qt.ItemDataRole.ToolTipRole
_SPOKEN = Qt.ItemDataRole.AccessibleTextRole


class Column(IntEnum):
    """The columns from left to right."""

    STATE = 0
    WHEN = 1
    WHO = 2
    WHAT = 3
    WHERE = 4


class ChangesModel(QAbstractTableModel):
    """Rows, newest first. ``more_wanted`` asks for the next page when the end comes into sight."""

    more_wanted = Signal()
    about_to_reset = Signal()
    was_reset = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[ChangeRow] = []
        self._has_more = False

    @property
    def rows(self) -> Sequence[ChangeRow]:
        """What is loaded."""
        return self._rows

    @property
    def has_more(self) -> bool:
        """Whether older changes are there."""
        return self._has_more

    def replace(self, rows: list[ChangeRow], *, has_more: bool) -> None:
        """Show these rows, changing as little as possible."""
        self._has_more = has_more
        added = _added_at_top(self._rows, rows)
        if added is None:
            self.about_to_reset.emit()
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
            self.was_reset.emit()
            return
        if added:
            self.beginInsertRows(QModelIndex(), 0, added - 1)
            self._rows[:0] = rows[:added]
            self.endInsertRows()
        self._change(rows)
        self.append(rows[len(self._rows) :], has_more=has_more)

    def _change(self, rows: list[ChangeRow]) -> None:
        """Take what became of rows that stay; of those between the first and the last, too."""
        stay = min(len(self._rows), len(rows))
        changed = [at for at in range(stay) if self._rows[at] != rows[at]]
        if changed:
            self._rows[:stay] = rows[:stay]
            first, last = self.index(changed[0], 0), self.index(changed[-1], Column.WHERE)
            self.dataChanged.emit(first, last)

    def append(self, rows: list[ChangeRow], *, has_more: bool) -> None:
        """Add the next page."""
        self._has_more = has_more
        if rows:
            first = len(self._rows)
            self.beginInsertRows(QModelIndex(), first, first + len(rows) - 1)
            self._rows += rows
            self.endInsertRows()

    def row_of(self, key: str) -> int:
        """Return where the change with this id is, or -1."""
        return next((at for at, row in enumerate(self._rows) if row.key == key), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(Column)

    def canFetchMore(self, parent: Index) -> bool:
        return self._has_more and not parent.isValid()

    def fetchMore(self, _parent: Index) -> None:
        self.more_wanted.emit()

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == _DISPLAY:
            return _texts(row)[index.column()]
        if role == _TIP:
            state = state_words(row.state) if index.column() == Column.STATE else ""
            return plain_tip(state or _texts(row)[index.column()])
        return ", ".join(_texts(row)) if role == _SPOKEN else None

    def headerData(self, section: int, _side: Qt.Orientation, role: int = _DISPLAY) -> Any:
        names = (tr("State"), tr("When"), tr("Who"), tr("What"), tr("Where"))
        return names[section] if role == _DISPLAY else None


def _texts(row: ChangeRow) -> tuple[str, str, str, str, str]:
    return state_word(row.state), row.when, row.who, row.what, row.where


def _added_at_top(old: list[ChangeRow], new: list[ChangeRow]) -> int | None:
    """Return how many rows are new at the top if all others stayed, else ``None``."""
    if not old:
        return None
    added = next((at for at, row in enumerate(new) if row.key == old[0].key), None)
    if added is None or len(new) - added < len(old):
        return None
    same = zip(old, new[added:], strict=False)
    return added if all(one.key == other.key for one, other in same) else None
