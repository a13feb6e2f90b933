"""The page of notes: a layer, its list, what a turn gets of it, and what a turn changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from ui.command_menu import command_menu
from ui.naming import shown_id
from ui.navigation import NAME_A_LAYER, Place, Target
from ui.notes.commands import note_commands
from ui.notes.head import LIST, SECTION, TURN, NotesHead
from ui.notes.list_page import ListPage
from ui.notes.note_actions import NoteActions
from ui.notes.presenter import NotesPresenter
from ui.notes.rows import Column
from ui.notes.section_page import SectionPage
from ui.notes.turn_page import TurnPage
from ui.notes.words import tr
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets.banner import Banner
from ui.widgets.when_shown import WhenShown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

    from ui.notes.desk import Desk
    from ui.session import Session
    from ui.view_protocols import ViewCommand


class NotesView(QWidget):
    """Head, and one of three pages below it; the inspector has the chosen note."""

    inspector_requested = Signal()
    commands_changed = Signal()
    target_changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Notes"))
        self.presenter = NotesPresenter.of(session)
        self.actions_of_note = NoteActions(self.presenter, self)
        self.head = NotesHead(self.presenter, self)
        self.problems = Banner(self)
        self._stack = QStackedWidget(self)
        self.list = ListPage(self.presenter, self.head, self._stack)
        self.section = SectionPage(self.presenter, self._stack)
        self.turn = TurnPage(self.presenter, self._stack)
        self.head.tools.addStretch(1)
        self.head.tools.addWidget(self.list.filter, 1)
        self._pages = {LIST: self.list, SECTION: self.section, TURN: self.turn}
        self._has_to_ask = False  # for a folder of notes, once it is known which there are
        self._asking = WhenShown(self, self._ask_for_folder)
        self._lay_out()
        self._connect()
        session.target_requested.connect(self._go)
        self.presenter.sight.follow(self)
        self._show_desk()

    def commands(self) -> Sequence[ViewCommand]:
        """Return what can be done here."""
        return note_commands(self)

    def target(self) -> Target:
        """Return the layer and the note that are shown, for the way back."""
        layer, opened = self.presenter.layer, self.presenter.note
        path = opened.row.note.facts.path if opened and opened.row.note else None
        return Target(Place.NOTES, path=path, bucket=layer.mount if layer else None)

    @Slot()
    def read_again(self) -> None:
        """Read every layer again, as F5 does."""
        self.presenter.look()

    def take_focus(self) -> None:
        """Give the focus to the page that is shown."""
        page = self._stack.currentWidget()
        if page is not None:
            page.setFocus(Qt.FocusReason.OtherFocusReason)

    def unsaved(self) -> str:
        """Return what is not saved, in words."""
        return ", ".join(shown_id(one.seen.row.path) for one in self.presenter.drafts.all)

    @Slot()
    def save(self) -> None:
        """Save every note that is not saved."""
        self.presenter.drafts.save_all()

    @Slot()
    def keep_draft(self) -> None:
        """Keep every note that is not saved as a draft."""
        self.presenter.drafts.keep_all()

    @Slot()
    def discard(self) -> None:
        """Give every edit up."""
        self.presenter.drafts.discard_all()

    @Slot()
    def discard_shown(self) -> None:
        """Give up what was typed into the shown note."""
        if self.presenter.note is not None:
            self.presenter.drafts.discard(self.presenter.note.key)

    @Slot()
    def start_edit(self) -> None:
        """Go into the fields of the chosen note."""
        self.inspector_requested.emit()
        self.presenter.edit_wanted.emit()

    @Slot()
    def start_filter(self) -> None:
        """Go to the field that filters the list."""
        self.show_list()
        self.list.filter.select_all()

    @Slot()
    def sort_next(self) -> None:
        """Sort by name, or by size."""
        is_name = self.presenter.order.wish.column is Column.NAME
        self.presenter.order.sort(Column.SIZE if is_name else Column.NAME)

    @Slot()
    def show_list(self) -> None:
        """Show the list."""
        self.head.pages.choose(LIST)
        self.take_focus()

    @Slot()
    def show_section(self) -> None:
        """Show what a turn gets."""
        self.head.pages.choose(SECTION)
        self.take_focus()

    @Slot()
    def show_turn(self) -> None:
        """Show what a turn changed."""
        self.head.pages.choose(TURN)
        self.take_focus()

    @Slot()
    def take_snapshot(self) -> None:
        """Remember how the layer is now."""
        self.show_turn()
        self.turn.take_snapshot()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)

    def _lay_out(self) -> None:
        for page in self._pages.values():
            self._stack.addWidget(page)
        above = QVBoxLayout()
        above.setContentsMargins(12, 0, 12, 0)
        above.addWidget(self.problems)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addLayout(above)
        layout.addWidget(self._stack, 1)

    def _connect(self) -> None:
        presenter = self.presenter
        presenter.desk_changed.connect(self._show_desk)
        presenter.note_changed.connect(self.commands_changed)
        presenter.note_changed.connect(self.target_changed)
        presenter.drafts.changed.connect(self.commands_changed)
        presenter.list_wanted.connect(self._show_list_page)
        presenter.offered.connect(self.actions_of_note.take_offer)
        presenter.diff_wanted.connect(self.actions_of_note.show_diff)
        presenter.left.connect(self.take_focus)
        self.head.page_wanted.connect(self._show_page)
        self.list.table.entered.connect(self.start_edit)
        self.list.table.menu_wanted.connect(self._open_menu)
        self.list.name_wanted.connect(self.actions_of_note.name_layer)
        self.list.new_wanted.connect(self.actions_of_note.new)
        self.section.file_wanted.connect(self.show_list)
        self.section.value_wanted.connect(self.head.offer_values)
        self.section.left.connect(self.show_list)

    @Slot()
    def _show_desk(self) -> None:
        desk = self.presenter.desk
        problems = desk.layers.problems if desk else ()
        if problems:
            title = tr("The settings of the layers are not all right")
            self.problems.show_banner(Meaning.CAUTION, title, " ".join(problems))
        else:
            self.problems.hide()
        self.commands_changed.emit()
        self._asking.offer(desk)

    def _ask_for_folder(self, desk: Desk | None) -> None:
        if self._has_to_ask and desk is not None:
            self._has_to_ask = False
            self.actions_of_note.name_layer()

    @Slot(object)
    def _go(self, target: Target) -> None:
        if target.place is Place.NOTES:
            self._has_to_ask = target.key == NAME_A_LAYER
            self._show_desk()

    @Slot()
    def _show_list_page(self) -> None:
        self.head.pages.choose(LIST)

    @Slot(str)
    def _show_page(self, key: str) -> None:
        self._stack.setCurrentWidget(self._pages[key])
        self.list.filter.setVisible(key == LIST)

    @Slot(QPoint)
    def _open_menu(self, place: QPoint) -> None:
        command_menu(self, self.commands()).popup(place)
