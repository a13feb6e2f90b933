"""What stands where there is nothing yet: a picture, a title, a sentence, what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import picture_pixmap
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.labels import TextLabel

if TYPE_CHECKING:
    from ui.widgets.button import Button

_PICTURE = QSize(144, 88)
_CENTRE = Qt.AlignmentFlag.AlignCenter


class _Picture(QWidget):
    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self.setFixedSize(_PICTURE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        pixmap = picture_pixmap(self._name, _PICTURE, tokens(), self.devicePixelRatioF())
        painter.drawPixmap(QPointF(0, 0), pixmap)


class EmptyState(QWidget):
    """Fills a view that has nothing to show.

    Args:
        title: What this is about, in a few words.
        sentence: What it means or what to do, one sentence.
        buttons: At most two; the first is what most people want.
        picture: Name of a picture; without one the state is small, for empty lists.
    """

    def __init__(
        self,
        title: str,
        sentence: str = "",
        buttons: tuple[Button, ...] = (),
        parent: QWidget | None = None,
        *,
        picture: str = "",
    ) -> None:
        super().__init__(parent)
        role = Role.EMPTY if picture else Role.TITLE
        self._title = TextLabel(title, role, Weight.STRONG, wrap=True)
        self._sentence = TextLabel(sentence, Role.BODY, tone="text2", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(8)
        layout.addStretch(1)
        if picture:
            layout.addWidget(_Picture(picture), 0, Qt.AlignmentFlag.AlignHCenter)
            layout.addSpacing(16)
        for label in (self._title, self._sentence):
            label.setAlignment(_CENTRE)
            layout.addWidget(label)
        layout.addSpacing(4)
        layout.addLayout(_row(buttons))
        self.below = QVBoxLayout()
        layout.addLayout(self.below)
        layout.addStretch(1)
        self.set_words(title, sentence)

    def set_words(self, title: str, sentence: str = "") -> None:
        """Say something else."""
        self._title.setText(title)
        self._sentence.setText(sentence)
        self._sentence.setVisible(bool(sentence))
        self.setAccessibleName(f"{title}. {sentence}".strip())


class DropArea(QWidget):
    """The dashed place that says what can be dropped; the window takes the drop."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self._over = False
        self.setAccessibleName(text)
        self.setFixedHeight(48)

    def set_over(self, over: bool) -> None:  # noqa: FBT001 - a state, set as it is
        """Show that something is being dragged over the window."""
        self._over = over
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        colours, area = tokens(), QRectF(self.rect())
        edge = colours.accent_fill if self._over else colours.strong
        painter.setPen(QPen(edge, 1.5, Qt.PenStyle.CustomDashLine))
        pen = painter.pen()
        pen.setDashPattern([5, 4])
        painter.setPen(pen)
        painter.setBrush(colours.selected if self._over else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 8, 8)
        caption = fonts.font(Role.SECONDARY)
        painting.draw_text(painter, area, self._text, caption, colours.text2, _CENTRE)


def _row(buttons: tuple[Button, ...]) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(8)
    row.addStretch(1)
    for button in buttons:
        row.addWidget(button)
    row.addStretch(1)
    return row
