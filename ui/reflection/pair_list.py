"""The list of pairs: a model with group heads, its delegate, and the view with its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtWidgets import (
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.naming import shown_id
from ui.reflection.sides import Pair, PairKind
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.badge import badge_width, draw_badge

if TYPE_CHECKING:
    from PySide6.QtGui import QColor, QKeyEvent, QPainter

Index = QModelIndex | QPersistentModelIndex
DISPLAY = Qt.ItemDataRole.DisplayRole
ACCESSIBLE = Qt.ItemDataRole.AccessibleTextRole
PAIR = Qt.ItemDataRole.UserRole
_HEAD, _ROW = 32, 44
_SHOWN = 200
_STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_J: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_K: -1,
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("PairList", text)


class PairsModel(QAbstractListModel):
    """Rows are group heads (text) and pairs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Pair | str] = []

    @property
    def pairs(self) -> list[Pair]:
        """All pairs, in order."""
        return [row for row in self._rows if isinstance(row, Pair)]

    def show_pairs(self, pairs: tuple[Pair, ...]) -> None:
        """Show pairs, grouped by where they come from."""
        self.beginResetModel()
        self._rows = []
        for kind, title in _titles().items():
            group = [pair for pair in pairs if pair.kind is kind]
            if group:
                self._rows.extend((title, *group))
        self.endResetModel()

    def row_of(self, pair: Pair | None) -> int:
        """Return the row of the same pair, or of one with the same texts; else the first pair."""
        rows = [(row, item) for row, item in enumerate(self._rows) if isinstance(item, Pair)]
        if pair is not None:
            same = [row for row, item in rows if item.key == pair.key]
            alike = [row for row, item in rows if item.identity == pair.identity]
            if same or alike:
                return next((row for row in same if row in alike), (alike or same)[0])
        return rows[0][0] if rows else -1

    def pair(self, row: int) -> Pair | None:
        """Return the pair in a row; ``None`` for a head."""
        item = self._rows[row] if 0 <= row < len(self._rows) else None
        return item if isinstance(item, Pair) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = DISPLAY) -> Any:
        if not index.isValid():
            return None
        item = self._rows[index.row()]
        if role == PAIR:
            return item
        if role in {DISPLAY, ACCESSIBLE}:
            return f"{title(item)}, {detail(item)}" if isinstance(item, Pair) else item
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.pair(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class PairsDelegate(QStyledItemDelegate):
    """Paints heads and two-line rows."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        is_pair = isinstance(index.data(PAIR), Pair)
        return QSize(120, fonts.px(_ROW if is_pair else _HEAD))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painting.smooth(painter)
        item, area = index.data(PAIR), QRectF(option.rect)
        if isinstance(item, Pair):
            self._paint_ground(painter, area, option)
            self._paint_pair(painter, area, item)
        else:
            inner = area.adjusted(fonts.px(16), fonts.px(8), -8, 0)
            font = fonts.font(Role.CAPTION, Weight.STRONG)
            painting.draw_text(painter, inner, str(item), font, tokens().text2)
        painter.restore()

    def _paint_ground(self, painter: QPainter, area: QRectF, option: QStyleOptionViewItem) -> None:
        colours, state = tokens(), option.state
        focused = option.widget is not None and option.widget.hasFocus()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, colours.selected if focused else colours.selected_idle)
            if focused:
                edge = QRectF(area.left(), area.top(), 3, area.height())
                painter.fillRect(edge, colours.accent_fill)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, colours.hover)

    def _paint_pair(self, painter: QPainter, area: QRectF, pair: Pair) -> None:
        icon, colour = _mark(pair)
        left, half = area.left() + fonts.px(16), area.height() / 2
        top = QRectF(left, area.top() + fonts.px(4), area.width(), half - fonts.px(4))
        size = fonts.px(16)
        painting.draw_icon(painter, icon, QPointF(left, top.center().y() - size / 2), size, colour)
        top.setLeft(left + fonts.px(25))
        top.setRight(area.right() - fonts.px(12))
        if pair.kind is PairKind.FOUND and pair.superseded:
            words, wide = _tr("superseded"), badge_width(_tr("superseded"), Icon.SUPERSEDED)
            place = QRectF(top.right() - wide, top.center().y() - 9, wide, fonts.px(18))
            draw_badge(painter, place, words, Meaning.SUPERSEDED, Icon.SUPERSEDED)
            top.setRight(place.left() - 6)
        metrics = fonts.metrics(Role.BODY, Weight.MEDIUM)
        shown = painting.elide(title(pair), metrics, top.width())
        body = fonts.font(Role.BODY, Weight.MEDIUM)
        done = pair.kind in {PairKind.SETTLED, PairKind.KEPT}
        colour = tokens().text2 if done else tokens().text
        painting.draw_text(painter, top, shown, body, colour)
        below = QRectF(
            top.left(), area.top() + half, area.right() - fonts.px(12) - top.left(), half - 4
        )
        small = fonts.metrics(Role.SECONDARY)
        words = painting.elide(detail(pair), small, below.width())
        painting.draw_text(painter, below, words, fonts.font(Role.SECONDARY), tokens().text2)


class PairsView(QListView):
    """Moves over heads."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, plain = event.key(), event.modifiers() == Qt.KeyboardModifier.NoModifier
        if plain and key in _STEPS:
            self._step(_STEPS[Qt.Key(key)])
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, _search: str) -> None:
        """Letters are keys here, not the start of a name."""

    def _step(self, step: int) -> None:
        model, row = self.model(), self.currentIndex().row() + step
        while 0 <= row < model.rowCount():
            index = model.index(row, 0)
            if model.flags(index) & Qt.ItemFlag.ItemIsSelectable:
                self.setCurrentIndex(index)
                if row == 1:
                    self.scrollToTop()
                return
            row += step


def title(pair: Pair) -> str:
    """Return the two numbers of a pair."""
    arrow = "→" if pair.kind is PairKind.SUPERSESSION else "↔"
    return f"{pair.a.seq} {arrow} {pair.b.seq}"


def detail(pair: Pair) -> str:
    """Return what is said of a pair, on one line."""
    if pair.words:
        return shown_id(pair.words[:_SHOWN])
    none = pair.kind is PairKind.SUPERSESSION
    return _tr("no reason given") if none else _tr("no detail given")


def _titles() -> dict[PairKind, str]:
    return {
        PairKind.CONTRADICTION: _tr("Stored in the reflection"),
        PairKind.FOUND: _tr("Found: same sentence, other value"),
        PairKind.SETTLED: _tr("Settled today"),
        PairKind.SUPERSESSION: _tr("Superseded: the first replaces the second"),
        PairKind.KEPT: _tr("Looked at before: no contradiction"),
    }


def _mark(pair: Pair) -> tuple[Icon, QColor]:
    colours = tokens()
    return {
        PairKind.CONTRADICTION: (
            Icon.CONTRADICTION,
            colours.shades(Meaning.CAUTION).foreground,
        ),
        PairKind.SUPERSESSION: (
            Icon.SUPERSEDED,
            colours.shades(Meaning.SUPERSEDED).foreground,
        ),
        PairKind.FOUND: (Icon.COMPARE, colours.text2),
        PairKind.SETTLED: (Icon.CHECK, colours.shades(Meaning.IN).foreground),
        PairKind.KEPT: (Icon.CHECK, colours.text2),
    }[pair.kind]
