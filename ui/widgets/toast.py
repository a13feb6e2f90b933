"""Toasts: what just happened, bottom left where that covers no control, with a way back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QTimer, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui import fonts
from ui.icons import Icon
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.button import Button, ButtonKind, IconButton
from ui.widgets.free_place import free_place
from ui.widgets.labels import TextLabel, plain_tip

if TYPE_CHECKING:
    from collections.abc import Callable

LIFE_MS = 6000
_WIDEST = 460
_LONG_WORD = re.compile(r"(\S{18})\S{6,}(\S{18})")
_MARGIN = 12
_SHADOW = 6
_RADIUS = 8


class Toast(QWidget):
    """One message over the window; the host keeps at most one.

    It goes after six seconds; one with ``lasting`` stays until it is closed. While the pointer
    is over it, it waits.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._lasting = False
        self._bottom = 0
        self._placed: tuple[object, ...] = ()
        self._action: Callable[[], object] | None = None
        self._text = TextLabel()
        self._button = Button("", kind=ButtonKind.GHOST)
        self._close = IconButton(Icon.CLOSE, self.tr("Close this message"))
        self._timer = QTimer(self, singleShot=True, interval=LIFE_MS)
        self._timer.timeout.connect(self.hide)
        self._button.clicked.connect(self._act)
        self._close.clicked.connect(self.hide)
        self._layout = QHBoxLayout(self)
        self._layout.setSpacing(8)
        self._layout.addWidget(self._text, 1)
        for widget in (self._button, self._close):
            self._layout.addWidget(widget)
        parent.installEventFilter(self)
        self.hide()

    def set_bottom(self, pixels: int) -> None:
        """Keep this distance from the lower edge, for the bar there."""
        self._bottom = pixels
        self._place_again()

    def show_message(
        self,
        text: str,
        *,
        action: str = "",
        run: Callable[[], object] | None = None,
        lasting: bool = False,
    ) -> None:
        """Show ``text``, and a button that runs ``run`` once."""
        self._lasting, self._action = lasting, run
        short = _LONG_WORD.sub(r"\1…\2", text)
        self._text.setText(short)
        self._text.set_tone("text")
        self.setToolTip(plain_tip(text) if short != text else "")
        self._button.setText(action)
        self._button.setAccessibleName(action)
        self._button.setVisible(bool(action))
        self.setAccessibleName(text)
        self._placed = ()
        self._place()
        self.show()
        self.raise_()
        self._start()

    @Slot()
    def dismiss(self) -> None:
        """Take the message away."""
        self._timer.stop()
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place_again()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Enter:
            self._timer.stop()
        elif event.type() == QEvent.Type.Leave:
            self._start()
        elif event.type() == QEvent.Type.LayoutRequest:
            self._place()
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        colours = tokens()
        card = QRectF(self.rect()).adjusted(_SHADOW, _SHADOW, -_SHADOW, -_SHADOW)
        draw_shadow(painter, card, _RADIUS, _SHADOW)
        painting.fill_rounded(painter, card, _RADIUS, colours.surface)
        painting.edge_rounded(painter, card, _RADIUS, colours.strong)
        meaning = Meaning.DAMAGED if self._lasting else Meaning.IN
        icon = Icon.DAMAGED if self._lasting else Icon.CHECK
        size = fonts.px(16)
        place = QPointF(card.left() + 12, card.center().y() - size / 2)
        painting.draw_icon(painter, icon, place, size, colours.shades(meaning).foreground)

    def _start(self) -> None:
        if self.isVisible() and not self._lasting:
            self._timer.start()

    @Slot()
    def _act(self) -> None:
        action, self._action = self._action, None
        self.dismiss()
        if action is not None:
            action()

    def _place_again(self) -> None:
        # To find a free place takes a moment; one that shows up later looks for it then.
        if not self.isHidden():
            self._place()

    def _place(self) -> None:
        parent = self.parentWidget()
        if parent is None:
            return
        seen = (self._text.text(), self._bottom, parent.size(), fonts.px(_WIDEST))
        if seen == self._placed:
            # To lay itself out asks for a layout, which would come here again without an end.
            return
        self._placed = seen
        edge = 6 + _SHADOW
        self._layout.setContentsMargins(20 + fonts.px(16) + _SHADOW, edge, edge, edge)
        room = min(parent.width() - 2 * _MARGIN, fonts.px(_WIDEST))
        self._text.setWordWrap(False)
        wanted = self._layout.sizeHint()
        if wanted.width() <= room:
            self.resize(wanted)
        else:
            self._text.setWordWrap(True)
            self.resize(room, self._layout.totalHeightForWidth(room))
        top = parent.height() - self._bottom - self.height() - _MARGIN + _SHADOW
        place = QRect(QPoint(_MARGIN, top), self.size())
        if not (self.isVisible() and self.underMouse()):
            # It does not run away from somebody who is about to press its button.
            self.move(free_place(parent, place, self))


def draw_shadow(painter: QPainter, card: QRectF, radius: float, depth: int) -> None:
    """Paint a soft edge around ``card``; cheaper and sharper than a graphics effect."""
    for step in range(depth, 0, -1):
        veil = QColor(0, 0, 0, round(9 * (1 - step / (depth + 1))))
        around = card.adjusted(-step, -step + 2, step, step + 1)
        painting.fill_rounded(painter, around, radius + step, veil)
