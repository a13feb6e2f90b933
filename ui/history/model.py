"""The timeline as a Qt model: pages are added at the end, new entries at the top."""

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

from ui.history.rows import State, is_ours, local_text, shown_value, tr
from ui.history.words import meaning, state_word
from ui.widgets.labels import plain_tip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ui.history.rows import HistoryRow

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = Qt.ItemDataRole.UserRole
_DISPLAY = Qt.ItemDataRole.DisplayRole
_TIP = Qt.ItemDataRole.ToolTipRole
_ALIGN = Qt.ItemDataRole.TextAlignmentRole
_SPOKEN = Qt.ItemDataRole.AccessibleTextRole


class Column(IntEnum):
    """The columns from left to right."""

    STATE = 0
    WHEN = 1
    KIND = 2
    TOOK = 3
    WHAT = 4


class HistoryModel(QAbstractTableModel):
    """Rows, newest first. ``more_wanted`` asks for the next page when the end comes into sight."""

    more_wanted = Signal()
    about_to_change = Signal()
    changed = Signal(int)  # rows that came in at the top

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[HistoryRow] = []
        self._has_more = False

    @property
    def rows(self) -> Sequence[HistoryRow]:
        """What is loaded."""
        return self._rows

    @property
    def has_more(self) -> bool:
        """Whether older entries are there."""
        return self._has_more

    def replace(self, rows: list[HistoryRow], *, has_more: bool) -> None:
        """Show these rows, changing as little as possible."""
        self._has_more = has_more
        added = self._added_at_top(rows)
        if added is None:
            self.about_to_change.emit()
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
            self.changed.emit(-1)
            return
        if added:
            self.beginInsertRows(QModelIndex(), 0, added - 1)
            self._rows[:0] = rows[:added]
            self.endInsertRows()
        self._update(rows, added)
        self.changed.emit(added)

    def append(self, rows: list[HistoryRow], *, has_more: bool) -> None:
        """Add the next page."""
        self._has_more = has_more
        if rows:
            first = len(self._rows)
            self.beginInsertRows(QModelIndex(), first, first + len(rows) - 1)
            self._rows += rows
            self.endInsertRows()

    def row_of(self, key: object) -> int:
        """Return where the row with this key is, or -1."""
        return next((at for at, row in enumerate(self._rows) if row.key == key), -1)

    def next_failure(self, after: int) -> int:
        """Return the next row below ``after`` that failed or is stuck, or -1."""
        wanted = {State.FAILED, State.STUCK}
        below = range(after + 1, len(self._rows))
        return next((at for at in below if self._rows[at].state in wanted), -1)

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
            return _text(row, index.column())
        if role == _TIP:
            return plain_tip(_tip(row, index.column()))
        if role == _SPOKEN:
            return ", ".join(filter(None, (state_word(row.state), row.kind, row.when, row.what)))
        return None

    def headerData(self, section: int, _side: Qt.Orientation, role: int = _DISPLAY) -> Any:
        names = ("", tr("Time (UTC)"), tr("Kind"), tr("Took"), tr("What"))
        if role == _DISPLAY:
            return names[section]
        return section == Column.TOOK if role == _ALIGN else None

    def _added_at_top(self, rows: list[HistoryRow]) -> int | None:
        """Return how many rows are new at the top if all others stayed, else ``None``."""
        if not self._rows:
            return None
        old = self._rows[0].key
        added = next((at for at, row in enumerate(rows) if row.key == old), None)
        if added is None or len(rows) - added < len(self._rows):
            return None
        same = zip(self._rows, rows[added:], strict=False)
        return added if all(one.key == other.key for one, other in same) else None

    def _update(self, rows: list[HistoryRow], added: int) -> None:
        for at in range(added, min(len(self._rows), len(rows))):
            if self._rows[at] != rows[at]:
                self._rows[at] = rows[at]
                self.dataChanged.emit(self.index(at, 0), self.index(at, Column.WHAT))
        self.append(rows[len(self._rows) :], has_more=self._has_more)


def _text(row: HistoryRow, column: int) -> str:
    return (state_word(row.state), _when(row), row.kind, row.took, row.what)[column]


def _when(row: HistoryRow) -> str:
    """Return the time to the second; the tooltip and the inspector have all of it."""
    return row.when.partition(".")[0] if row.entry.created else row.when


def _tip(row: HistoryRow, column: int) -> str:
    if column == Column.STATE:
        return "\n".join(filter(None, (state_word(row.state), meaning(row))))
    if column == Column.KIND and is_ours(row.entry):
        return "\n".join((shown_value(row.entry.kind), meaning(row)))
    local = local_text(row.entry.created) if column == Column.WHEN else ""
    if not local:
        return _text(row, column)
    return "\n".join((row.when, tr("{0} on this machine's clock").format(local)))
