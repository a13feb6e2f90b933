"""A section of the inspector, and the title at its top."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.widgets import painting
from ui.widgets.labels import ElidedLabel, TextLabel

_SIDE = 16
_ROW = 22


class Section(QWidget):
    """A titled part of the inspector: title, note at the right, body, hairline.

    Fill it through ``body``, a vertical layout.
    """

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = TextLabel(title, Role.SECONDARY, Weight.STRONG, tone="text2")
        self._note = ElidedLabel(role=Role.CAPTION, tone="text2")
        head = QHBoxLayout()
        head.addWidget(self._title)
        head.addStretch(1)
        head.addWidget(self._note)
        self.body = QVBoxLayout()
        self.body.setSpacing(8)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_SIDE, 10, _SIDE, 12)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addLayout(self.body)
        self.setAccessibleName(title)

    def set_title(self, title: str) -> None:
        """Change the title."""
        self._title.setText(title)
        self.setAccessibleName(title)

    @property
    def note(self) -> str:
        """What stands at the right of the title."""
        return self._note.text()

    def set_note(self, note: str) -> None:
        """Say something short at the right of the title."""
        self._note.set_text(note)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.hairline(painter, QPointF(0, self.height() - 1), self.width())


class Facts(QWidget):
    """Rows of a label and a value, as in “created  2026-04-20”."""

    def __init__(self, parent: QWidget | None = None, *, label_width: int = 84) -> None:
        super().__init__(parent)
        self._label_width = label_width
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)

    def sizeHint(self) -> QSize:
        # It may be no higher than this, and its rows wrap where it is narrower than they like.
        hint = super().sizeHint()
        wrapped = self.heightForWidth(self.width()) if self.isVisible() else 0
        return QSize(hint.width(), max(hint.height(), wrapped))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def clear(self) -> None:
        """Remove all rows."""
        while (item := self._layout.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()

    def add(self, label: str, value: str | QWidget) -> None:
        """Append a row; ``value`` is text or a widget such as a ``Link``."""
        row = QWidget(self)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        name = TextLabel(label, Role.SECONDARY, tone="text2")
        name.setFixedWidth(fonts.px(self._label_width))
        shown = value if isinstance(value, QWidget) else ElidedLabel(value, role=Role.SECONDARY)
        layout.addWidget(name)
        layout.addWidget(shown, 1)
        high = fonts.px(_ROW)
        if isinstance(shown, TextLabel):
            # One that wraps keeps the distance of one line, and its label beside its first one.
            name.setFixedHeight(high)
            layout.setAlignment(name, Qt.AlignmentFlag.AlignTop)
            space = max(high - shown.fontMetrics().height(), 0) // 2
            shown.setContentsMargins(0, space, 0, space)
        row.setMinimumHeight(high)
        row.setAccessibleName(label if isinstance(value, QWidget) else f"{label}: {value}")
        self._layout.addWidget(row)
