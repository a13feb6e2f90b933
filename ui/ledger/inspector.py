"""Beside the daily logs: what reaches the model, or what is known of a log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from ui.fonts import Role, Weight
from ui.ledger.log_inspector import LogInspector
from ui.ledger.presenter import LedgerPresenter
from ui.ledger.reach_inspector import ReachInspector
from ui.ledger.words import tr
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.labels import ElidedLabel
from ui.widgets.scrolled import Scrolled

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from ui.session import Session


class LedgerInspector(QWidget):
    """Follows the file that is shown."""

    close_requested = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.presenter = LedgerPresenter.of(session)
        self.title = ElidedLabel(parent=self, role=Role.TITLE, weight=Weight.STRONG)
        names = tr("What reaches the model"), tr("About this log")
        self._scrolled = [Scrolled(self, name=name) for name in names]
        above, below = self._scrolled
        self.reach = ReachInspector(self.presenter, above.viewport())
        self.log = LogInspector(self.presenter, below.viewport())
        head = QVBoxLayout()
        head.setContentsMargins(16, 14, 16, 13)
        head.addWidget(self.title)
        self._pages = QStackedLayout()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addLayout(self._pages, 1)
        for area, inside in zip(self._scrolled, (self.reach, self.log), strict=True):
            area.setWidget(inside)
            self._pages.addWidget(area)
        self.presenter.file_changed.connect(self._show_file)
        self._show_file()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().window)
        page = self._scrolled[self._pages.currentIndex()]
        painting.hairline(painter, QPointF(0, page.y() - 1), self.width())

    @Slot()
    def _show_file(self) -> None:
        file = self.presenter.file
        is_memory = file is None or file.is_memory
        title = tr("What reaches the model") if is_memory else tr("About this log")
        self.title.set_text(title)
        self.setAccessibleName(title)
        self._pages.setCurrentWidget(self._scrolled[0 if is_memory else 1])
