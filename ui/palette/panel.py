"""The panel of the palette: the field, the rows, and a foot with the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListView, QVBoxLayout, QWidget

from ui.fonts import Role
from ui.icons import Icon
from ui.palette.delegate import PaletteDelegate
from ui.palette.items import Prefix
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.key_hints import KeyHints
from ui.widgets.labels import TextLabel
from ui.widgets.line_edit import PlainLine
from ui.widgets.toast import draw_shadow

if TYPE_CHECKING:
    from collections.abc import Mapping

SHADOW = 12
_HEAD, _FOOT, _RADIUS, _SIDE = 58, 36, 10, 8


class Panel(QWidget):
    """The panel itself, with a painted soft edge."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = PlainLine()
        self.field.setFrame(False)
        self.field.setAccessibleName(self.tr("Search and commands"))
        self.field.setPlaceholderText(self.tr("Search all memory, or choose what to do"))
        self._count = TextLabel(role=Role.SECONDARY, tone="text2")
        limiting = (one for one in Prefix if one)
        self._hints = {one: TextLabel("", Role.SECONDARY, tone="text2") for one in limiting}
        self.list = QListView()
        self.list.setItemDelegate(PaletteDelegate(self.list))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Results"))
        # Shorter than the head, so that the hairlines around it stay.
        self.field.setFixedHeight(_HEAD - 16)
        head = QHBoxLayout()
        head.setContentsMargins(50, 8, 16, 8)
        head.addWidget(self.field, 1)
        head.addWidget(self._count)
        self._layout = QVBoxLayout(self)
        self._layout.setSpacing(0)
        self._layout.setContentsMargins(SHADOW, SHADOW, SHADOW, SHADOW)
        self._layout.addLayout(head)
        body = QHBoxLayout()
        body.setContentsMargins(_SIDE, 6, _SIDE, 0)
        body.addWidget(self.list)
        self._layout.addLayout(body, 1)
        self._layout.addWidget(self._foot())

    @property
    def overhead(self) -> int:
        """Height of everything but the rows."""
        return _HEAD + _FOOT + 6 + 2 * SHADOW

    @property
    def count(self) -> str:
        """What stands at the right of the field."""
        return self._count.text()

    def show_count(self, words: str, visible: bool) -> None:  # noqa: FBT001
        """Show how many results there are."""
        self._count.setText(words)
        self._count.setVisible(visible)

    @property
    def hints(self) -> list[str]:
        """What the foot says about first characters."""
        return [label.text() for label in self._hints.values() if label.text()]

    def show_prefixes(self, words: Mapping[Prefix, str]) -> None:
        """Say what each first character limits the palette to; those without words mean nothing."""
        said = {Prefix.COMMANDS: self.tr("commands"), **words}
        for prefix, label in self._hints.items():
            label.setText(f"{prefix} {said[prefix]}" if said.get(prefix) else "")
            label.setVisible(bool(said.get(prefix)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

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
        foot = QRectF(card.left(), card.bottom() - _FOOT, card.width(), _FOOT)
        painter.fillRect(foot, colours.window)
        painting.hairline(painter, QPointF(card.left(), foot.top()), card.width())
        painting.hairline(painter, QPointF(card.left(), card.top() + _HEAD - 1), card.width())
        painter.setClipping(False)
        painting.edge_rounded(painter, card, _RADIUS, colours.strong)
        place = QPointF(card.left() + 22, card.top() + _HEAD / 2 - 9)
        painting.draw_icon(painter, Icon.SEARCH, place, 18, colours.text2)

    def _foot(self) -> QWidget:
        foot, observations = QWidget(), self.tr("observations")
        keys = [("↑ ↓", self.tr("choose")), ("↵", self.tr("run")), ("Esc", self.tr("close"))]
        layout = QHBoxLayout(foot)
        layout.setContentsMargins(4, 0, 16, 0)
        layout.setSpacing(14)
        layout.addWidget(KeyHints(keys, line=False), 1)
        for label in self._hints.values():
            layout.addWidget(label)
        plain = TextLabel(self.tr("no prefix: all memory"), Role.SECONDARY, tone="text2")
        plain.setObjectName("without prefix")
        layout.addWidget(plain)
        self.show_prefixes({Prefix.SCOPES: self.tr("scopes"), Prefix.OBSERVATIONS: observations})
        foot.setFixedHeight(_FOOT)
        return foot
