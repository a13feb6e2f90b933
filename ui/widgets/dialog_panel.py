"""The panel of a dialog: title, a body that scrolls, and a foot with the choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.labels import TextLabel
from ui.widgets.toast import draw_shadow

if TYPE_CHECKING:
    from ui.icons import Icon
    from ui.tokens import Meaning
    from ui.widgets.button import Button

SHADOW = 12
_FOOT, _RADIUS = 56, 10
_SIDE = 22
_ICON = 20
_PAGES = {Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}


class Panel(QWidget):
    """Paints itself with round corners and a soft edge."""

    body_changed = Signal()  # it needs another height

    def __init__(self, parent: QWidget, icon: Icon | None, meaning: Meaning) -> None:
        super().__init__(parent)
        self._icon, self._meaning = icon, meaning
        self._title = TextLabel("", Role.TITLE, Weight.STRONG, wrap=True)
        self._sentence = TextLabel("", tone="text2", wrap=True)
        self._head = self._make_head()
        self._content = QWidget()
        self._content.installEventFilter(self)
        self.body = QVBoxLayout(self._content)
        self.body.setContentsMargins(_SIDE, 16, _SIDE, 16)
        self.body.setSpacing(8)
        self._area = _scrolling(self._content)
        self._wide, self._right = QHBoxLayout(), QHBoxLayout()
        self._foot = self._make_foot()
        layout = QVBoxLayout(self)
        # One more, or the body would cover the edge.
        layout.setContentsMargins(SHADOW + 1, SHADOW + 1, SHADOW + 1, SHADOW + 1)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addWidget(self._area, 1)
        layout.addWidget(self._foot)

    def show_words(self, title: str, sentence: str) -> None:
        """Say what the dialog is about."""
        self._title.setText(title)
        self._sentence.setText(sentence)
        self._sentence.setVisible(bool(sentence))

    def hide_body(self) -> None:
        """Leave out the body."""
        self._area.hide()

    def add_wide(self, button: Button) -> None:
        """Add a choice at the left of the foot."""
        self._wide.addWidget(button)

    def add_choices(self, safe: Button, primary: Button) -> None:
        """Put the two choices at the right of the foot."""
        self._right.addWidget(safe)
        self._right.addWidget(primary)

    def reveal(self, widget: QWidget) -> None:
        """Scroll so that something in the body can be seen."""
        if self._content.isAncestorOf(widget):
            self._area.ensureWidgetVisible(widget, 16, 16)

    def place_in_foot(self, widget: QWidget) -> int:
        """Return where a button stands in the foot; 0 for what is in the body."""
        return widget.x() if self._foot.isAncestorOf(widget) else 0

    def height_for(self, width: int) -> int:
        """Return how high everything is without scrolling."""
        inner = width - 2 * SHADOW - 2
        body = 0 if self._area.isHidden() else _height(self._content, inner)
        return _height(self._head, inner) + body + fonts.px(_FOOT) + 2 * SHADOW + 2

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._content and event.type() == QEvent.Type.LayoutRequest:
            self.body_changed.emit()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        colours = tokens()
        card = QRectF(self.rect()).adjusted(SHADOW, SHADOW, -SHADOW, -SHADOW)
        draw_shadow(painter, card, _RADIUS, SHADOW)
        painting.fill_rounded(painter, card, _RADIUS, colours.surface)
        # A child would square the round corners, so the ground of the foot is painted here.
        path = QPainterPath()
        path.addRoundedRect(card, _RADIUS, _RADIUS)
        painter.setClipPath(path)
        high = fonts.px(_FOOT)
        foot = QRectF(card.left(), card.bottom() - high - 1, card.width(), high + 1)
        painter.fillRect(foot, colours.window)
        painting.hairline(painter, foot.topLeft(), card.width())
        below = QPointF(card.left(), self._head.geometry().bottom())
        painting.hairline(painter, below, card.width())
        painter.setClipping(False)
        painting.edge_rounded(painter, card, _RADIUS, colours.strong)
        if self._icon is not None:
            size = fonts.px(_ICON)
            middle = self._head.y() + self._title.y() + fonts.metrics(Role.TITLE).height() / 2
            place = QPointF(card.left() + _SIDE, middle - size / 2 + fonts.px(3))
            colour = colours.shades(self._meaning).foreground
            painting.draw_icon(painter, self._icon, place, size, colour)

    def _make_head(self) -> QWidget:
        head = QWidget()
        layout = QVBoxLayout(head)
        left = _SIDE if self._icon is None else _SIDE + fonts.px(_ICON + 10)
        layout.setContentsMargins(left, 16, _SIDE, 16)
        layout.setSpacing(4)
        layout.addWidget(self._title)
        layout.addWidget(self._sentence)
        return head

    def _make_foot(self) -> QWidget:
        foot = QWidget()
        foot.setFixedHeight(fonts.px(_FOOT))
        layout = QHBoxLayout(foot)
        layout.setContentsMargins(16, 0, 16, 0)
        for part in (self._wide, self._right):
            part.setSpacing(8)
        layout.addLayout(self._wide)
        layout.addStretch(1)
        layout.addLayout(self._right)
        return foot


class _Area(QScrollArea):
    """Leaves the arrows to the dialog; Page Up and Page Down scroll."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _PAGES:
            super().keyPressEvent(event)
        else:
            event.ignore()


def _scrolling(content: QWidget) -> QScrollArea:
    area = _Area()
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(content)
    # The panel paints the ground, also below the round corners.
    area.viewport().setAutoFillBackground(False)
    content.setAutoFillBackground(False)
    return area


def _height(widget: QWidget, width: int) -> int:
    layout = widget.layout()
    if layout is not None and layout.hasHeightForWidth():
        # What scrolls is never made lower than this, and would scroll by the difference.
        return max(layout.totalHeightForWidth(width), widget.minimumSizeHint().height())
    return widget.sizeHint().height()
