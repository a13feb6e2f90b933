"""The table of observations as a Qt model: values only, the delegate paints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from ui.observations import words
from ui.observations.rows import Column, Row
from ui.widgets.labels import plain_tip

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = Qt.ItemDataRole.UserRole
_DISPLAY = Qt.ItemDataRole.DisplayRole
_SPOKEN = Qt.ItemDataRole.AccessibleTextRole
_TOOL_TIP = Qt.ItemDataRole.ToolTipRole
_ALIGNMENT = Qt.ItemDataRole.TextAlignmentRole
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_NUMBERS = {Column.SEQ, Column.AGE, Column.TOKENS}
_LONGEST_TIP = 600


class ObservationModel(QAbstractTableModel):
    """Shows arranged rows; the presenter replaces them, never edits them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[Row] = ()
        self._places: dict[int, int] | None = None
        self.lowest_score_in: float | None = None
        self.marked: frozenset[int] = frozenset()
        self.unsaved: frozenset[int] = frozenset()

    @property
    def rows(self) -> Sequence[Row]:
        """The rows as they are shown."""
        return self._rows

    def replace_rows(self, rows: Sequence[Row], lowest_score_in: float | None = None) -> bool:
        """Take over rows; returns whether they stand where they stood."""
        same = len(rows) == len(self._rows) and all(
            old.index == new.index for old, new in zip(self._rows, rows, strict=True)
        )
        if not same:
            self.beginResetModel()
        old, self._rows, self._places = self._rows, rows, None
        moved = lowest_score_in != self.lowest_score_in
        self.lowest_score_in = lowest_score_in
        if not same:
            self.endResetModel()
        elif rows and (moved or old != rows):
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(Column) - 1))
        return same

    def show_states(self, marked: frozenset[int], unsaved: frozenset[int]) -> None:
        """Take over which rows are marked and which have an edit that is not saved."""
        if (marked, unsaved) != (self.marked, self.unsaved):
            self.marked, self.unsaved = marked, unsaved
            last = self.index(len(self._rows) - 1, len(Column) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def row_of(self, index: int | None) -> int | None:
        """Return where the observation with this position in the stored list is shown."""
        if self._places is None:
            self._places = {row.index: at for at, row in enumerate(self._rows)}
        return None if index is None else self._places.get(index)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(Column)

    def data(self, index: Index, role: int = _DISPLAY) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row, column = self._rows[index.row()], Column(index.column())
        if role == ROW_ROLE:
            return row
        if role == _DISPLAY:
            return _TEXTS[column](row)
        if role == _SPOKEN:
            return self._spoken(row, column)
        if role == _ALIGNMENT:
            return _RIGHT if column in _NUMBERS else _LEFT
        return self._tip(row, column) if role == _TOOL_TIP else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        column = Column(section)
        if role == _DISPLAY:
            return self._heads()[column]
        if role == _TOOL_TIP:
            return plain_tip(words.head_tip(column))
        if role == _SPOKEN and column is Column.MARK:
            return self.tr("In the next turn")
        return _RIGHT if role == _ALIGNMENT and column in _NUMBERS else None

    def _heads(self) -> dict[Column, str]:
        return {
            Column.MARK: "",
            Column.SEQ: self.tr("Seq"),
            Column.IMPORTANCE: self.tr("Importance"),
            Column.AGE: self.tr("Age ×"),
            Column.SCORE: self.tr("Score"),
            Column.TOKENS: self.tr("Tokens"),
            Column.TEXT: self.tr("Text"),
        }

    def _spoken(self, row: Row, column: Column) -> str:
        spoken = self._spoken_row(row)
        if column is Column.MARK:
            return spoken
        text = _TEXTS[column](row)
        if column is Column.TEXT:
            return f"{spoken}: {text}"
        return f"{self._heads()[column]} {text}"

    def _spoken_row(self, row: Row) -> str:
        states = (
            (self.marked, self.tr("marked")),
            (self.unsaved, self.tr("with an edit that is not saved")),
        )
        return ", ".join(
            [words.spoken(row), *(said for indexes, said in states if row.index in indexes)]
        )

    def _tip(self, row: Row, column: Column) -> str | None:
        if column is Column.MARK:
            return self._spoken_row(row)
        if column is Column.TOKENS:
            return f"{row.observation.token_count:,}"
        if column in {Column.AGE, Column.SCORE} and row.standing is not None:
            return words.score_sentence(row.standing)
        if column is not Column.TEXT:
            return None
        text = row.observation.content
        shown = text if len(text) <= _LONGEST_TIP else f"{text[:_LONGEST_TIP]}…"
        return plain_tip(words.visible(shown))


_TEXTS: dict[Column, Callable[[Row], str]] = {
    Column.MARK: words.verdict_text,
    Column.SEQ: lambda row: str(row.observation.seq),
    Column.IMPORTANCE: words.importance_text,
    Column.AGE: words.age_text,
    Column.SCORE: words.score_text,
    Column.TOKENS: words.tokens_text,
    Column.TEXT: lambda row: words.first_line(row.observation.content),
}
