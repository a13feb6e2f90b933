"""The editor of a file: its text, the line where the model stops reading, and the way to save."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.core.ledger.moving import last_place
from ui.ledger.open_file import Draft
from ui.ledger.part_bar import PartBar
from ui.ledger.parts import Part, first_part, part_from
from ui.ledger.seeker import Seeker
from ui.ledger.seeking import Spot, spot_of, start_of_next, start_of_previous
from ui.ledger.words import tr
from ui.widgets.code_edit import CodeEdit

if TYPE_CHECKING:
    from collections.abc import Callable

    from ui.ledger.open_file import OpenFile
    from ui.ledger.presenter import LedgerPresenter

_PAUSE_MS = 30
"""How long typing may go on before the line follows."""


class FileEditor(QWidget):
    """Edits the shown file. What is typed is a draft of the presenter's at once."""

    left = Signal()  # Esc

    def __init__(self, presenter: LedgerPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._file: OpenFile | None = None
        self._part: Part | None = None
        self.edit = CodeEdit(tr("Text of the file"), self, tag=tr("the model reads to here"))
        self.edit.viewport().setAutoFillBackground(False)
        self.bar = PartBar(self)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self.take)
        self.seeker = Seeker(presenter.session, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.edit, 1)
        layout.addWidget(self.bar)
        self.setFocusProxy(self.edit)
        self.edit.edited.connect(self._note)
        self.bar.earlier.clicked.connect(self._show_earlier)
        self.bar.later.clicked.connect(self._show_later)
        presenter.turn.room_changed.connect(self.show_line)
        presenter.drafts.settled.connect(self._settle)

    @property
    def part(self) -> Part | None:
        """The part of the text that is in the editor."""
        return self._part

    @property
    def is_waiting(self) -> bool:
        """Whether something was typed that is not taken over yet."""
        return self._pause.isActive()

    def show_file(self, file: OpenFile | None) -> None:
        """Show a file; the same one, newer, keeps the place."""
        self.take()
        before, self._file = self._file, file
        same = before is not None and file is not None and before.path == file.path
        if not same:
            self.seeker.forget()
        if file is None:
            self._part = None
            self.edit.set_engine_text("")
            return
        draft = self._presenter.drafts.of(file.path)
        if draft is None:
            self._show_text(file, keeps_place=same)
        elif not same:
            self._put(draft.part)
        self.edit.setReadOnly(bool(file.locked))
        self.edit.setAccessibleName(tr("Text of {0}").format(file.name))
        self.show_line()

    @Slot()
    def save(self) -> None:
        """Save the shown file, as Ctrl S does."""
        self.take()
        if self._file is not None:
            self._presenter.drafts.save(self._file.path)

    @Slot()
    def take(self) -> None:
        """Take over what was typed."""
        self._pause.stop()
        file, part = self._file, self._part
        if file is None or part is None or file.locked:
            return
        now = part.with_shown(self.edit.engine_text)
        if now != part:
            self._part = now
            self._presenter.drafts.edit(Draft(seen=file, part=now))
            self.show_line()

    @Slot()
    def show_line(self) -> None:
        """Draw the line where reading ends."""
        file, part, offset = self._file, self._part, self.line_offset
        is_read = file is not None and file.is_memory and (not file.problem or file.is_foreign)
        self.edit.set_is_read(read=is_read and self._presenter.room is not None)
        if part is None or offset is None or offset > part.stop:
            self.edit.set_reading_end(None)
        else:
            self.edit.set_reading_end(self.edit.position_of(part.units_to(offset)))

    @property
    def line_offset(self) -> int | None:
        """Place in the whole text where reading ends; ``None`` if all of it is read."""
        file, part, room = self._file, self._part, self._presenter.room
        if file is None or part is None or room is None or not file.is_memory:
            return None
        return room.end_of(part)

    @Slot()
    def go_to_line(self) -> None:
        """Show the place where reading ends, with the cursor in it."""
        offset = self.line_offset
        if offset is not None:
            self.go_to(offset, offset)
            self.setFocus()

    @Slot()
    def move_above(self) -> None:
        """Move the selected lines to the end of what is still read."""
        end = self.edit.reading_end
        if end is None or self.edit.isReadOnly():
            return
        first, last = self._chosen_facts()
        document = self.edit.document()
        block = document.findBlockByNumber(last)
        if block.position() + block.length() - 1 <= end or not block.text().strip():
            return  # all of it is read already, or nothing is in it
        start = document.findBlockByNumber(first).position()
        length = block.position() + block.length() - start
        lines = (document.findBlockByNumber(number).text() for number in range(first))
        # They must be read themselves, with the line break after them.
        place = last_place(lines, end - length) or 0
        if place < first:
            self.edit.move_lines(first, last, place)
            self.take()

    def _chosen_facts(self) -> tuple[int, int]:
        """Return the chosen lines without blank ones at both ends."""
        first, last = self.edit.chosen_lines()
        document = self.edit.document()

        def is_blank(number: int) -> bool:
            return not document.findBlockByNumber(number).text().strip()

        if first == document.blockCount() - 1:
            while first and is_blank(first):
                first -= 1  # behind the end, the last fact is meant
        while last > first and is_blank(last):
            last -= 1
        while first < last and is_blank(first):
            first += 1
        return first, last

    def go_to(self, start: int, end: int) -> None:
        """Select a part of the text, by places of the whole of it."""
        part = self._part
        if part is not None and part.start <= start <= part.stop:
            self._select(part, start, end)
        else:
            self.seeker.seek(partial(spot_of, span=(start, end)))

    def show_spot(self, spot: Spot) -> None:
        """Put a part of the text into the editor, and select a place in it."""
        if self._part != spot.part:
            self._put(spot.part)
            self.show_line()
        if spot.span is not None:
            self._select(spot.part, *spot.span)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _show_text(self, file: OpenFile, *, keeps_place: bool) -> None:
        part = first_part(file.text)
        present = self._part
        if keeps_place and present is not None:
            if self._presenter.is_saved(present) or present.says(file.text.text):
                # What can be undone stays.
                self._part = present.of(file.text.text)
                return
            if present.start:
                part = part_from(file.text.text, present.start, part.line_break)
        line = self.edit.textCursor().blockNumber()
        scrolled = self.edit.verticalScrollBar().value()
        self._put(part)
        if keeps_place:
            block = self.edit.document().findBlockByNumber(line)
            if block.isValid():
                cursor = self.edit.textCursor()
                cursor.setPosition(block.position())
                self.edit.setTextCursor(cursor)
            self.edit.verticalScrollBar().setValue(scrolled)

    def _put(self, part: Part) -> None:
        self._part = part
        self.edit.set_engine_text(part.shown)
        self.edit.set_first_line(part.first_line)
        self.bar.show_part(part)

    @Slot()
    def _note(self) -> None:
        if self._file is not None and self._presenter.drafts.of(self._file.path) is None:
            self.take()  # what can be done with an edit is there from its first letter on
        elif not self._pause.isActive():
            self._pause.start()

    @Slot(object)
    def _settle(self, path: str) -> None:
        """Show the disk's text again once an edit is over."""
        file = self._presenter.file
        if file is not None and file.path == path:
            self._pause.stop()
            self._file = file
            if self._presenter.drafts.of(path) is None:
                self._show_text(file, keeps_place=True)
                self.show_line()

    @Slot()
    def _show_earlier(self) -> None:
        self._turn(start_of_previous)

    @Slot()
    def _show_later(self) -> None:
        self._turn(start_of_next)

    def _turn(self, turn: Callable[[Part], Spot]) -> None:
        self.take()
        part = self._part
        if part is not None and not part.is_changed:
            self.show_spot(turn(part))  # cheap however long the text is
            self.setFocus()
        else:
            self.seeker.seek(turn, self._take_focus)

    def _take_focus(self, _spot: Spot | None) -> None:
        self.setFocus()

    def _select(self, part: Part, start: int, end: int) -> None:
        cursor = self.edit.textCursor()
        cursor.setPosition(self.edit.position_of(part.units_to(start)))
        stop = self.edit.position_of(part.units_to(end))
        cursor.setPosition(stop, QTextCursor.MoveMode.KeepAnchor)
        self.edit.setTextCursor(cursor)
        self.edit.centerCursor()
