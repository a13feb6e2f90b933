"""The fade of what comes over the window; none with reduced motion."""

from __future__ import annotations

from PySide6.QtCore import Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QStyle, QWidget

_MS = 120


class _Picture(QWidget):
    """How the window looked before, which goes away."""

    def __init__(self, over: QWidget, picture: QPixmap) -> None:
        super().__init__(over)
        self._picture, self._left = picture, 1.0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(over.rect())
        animation = QVariantAnimation(self, duration=_MS, startValue=1.0, endValue=0.0)
        animation.valueChanged.connect(self._fade)
        animation.finished.connect(self.deleteLater)
        self.show()
        animation.start()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setOpacity(self._left)
        painter.drawPixmap(0, 0, self._picture)

    def _fade(self, left: float) -> None:
        self._left = left
        self.raise_()
        self.update()


def animation_ms(widget: QWidget) -> int:
    """Return how long the system lets things move; 0 with reduced motion."""
    hint = QStyle.StyleHint.SH_Widget_Animation_Duration
    return widget.style().styleHint(hint, None, widget)


def fade_in(cover: QWidget) -> None:
    """Let ``cover``, which is about to be shown over all of its window, come softly."""
    window = cover.window()
    if window.isVisible() and animation_ms(cover):
        picture = window.grab()
        cover.setGeometry(window.rect())
        _Picture(cover, picture)
