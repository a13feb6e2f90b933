"""The line over a page: whose memory, what is done with it, and who proposes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ui import fonts
from ui.naming import shown_id, shown_line
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.badge import Badge
from ui.widgets.labels import Breadcrumb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

_HIGH = 44


class PageHead(QWidget):
    """Breadcrumb with the title as its last step, and the author as a badge."""

    step_chosen = Signal()  # one of the steps before the title

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._crumbs = Breadcrumb()
        self.author = Badge()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 16, 0)
        layout.setSpacing(12)
        layout.addWidget(self._crumbs)
        layout.addWidget(self.author)
        layout.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._crumbs.chosen.connect(self._choose)

    def show_steps(self, steps: Sequence[str], title: str, author: str = "") -> None:
        """Show whose memory it is and what is done; the author once there is one."""
        self._crumbs.set_steps([*map(shown_id, steps), title])
        self.author.show_badge(shown_line(author), Meaning.NEUTRAL)
        self.author.setVisible(bool(author))

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), fonts.px(_HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), fonts.px(_HIGH))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().surface)
        painting.hairline(painter, QPointF(0, self.height() - 1), self.width())

    def _choose(self, _step: int) -> None:
        self.step_chosen.emit()
