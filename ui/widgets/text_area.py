"""A field for engine text that grows with it, to a limit, and keeps every character."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role
from ui.widgets import painting
from ui.widgets.engine_edit import EngineEdit
from ui.widgets.line_edit import paint_field

_PAD = 4
_RADIUS = 6
_LOWEST = 32


class TextArea(QWidget):
    """A form field; ``edit`` inside has undo and the keys.

    Args:
        name: What it holds, for screen readers.
        lines: How many lines it is high at least.
        most: How many pixels it grows to before it scrolls.
        role: ``Role.MONO`` for exact text.
        fills: Take the room that there is, and scroll, in place of growing with the text.
    """

    edited = Signal()

    def __init__(  # noqa: PLR0913 - options with defaults
        self,
        name: str,
        parent: QWidget | None = None,
        *,
        lines: int = 1,
        most: int = 160,
        role: Role = Role.BODY,
        fills: bool = False,
    ) -> None:
        super().__init__(parent)
        self._fills = fills
        self._lines, self._most, self._role = lines, most, role
        self.edit = EngineEdit(name, role=role)
        self.edit.edited.connect(self._on_edited)
        self.edit.installEventFilter(self)
        self.setFocusProxy(self.edit)
        upright = QSizePolicy.Policy.Expanding if fills else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Expanding, upright)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_PAD + 1, _PAD, _PAD, _PAD)
        layout.addWidget(self.edit)
        self._show_ground()

    @property
    def text(self) -> str:
        """The engine text in the field, exactly."""
        return self.edit.engine_text

    def set_text(self, text: str) -> None:
        """Put engine text into the field; the same text keeps the cursor and what can be undone."""
        if text != self.text:
            self.edit.set_engine_text(text)
            self._fit()

    def set_read_only(self, read_only: bool) -> None:  # noqa: FBT001 - a switch's bare value
        """Let people only look, or edit too."""
        self.edit.setReadOnly(read_only)
        self._show_ground()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, min(max(self._wanted(), fonts.px(_LOWEST)), fonts.px(self._most)))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, fonts.px(_LOWEST) if self._fills else self.sizeHint().height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.FocusIn, QEvent.Type.FocusOut}:
            self.update()
        elif event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        area = QRectF(self.rect())
        paint_field(painter, area, enabled=self.isEnabled() and not self.edit.isReadOnly())
        if self.edit.hasFocus():
            painting.focus_ring(painter, area, _RADIUS)

    def _show_ground(self) -> None:
        # With a ground of its own, a blinking caret has nothing below painted, twice a second.
        self.edit.viewport().setAutoFillBackground(not self.edit.isReadOnly())

    @Slot()
    def _on_edited(self) -> None:
        self._fit()
        self.edited.emit()

    def _fit(self) -> None:
        # A scroll bar takes width, so that lines wrap that did not: none while it can grow.
        policies = Qt.ScrollBarPolicy
        full = self._fills or self._wanted() > fonts.px(self._most)
        bar = policies.ScrollBarAsNeeded if full else policies.ScrollBarAlwaysOff
        self.edit.setVerticalScrollBarPolicy(bar)
        self.updateGeometry()

    def _wanted(self) -> int:
        # The document of a plain text edit counts its height in lines.
        lines = max(self.edit.document().size().height(), self._lines)
        # Qt scrolls by whole lines: half a pixel too little and the last line is out of reach.
        line = math.ceil(fonts.metrics(self._role).lineSpacing())
        margin = 2 * self.edit.document().documentMargin()
        return math.ceil(lines * line + margin) + 2 * _PAD + 2
