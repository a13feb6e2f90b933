"""How a row of the palette is drawn."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ui import fonts
from ui.fonts import Role, Weight
from ui.palette.items import PaletteItem
from ui.palette.model import ROW_ROLE, Index, Note
from ui.theme import tokens
from ui.widgets import painting

if TYPE_CHECKING:
    from PySide6.QtGui import QColor, QFontMetricsF, QPainter

ROW_HEIGHT = 36
HEAD_HEIGHT = 28
_PAD = 12
_TEXT_LEFT = 40
_KEY_GAP = 4
_LEAST_DETAIL = 40
_MOST_DETAIL = 0.45
_BEFORE_HIT = 12


class PaletteDelegate(QStyledItemDelegate):
    """Draws heads, and items with icon, title, detail and key caps."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        head = isinstance(index.data(ROW_ROLE), str)
        return QSize(100, fonts.px(HEAD_HEIGHT if head else ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painting.smooth(painter)
        row, area = index.data(ROW_ROLE), QRectF(option.rect)
        if isinstance(row, PaletteItem):
            chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            over = bool(option.state & QStyle.StateFlag.State_MouseOver)
            _draw_ground(painter, area, chosen=chosen, over=over)
            _draw_item(painter, area, row, chosen=chosen)
        elif isinstance(row, Note):
            inner = area.adjusted(_TEXT_LEFT, 0, -_PAD, 0)
            words = painting.elide(row.words, fonts.metrics(Role.SECONDARY), inner.width())
            tone = tokens().text2
            painting.draw_text(painter, inner, words, fonts.font(Role.SECONDARY), tone)
        else:
            head = fonts.font(Role.CAPTION, Weight.STRONG)
            inner = area.adjusted(_PAD, 4, 0, 0)
            painting.draw_text(painter, inner, row, head, tokens().text2)
        painter.restore()


def _draw_ground(painter: QPainter, area: QRectF, *, chosen: bool, over: bool) -> None:
    if chosen or over:
        ground = tokens().selected if chosen else tokens().hover
        painting.fill_rounded(painter, area, 6, ground)


def _draw_item(painter: QPainter, area: QRectF, item: PaletteItem, *, chosen: bool) -> None:
    colours = tokens()
    if item.icon is not None:
        tone = colours.accent if chosen else colours.text2
        corner = QPointF(area.left() + _PAD, area.center().y() - 8)
        painting.draw_icon(painter, item.icon, corner, 16, tone)
    right = _draw_keys(painter, area, item.keys)
    left = area.left() + _TEXT_LEFT
    room = QRectF(left, area.top(), right - left - _PAD, area.height())
    tone = colours.text3 if item.reason else colours.text
    detail = item.reason or item.detail
    left += _draw_title(painter, _title_room(room, detail), item, tone) + _PAD
    if detail and right - left > _LEAST_DETAIL:
        words = painting.elide(detail, fonts.metrics(Role.SECONDARY), right - left - _PAD)
        place = QRectF(left, area.top(), right - left, area.height())
        small = fonts.font(Role.SECONDARY)
        painting.draw_text(painter, place, words, small, colours.text2)


def _title_room(room: QRectF, detail: str) -> QRectF:
    """Leave room for the detail: a long text must not hide where it was found."""
    wanted = fonts.metrics(Role.SECONDARY).horizontalAdvance(detail) + 2 * _PAD if detail else 0
    kept = min(wanted, room.width() * _MOST_DETAIL)
    return room.adjusted(0, 0, -kept, 0)


def _draw_keys(painter: QPainter, area: QRectF, keys: tuple[str, ...]) -> float:
    """Draw the key caps from the right and return where they begin."""
    right, high = area.right() - _PAD, fonts.px(18)
    for key in reversed(keys):
        wide = painting.key_cap_width(key)
        top = round(area.center().y() - high / 2)
        painting.draw_key_cap(painter, QRectF(right - wide, top, wide, high), key)
        right -= wide + _KEY_GAP
    return right


def _draw_title(painter: QPainter, room: QRectF, item: PaletteItem, tone: QColor) -> float:
    """Draw the title with its hits and return its width."""
    plain, strong = fonts.metrics(Role.BODY), fonts.metrics(Role.BODY, Weight.STRONG)
    left = room.left()
    for text, hit in runs(*fitted(item.title, item.hits, strong, room.width())):
        metrics = strong if hit else plain
        font = fonts.font(Role.BODY, Weight.STRONG if hit else Weight.NORMAL)
        place = QRectF(left, room.top(), room.right() - left + 8, room.height())
        painting.draw_text(painter, place, text, font, tokens().accent if hit else tone)
        left += metrics.horizontalAdvance(text)
    return left - room.left()


def fitted(
    title: str, hits: tuple[int, ...], metrics: QFontMetricsF, width: float
) -> tuple[str, tuple[int, ...]]:
    """Cut a title to ``width`` so that its first hit stays in sight."""
    if metrics.horizontalAdvance(title) <= width:
        return title, hits
    first = hits[0] if hits else 0
    if metrics.horizontalAdvance(title[: first + _BEFORE_HIT]) > width:
        start = _start(title, max(first - _BEFORE_HIT, 1), metrics, width)
        title = f"…{title[start:]}"
        hits = tuple(at - start + 1 for at in hits)
    cut = painting.elide(title, metrics, width)
    return cut, tuple(at for at in hits if at < len(cut) and cut[at] == title[at])


def _start(title: str, latest: int, metrics: QFontMetricsF, width: float) -> int:
    """Return where to begin so that no room is left over behind a short end."""

    def fits(start: int) -> int:
        return int(metrics.horizontalAdvance(f"…{title[start:]}") <= width)

    return min(latest, 1 + bisect_left(range(1, latest), 1, key=fits))


def runs(title: str, hits: tuple[int, ...]) -> list[tuple[str, bool]]:
    """Cut a title into runs of letters that were typed and letters that were not.

    Example:
        >>> runs("Reflect", (0, 1, 4))
        [('Re', True), ('fl', False), ('e', True), ('ct', False)]
    """
    typed, result = set(hits), list[tuple[str, bool]]()
    for index, letter in enumerate(title):
        hit = index in typed
        if result and result[-1][1] is hit:
            result[-1] = (result[-1][0] + letter, hit)
        else:
            result.append((letter, hit))
    return result
