"""The fade of what comes over the window; none with reduced motion."""

from __future__ import annotations

from PySide6.QtCore import Qt, QVariantAnimation
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QStyle, QWidget

_MS = 120


class _Picture(QWidget):
    """How the window looked before, over all of it."""

    def __init__(self, over: QWidget, picture: QPixmap) -> None:
        super().__init__(over)
        self._picture, self._left = picture, 1.0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(over.rect())
        self.show()

    def fade(self, ground: _Picture) -> None:
        """Go away softly, and ``ground`` with it."""
        animation = QVariantAnimation(self, duration=_MS, startValue=1.0, endValue=0.0)
        animation.valueChanged.connect(self._fade)
        animation.finished.connect(self.deleteLater)
        animation.finished.connect(ground.deleteLater)
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
    """Let ``cover`` come softly, which is shown over all of its window but not painted yet."""
    window = cover.window()
    picture = _as_painted(window) if window.isVisible() and animation_ms(cover) else None
    if picture is None:
        return
    ground, front = _Picture(window, picture), _Picture(window, picture)
    # Nothing below the ground is painted while it fades: that would take too long each time.
    ground.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
    ground.stackUnder(cover)
    front.fade(ground)


def _as_painted(window: QWidget) -> QPixmap | None:
    """Return what stands on the screen without painting it once more; ``None`` if unknown."""
    store = window.backingStore()
    painted = store.paintDevice() if store is not None else None
    ratio = window.devicePixelRatioF()
    if not isinstance(painted, QImage) or painted.size() != (window.size() * ratio):
        return None
    picture = QPixmap.fromImage(painted)
    picture.setDevicePixelRatio(ratio)
    return picture
