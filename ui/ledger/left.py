"""The left column: the month, what goes into the next consolidation, the files, the watermark."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.core.ledger.book import MEMORY_FILE
from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.ledger.log_list import LogList
from ui.ledger.section_rows import utc_words
from ui.ledger.words import bucket_words, layer_words, tr
from ui.navigation import Place, Target
from ui.theme import tokens
from ui.widgets import counting, painting
from ui.widgets.button import Button, ButtonKind
from ui.widgets.calendar import DayMark, MonthCalendar
from ui.widgets.labels import ElidedLabel, TextLabel, plain_tip

if TYPE_CHECKING:
    from desktop_app.core.ledger.book import Book, Watermark
    from ui.ledger.presenter import LedgerPresenter

_WIDE = 264
_LEAST_ROWS = 4
_AROUND_NAME = 60
"""Margins of the row and of the button, and its arrow."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class LeftColumn(QWidget):
    """Chooses the file; tells nothing of its own."""

    bucket_wanted = Signal()
    actions_wanted = Signal()

    def __init__(self, presenter: LedgerPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._open_archive = False
        self.bucket = Button("", self, kind=ButtonKind.GHOST, icon=Icon.CHEVRON_DOWN)
        self.actions_button = Button(
            tr("Actions"), self, kind=ButtonKind.GHOST, icon=Icon.CHEVRON_DOWN, key="M"
        )
        self.calendar = MonthCalendar(tr("Days with a log"), date(1970, 1, 1), self)
        self.heading = TextLabel("", Role.CAPTION, Weight.STRONG, self, tone="text2")
        self.list = LogList(self)
        self.foot = WatermarkFoot(self)
        self._was_placed = False
        self._lay_out()
        self.bucket.clicked.connect(self.bucket_wanted)
        self.actions_button.clicked.connect(self.actions_wanted)
        self.calendar.grid.chosen.connect(self._choose_day)
        self.calendar.grid.activated.connect(self.list.setFocus)
        self.list.chosen.connect(presenter.choose)
        self.list.archive_wanted.connect(self._fold)
        self.foot.consolidate.clicked.connect(self.consolidate)
        presenter.book_changed.connect(self.show_book)
        presenter.file_changed.connect(self._show_file)
        presenter.drafts.changed.connect(self._show_unsaved)
        self.show_book()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(_WIDE), 400)

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(_WIDE), 200)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Where both have no room, the list is what is needed more.
        parts = self.actions_button, self.calendar, self.foot
        taken = sum(part.sizeHint().height() for part in parts)
        self.calendar.setVisible(taken + _LEAST_ROWS * self.list.row_height <= self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().surface)
        painting.hairline(painter, QPointF(self.width() - 1, 0), self.height(), upright=True)
        if self.calendar.isVisible():
            line = self.calendar.geometry().bottom() + 1
            painting.hairline(painter, QPointF(0, line), self.width())

    @Slot()
    def show_book(self) -> None:
        """Show a bucket as it was read."""
        presenter, book = self._presenter, self._presenter.book
        bucket = presenter.bucket
        self.bucket.setVisible(len(presenter.buckets) > 1)
        if bucket is not None:
            layer = layer_words(book.memory.layer) if book else ""
            self.bucket.setText(self._fitting(bucket_words(bucket)))
            words = tr("Bucket {0}; {1}: {2}").format(bucket_words(bucket), MEMORY_FILE, layer)
            self.bucket.setAccessibleName(words)
            self.bucket.setToolTip(words)
            self.bucket.updateGeometry()
        listing = presenter.listing
        if book is None or listing is None:
            self._was_placed = False
            self.heading.setText("")
            self.calendar.grid.set_marks({})
            self.list.show_rows((), None)
            self.foot.show_watermark(None)
            return
        self._show_days(book, listing.days)
        self._show_rows()
        count = listing.due
        forms = (
            tr("{0} file goes into the next consolidation"),
            tr("{0} files go into the next consolidation"),
        )
        none = tr("Nothing goes into the next consolidation")
        none = none if book.logs else tr("No daily logs yet")
        self.heading.setText(counting.counted(count, *forms) if count else none)
        self.heading.setToolTip(plain_tip(listing.left_out) if listing.left_out else "")
        self.foot.show_watermark(book.watermark)

    @Slot()
    def consolidate(self) -> None:
        """Go to where the logs of the bucket are merged into ``MEMORY.md``."""
        bucket = self._presenter.bucket
        if bucket is not None:
            self._presenter.session.go(Target(Place.CONSOLIDATION, bucket=bucket.path))

    @Slot()
    def extract_facts(self) -> None:
        """Go to where facts of a conversation are noted in today's log of the bucket."""
        bucket = self._presenter.bucket
        if bucket is not None:
            self._presenter.session.go(Target(Place.FLUSH, bucket=bucket.path))

    def focus_list(self) -> None:
        """Give the focus to the list."""
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        heading = QHBoxLayout()
        heading.setContentsMargins(16, 9, 12, 7)
        heading.addWidget(self.heading, 1)
        top = QHBoxLayout()
        top.setContentsMargins(6, 8, 6, 0)
        top.addWidget(self.bucket)
        top.addStretch(1)
        top.addWidget(self.actions_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 1, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.calendar)
        layout.addLayout(heading)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.foot)

    def _fitting(self, name: str) -> str:
        """Return as much of a name as has room beside the actions."""
        taken = self.actions_button.sizeHint().width() + fonts.px(_AROUND_NAME)
        return painting.elide(name, fonts.metrics(weight=Weight.MEDIUM), fonts.px(_WIDE) - taken)

    def _show_days(self, book: Book, marks: dict[date, DayMark]) -> None:
        grid = self.calendar.grid
        grid.set_today(self._today(book))
        grid.set_marks(marks)
        if not self._was_placed:
            self._was_placed = True
            grid.show_day(max(marks, default=self._today(book)))

    def _today(self, book: Book) -> date:
        files = self._presenter.files
        at = _EPOCH + timedelta(seconds=book.read_at.unix_seconds)
        return at.astimezone(files.zone if files else UTC).date()

    @Slot()
    def _show_rows(self) -> None:
        presenter, listing = self._presenter, self._presenter.listing
        if listing is not None:
            rows = listing.opened if self._open_archive else listing.closed
            self.list.show_rows(rows, presenter.file.name if presenter.file else None)
            self._show_unsaved()

    @Slot()
    def _show_unsaved(self) -> None:
        drafts, bucket = self._presenter.drafts.all, self._presenter.bucket
        names = (one.seen.name for one in drafts if one.seen.book.bucket == bucket)
        self.list.rows.set_unsaved(frozenset(names))

    @Slot()
    def _show_file(self) -> None:
        file = self._presenter.file
        if file is None:
            return
        if file.log is not None and file.log.is_archived:
            self._open_archive = True
        self._show_rows()
        if file.log is not None and file.log.day is not None and not file.log.is_archived:
            self.calendar.grid.show_day(file.log.day)

    @Slot(object)
    def _choose_day(self, day: date) -> None:
        book = self._presenter.book
        logs = book.logs if book else ()
        found = next((log for log in logs if log.day == day and not log.is_archived), None)
        if found is not None:
            self._presenter.choose(found.name)

    @Slot(bool)
    def _fold(self, wanted: bool) -> None:  # noqa: FBT001 - the signal's own argument
        self._open_archive = wanted
        self._show_rows()


class WatermarkFoot(QWidget):
    """The watermark as it is stored and in UTC, and what it means."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = TextLabel(tr("Watermark"), Role.SECONDARY, parent=self, tone="text2")
        self.stored = ElidedLabel(parent=self)
        self.utc = ElidedLabel(parent=self, role=Role.CAPTION, tone="text2")
        self.meaning = TextLabel("", Role.CAPTION, parent=self, tone="text2", wrap=True)
        self.consolidate = Button(tr("Consolidate…"), self, icon=Icon.REFLECT, key="R")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 9, 12, 12)
        layout.setSpacing(3)
        for part in (self.title, self.stored, self.utc, self.meaning):
            layout.addWidget(part)
        layout.addSpacing(5)
        layout.addWidget(self.consolidate)

    def show_watermark(self, watermark: Watermark | None) -> None:
        """Show another one; ``None`` while nothing is read."""
        stored, utc, meaning = "", "", ""
        if watermark is not None:
            stored = _stored(watermark)
            utc = utc_words(watermark.at) if watermark.at else ""
            meaning = watermark.problem or _meaning(watermark)
        self.stored.set_text(stored)
        # Where the file says it in UTC already, once is enough.
        self.utc.set_text(utc if utc.removesuffix(" UTC").replace(" ", "T") not in stored else "")
        self.utc.setVisible(bool(self.utc.text()))
        self.meaning.setText(meaning)
        self.setAccessibleName(", ".join(part for part in (tr("Watermark"), stored, meaning)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painting.hairline(QPainter(self), QPointF(0, 0), self.width())


def _stored(watermark: Watermark) -> str:
    if watermark.row is None:
        return tr("none")
    return watermark.row.data[:60].decode("utf-8", "replace").strip() or tr("an empty file")


def _meaning(watermark: Watermark) -> str:
    if watermark.at is None:
        return tr("the next consolidation takes every file")
    return tr("files written after it are merged again")
