"""The page of memory tools: one tab for each tool, and what can be seen beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractButton, QStackedWidget, QVBoxLayout, QWidget

from ui.agent_tools.commands import tool_commands
from ui.agent_tools.compaction_page import CompactionPage
from ui.agent_tools.head import ToolsHead
from ui.agent_tools.pages import COMPACTION, MAKERS, OFFLOADED, SAVE, SESSIONS, page_names
from ui.agent_tools.presenter import ToolsPresenter
from ui.agent_tools.save_page import SavePage
from ui.agent_tools.sessions_page import SessionsPage
from ui.agent_tools.words import tr
from ui.navigation import Place, Target
from ui.problems import explain
from ui.theme import tokens
from ui.widgets.empty_state import EmptyState
from ui.widgets.letters import takes_letter
from ui.widgets.tabs import TabBar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QHideEvent, QKeyEvent, QPaintEvent, QShowEvent

    from desktop_app.core.errors import MemloupeError
    from ui.agent_tools.page import ToolPage
    from ui.session import Session
    from ui.view_protocols import ViewCommand


class ToolsView(QWidget):
    """Head, tabs and the page of the chosen tool; a page is made when it is first shown."""

    commands_changed = Signal()
    target_changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Memory tools"))
        self._wanted: Target | None = None  # what to show once the bucket was read
        self.presenter = ToolsPresenter.of(session)
        self.names = page_names()
        self.head = ToolsHead(self.presenter, self)
        self.tabs = TabBar(tr("Memory tools"), self)
        self._stack = QStackedWidget(self)
        self.empty = EmptyState(tr("The memory files are being read"), parent=self._stack)
        self._pages: dict[str, ToolPage] = {}
        self._lay_out()
        self._connect(session)
        self._show_page(self.tabs.current)

    @property
    def page(self) -> ToolPage:
        """The page of the chosen tool."""
        return self.page_of(self.tabs.current)

    def page_of(self, key: str) -> ToolPage:
        """Return the page of a tool, made now unless it was made before."""
        if key not in self._pages:
            page = self._pages[key] = MAKERS[key](self.presenter, self._stack)
            page.state_changed.connect(self.commands_changed)
            if isinstance(page, SessionsPage):
                page.preview_wanted.connect(self._preview)
            self._stack.addWidget(page)
        return self._pages[key]

    def target(self) -> Target:
        """Return what is shown: the bucket and the tool."""
        bucket = self.presenter.bucket
        return Target(Place.TOOLS, bucket=bucket.path if bucket else None, key=self.tabs.current)

    def commands(self) -> Sequence[ViewCommand]:
        """Return what can be done here."""
        return tool_commands(self)

    def take_focus(self) -> None:
        """Give the focus to the page."""
        self.page.first.setFocus(Qt.FocusReason.OtherFocusReason)

    def unsaved(self) -> str:
        """Return what is not saved, in words."""
        page = self._save_page
        return tr("what is to be remembered") if page is not None and page.has_text else ""

    @Slot()
    def save(self) -> None:
        """Save what is to be remembered."""
        if self._save_page is not None and self._save_page.has_text:
            self._save_page.run()

    @Slot()
    def keep_draft(self) -> None:
        """Keep it as a draft."""
        if self._save_page is not None:
            self._save_page.keep_draft()

    @Slot()
    def discard(self) -> None:
        """Give it up."""
        if self._save_page is not None:
            self._save_page.discard()

    @property
    def _save_page(self) -> SavePage | None:
        page = self._pages.get(SAVE)
        return page if isinstance(page, SavePage) else None

    @Slot()
    def read_again(self) -> None:
        """Read the bucket again, as F5 does."""
        self.presenter.look()

    def show_tab(self, key: str) -> None:
        """Show a tool and go into its page."""
        self.tabs.show_tab(key)
        self.take_focus()

    @Slot()
    def next_tab(self) -> None:
        """Show the tool at the right."""
        self._step(1)

    @Slot()
    def previous_tab(self) -> None:
        """Show the tool at the left."""
        self._step(-1)

    @Slot()
    def go_to_field(self) -> None:
        """Go to the field of the page."""
        self.page.go_to_field()

    @Slot()
    def run(self) -> None:
        """Ask the tool."""
        self.page.run()

    @property
    def preview_reason(self) -> str:
        """Why there is no conversation whose compaction could be previewed."""
        page = self.page
        if isinstance(page, SessionsPage):
            return page.compaction_reason
        return tr("Choose a conversation first.")

    @Slot()
    def open_file(self) -> None:
        """Ask for a file of messages, and show what a compaction would do to it."""
        self.show_tab(COMPACTION)
        page = self.page
        if isinstance(page, CompactionPage):
            page.ask_file()

    @Slot()
    def preview(self) -> None:
        """Show what a compaction would do to the chosen conversation."""
        page = self.page
        if isinstance(page, SessionsPage):
            page.preview()

    @Slot()
    def stop(self) -> None:
        """Stop what is being worked out."""
        self.page.stop()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.presenter.set_active(active=True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.presenter.set_active(active=False)

    def event(self, event: QEvent) -> bool:
        # What a button does not take comes here. Who types on one means the field beside it.
        on_button = isinstance(self.window().focusWidget(), QAbstractButton)
        return (on_button and takes_letter(event)) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # From text that can only be read: it keeps digits and letters from being shortcuts.
        plain, key = event.modifiers() == Qt.KeyboardModifier.NoModifier, event.text().upper()
        keys = self.tabs.keys
        if plain and key.isdecimal() and 1 <= int(key) <= len(keys):
            self.show_tab(keys[int(key) - 1])
        elif plain and key == "F":
            self.go_to_field()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)

    def _lay_out(self) -> None:
        for key, words in self.names.items():
            self.tabs.add_tab(key, words)
        self._stack.addWidget(self.empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self.tabs)
        layout.addWidget(self._stack, 1)

    def _connect(self, session: Session) -> None:
        presenter = self.presenter
        self.tabs.current_changed.connect(self._show_page)
        self.head.bucket_chosen.connect(presenter.choose_bucket)
        presenter.bucket_changed.connect(self._show_bucket)
        presenter.shelf_changed.connect(self._show_shelf)
        presenter.refused.connect(self._show_error)
        session.target_requested.connect(self._go)

    def _step(self, step: int) -> None:
        keys = self.tabs.keys
        self.show_tab(keys[(keys.index(self.tabs.current) + step) % len(keys)])

    @Slot(str)
    def _preview(self, path: str) -> None:
        bucket = self.presenter.bucket
        target = Target(
            Place.TOOLS, bucket=bucket.path if bucket else None, path=path, key=COMPACTION
        )
        self.presenter.session.go(target)

    @Slot(str)
    def _show_page(self, key: str) -> None:
        page = self.page_of(key)
        has_bucket = self.presenter.bucket is not None
        if not has_bucket and self.presenter.session.outline is not None:
            self.empty.set_words(
                tr("No daily logs here"),
                tr("The agent's memory tools look into MEMORY.md, daily logs and sessions."),
            )
        self._stack.setCurrentWidget(page if has_bucket else self.empty)
        self.setFocusProxy(page.first if has_bucket else self.tabs)
        self.target_changed.emit()
        self.commands_changed.emit()

    @Slot()
    def _show_bucket(self) -> None:
        self.head.show_bucket()
        self._show_page(self.tabs.current)

    @Slot()
    def _show_shelf(self) -> None:
        shelf = self.presenter.shelf
        if shelf is not None:
            self.tabs.set_count(SESSIONS, _count(len(shelf.sessions)))
            self.tabs.set_count(OFFLOADED, _count(len(shelf.book.offloaded)))
        self._stack.setCurrentWidget(self.page)
        self.setFocusProxy(self.page.first)
        self.commands_changed.emit()
        # The pages hear of it after this one, and can show what is wanted only then.
        QTimer.singleShot(0, self, self._take_wanted)

    @Slot(object)
    def _show_error(self, error: MemloupeError) -> None:
        self.empty.set_words(*explain(error))
        self._stack.setCurrentWidget(self.empty)

    @Slot(object)
    def _go(self, target: Target) -> None:
        if target.place is not Place.TOOLS:
            return
        if target.bucket is not None:
            self.presenter.choose_bucket(target.bucket)
        if target.key in self.names:
            self.tabs.show_tab(target.key)
        if self.presenter.shelf is None:
            self._wanted = target
        else:
            self.page.take_target(target)

    @Slot()
    def _take_wanted(self) -> None:
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            self.page.take_target(wanted)


def _count(count: int) -> str:
    return f"{count:,}" if count else ""
