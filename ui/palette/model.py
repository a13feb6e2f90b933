"""The rows of the palette: group heads and items."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from ui.palette.items import PaletteItem

Index = QModelIndex | QPersistentModelIndex
Row = str | PaletteItem

ROW_ROLE = Qt.ItemDataRole.UserRole
_DISPLAY = Qt.ItemDataRole.DisplayRole
_SPOKEN = Qt.ItemDataRole.AccessibleTextRole
_TIP = Qt.ItemDataRole.ToolTipRole
MOST_IN_GROUP = 8


class PaletteModel(QAbstractListModel):
    """Shows groups in the order of their sources, the best items first."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[Row] = []

    @property
    def item_count(self) -> int:
        """How many items there are, heads not counted."""
        return sum(isinstance(row, PaletteItem) for row in self._rows)

    def show_groups(self, groups: list[tuple[str, list[PaletteItem]]]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._rows = []
        for title, items in groups:
            if items:
                best = sorted(items, key=lambda item: -item.score)[:MOST_IN_GROUP]
                self._rows += [title, *best]
        self.endResetModel()

    def next_item(self, row: int, step: int) -> int:
        """Return the row of the next item from ``row`` in direction ``step``; -1 without any."""
        count = len(self._rows)
        for distance in range(1, count + 1):
            at = (row + step * distance) % count
            if isinstance(self._rows[at], PaletteItem):
                return at
        return -1

    def item_at(self, row: int) -> PaletteItem | None:
        """Return the item in a row, or ``None`` for heads and beyond."""
        found = self._rows[row] if 0 <= row < len(self._rows) else None
        return found if isinstance(found, PaletteItem) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if self.item_at(index.row()) is None:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = _DISPLAY) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if isinstance(row, str):
            return row if role in {_DISPLAY, _SPOKEN} else None
        if role == _DISPLAY:
            return row.title
        if role == _SPOKEN:
            return _spoken(row)
        return row.reason if role == _TIP and row.reason else None


def _spoken(item: PaletteItem) -> str:
    parts = (item.title, item.detail, " ".join(item.keys), item.reason)
    return ", ".join(part for part in parts if part)
