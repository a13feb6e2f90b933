"""A field for one line of a person's own words, such as a reason."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from ui import fonts
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.emacs_keys import leaves_key

_RADIUS = 6
_HIGH = 32


class PlainLine(QLineEdit):
    """The editable part of every field of one line."""

    def event(self, event: QEvent) -> bool:
        return leaves_key(event) or super().event(event)


class LineField(QWidget):
    """A form field 32 high. Enter emits ``submitted``; Esc stays with what it is in."""

    text_changed = Signal(str)
    submitted = Signal()

    def __init__(self, name: str, parent: QWidget | None = None, *, placeholder: str = "") -> None:
        super().__init__(parent)
        self.line = PlainLine()
        self.line.setFrame(False)
        self.line.setAccessibleName(name)
        self.line.setPlaceholderText(placeholder)
        palette = self.line.palette()
        palette.setColor(QPalette.ColorRole.Base, QColor(0, 0, 0, 0))
        self.line.setPalette(palette)
        self.line.textChanged.connect(self.text_changed)
        self.line.returnPressed.connect(self.submitted)
        self.line.installEventFilter(self)
        self.setFocusProxy(self.line)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(6, 1, 6, 1)
        layout.addWidget(self.line)

    @property
    def text(self) -> str:
        """What is in the field."""
        return self.line.text()

    def set_text(self, text: str) -> None:
        """Put text into the field."""
        self.line.setText(text)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(240), fonts.px(_HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(80), fonts.px(_HIGH))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.FocusIn, QEvent.Type.FocusOut}:
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        paint_field(painter, QRectF(self.rect()), enabled=self.isEnabled())
        if self.line.hasFocus():
            painting.focus_ring(painter, QRectF(self.rect()), _RADIUS)


def paint_field(painter: QPainter, area: QRectF, *, enabled: bool) -> None:
    """Paint ground and edge of a form field."""
    colours = tokens()
    painting.fill_rounded(painter, area, _RADIUS, colours.surface if enabled else colours.sunken)
    painting.edge_rounded(painter, area, _RADIUS, colours.control)
