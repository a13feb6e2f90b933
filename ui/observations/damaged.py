"""The view of a record that the engine can't read: as stored, what can be read, and bytes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from ui.clipboard import copy
from ui.fonts import Role
from ui.observations.arranging import longest_numbers
from ui.observations.damaged_inspector import DamagedInspector
from ui.observations.damaged_pages import repair_command, with_bar
from ui.observations.damaged_presenter import DamagedPresenter
from ui.observations.damaged_tools import BYTES, RAW, READABLE, DamagedTools
from ui.observations.damaged_words import banner_sentence
from ui.observations.edit_specs import all_refused
from ui.observations.keys import Command
from ui.observations.model import ObservationModel
from ui.observations.raw_text import RawText
from ui.observations.rows import Column, Wanted, arrange
from ui.observations.stored_edits import StoredEdits
from ui.observations.table import ObservationTable
from ui.tokens import Meaning
from ui.widgets.banner import Banner
from ui.widgets.exact_parts import Ground
from ui.widgets.exact_text import ExactText
from ui.widgets.labels import TextLabel

if TYPE_CHECKING:
    from ui.observations.damaged_record import ColumnText, DamagedRecord, Wrong
    from ui.observations.rows import Row
    from ui.session import Session
    from ui.view_protocols import ViewCommand

_MOST_LINES = 2_000
_WITHIN = Qt.ShortcutContext.WidgetWithChildrenShortcut
__all__ = ["DamagedInspector", "DamagedView"]


class DamagedView(QWidget):
    """Stands in the tab “Observations” while the record is damaged."""

    commands_changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.presenter = DamagedPresenter.of(session)
        self._wanted = Wanted(column=Column.SEQ, descending=False)
        self._hit = -1
        self._place = ("", "")
        self.banner = Banner()
        self.tools = DamagedTools()
        self.raw = RawText(self.tr("Stored text"))
        self.laid_out = TextLabel(
            self.tr(
                "Laid out in lines to be read; nothing else is changed. Copying leaves it out."
            ),
            Role.SECONDARY,
            tone="text2",
            wrap=True,
        )
        self.laid_out.setContentsMargins(16, 6, 16, 6)
        self.bytes = ExactText(self.tr("Stored bytes"))
        self.bytes.set_wrapped(False)
        self.table = ObservationTable(ObservationModel(self), explained=False)
        self.edits = StoredEdits(session, self.presenter, self)
        self._pages = QStackedLayout()
        # Into the layout first: a page added before would show as a window of its own.
        self._lay_out()
        self._page_of = {
            RAW: self._pages.addWidget(with_bar(self.raw, self.laid_out)),
            READABLE: self._pages.addWidget(self.table),
            BYTES: self._pages.addWidget(with_bar(self.bytes)),
        }
        self._pages.addWidget(self.edits.page)
        self.setAccessibleName(self.tr("Damaged record"))
        self.setFocusProxy(self.raw)
        self._connect()
        self._show_record(self.presenter.record)

    def commands(self) -> tuple[ViewCommand, ...]:
        """Return what can be done: nothing to observations while they can't be read."""
        refused = all_refused(self.tr("The engine can’t read this record; repair it first."))
        edits = () if self.edits.is_open else (self.edits.command(),)
        # The letter that edits an observation edits the stored text here.
        return (
            *(one for one in refused if one.spec.keys != ("E",)),
            *edits,
            repair_command(self.presenter),
        )

    @Slot()
    def save(self) -> None:
        """Save what is edited of the stored text."""
        self.edits.editor.save_all()

    def unsaved(self) -> str:
        """Return what is not saved, in words."""
        return self.edits.editor.unsaved()

    @Slot()
    def keep_draft(self) -> None:
        """Keep what is edited as drafts among the changes."""
        self.edits.editor.keep_all()

    @Slot()
    def discard(self) -> None:
        """Give up what is edited."""
        self.edits.editor.discard_all()
        self.edits.close()

    @Slot()
    def find_here(self) -> None:
        """Go to the field that finds text, as Ctrl F does."""
        self.tools.field.select_all()

    @Slot()
    def copy(self) -> None:
        """Copy the column that is shown, exactly."""
        column = self._column()
        if column is not None:
            copy(column.layout.raw)

    def _lay_out(self) -> None:
        around = QHBoxLayout()
        around.setContentsMargins(16, 12, 16, 4)
        around.addWidget(self.banner)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(around)
        layout.addWidget(self.tools)
        layout.addLayout(self._pages, 1)

    def _connect(self) -> None:
        presenter, tools = self.presenter, self.tools
        presenter.record_changed.connect(self._show_record)
        presenter.column_changed.connect(self._show_column)
        presenter.wrong_chosen.connect(self._go_to)
        tools.segments.changed.connect(self._show_part)
        tools.column_chosen.connect(presenter.choose_column)
        tools.copy_button.clicked.connect(self.copy)
        tools.edit_button.clicked.connect(self.edits.open)
        self.edits.opened.connect(self._show_editing)
        self.edits.closed.connect(self._show_editing)
        self.edits.editor.changed.connect(self._judge_edits)
        tools.field.text_changed.connect(self._find)
        tools.field.submitted.connect(self._find_next)
        tools.field.left.connect(self._leave_field)
        self.table.sort_wanted.connect(self._sort)
        self.table.current_changed.connect(presenter.choose_row)
        self.table.command_chosen.connect(self._run)
        self.banner.activated.connect(self._show_readable)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.setContext(_WITHIN)
        find.activated.connect(self.find_here)

    @Slot(object)
    def _show_record(self, record: DamagedRecord | None) -> None:
        rows = self.presenter.rows
        self.tools.show_record(record, len(rows))
        self.edits.follow(record)
        if record is None:
            self.banner.hide()
            return
        button = self.tr("Show the {0}").format(f"{len(rows):,}") if rows else ""
        button = self.tr("Show it") if len(rows) == 1 else button
        title = self.tr("The engine can’t read this record, so every turn runs without it")
        sentence = banner_sentence(record, len(rows))
        self.banner.show_banner(Meaning.DAMAGED, title, sentence, button)
        self._show_column(self.presenter.column)

    @Slot(str)
    def _show_column(self, name: str) -> None:
        record, column = self.presenter.record, self._column()
        if record is None or column is None:
            return
        self.tools.show_column(column)
        self._judge_edits()
        wrong, scrolled = record.wrong_in(name), self.raw.verticalScrollBar().value()
        self.raw.show_column(column, wrong)
        self.laid_out.setVisible(column.layout.is_broken)
        place, self._place = self._place, (record.snapshot.memory_id, name)
        if place == self._place:
            self.raw.verticalScrollBar().setValue(scrolled)
        elif wrong:
            self.raw.go_to(wrong[0].span)
        self._fill_page()

    @Slot()
    def _show_editing(self) -> None:
        """Show the page of the edit alone, or go back to the record."""
        is_open = self.edits.is_open
        self.banner.setVisible(not is_open and self.presenter.record is not None)
        self.tools.setVisible(not is_open)
        if is_open:
            self._pages.setCurrentWidget(self.edits.page)
        else:
            self._show_part(self.tools.segments.current)
            self.raw.setFocus()
        self._judge_edits()

    @Slot()
    def _judge_edits(self) -> None:
        self.tools.show_edit(self.edits.words, self.edits.reason)
        self.commands_changed.emit()

    @Slot(object)
    def _go_to(self, wrong: Wrong) -> None:
        if self.tools.segments.current == BYTES:
            column = self._column()
            if column is not None:
                self.bytes.reveal(column.hex_span(wrong))
                self.bytes.centerCursor()
            return
        self.tools.segments.choose(RAW)
        self.raw.go_to(wrong.span)

    @Slot(str)
    def _show_part(self, part: str) -> None:
        self._pages.setCurrentIndex(self._page_of[part])
        self.tools.show_part(part)
        self._fill_page()
        self.presenter.choose_row(self.table.current if part == READABLE else None)

    def _fill_page(self) -> None:
        """Fill the page that can be seen; the others wait until they are chosen."""
        if self.tools.segments.current == BYTES:
            self._show_bytes()
        else:
            self._find(self.tools.field.text)

    def _show_bytes(self) -> None:
        record, column = self.presenter.record, self._column()
        if record is None or column is None:
            return
        self.bytes.show_text(column.hex_text)
        wrong = record.wrong_in(column.name)[:_MOST_LINES] if column.is_text else ()
        grounds = (Ground(column.hex_span(one), "removed") for one in wrong)
        self.bytes.set_grounds(tuple(grounds))

    @Slot()
    def _show_readable(self) -> None:
        self.tools.segments.choose(READABLE)
        self.table.setFocus()

    @Slot(str)
    def _find(self, text: str) -> None:
        self._hit = -1
        if self.tools.segments.current == READABLE:
            self._show_rows(text)
        elif self.tools.segments.current == RAW:
            self.tools.show_found(-1, self.raw.mark_all(text))

    @Slot()
    def _find_next(self) -> None:
        if self.tools.segments.current == READABLE:
            self.table.setFocus()
        elif self.tools.found:
            self._hit = self.raw.next_hit(1, self._hit)
            self.tools.show_found(self._hit, self.tools.found)

    @Slot()
    def _leave_field(self) -> None:
        (self.table if self.tools.segments.current == READABLE else self.raw).setFocus()

    @Slot(object)
    def _sort(self, column: Column) -> None:
        if column in {Column.SEQ, Column.IMPORTANCE, Column.TOKENS, Column.TEXT}:
            self._wanted = self._wanted.sorted_by(column)
            self._show_rows(self.tools.field.text)

    @Slot(object)
    def _run(self, command: Command) -> None:
        if command is Command.FILTER:
            self.find_here()

    def _show_rows(self, text: str = "") -> None:
        wanted = replace(self._wanted, text=text)
        rows: tuple[Row, ...] = arrange(self.presenter.rows, wanted)
        current = self.table.current
        self.table.set_sorting(wanted.column, descending=wanted.descending)
        self.table.set_longest(longest_numbers(self.presenter.rows))
        self.table.show_rows(rows, None, current.index if current else None)

    def _column(self) -> ColumnText | None:
        record = self.presenter.record
        return record.columns.get(self.presenter.column) if record else None
