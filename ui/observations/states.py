"""What stands above or in place of the table: notes about the scope, and empty states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QWidget

from ui.icons import Icon
from ui.tokens import Meaning
from ui.widgets.banner import Banner
from ui.widgets.button import Button
from ui.widgets.empty_state import EmptyState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.observations.draft import Draft


class ScopeNote(QWidget):
    """A banner while nothing of the scope reaches a turn."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.banner = Banner(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 0)
        layout.addWidget(self.banner)
        self.hide()

    def show_scope(self, snapshot: ScopeSnapshot | None) -> None:
        """Show what holds for the whole scope, if anything does."""
        meaning, title, sentence = self._words(snapshot)
        if title:
            self.banner.show_banner(meaning, title, sentence)
        self.setVisible(bool(title))

    def _words(self, snapshot: ScopeSnapshot | None) -> tuple[Meaning, str, str]:
        if snapshot is None or snapshot.record is None:
            return Meaning.NEUTRAL, "", ""
        if snapshot.problem:
            title = self.tr("No turn receives these observations")
            return Meaning.DAMAGED, title, snapshot.problem
        if snapshot.mode == "off":
            return (
                Meaning.CAUTION,
                self.tr("Memory is off in the engine’s configuration"),
                self.tr("Every turn runs without these observations."),
            )
        if not snapshot.record.enabled:
            return (
                Meaning.CAUTION,
                self.tr("This scope is off"),
                self.tr("The engine keeps these observations and injects none of them."),
            )
        return Meaning.NEUTRAL, "", ""


class HomelessNote(QWidget):
    """Says that a text is left whose observation is gone; it can become a new one."""

    add_wanted = Signal(object)  # Draft
    _draft: Draft | None = None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.banner = Banner(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 0)
        layout.addWidget(self.banner)
        self.banner.activated.connect(self._add)
        self.hide()

    def show_drafts(self, drafts: Sequence[Draft]) -> None:
        """Show the first of these, if there are any."""
        self._draft = drafts[0] if drafts else None
        if self._draft is not None:
            seq = self._draft.seen.seq
            self.banner.show_banner(
                Meaning.CAUTION,
                self.tr("Observation {0} is gone, your edit of it is not").format(seq),
                self.tr("It was removed or merged while the edit was not saved."),
                self.tr("Add it as a new one"),
            )
        self.setVisible(self._draft is not None)

    def _add(self) -> None:
        if self._draft is not None:
            self.add_wanted.emit(self._draft)


class NoMatch(EmptyState):
    """The filter leaves nothing."""

    cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        self.button = Button(self.tr("Clear the filter"), icon=Icon.CLOSE)
        super().__init__(
            self.tr("Nothing matches"),
            self.tr("No observation of this scope is like that."),
            (self.button,),
            parent,
        )
        self.button.clicked.connect(self.cleared)


class Nothing(QWidget):
    """The scope has no observations."""

    working_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = Button(self.tr("Show working memory"))
        self.button.clicked.connect(self.working_wanted)
        self.add_button = Button(self.tr("Add an observation"), icon=Icon.PLUS, key="N")
        self._said = EmptyState("", "", (self.add_button, self.button))
        self._pages = QStackedLayout(self)
        self._blank = QWidget()
        for page in (self._blank, self._said):
            self._pages.addWidget(page)

    @property
    def words(self) -> str:
        """What is said now, as a screen reader reads it."""
        page = self._pages.currentWidget()
        return page.accessibleName() if page else ""

    def show_scope(self, snapshot: ScopeSnapshot | None) -> None:
        """Say why there is nothing."""
        if snapshot is None:
            self._pages.setCurrentWidget(self._blank)
            return
        self._said.set_words(*self._reason(snapshot))
        self.button.setVisible(bool(snapshot.working))
        self.add_button.setVisible(snapshot.record is not None)
        self._pages.setCurrentWidget(self._said)

    def _reason(self, snapshot: ScopeSnapshot) -> tuple[str, str]:
        if snapshot.mode == "off":
            return (
                self.tr("Memory is off in the engine’s configuration"),
                self.tr("Nothing is observed, and no observation is injected."),
            )
        if snapshot.record is not None and not snapshot.record.enabled:
            return (
                self.tr("This scope is off, and has no observations"),
                self.tr("The engine observes nothing until it is switched on."),
            )
        if snapshot.working:
            return (
                self.tr("No observations, only working memory"),
                self.tr("The engine has not yet observed this conversation."),
            )
        return (
            self.tr("No memory here yet"),
            self.tr("It appears as soon as the engine writes it."),
        )
