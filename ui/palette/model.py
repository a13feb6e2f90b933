"""The rows of the palette: group heads and items."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from ui.palette.items import Findings, PaletteItem
from ui.palette.matching import Fit

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Note:
    """A row of words that can't be chosen."""

    words: str


Row = str | Note | PaletteItem

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

    def show_groups(
        self, groups: list[tuple[str, Findings]], notes: list[str], *, cut: bool = True
    ) -> None:
        """Replace all rows.

        Args:
            groups: Titles with what was found; those in which something fits well come first.
            notes: What to say below.
            cut: Whether to show only the best of each group.
        """
        self.beginResetModel()
        self._rows = []
        for title, found in sorted(groups, key=_worst_last):
            best = sorted(found.items, key=_best_first)[: MOST_IN_GROUP if cut else None]
            if best:
                self._rows += [title, *best]
                self._rows += [] if cut else self._more(found)
        self._rows += [Note(words) for words in notes]
        self.endResetModel()

    def row_of(self, item: PaletteItem) -> int:
        """Return where an item stands; -1 if it is gone."""
        return next((at for at, row in enumerate(self._rows) if row == item), -1)

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

    def _more(self, found: Findings) -> list[Note]:
        more = found.count - found.shown
        if more <= 0:
            return []
        words = self.tr("{0} more; type to narrow the list")
        return [Note(words.format(f"{more:,}+" if found.at_least else f"{more:,}"))]

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
        if not isinstance(row, PaletteItem):
            words = row if isinstance(row, str) else row.words
            return words if role in {_DISPLAY, _SPOKEN} else None
        if role == _DISPLAY:
            return row.title
        if role == _SPOKEN:
            return _spoken(row)
        return row.reason if role == _TIP and row.reason else None


def _worst_last(group: tuple[str, Findings]) -> bool:
    items = group[1].items
    return bool(items) and max(item.fit for item in items) < Fit.START


def _best_first(item: PaletteItem) -> tuple[bool, int]:
    return item.fit < Fit.START, -item.score


def _spoken(item: PaletteItem) -> str:
    parts = (item.title, item.detail, " ".join(item.keys), item.reason)
    return ", ".join(part for part in parts if part)
