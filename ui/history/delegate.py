"""Paints the cells of the timeline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF

from ui import fonts
from ui.fonts import Role
from ui.history.model import ROW_ROLE, Column
from ui.history.rows import HistoryRow, State
from ui.history.words import state_word
from ui.icons import Icon
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.badge import badge_width, draw_badge
from ui.widgets.list_table import PAD, ListDelegate

if TYPE_CHECKING:
    from PySide6.QtGui import QColor, QPainter

    from ui.widgets.list_table import Index

LOUD = {
    State.FAILED: (Meaning.DAMAGED, Icon.DAMAGED),
    State.STUCK: (Meaning.CAUTION, Icon.CLOCK),
    State.RUNNING: (Meaning.ENGINE, Icon.ENGINE),
    State.ORPHAN: (Meaning.OUT, Icon.DASH),
    State.OTHER: (Meaning.CAUTION, Icon.INFO),
}
"""States that a badge names, with its meaning and icon."""


class HistoryDelegate(ListDelegate):
    """Badges for what went wrong; everything else stays quiet."""

    def paint_cell(self, painter: QPainter, area: QRectF, index: Index) -> None:
        row = index.data(ROW_ROLE)
        if not isinstance(row, HistoryRow):
            return
        column, quiet = index.column(), _is_quiet(row)
        if column == Column.STATE:
            _paint_state(painter, area, row)
        elif column == Column.TOOK:
            self.paint_text(painter, area, row.took, tone="text2", right=True)
        elif column == Column.WHAT:
            self.paint_text(painter, area, row.what, tone="text2" if quiet else "text")
        else:
            tone = "text" if column == Column.KIND and not quiet else "text2"
            self.paint_text(painter, area, str(index.data()), tone=tone)


def state_width() -> int:
    """Return the width of the column of states."""
    words = [badge_width(state_word(state), icon) for state, (_, icon) in LOUD.items()]
    return max(words) + 2 * PAD + 4


def _is_quiet(row: HistoryRow) -> bool:
    return row.state in {State.MARKER, State.ORPHAN}


def _paint_state(painter: QPainter, area: QRectF, row: HistoryRow) -> None:
    left, middle = area.left() + 8, area.center().y()
    if row.state in LOUD:
        meaning, icon = LOUD[row.state]
        word, high = state_word(row.state), fonts.px(18)
        badge = QRectF(left - 4, round(middle - high / 2), badge_width(word, icon), high)
        draw_badge(painter, badge, word, meaning, icon)
        return
    icon, tone = _quiet_icon(row)
    size = fonts.px(14)
    painting.draw_icon(painter, icon, QPointF(left, middle - size / 2), size, tone)
    if row.state is State.APPLIED:
        text = area.adjusted(8 + size + 6, 0, 0, 0)
        word = state_word(row.state)
        painting.draw_text(painter, text, word, fonts.font(Role.SECONDARY), tokens().text2)


def _quiet_icon(row: HistoryRow) -> tuple[Icon, QColor]:
    colours = tokens()
    if row.state is State.APPLIED:
        return Icon.CHECK, colours.shades(Meaning.IN).foreground
    is_reflection = row.entry.kind == "reflection_end"
    return (Icon.REFLECT if is_reflection else Icon.DOT), colours.text3
