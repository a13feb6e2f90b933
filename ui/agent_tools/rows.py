"""Tables of values: what stands in a column is worked out when it comes into sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from ui.icons import Icon
from ui.tokens import Meaning
from ui.widgets.labels import ELIDE_END, plain_tip

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = int(Qt.ItemDataRole.UserRole)
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_TIP = int(Qt.ItemDataRole.ToolTipRole)
_SPOKEN = int(Qt.ItemDataRole.AccessibleTextRole)
_ALIGN = int(Qt.ItemDataRole.TextAlignmentRole)
_LONGEST_TIP = 1_000

Mark = tuple[str, Meaning, Icon | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column.

    Attributes:
        name: Its heading.
        text: What a row says in it.
        wide: Pixels; 0 for what the others leave.
        right: Whether it is numbers.
        tone: Token of the colour of its text.
        mark: A badge in front of the text, ``None`` for none.
        needs: Pixels that the table has to be wide for it to be shown.
        elide: Where a long text is cut: paths at the front, ids in the middle.
    """

    name: str
    text: Callable[[Any], str]
    wide: int = 0
    right: bool = False
    tone: str = "text"
    mark: Callable[[Any], Mark | None] = lambda _row: None
    needs: int = 0
    elide: Qt.TextElideMode = ELIDE_END


class RowModel(QAbstractTableModel):
    """Gives the values of rows that never change; other rows replace all of them."""

    def __init__(self, columns: Sequence[Column], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self._rows: Sequence[Any] = ()

    @property
    def rows(self) -> Sequence[Any]:
        """What is listed."""
        return self._rows

    def set_rows(self, rows: Sequence[Any]) -> None:
        """List something else."""
        if len(rows) == len(self._rows):
            self._rows = rows
            if rows:
                last = self.index(len(rows) - 1, len(self.columns) - 1)
                self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        column = self.columns[index.column()]
        if role == _DISPLAY:
            return column.text(row)
        if role == _TIP:
            return plain_tip(column.text(row)[:_LONGEST_TIP])
        return self._spoken(row) if role == _SPOKEN else None

    def headerData(self, section: int, _side: Qt.Orientation, role: int = _DISPLAY) -> Any:
        column = self.columns[section]
        if role == _ALIGN:
            return column.right
        return column.name if role == _DISPLAY else None

    def _spoken(self, row: Any) -> str:
        parts = []
        for column in self.columns:
            mark = column.mark(row)
            words = " ".join(part for part in (mark[0] if mark else "", column.text(row)) if part)
            parts.append(f"{column.name} {words}".strip() if words else "")
        return ", ".join(part for part in parts if part)
