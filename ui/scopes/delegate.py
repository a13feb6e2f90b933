"""Draws the rows of the tree: chevron, icon, name, marks and count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.naming import shown_count
from ui.navigation import Place
from ui.scopes.model import NODE_ROLE, Index
from ui.scopes.nodes import Kind, Node
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.badge import badge_width, draw_badge
from ui.widgets.labels import ELIDE_MIDDLE

if TYPE_CHECKING:
    from PySide6.QtGui import QColor, QPainter

    from ui.navigation import Target

ROW = 28
INDENT = 14
_INSET, _CHEVRON, _ICON = 6, 12, 16
_ICONS = {
    Kind.TENANT: Icon.TENANT,
    Kind.CONVERSATION: Icon.CONVERSATION,
    Kind.AGENT: Icon.AGENT,
}
_PAGES = {
    Place.REVIEW: Icon.CHECK,
    Place.DOCTOR: Icon.DOCTOR,
    Place.CHANGES: Icon.HISTORY,
    Place.STATUS: Icon.INFO,
    Place.CONFIGURATION: Icon.SLIDERS,
}
_FILES = {
    Place.LEDGER: Icon.CALENDAR,
    Place.NOTES: Icon.LAYERS,
    Place.TOOLS: Icon.AGENT,
    Place.TURN: Icon.TURN,
}
_MOST_COUNTED = 999
"""The journal may hold thousands of changes; nobody needs their exact number here."""


class ScopeDelegate(QStyledItemDelegate):
    """Paints one node over the whole width of the tree."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(120, fonts.px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        node = index.data(NODE_ROLE)
        if not isinstance(node, Node):
            return
        painter.save()
        painting.smooth(painter)
        area = QRectF(0, option.rect.top(), option.rect.right() + 1, option.rect.height())
        if node.kind in {Kind.HEAD, Kind.NOTE}:
            _draw_head(painter, area, node)
        else:
            chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            _draw_ground(painter, area, option, chosen=chosen)
            opened = bool(option.state & QStyle.StateFlag.State_Open)
            left = _INSET + fonts.px(2) + fonts.px(INDENT) * _depth(node)
            _draw_row(painter, QRectF(area).adjusted(left, 0, -14, 0), index, chosen, opened)
        painter.restore()


def _depth(node: Node) -> int:
    return {Kind.CONVERSATION: 1, Kind.AGENT: 2, Kind.BUCKET: 1}.get(node.kind, 0)


def _draw_head(painter: QPainter, area: QRectF, node: Node) -> None:
    weight = Weight.STRONG if node.kind is Kind.HEAD else Weight.NORMAL
    font = fonts.font(Role.CAPTION, weight)
    painting.draw_text(painter, area.adjusted(14, 0, -8, 0), node.name, font, tokens().text2)


def _draw_ground(
    painter: QPainter, area: QRectF, option: QStyleOptionViewItem, *, chosen: bool
) -> None:
    colours, pill = tokens(), area.adjusted(_INSET, 1, -_INSET, -1)
    if chosen:
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        ground = colours.selected if focused else colours.selected_idle
        painting.fill_rounded(painter, pill, 6, ground)
    elif option.state & QStyle.StateFlag.State_MouseOver:
        painting.fill_rounded(painter, pill, 6, colours.hover)


def _draw_row(painter: QPainter, area: QRectF, index: Index, chosen: bool, opened: bool) -> None:  # noqa: FBT001 - two states of one row
    node: Node = index.data(NODE_ROLE)
    colours, middle = tokens(), area.center().y()
    left = area.left()
    if node.can_open:
        size = fonts.px(_CHEVRON)
        icon = Icon.CHEVRON_DOWN if opened else Icon.CHEVRON_RIGHT
        place = QPointF(left + fonts.px(2), middle - size / 2)
        painting.draw_icon(painter, icon, place, size, colours.text2)
    left += fonts.px(_CHEVRON + 9)
    size = fonts.px(_ICON)
    tone = colours.accent if chosen else colours.text2
    painting.draw_icon(painter, _icon(node), QPointF(left, middle - size / 2), size, tone)
    left += size + fonts.px(6)
    right = _draw_marks(painter, area, node)
    heavy = Weight.MEDIUM if node.kind is Kind.TENANT else Weight.NORMAL
    room = QRectF(left, area.top(), max(right - left - 2, 0), area.height())
    text = painting.elide(
        str(index.data()), fonts.metrics(Role.BODY, heavy), room.width(), ELIDE_MIDDLE
    )
    painting.draw_text(painter, room, text, fonts.font(Role.BODY, heavy), colours.text)


def _icon(node: Node) -> Icon:
    if node.place is not None:
        return _PAGES.get(node.place, Icon.FILE)
    if node.target is not None:
        return _file_icon(node, node.target)
    return _ICONS[node.kind]


def _file_icon(node: Node, target: Target) -> Icon:
    if node.kind is Kind.BUCKET:
        return Icon.FOLDER
    return Icon.FILE if target.path else _FILES[target.place]


def _draw_marks(painter: QPainter, area: QRectF, node: Node) -> float:
    """Draw what stands at the right and return where it begins."""
    colours, right, middle = tokens(), area.right(), area.center().y()
    count = count_text(node)
    if count:
        wide = fonts.metrics(Role.CAPTION).horizontalAdvance(count) + 1
        least = max(wide, fonts.px(14))
        place = QRectF(right - wide, area.top(), wide, area.height())
        painting.draw_text(
            painter, place, count, fonts.font(Role.CAPTION), colours.text2, painting.RIGHT
        )
        right -= least + fonts.px(5)
    if node.alert:
        size = fonts.px(7)
        dot = QRectF(right - size - fonts.px(3), middle - size / 2, size, size)
        painting.fill_rounded(painter, dot, size / 2, colours.shades(Meaning.CAUTION).fill)
        right -= size + fonts.px(9)
    for icon, meaning in _signs(node):
        right -= _draw_sign(
            painter, QPointF(right, middle), icon, colours.shades(meaning).foreground
        )
    if node.off:
        word = QCoreApplication.translate("ScopeDelegate", "off")
        wide, high = badge_width(word), fonts.px(18)
        place = QRectF(right - wide, round(middle - high / 2), wide, high)
        draw_badge(painter, place, word, Meaning.OUT)
        right -= wide + fonts.px(6)
    return right


def _draw_sign(painter: QPainter, at: QPointF, icon: Icon, tone: QColor) -> float:
    size = fonts.px(14)
    painting.draw_icon(painter, icon, QPointF(at.x() - size, at.y() - size / 2), size, tone)
    return size + fonts.px(6)


def _signs(node: Node) -> list[tuple[Icon, Meaning]]:
    signs = []
    if node.damaged:
        signs.append((Icon.DAMAGED, Meaning.DAMAGED))
    if node.working_only:
        signs.append((Icon.LAYERS, Meaning.OUT))
    if node.busy:
        signs.append((Icon.ENGINE, Meaning.ENGINE))
    return signs


def count_text(node: Node) -> str:
    """Return the number at the right of a row; empty while it is not known."""
    if node.target is not None or node.can_open:
        return f"{node.count:,}" if node.count or node.key else ""
    if node.kind is Kind.PAGE:
        return shown_count(node.count, _MOST_COUNTED) if node.count else ""
    if node.kind is not Kind.AGENT or node.entry is None:
        return ""
    if node.working_only:
        return f"{node.entry.working_count:,}"
    if node.digest is None:
        return ""
    return "?" if node.digest.damage else f"{node.digest.observations:,}"
