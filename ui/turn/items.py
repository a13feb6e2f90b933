"""The list of what is in the text: a model of items and the delegate that paints them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ui import fonts
from ui.fonts import Role
from ui.naming import shown_id
from ui.theme import tokens
from ui.tokens import Meaning
from ui.turn.model import EMPTY, TurnItem, TurnText
from ui.widgets import counting, painting

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

Index = QModelIndex | QPersistentModelIndex
DISPLAY = Qt.ItemDataRole.DisplayRole
ACCESSIBLE = Qt.ItemDataRole.AccessibleTextRole
ITEM = Qt.ItemDataRole.UserRole
_HIGH = 26
_SHOWN = 200
_BAR = 32


def _tr(text: str) -> str:
    return QCoreApplication.translate("TurnItems", text)


class ItemsModel(QAbstractListModel):
    """The items of a ``TurnText`` in order of the text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = EMPTY

    @property
    def text(self) -> TurnText:
        """What is listed."""
        return self._text

    def show_text(self, text: TurnText) -> None:
        """List the items of another text."""
        self.beginResetModel()
        self._text = text
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._text.items)

    def data(self, index: Index, role: int = DISPLAY) -> Any:
        if not index.isValid():
            return None
        item = self._text.items[index.row()]
        if role == DISPLAY:
            return item_words(item)
        if role == ITEM:
            return item
        return _spoken(item) if role == ACCESSIBLE else None


class ItemsDelegate(QStyledItemDelegate):
    """Paints strip, number, first words, bar and tokens; ``hovered`` is a key."""

    def __init__(self, model: ItemsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.hovered = ""
        self.selected = ""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(120, fonts.px(_HIGH))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        item = index.data(ITEM)
        if not isinstance(item, TurnItem):
            return
        painter.save()
        painting.smooth(painter)
        area = QRectF(option.rect)
        self._paint_ground(painter, area, option, item)
        self._paint_item(painter, area, item)
        painter.restore()

    def _paint_ground(
        self, painter: QPainter, area: QRectF, option: QStyleOptionViewItem, item: TurnItem
    ) -> None:
        colours = tokens()
        widget = option.widget
        focused = isinstance(widget, QWidget) and widget.hasFocus()
        state = option.state
        over = state & QStyle.StateFlag.State_MouseOver or item.key == self.hovered
        if item.key == self.selected:
            painter.fillRect(area, colours.selected)
            if focused:
                edge = QRectF(area.left(), area.top(), 3, area.height())
                painter.fillRect(edge, colours.accent_fill)
        elif over:
            painter.fillRect(area, colours.hover if focused else colours.sunken)

    def _paint_item(self, painter: QPainter, area: QRectF, item: TurnItem) -> None:
        colours, chosen = tokens(), item.key == self.selected
        meaning = Meaning.IN if item.standing else Meaning.REFLECTION
        fill = colours.shades(Meaning.ACCENT if chosen else meaning).fill
        left = area.left() + fonts.px(16)
        painter.fillRect(QRectF(left, area.top() + 4, 3, area.height() - 8), fill)
        small, metrics = fonts.font(Role.SECONDARY), fonts.metrics(Role.SECONDARY)
        right = area.right() - fonts.px(16)
        number = f"{item.counted:,}"
        wide = max(metrics.horizontalAdvance(number), metrics.horizontalAdvance("0000"))
        place = QRectF(right - wide, area.top(), wide, area.height())
        painting.draw_text(painter, place, number, small, colours.text2, painting.RIGHT)
        right = place.left() - fonts.px(8)
        self._paint_bar(
            painter,
            QRectF(right - fonts.px(_BAR), area.top(), fonts.px(_BAR), area.height()),
            item,
            fill,
        )
        right -= fonts.px(_BAR + 8)
        gutter = max(metrics.horizontalAdvance(item.seq), float(fonts.px(26)))
        seq = QRectF(left + fonts.px(4), area.top(), gutter, area.height())
        painting.draw_text(painter, seq, item.seq, small, colours.text2, painting.RIGHT)
        words = QRectF(seq.right() + fonts.px(8), area.top(), 0, area.height())
        words.setRight(max(right, words.left()))
        shown = painting.elide(item_words(item), metrics, words.width())
        painting.draw_text(painter, words, shown, small, colours.text)

    def _paint_bar(self, painter: QPainter, area: QRectF, item: TurnItem, fill: Any) -> None:
        track = QRectF(area.left(), area.center().y() - 3, area.width(), 6)
        painting.fill_rounded(painter, track, 3, tokens().sunken)
        share = min(max(item.counted, 0) / self._model.text.most, 1.0)
        if share:
            bar = QRectF(track.left(), track.top(), max(track.width() * share, 3), 6)
            painting.fill_rounded(painter, bar, 3, fill)


def item_words(item: TurnItem) -> str:
    """Return what a list says of an item, on one line."""
    if item.standing is None:
        forms = _tr("Reflection, {0} line"), _tr("Reflection, {0} lines")
        return counting.counted(item.lines, *forms)
    return shown_id(item.words[:_SHOWN])


def _spoken(item: TurnItem) -> str:
    if item.standing is None:
        return f"{item_words(item)}, {counting.tokens(item.counted)}"
    form = _tr("Observation {0}, {1}: {2}")
    return form.format(item.seq, counting.tokens(item.counted), shown_id(item.words[:_SHOWN]))
