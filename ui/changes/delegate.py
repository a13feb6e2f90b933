"""Paints the cells of the list of changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from ui import fonts
from ui.changes.model import ROW_ROLE, Column
from ui.changes.rows import LOOKS, ChangeRow, State, state_word
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.badge import badge_width, draw_badge
from ui.widgets.labels import ELIDE_MIDDLE
from ui.widgets.list_table import PAD, ListDelegate

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from ui.widgets.list_table import Index

_BADGE = 18


class ChangesDelegate(ListDelegate):
    """A badge says what became of a change; what is not in the file stays quiet."""

    def paint_cell(self, painter: QPainter, area: QRectF, index: Index) -> None:
        row = index.data(ROW_ROLE)
        if not isinstance(row, ChangeRow):
            return
        column = index.column()
        if column == Column.STATE:
            _paint_state(painter, area, row)
        elif column == Column.WHERE:
            self._paint_where(painter, area, row)
        else:
            loud = column == Column.WHAT and row.state in {State.WRITTEN, State.DRAFT}
            self.paint_text(painter, area, str(index.data()), tone="text" if loud else "text2")

    @staticmethod
    def _paint_where(painter: QPainter, area: QRectF, row: ChangeRow) -> None:
        shown = painting.elide(row.where, fonts.metrics(), area.width(), ELIDE_MIDDLE)
        painting.draw_text(painter, area, shown, fonts.font(), tokens().text2)


def state_width() -> int:
    """Return the width of the column of states."""
    words = [badge_width(state_word(state), icon) for state, (_, icon) in LOOKS.items()]
    return max(words) + 2 * PAD + fonts.px(8)


def _paint_state(painter: QPainter, area: QRectF, row: ChangeRow) -> None:
    meaning, icon = LOOKS[row.state]
    word, high = state_word(row.state), fonts.px(_BADGE)
    left = area.left() + PAD
    badge = QRectF(left, round(area.center().y() - high / 2), badge_width(word, icon), high)
    draw_badge(painter, badge, word, meaning, icon)
