"""Text fields with an icon, a key cap, and Esc to clear."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from ui import fonts
from ui.icons import Icon
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.line_edit import PlainLine

_RADIUS = 6


class _Line(PlainLine):
    """The editable part; paints no ground of its own."""

    left = Signal()  # Esc in an empty field
    went_down = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrame(False)
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, QColor(Qt.GlobalColor.transparent))
        self.setPalette(palette)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.went_down.emit()
        elif event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.text():
            self.clear()
        else:
            self.left.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()


class SearchField(QWidget):
    """A field that looks for text.

    Esc clears it; Esc in the empty field emits ``left``, so that the view can give the focus
    back to its list. Pass ``icon=Icon.FILTER`` for a field that narrows what is shown.
    """

    text_changed = Signal(str)
    submitted = Signal()  # Enter
    left = Signal()
    went_down = Signal()  # the Down key: to what is below

    def __init__(
        self,
        name: str,
        parent: QWidget | None = None,
        *,
        icon: Icon = Icon.SEARCH,
        key: str = "",
        placeholder: str = "",
    ) -> None:
        super().__init__(parent)
        self._icon, self._key = icon, key
        self._line = _Line(self)
        self._line.setAccessibleName(name)
        self._line.setPlaceholderText(placeholder or name)
        self._line.installEventFilter(self)
        self._line.textChanged.connect(self._on_text)
        self._line.returnPressed.connect(self.submitted)
        self._line.left.connect(self.left)
        self._line.went_down.connect(self.went_down)
        self.setFocusProxy(self._line)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self._line)
        self._set_margins()

    @property
    def text(self) -> str:
        """What is in the field."""
        return self._line.text()

    @property
    def line(self) -> QLineEdit:
        """The line edit inside, for validators and completion."""
        return self._line

    def set_text(self, text: str) -> None:
        """Put text into the field."""
        self._line.setText(text)

    def select_all(self) -> None:
        """Give the field the focus and select its text, as Ctrl F does."""
        self._line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._line.selectAll()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(210), fonts.px(28))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(80), fonts.px(28))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._line.setFocus(Qt.FocusReason.MouseFocusReason)
        super().mousePressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._set_margins()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.FocusIn, QEvent.Type.FocusOut}:
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        colours, area = tokens(), QRectF(self.rect())
        ground = colours.surface if self.isEnabled() else colours.sunken
        painting.fill_rounded(painter, area, _RADIUS, ground)
        painting.edge_rounded(painter, area, _RADIUS, colours.strong)
        size = fonts.px(16)
        place = QPointF(fonts.px(8), area.center().y() - size / 2)
        painting.draw_icon(painter, self._icon, place, size, colours.text2)
        if self._shows_key():
            painting.draw_key_cap(painter, self._cap(), self._key)
        if self._line.hasFocus():
            painting.focus_ring(painter, area, _RADIUS)

    def _shows_key(self) -> bool:
        return bool(self._key) and not self.text

    def _cap(self) -> QRectF:
        wide, high = painting.key_cap_width(self._key), fonts.px(18)
        return QRectF(
            self.width() - wide - fonts.px(5), round((self.height() - high) / 2), wide, high
        )

    def _set_margins(self) -> None:
        right = fonts.px(8)
        if self._key and not self.text:
            right += math.ceil(painting.key_cap_width(self._key))
        self._layout.setContentsMargins(fonts.px(28), 1, right, 1)

    def _on_text(self, text: str) -> None:
        self._set_margins()
        self.update()
        self.text_changed.emit(text)


class FilterField(SearchField):
    """A field that narrows a list."""

    def __init__(
        self, name: str, parent: QWidget | None = None, *, key: str = "", placeholder: str = ""
    ) -> None:
        super().__init__(name, parent, icon=Icon.FILTER, key=key, placeholder=placeholder)
