"""A page from a wish to what is accepted: its head, and one page below it for each phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from ui.theme import tokens
from ui.waiting_pages import RunningPage
from ui.widgets.page_head import PageHead

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent


class PhaseView(QWidget):
    """Subclasses make the other pages, when they are needed, and know which phase is shown.

    A page is made with ``_pages`` as its parent.
    """

    commands_changed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = PageHead(self)
        self._pages = QStackedWidget(self)
        self.running = RunningPage(self._pages)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self._pages, 1)
        self.setAccessibleName(name)

    @property
    def page(self) -> QWidget:
        """The page that is shown."""
        page = self._pages.currentWidget()
        assert page is not None
        return page

    def _put(self, *pages: QWidget) -> None:
        """Put in the pages that are there from the start; the first one is shown."""
        for page in (*pages, self.running):
            self._pages.addWidget(page)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)

    def _give_focus(self, first: QWidget, *, is_new: bool) -> None:
        """Keep the keys working; who is at work on the page, or elsewhere, is not disturbed."""
        self.setFocusProxy(first)
        focus = QApplication.focusWidget()
        is_elsewhere = focus is not None and focus.isVisible() and not self.isAncestorOf(focus)
        is_at_work = focus is not None and self.page.isAncestorOf(focus)
        if not is_elsewhere and (is_new or not is_at_work):
            first.setFocus(Qt.FocusReason.OtherFocusReason)
