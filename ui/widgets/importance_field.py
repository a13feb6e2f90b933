"""An importance to set: a slider that takes digits and arrows, and the number beside it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSlider, QWidget

from ui import fonts
from ui.fonts import Role
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.labels import TextLabel
from ui.widgets.line_edit import LineField

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent

_STEPS = 100
_KNOB = 6
_STEP = 0.05
_LABEL, _NUMBER, _HIGH = 84, 58, 28
_UP = {Qt.Key.Key_Up: _STEP, Qt.Key.Key_Right: _STEP, Qt.Key.Key_PageUp: 2 * _STEP}
_DOWN = {Qt.Key.Key_Down: _STEP, Qt.Key.Key_Left: _STEP, Qt.Key.Key_PageDown: 2 * _STEP}
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class ImportanceSlider(QSlider):
    """0 to 1: digits set tenths, arrows move by .05; Enter emits ``submitted``."""

    wanted = Signal(float)
    submitted = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setRange(0, _STEPS)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._value = 0.0

    @property
    def importance(self) -> float:
        """The number, exactly; the slider shows it to a hundredth."""
        return self._value

    def show_importance(self, value: float) -> None:
        """Show a number without telling."""
        self._value = value
        self.setValue(round(min(max(value, 0.0), 1.0) * _STEPS))
        self.setAccessibleDescription(f"{value:g}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(120), fonts.px(_HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(40), fonts.px(_HIGH))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if event.text() and event.text() in "0123456789":
            self._want(int(event.text()) / 10)
        elif key in _UP or key in _DOWN:
            self._want(self._value + _UP.get(key, 0.0) - _DOWN.get(key, 0.0))
        elif key in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            self._want(0.0 if key == Qt.Key.Key_Home else 1.0)
        elif key in _ENTER:
            self.submitted.emit()
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._drag(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._drag(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        colours, knob = tokens(), fonts.px(_KNOB)
        middle = self.height() / 2
        reach = QRectF(0, middle - 2, self.width(), 4)
        at = knob + (self.width() - 2 * knob) * self.value() / _STEPS
        enabled = self.isEnabled()
        fill = colours.accent_fill if enabled else colours.control
        painting.fill_rounded(painter, reach, 2, colours.sunken)
        painting.fill_rounded(painter, QRectF(0, middle - 2, at, 4), 2, fill)
        disc = QRectF(at - knob, middle - knob, 2 * knob, 2 * knob)
        painting.fill_rounded(painter, disc, knob, colours.surface)
        painting.edge_rounded(painter, disc, knob, fill, 2.0)
        if self.hasFocus():
            painting.focus_ring(painter, QRectF(self.rect()), 6)

    def _drag(self, event: QMouseEvent) -> None:
        knob = fonts.px(_KNOB)
        room = max(self.width() - 2 * knob, 1)
        self._want((QPointF(event.position()).x() - knob) / room)

    def _want(self, value: float) -> None:
        wanted = round(min(max(value, 0.0), 1.0), 2)
        if wanted != self._value:
            self.show_importance(wanted)
            self.wanted.emit(wanted)


class ImportanceField(QWidget):
    """Label, slider and number; what is not a number from 0 to 1 changes nothing."""

    changed = Signal(float)
    submitted = Signal()  # Enter

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = self.tr("importance")
        self.slider = ImportanceSlider(self.tr("Importance, 0 to 1"))
        self.number = LineField(self.tr("Importance as a number"))
        self.number.line.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._label = TextLabel(words, Role.SECONDARY, tone="text2")
        self._fit()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._label)
        layout.addWidget(self.slider, 1)
        layout.addSpacing(8)
        layout.addWidget(self.number)
        self.setFocusProxy(self.slider)
        self.slider.wanted.connect(self._take_slider)
        self.slider.submitted.connect(self.submitted)
        self.number.line.textEdited.connect(self._take_number)
        self.number.submitted.connect(self._submit)
        self.number.line.editingFinished.connect(self._tidy)

    @property
    def value(self) -> float:
        """The number that is set."""
        return self.slider.importance

    @property
    def problem(self) -> str:
        """Why what is typed is no importance; empty if it is one."""
        typed = _read(self.number.text)
        return "" if typed is not None else self.tr("The importance is a number from 0 to 1.")

    def show_value(self, value: float) -> None:
        """Show a number without telling."""
        self.slider.show_importance(value)
        if _read(self.number.text) != value or not self.number.line.hasFocus():
            self.number.set_text(_written(value))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_label"):
            self._fit()  # another size of text

    def _fit(self) -> None:
        self._label.setFixedWidth(fonts.px(_LABEL))
        self.number.setFixedWidth(fonts.px(_NUMBER))

    @Slot(float)
    def _take_slider(self, value: float) -> None:
        self.number.set_text(_written(value))
        self.changed.emit(value)

    @Slot(str)
    def _take_number(self, text: str) -> None:
        value = _read(text)
        if value is not None and value != self.value:
            self.slider.show_importance(value)
            self.changed.emit(value)

    @Slot()
    def _submit(self) -> None:
        if not self.problem:
            self.submitted.emit()

    @Slot()
    def _tidy(self) -> None:
        self.number.set_text(_written(self.value))


def _read(text: str) -> float | None:
    try:
        value = float(text.strip().replace(",", "."))
    except ValueError:
        return None
    return value if math.isfinite(value) and 0 <= value <= 1 else None


def _written(value: float) -> str:
    short = f"{value:.2f}"
    return short if float(short) == value else f"{value:g}"
