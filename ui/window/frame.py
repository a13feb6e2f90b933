"""The widgets of the window and where they stand; no decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from ui.icons import Icon
from ui.scopes.view import ScopesView
from ui.tokens import Meaning
from ui.view_protocols import HasFoot
from ui.widgets.banner import Banner
from ui.widgets.budget_bar import BudgetBar
from ui.widgets.button import Button, ButtonKind
from ui.widgets.empty_state import EmptyState
from ui.widgets.toast import Toast
from ui.window.header import Header
from ui.window.middle import Middle
from ui.window.panes import Panes
from ui.window.refused_page import RefusedPage
from ui.window.start_page import StartPage

if TYPE_CHECKING:
    from collections.abc import Callable

    from ui.session import Session

_FOOT = 40
_LINGER_MS = 900
"""A file that is held is tried again twice a second; the banner stays in between."""


class Frame(QWidget):
    """Header, pages, and the budget at the bottom."""

    cancel_wanted = Signal()

    def __init__(self, session: Session, keys: Callable[[str], str]) -> None:
        super().__init__()
        self._session = session
        self.header = Header(keys)
        self.banner, self.edit_banner = Banner(), Banner()
        self.scopes = ScopesView(session)
        inspectors = QStackedWidget()
        self.middle = Middle(session, inspectors)
        self.panes = Panes(self.scopes, self.middle, inspectors)
        self.start = StartPage(session.jobs)
        self.refused = RefusedPage()
        self.scope_refused = RefusedPage()
        self.scope_refused.stay()
        self.new_scope = Button(self.tr("New scope…"), icon=Icon.PLUS)
        self.no_scope = EmptyState(
            self.tr("No memory here yet"),
            self.tr("It appears as soon as the engine writes it."),
            (self.new_scope,),
        )
        self.coming = QWidget()
        self.open_other = Button(self.tr("Open another folder…"), kind=ButtonKind.NORMAL)
        self.name_notes = Button(self.tr("Name a folder of notes…"), icon=Icon.LAYERS)
        self.empty = EmptyState(
            self.tr("No memory here yet"),
            self.tr(
                "It appears as soon as the engine writes it. A state.db, and a folder with a "
                "MEMORY.md, with daily logs in memory/ or with a layers.json, can be opened too."
            ),
            (self.open_other, self.name_notes),
            picture="empty",
        )
        self.budget = BudgetBar()
        self._pages = QStackedWidget()
        for page in (self.start, self.refused, self.empty, self.panes):
            self._pages.addWidget(page)
        self._lay_out()
        for inner in (self.scope_refused, self.no_scope, self.coming):
            self.middle.keep_page(inner)
        self.toast = Toast(self)
        self._foot: QWidget | None = None
        self._linger = QTimer(self, singleShot=True, interval=_LINGER_MS)
        self._linger.timeout.connect(self.banner.hide)
        self.banner.activated.connect(self.cancel_wanted)
        self.middle.inspector_changed.connect(self.panes.show_inspector)
        self.middle.inspector_changed.connect(self._show_foot)
        self.show_page(self.start)

    @property
    def page(self) -> QWidget:
        """The page that is shown."""
        return self._page

    def show_page(self, page: QWidget) -> None:
        """Show the start page, a refusal, the empty workspace, or the panes."""
        self._page = page
        self._pages.setCurrentWidget(page)
        self._show_bottom()

    def place_toast(self) -> None:
        """Keep the toast above the bar at the bottom, however high that is."""
        in_panes, bar = self._page is self.panes, self._foot or self.budget
        self.toast.set_bottom(bar.sizeHint().height() if in_panes else _FOOT)

    def show_zoom(self) -> None:
        """Take over another size of text."""
        for part in (self.header, self.panes, self.middle.head):
            part.show_zoom()
        self.place_toast()

    @Slot(str)
    def show_waiting(self, words: str) -> None:
        """Say who waits for what; an empty text ends it."""
        if not words:
            if self.banner.isVisible() and not self._linger.isActive():
                self._linger.start()
            return
        self._linger.stop()
        self.banner.show_banner(Meaning.ENGINE, words, "", self.tr("Cancel"))

    @Slot()
    def _show_foot(self) -> None:
        """Show the bar that the view brings along, else the budget."""
        view, before = self.middle.view, self._foot
        self._foot = view.foot if isinstance(view, HasFoot) else None
        if before is not None and before is not self._foot:
            before.hide()
        if self._foot is not None and self._foot.parentWidget() is not self:
            self._layout.addWidget(self._foot)
        self._show_bottom()

    def _show_bottom(self) -> None:
        in_panes = self._page is self.panes
        has_turn = self._session.source is not None
        self.budget.setVisible(in_panes and has_turn and self._foot is None)
        if self._foot is not None:
            self._foot.setVisible(in_panes)
        self.place_toast()

    def _lay_out(self) -> None:
        layout = self._layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(self.banner)
        layout.addWidget(self.edit_banner)
        layout.addWidget(self._pages, 1)
        layout.addWidget(self.budget)
