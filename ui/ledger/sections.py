"""A log as its sections: the list, and below it what the chosen one says."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QHeaderView, QStyleOptionViewItem, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.ledger.newest import Newest
from ui.ledger.same_facts import SameFacts, listed_places, same_facts
from ui.ledger.section_rows import SECTION_ROLE, SectionRow, SectionRows, section_rows
from ui.ledger.words import tr
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.badge import badge_width, draw_badge
from ui.widgets.labels import TextLabel
from ui.widgets.list_table import Index, ListDelegate, ListTable
from ui.widgets.mapped_text import MappedText
from ui.widgets.text_window_bar import TextWindowBar

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from ui.ledger.open_file import OpenFile
    from ui.ledger.presenter import LedgerPresenter

_ROW, _PAD, _GAP = 48, 16, 8


class _Delegate(ListDelegate):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painting.smooth(painter)
        area = QRectF(option.rect)
        self._paint_ground(painter, area, option, index)
        row: SectionRow = index.data(SECTION_ROLE)
        inner = area.adjusted(fonts.px(_PAD), 4, -fonts.px(_PAD), -4)
        half = inner.height() / 2
        self._paint_head(painter, QRectF(inner.left(), inner.top(), inner.width(), half), row)
        below = QRectF(inner.left(), inner.top() + half, inner.width(), half)
        shown = painting.elide(row.first, fonts.metrics(Role.SECONDARY), below.width())
        painting.draw_text(painter, below, shown, fonts.font(Role.SECONDARY), tokens().text2)
        painting.hairline(painter, QPointF(area.left(), area.bottom() - 1), area.width())
        painter.restore()

    @staticmethod
    def _paint_head(painter: QPainter, area: QRectF, row: SectionRow) -> None:
        left, right, high = area.left(), area.right(), fonts.px(18)
        top = area.center().y() - high / 2
        if row.by:
            wide = badge_width(row.by)
            draw_badge(painter, QRectF(left, top, wide, high), row.by, Meaning.NEUTRAL)
            left += wide + fonts.px(_GAP)
        for words, meaning, icon in _marks(row):
            wide = badge_width(words, icon)
            right -= wide
            draw_badge(painter, QRectF(right, top, wide, high), words, meaning, icon)
            right -= fonts.px(_GAP)
        room = right - left
        font = fonts.font(Role.BODY, Weight.MEDIUM)
        shown = painting.elide(row.written, fonts.metrics(Role.BODY, Weight.MEDIUM), room)
        place = QRectF(left, area.top(), room, area.height())
        painting.draw_text(painter, place, shown, font, tokens().text)


def _marks(row: SectionRow) -> list[tuple[str, Meaning, Icon | None]]:
    marks: list[tuple[str, Meaning, Icon | None]] = []
    if row.is_ambiguous:
        marks.append((tr("may be quoted"), Meaning.CAUTION, Icon.INFO))
    if row.is_other_day and row.day is not None:
        marks.append((tr("{0} here").format(row.day.isoformat()), Meaning.CAUTION, None))
    if row.repeats:
        marks.append((tr("twice"), Meaning.NEUTRAL, Icon.BOTH))
    return marks


class SectionList(ListTable):
    """Two lines a section."""

    current_moved = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Sections of the log"), parent)
        self.model_of_rows = SectionRows(self)
        self.setModel(self.model_of_rows)
        self.setItemDelegate(_Delegate(self))
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)

    @property
    def row_height(self) -> int:
        return fonts.px(_ROW)

    @property
    def current(self) -> SectionRow | None:
        """The row with the cursor."""
        index = self.currentIndex()
        rows = self.model_of_rows.rows
        return rows[index.row()] if index.isValid() and index.row() < len(rows) else None

    def currentChanged(self, current: Index, previous: Index) -> None:  # noqa: N802 - called by Qt
        super().currentChanged(current, previous)
        self.current_moved.emit()


class SectionsPage(QWidget):
    """The sections of the shown log."""

    row_changed = Signal(object)  # SectionRow | None
    edit_wanted = Signal(object)  # SectionRow

    def __init__(self, presenter: LedgerPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._file: OpenFile | None = None
        self._same: SameFacts | None = None
        self._newest = Newest(presenter.session, self)
        self._newest.ready.connect(self._take_same)
        self.list = SectionList(self)
        self.times = TextLabel("", Role.SECONDARY, parent=self, tone="text2", wrap=True)
        self.elsewhere = TextLabel("", Role.SECONDARY, parent=self, tone="text2", wrap=True)
        self.body = MappedText(tr("Text of the section"), self)
        self.body.document().setDocumentMargin(_PAD)
        self.none = TextLabel("", parent=self, tone="text2", wrap=True)
        for label in (self.times, self.elsewhere, self.none):
            label.setContentsMargins(16, 8, 16, 0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part, stretch in (
            (self.none, 0),
            (self.list, 1),
            (self.times, 0),
            (self.elsewhere, 0),
            (self.body, 1),
            (TextWindowBar(self.body, self), 0),
        ):
            layout.addWidget(part, stretch)
        self.setFocusProxy(self.list)
        self.list.current_moved.connect(self._show_row)
        self.list.activated_row.connect(self._edit)

    @property
    def current(self) -> SectionRow | None:
        """The chosen section."""
        return self.list.current if self._file is not None else None

    @property
    def same(self) -> SameFacts | None:
        """Where the facts of the bucket stand; ``None`` until that is worked out."""
        return self._same

    def show_file(self, file: OpenFile | None) -> None:
        """Show the sections of a log."""
        is_other = file is None or self._file is None or file.name != self._file.name
        self._file = file if file is not None and file.log is not None else None
        if self._file and (self._same is None or self._same.book is not self._file.book):
            self._newest.ask(partial(same_facts, self._file.book), at_once=True)
        self._fill()
        if is_other and self.list.model_of_rows.rows:
            with QSignalBlocker(self.list):  # it is shown below, once
                self.list.choose_row(0)
        self._show_row()

    def _fill(self) -> None:
        file, files = self._file, self._presenter.files
        rows: tuple[SectionRow, ...] = ()
        if file is not None and file.log is not None and files is not None:
            same = self._same if self._same and self._same.book is file.book else None
            rows = section_rows(file.log, file.text.text, files.zone, same)
        self.list.model_of_rows.set_rows(rows)
        sections = [row for row in rows if row.section is not None]
        problem = file.problem if file is not None and file.row is None else ""
        words = tr("This file has no dated sections: all of it is searched and consolidated.")
        self.none.setText(problem or ("" if sections or file is None else words))
        self.none.setVisible(bool(self.none.text()))
        self.list.setVisible(bool(rows))
        self.list.setMaximumHeight(len(rows) * self.list.row_height + 1)

    @Slot()
    def _show_row(self) -> None:
        row = self.current
        self.body.show_text(row.body if row else "")
        times = [row.utc, tr("{0} on this machine's calendar").format(row.day)] if row else []
        self.times.setText(" · ".join(times) if row and row.section else "")
        self.times.setVisible(bool(self.times.text()))
        words = "\n".join(self._elsewhere(row)) if row else ""
        self.elsewhere.setText(words)
        self.elsewhere.setVisible(bool(words))
        self.row_changed.emit(row)

    def _elsewhere(self, row: SectionRow) -> list[str]:
        file, same = self._file, self._same
        if file is None or same is None or same.book is not file.book:
            return []
        if same.is_left_out:
            return [tr("The files are too long to say where else these facts stand.")]
        found = [same.others(fact) for fact in same.of_section(file.name, row.section)]
        exact = {(one.file, one.line): one for others, _ in found for one in others}
        alike = {(one.file, one.line): one for _, others in found for one in others}
        lines = []
        if exact:
            words = tr("Also in {0}")
            lines.append(words.format(listed_places(file.book, exact.values())))
        if alike:
            words = tr("Something alike in {0}")
            lines.append(words.format(listed_places(file.book, alike.values())))
        return lines

    @Slot(object)
    def _take_same(self, same: SameFacts) -> None:
        self._same = same
        self._fill()
        self._show_row()

    @Slot(int)
    def _edit(self, _place: int) -> None:
        if self.current is not None:
            self.edit_wanted.emit(self.current)
