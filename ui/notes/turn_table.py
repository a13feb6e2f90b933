"""The list of files that a turn changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QRectF, Qt, Signal
from PySide6.QtWidgets import QHeaderView

from ui import fonts
from ui.fonts import Role
from ui.naming import shown_id
from ui.notes.words import tr
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.badge import badge_width, draw_badge
from ui.widgets.labels import ELIDE_MIDDLE, plain_tip
from ui.widgets.list_table import PAD, Index, ListDelegate, ListTable

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QWidget

    from desktop_app.core.notes.turn_diff import TurnDiff

ROW = Qt.ItemDataRole.UserRole
_KIND_WIDE = 96


@dataclass(frozen=True, slots=True)
class TurnRow:
    """One file: what became of it, and the name that it had or got."""

    path: str
    kind: str
    meaning: Meaning
    also: str = ""

    @property
    def words(self) -> str:
        """Everything that the row says."""
        return ", ".join(part for part in (self.kind, shown_id(self.path), self.also) if part)


def turn_rows(diff: TurnDiff) -> tuple[TurnRow, ...]:
    """Return what a turn changed, in the order of the paths."""
    old = dict(diff.renamed)
    new = {after: before for before, after in diff.renamed}
    became, was = tr("same bytes as {0}, which was created"), tr("same bytes as {0}, now deleted")
    rows = [TurnRow(path, tr("updated"), Meaning.CAUTION) for path in diff.updated]
    for path in diff.created:
        also = was.format(shown_id(new[path])) if path in new else ""
        rows.append(TurnRow(path, tr("created"), Meaning.IN, also))
    for path in diff.deleted:
        also = became.format(shown_id(old[path])) if path in old else ""
        rows.append(TurnRow(path, tr("deleted"), Meaning.DAMAGED, also))
    return tuple(sorted(rows, key=lambda row: row.path))


class _Model(QAbstractTableModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: tuple[TurnRow, ...] = ()

    def show_rows(self, rows: tuple[TurnRow, ...]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else 2

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.path if index.column() else row.kind
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.words
        return plain_tip(row.words) if role == Qt.ItemDataRole.ToolTipRole else None


class _Delegate(ListDelegate):
    def paint_cell(self, painter: QPainter, area: QRectF, index: Index) -> None:
        row = index.data(ROW)
        if not isinstance(row, TurnRow):
            return
        if not index.column():
            high = fonts.px(18)
            top = round(area.center().y() - high / 2)
            wide = min(badge_width(row.kind), area.width() - PAD)
            place = QRectF(area.left() + PAD, top, wide, high)
            draw_badge(painter, place, row.kind, row.meaning)
            return
        shown = painting.elide(
            shown_id(row.path), fonts.metrics(Role.MONO), area.width(), ELIDE_MIDDLE
        )
        painting.draw_text(painter, area, shown, fonts.font(Role.MONO), tokens().text)
        area.setLeft(area.left() + fonts.metrics(Role.MONO).horizontalAdvance(shown) + 2 * PAD)
        if row.also and area.width() > 0:
            self.paint_text(painter, area, row.also, tone="text2")


class TurnTable(ListTable):
    """A file a row; the cursor chooses whose difference is shown."""

    chosen = Signal(str)  # path

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("What a turn changed"), parent)
        self._model = _Model(self)
        self.setModel(self._model)
        self.setItemDelegate(_Delegate(self))
        self.horizontalHeader().hide()
        modes = QHeaderView.ResizeMode
        self.horizontalHeader().setSectionResizeMode(1, modes.Stretch)
        self.setColumnWidth(0, fonts.px(_KIND_WIDE))

    @property
    def rows(self) -> tuple[TurnRow, ...]:
        """What is listed."""
        return self._model.rows

    def show_rows(self, rows: tuple[TurnRow, ...]) -> None:
        """List something else, with the cursor on the first row."""
        self._model.show_rows(rows)
        self.setColumnWidth(0, fonts.px(_KIND_WIDE))
        self.choose_row(0)

    def currentChanged(self, current: Index, previous: Index) -> None:  # noqa: N802 - called by Qt
        super().currentChanged(current, previous)
        row = current.data(ROW) if current.isValid() else None
        if isinstance(row, TurnRow):
            self.chosen.emit(row.path)
