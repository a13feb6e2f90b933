"""Labels that never cut a word without giving the whole of it somewhere."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QEvent, QMargins, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.link import Link

ELIDE_END = Qt.TextElideMode.ElideRight
ELIDE_MIDDLE = Qt.TextElideMode.ElideMiddle
ELIDE_START = Qt.TextElideMode.ElideLeft
_LONGEST_WORD = 200
"""A word that is wider than this makes nothing wider that wraps: it breaks."""


class TextLabel(QLabel):
    """Plain text in one of the roles; ``tone`` names a token, for instance ``text2``."""

    def __init__(  # noqa: PLR0913 - options with defaults
        self,
        text: str = "",
        role: Role = Role.BODY,
        weight: Weight = Weight.NORMAL,
        parent: QWidget | None = None,
        *,
        tone: str = "text",
        wrap: bool = False,
    ) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._role, self._weight, self._tone = role, weight, tone
        self._heights: dict[int, int] = {}
        self._measured: tuple[str, QFont, QMargins] | None = None
        self._least = 0
        self.setWordWrap(wrap)
        self.setFont(fonts.font(role, weight))

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        if not self.wordWrap():
            return least
        return QSize(min(least.width(), fonts.px(_LONGEST_WORD)), least.height())

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's name
        """Show another text."""
        self._heights.clear()
        super().setText(text)

    def setContentsMargins(self, *margins: Any) -> None:  # noqa: N802 - Qt's name
        """Leave room around the text, in pixels."""
        self._heights.clear()
        super().setContentsMargins(*margins)

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - called by Qt
        # Layouts ask for the same few widths hundreds of times whenever anything changes.
        height = self._heights.get(width)
        if height is None:
            height = self._heights[width] = self._height(width)
        return height

    def _height(self, width: int) -> int:
        if not self._breaks(width):
            return super().heightForWidth(width)
        margins = self.contentsMargins()
        inner = width - margins.left() - margins.right()
        lines = self._laid_out(inner).boundingRect().height()
        return math.ceil(lines) + margins.top() + margins.bottom()

    @property
    def colour(self) -> QColor:
        """The colour of the text."""
        return getattr(tokens(), self._tone)  # type: ignore[no-any-return]  # named by its token

    def set_tone(self, tone: str) -> None:
        """Draw in another colour of the tokens."""
        self._tone = tone
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self._heights.clear()
        # The theme announces another zoom as a change of style.
        if event.type() == QEvent.Type.StyleChange:
            self.setFont(fonts.font(self._role, self._weight))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(fonts.font(self._role, self._weight))
        painter.setPen(self.colour)
        flags = int(self.alignment())
        area = self.contentsRect()
        if self._breaks(self.width()):
            self._laid_out(area.width()).draw(painter, area.topLeft())
            return
        if self.wordWrap():
            flags |= int(Qt.TextFlag.TextWordWrap)
        painter.drawText(QRectF(area), flags, self.text())

    def _breaks(self, width: int) -> bool:
        """Return whether a word is wider than there is room."""
        if not self.wordWrap():
            return False
        # Asked many times in each layout, and Qt would lay out the text for each answer.
        seen = (self.text(), self.font(), self.contentsMargins())
        if self._measured != seen:
            self._measured, self._least = seen, super().minimumSizeHint().width()
        return self._least > width

    def _laid_out(self, width: int) -> QTextLayout:
        layout = QTextLayout(self.text().replace("\n", "\u2028"), self.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        top = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(width, 1))
            line.setPosition(QPointF(0, top))
            top += line.height()
        layout.endLayout()
        return layout


class ElidedLabel(QLabel):
    """One line that is cut to its room; tooltip and accessible name keep all of it.

    Ids are cut in the middle, sentences at the end, paths at the front.
    """

    def __init__(  # noqa: PLR0913 - options with defaults
        self,
        text: str = "",
        mode: Qt.TextElideMode = ELIDE_END,
        parent: QWidget | None = None,
        *,
        role: Role = Role.BODY,
        weight: Weight = Weight.NORMAL,
        tone: str = "text",
    ) -> None:
        super().__init__(parent)
        self._mode, self._role, self._weight, self._tone = mode, role, weight, tone
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_text(text)

    @property
    def shown(self) -> str:
        """The text as it fits now."""
        return painting.elide(self.text(), self._metrics, self.width(), self._mode)

    def set_text(self, text: str) -> None:
        """Show another text."""
        self.setText(text)
        self.setAccessibleName(text)
        self._set_tip()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        wide = math.ceil(self._metrics.horizontalAdvance(self.text()))
        return QSize(wide, math.ceil(self._metrics.height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(24), math.ceil(self._metrics.height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._set_tip()
        super().resizeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        font, colour = fonts.font(self._role, self._weight), getattr(tokens(), self._tone)
        painting.draw_text(painter, QRectF(self.rect()), self.shown, font, colour)

    @property
    def _metrics(self) -> QFontMetricsF:
        return fonts.metrics(self._role, self._weight)

    def _set_tip(self) -> None:
        # A tooltip that looks like rich text would be drawn as HTML.
        self.setToolTip(plain_tip(self.text()) if self.shown != self.text() else "")


def plain_tip(text: str) -> str:
    """Return ``text`` so that a tooltip shows it as it is, wrapped, and never as HTML."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<p style='white-space:pre-wrap'>{escaped}</p>"


class Breadcrumb(QWidget):
    """The way to the chosen scope; every step but the last is a link."""

    chosen = Signal(int)  # index of the step

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(fonts.px(6))
        self._steps: list[str] = []
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def set_steps(self, steps: list[str]) -> None:
        """Show the steps from the outermost to the current one."""
        if steps == self._steps:
            return
        self._steps = list(steps)
        while (item := self._layout.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for index, step in enumerate(steps):
            self._add(index, step, last=index == len(steps) - 1)
        self.setAccessibleName(" / ".join(steps))

    def _add(self, index: int, step: str, *, last: bool) -> None:
        if last:
            name = ElidedLabel(step, ELIDE_MIDDLE, self, role=Role.TITLE, weight=Weight.STRONG)
            self._layout.addWidget(name)
            return
        link = Link(step, self, quiet=True)
        link.setProperty("step", index)
        link.clicked.connect(self._choose)
        self._layout.addWidget(link)
        self._layout.addWidget(TextLabel("/", parent=self, tone="text3"))

    def _choose(self) -> None:
        sender = self.sender()
        if sender is not None:
            self.chosen.emit(int(sender.property("step")))
