"""Segments: a small choice of which one is always on."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.letters import takes_letter

_PAD = 10
_RADIUS = 6
_FONT = (Role.SECONDARY, Weight.MEDIUM)


class _Segment(QAbstractButton):
    picked = Signal()

    def __init__(self, key: str, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.key = key
        self.setText(text)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        wide = math.ceil(fonts.metrics(*_FONT).horizontalAdvance(self.text()))
        return QSize(wide + fonts.px(2 * _PAD), fonts.px(24))

    def event(self, event: QEvent) -> bool:
        return takes_letter(event) or super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self.isChecked() and self.rect().contains(event.position().toPoint()):
            self.picked.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        track = self.parentWidget()
        by_click = event.reason() == Qt.FocusReason.MouseFocusReason
        if self.isChecked() or by_click or track is None:
            super().focusInEvent(event)
        else:
            track.setFocus(event.reason())  # whose proxy is the choice

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        colours, area = tokens(), QRectF(self.rect())
        if self.isChecked():
            painting.fill_rounded(painter, area, _RADIUS - 1, colours.surface)
            painting.edge_rounded(painter, area, _RADIUS - 1, colours.strong)
        bright = self.isChecked() or (self.underMouse() and self.isEnabled())
        colour = colours.text if bright else colours.text2
        if not self.isEnabled():
            colour = colours.text3
        painting.draw_text(painter, area, self.text(), fonts.font(*_FONT), colour, painting.CENTRE)
        if self.hasFocus():
            painting.focus_ring(painter, area, _RADIUS - 1)


class Segments(QWidget):
    """Choices side by side in a sunken track; arrow keys move the choice."""

    changed = Signal(str)  # key of the choice
    picked = Signal()  # with the pointer, by somebody who may go on typing elsewhere

    def __init__(
        self, name: str, choices: list[tuple[str, str]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2, 2, 2, 2)
        layout.setSpacing(0)
        self._segments = {key: _Segment(key, text, self) for key, text in choices}
        for segment in self._segments.values():
            segment.setAccessibleName(f"{name}: {segment.text()}")
            segment.toggled.connect(self._tell)
            segment.picked.connect(self.picked)
            layout.addWidget(segment)
        next(iter(self._segments.values())).setChecked(True)

    @property
    def current(self) -> str:
        """Key of the choice."""
        return next(key for key, segment in self._segments.items() if segment.isChecked())

    def choose(self, key: str) -> None:
        """Choose as a click would."""
        self._segments[key].setChecked(True)

    def set_text(self, key: str, text: str) -> None:
        """Change the words of one choice, for instance its count."""
        segment = self._segments[key]
        segment.setText(text)
        segment.setAccessibleName(f"{self.accessibleName()}: {text}")
        segment.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        painting.fill_rounded(painter, QRectF(self.rect()), _RADIUS, tokens().sunken)

    @Slot(bool)
    def _tell(self, checked: bool) -> None:  # noqa: FBT001 - the signal's own argument
        sender = self.sender()
        if not isinstance(sender, _Segment):
            return
        # Tab stops at the choice only; Qt itself sees to that only after the first focus.
        policies = Qt.FocusPolicy
        sender.setFocusPolicy(policies.StrongFocus if checked else policies.ClickFocus)
        if checked:
            self.setFocusProxy(sender)
            self.changed.emit(sender.key)
