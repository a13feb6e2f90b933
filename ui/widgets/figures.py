"""The figures of a proposal in one row: a caption, a number, a few words beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.labels import ElidedLabel, TextLabel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

_BETWEEN = 40


@dataclass(frozen=True, slots=True)
class Figure:
    """One number; ``meaning`` colours it, ``words`` stand beside it."""

    caption: str
    number: str
    words: str = ""
    meaning: Meaning | None = None


class _Number(ElidedLabel):
    def __init__(self, figure: Figure, parent: QWidget) -> None:
        super().__init__(figure.number, parent=parent, weight=Weight.STRONG)
        self._meaning = figure.meaning

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint().boundedTo(self.sizeHint())

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours, meaning = tokens(), self._meaning
        tone = colours.text if meaning is None else colours.shades(meaning).foreground
        strong = fonts.font(Role.BODY, Weight.STRONG)
        painting.draw_text(QPainter(self), QRectF(self.rect()), self.shown, strong, tone)


class FigureRow(QWidget):
    """Shows figures from the left; words give way where there is no room."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._shown: tuple[Figure, ...] = ()
        self._cells = QHBoxLayout(self)
        self._cells.setContentsMargins(16, 8, 16, 10)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """What is shown."""
        return self._shown

    def show_figures(self, figures: Sequence[Figure]) -> None:
        """Show other figures."""
        if tuple(figures) == self._shown:
            return
        self._shown = tuple(figures)
        while (item := self._cells.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._cells.setSpacing(fonts.px(_BETWEEN))
        for figure in figures:
            self._cells.addWidget(_cell(figure, self))
        self._cells.addStretch(1)
        spoken = (" ".join((one.caption, one.number, one.words)).strip() for one in figures)
        self.setAccessibleName(f"{self._name}: {', '.join(spoken)}")

    def paintEvent(self, _event: QPaintEvent) -> None:
        painting.hairline(QPainter(self), QPointF(0, self.height() - 1), self.width())


def _cell(figure: Figure, parent: QWidget) -> QWidget:
    cell = QWidget(parent)
    below = QHBoxLayout()
    below.setSpacing(fonts.px(8))
    below.addWidget(_Number(figure, cell))
    if figure.words:
        words = ElidedLabel(figure.words, parent=cell, role=Role.SECONDARY, tone="text2")
        below.addWidget(words, 1)
    layout = QVBoxLayout(cell)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(4)
    layout.addWidget(TextLabel(figure.caption, Role.SECONDARY, parent=cell, tone="text2"))
    layout.addLayout(below)
    return cell
