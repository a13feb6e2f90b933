"""The window of daily logs: the files of a bucket at the left, the chosen one beside them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractScrollArea, QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.ledger.effects import of_log_time
from ui.command_menu import command_menu
from ui.ledger.bucket_menu import BucketMenu
from ui.ledger.commands import ledger_commands, menu_commands
from ui.ledger.file_actions import FileActions
from ui.ledger.foot import LedgerFoot
from ui.ledger.head import EDIT, THIRD, FileHead
from ui.ledger.left import LeftColumn
from ui.ledger.notice import FileNotice
from ui.ledger.pages import FilePages
from ui.ledger.presenter import LedgerPresenter
from ui.ledger.seeking import place_of_hit
from ui.ledger.words import tr
from ui.navigation import Place, Target
from ui.theme import tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

    from ui.ledger.open_file import OpenFile
    from ui.ledger.section_rows import SectionRow
    from ui.session import Session
    from ui.view_protocols import ViewCommand


class LedgerView(QWidget):
    """Calendar, list and editor; ``foot`` stands below the whole window."""

    inspector_requested = Signal()
    commands_changed = Signal()
    target_changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Daily logs"))
        self.presenter = LedgerPresenter.of(session)
        self.left = LeftColumn(self.presenter, self)
        self.head, self.notice, self.foot = FileHead(self), FileNotice(self), LedgerFoot()
        self.pages = FilePages(self.presenter, self)
        self.actions_of_file = FileActions(self.presenter, self)
        self._forms = {True: EDIT, False: THIRD}
        self._was_memory = True
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.left.list)
        self.presenter.sight.follow(self)
        self._show_file()

    def commands(self) -> Sequence[ViewCommand]:
        """Return what can be done here."""
        return ledger_commands(self)

    def target(self) -> Target:
        """Return the bucket and the file that are shown, for the way back."""
        file, bucket = self.presenter.file, self.presenter.bucket
        path = file.path if file is not None else None
        return Target(Place.LEDGER, path=path, bucket=bucket.path if bucket else None)

    @Slot()
    def read_again(self) -> None:
        """Read the bucket again, as F5 does."""
        self.presenter.look()

    def take_focus(self) -> None:
        """Give the focus to the list."""
        self.left.focus_list()

    def unsaved(self) -> str:
        """Return what is not saved, in words."""
        self.pages.editor.take()
        return ", ".join(one.seen.path for one in self.presenter.drafts.all)

    @Slot()
    def save(self) -> None:
        """Save every text that is not saved."""
        self.pages.editor.take()
        self.presenter.drafts.save_all()

    @Slot()
    def keep_draft(self) -> None:
        """Keep every text as a draft."""
        self.pages.editor.take()
        self.presenter.drafts.keep_all()

    @Slot()
    def discard(self) -> None:
        """Give every text up."""
        self.presenter.drafts.discard_all()

    @Slot()
    def discard_shown(self) -> None:
        """Give up what was typed into the shown file."""
        file = self.presenter.file
        if file is not None:
            self.presenter.drafts.discard(file.path)

    @Slot()
    def save_shown(self) -> None:
        """Save the shown file."""
        self.pages.editor.take()
        file = self.presenter.file
        if file is not None:
            self.presenter.drafts.save(file.path)

    @Slot()
    def show_diff(self) -> None:
        """Show what saving the shown file writes."""
        self.pages.editor.take()
        file = self.presenter.file
        draft = self.presenter.drafts.of(file.path) if file else None
        if draft is not None:
            self.actions_of_file.show_diff(draft)

    @Slot()
    def start_edit(self) -> None:
        """Go into the text; in the list of sections, edit the chosen one."""
        row = self.pages.sections.current if self.pages.shows_sections else None
        if row is not None:
            self.actions_of_file.edit_section(row)
        else:
            self.head.forms.choose(EDIT)
            self.pages.editor.setFocus()

    @Slot()
    def move_above(self) -> None:
        """Move the selected lines to the end of what is still read."""
        self.head.forms.choose(EDIT)
        self.pages.editor.move_above()

    @Slot()
    def go_to_line(self) -> None:
        """Show where the model stops reading."""
        self.head.forms.choose(EDIT)
        self.pages.editor.go_to_line()

    @Slot()
    def find_here(self) -> None:
        """Find a text in the file."""
        self.head.forms.choose(EDIT)
        self.pages.find_bar.open()

    @Slot()
    def focus_calendar(self) -> None:
        """Go to the calendar."""
        place = self.left.calendar if self.left.calendar.isVisible() else self.left.list
        place.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def open_actions(self) -> None:
        """Show everything that can be done here, with its keys."""
        button = self.left.actions_button
        menu = command_menu(self, menu_commands(self))
        menu.popup(button.mapToGlobal(QPoint(0, button.height())))

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)

    def _lay_out(self) -> None:
        middle = QVBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.head)
        middle.addWidget(self.notice)
        middle.addWidget(self.pages.find_bar)
        middle.addWidget(self.pages, 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.left)
        layout.addLayout(middle, 1)

    def _connect(self) -> None:
        presenter, pages = self.presenter, self.pages
        presenter.file_changed.connect(self._show_file)
        presenter.file_changed.connect(self.target_changed)
        presenter.drafts.changed.connect(self._show_state)
        presenter.drafts.refused.connect(self.foot.show_refusal)
        presenter.turn.room_changed.connect(self.commands_changed)
        presenter.above_wanted.connect(self.move_above)
        presenter.line_wanted.connect(self.go_to_line)
        presenter.place_wanted.connect(self._find_wanted)
        self.head.form_changed.connect(self._show_form)
        # The button may offer something else afterwards: Enter must not do that unread.
        self.notice.wanted.connect(self.left.focus_list)
        self.notice.wanted.connect(self.actions_of_file.take_offer)
        self.notice.left.connect(self.left.focus_list)
        pages.editor.left.connect(self.left.focus_list)
        pages.add.clicked.connect(self.actions_of_file.add_entry)
        pages.sections.edit_wanted.connect(self.actions_of_file.edit_section)
        pages.sections.row_changed.connect(self._note_section)
        self.left.list.entered.connect(self._enter)
        self.left.actions_wanted.connect(self.open_actions)
        for rows in (self.left.list, pages.sections.list):
            rows.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            rows.customContextMenuRequested.connect(partial(self._open_menu, rows))
        self.left.bucket_wanted.connect(self._choose_bucket)
        self.foot.save.clicked.connect(self.save_shown)
        self.foot.diff.clicked.connect(self.show_diff)
        self.foot.discard.clicked.connect(self.discard_shown)

    @Slot()
    def _show_file(self) -> None:
        file = self.presenter.file
        is_memory = file is None or file.is_memory
        if file is not None and not is_memory and not file.log_has_sections:
            form = EDIT if self._forms[False] == THIRD else self._forms[False]
        else:
            form = self._forms[is_memory]
        self._was_memory = is_memory
        with QSignalBlocker(self.head.forms):
            self.head.forms.choose(form)
        self.pages.show_file(file, form)
        self._show_state()

    @Slot()
    def _show_state(self) -> None:
        presenter = self.presenter
        file = presenter.file
        draft = presenter.drafts.of(file.path) if file else None
        self.head.show_file(file, is_edited=draft is not None)
        self.notice.show_file(file, is_outdated=draft is not None and draft.is_outdated)
        drafts = presenter.drafts
        saving = drafts.is_saving
        self.foot.show_state(len(drafts.all), is_edited=draft is not None, is_saving=saving)
        self.foot.show_note(_note(file) if draft else "")
        self.commands_changed.emit()

    @Slot(str)
    def _show_form(self, form: str) -> None:
        self._forms[self._was_memory] = form
        self.pages.show_file(self.presenter.file, form)
        self.commands_changed.emit()

    @Slot(str, int)
    def _find_wanted(self, text: str, line: int) -> None:
        self.head.forms.choose(EDIT)
        self.pages.editor.seeker.seek(partial(place_of_hit, wanted=text, line=line))

    @Slot(object)
    def _note_section(self, row: SectionRow | None) -> None:
        self.presenter.choose_section(row)
        self.commands_changed.emit()

    @Slot(str)
    def _enter(self, _name: str) -> None:
        page = self.pages.currentWidget()
        if page is not None:
            page.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _choose_bucket(self) -> None:
        outline = self.presenter.session.outline
        if outline is not None:
            menu = BucketMenu(outline, self.presenter.bucket, self)
            menu.chosen.connect(self.presenter.choose_bucket)
            menu.open_below(self.left.bucket)

    def _open_menu(self, rows: QAbstractScrollArea, place: QPoint) -> None:
        menu = command_menu(self, menu_commands(self))
        menu.popup(rows.viewport().mapToGlobal(place))


def _note(file: OpenFile | None) -> str:
    if file is None:
        return ""
    if file.is_memory:
        return tr("Saving keeps line endings and the final newline as they are.")
    return of_log_time(file.book, file.name).text
