"""The archive preview: which logs the rule of age moves, and why others stay."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QHBoxLayout

from desktop_app.core.ledger.archiving import RETENTION_DAYS, judge_logs, plan_archive
from ui import fonts
from ui.change_dialog import ChangeDialog, Wording
from ui.file_plans import planned_of
from ui.fonts import Role
from ui.icons import Icon
from ui.ledger.archive_rows import archive_groups, moving_count
from ui.ledger.words import tr
from ui.naming import shown_id
from ui.planning import PlanReader
from ui.widgets import counting
from ui.widgets.check_list import CheckList, Group
from ui.widgets.labels import TextLabel
from ui.widgets.line_edit import LineField

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.core.ledger.book import Book
    from desktop_app.services.editing.plans import Intent
    from ui.change_preview import Planned
    from ui.session import Session

_WIDE, _FIELD, _HIGH = 820, 96, 300
_MOST_DAYS = 36_500
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class ArchiveDialog(ChangeDialog):
    """Lists every log with its fate; moving them is one change that undo takes back."""

    def __init__(self, session: Session, parent: QWidget, book: Book, zone: tzinfo) -> None:
        wording = Wording(
            title=_title(book),
            primary=tr("Archive"),
            sentence=tr(
                "Logs whose day is before today minus these days go to memory/archive. One that "
                "is exactly so old stays. The time of the file plays no part."
            ),
            icon=Icon.HISTORY,
        )
        super().__init__(session, parent, wording, width=_WIDE)
        self._book = book
        at = _EPOCH + timedelta(seconds=book.read_at.unix_seconds)
        self._today = at.astimezone(zone).date()
        self.days = LineField(tr("Days that logs are kept"))
        self.days.setFixedWidth(fonts.px(_FIELD))
        self.days.line.setValidator(QIntValidator(1, _MOST_DAYS, self.days))
        self.days.set_text(str(RETENTION_DAYS))
        self.today = TextLabel(_today_words(self._today), Role.SECONDARY, tone="text2")
        self.list = CheckList(tr("Every log and what becomes of it"))
        self.list.setMinimumHeight(fonts.px(_HIGH))
        self.judge = PlanReader(session, self)
        self._lay_out()
        self.put(self.list)
        self.days.text_changed.connect(self._work_out)
        self.days.submitted.connect(self.confirm)
        self.judge.ready.connect(self._show_fates)
        self._work_out(at_once=True)

    @property
    def is_busy(self) -> bool:
        """Whether something is still worked out."""
        return self.judge.is_busy or self.planner.is_busy

    def follow(self, book: Book) -> None:
        """Show what becomes of the logs as they are now."""
        self._book = book
        self._work_out(at_once=True)

    @Slot()
    def _work_out(self, *, at_once: bool = False) -> None:
        self._name_primary(0)
        if not self.days.line.hasAcceptableInput():
            self.judge.cancel()
            self.wait(tr("Give a number of days, at least 1."))
            return
        days = int(self.days.text)
        self.wait(tr("Working out what it does…"))
        self.judge.request(partial(_judged, self._book, self._today, days), at_once=at_once)

    @Slot(object)
    def _show_fates(self, judged: _Judged) -> None:
        self.list.set_groups(judged.groups)
        self._name_primary(judged.moving)
        days = int(self.days.text)
        self.plan(partial(_planned, self._book, self._today, days), at_once=True)

    def _name_primary(self, count: int) -> None:
        forms = tr("Archive {0} file"), tr("Archive {0} files")
        words = counting.counted(count, *forms) if count else tr("Archive")
        self.primary_button.setText(words)
        self.primary_button.setAccessibleName(words)
        self.primary_button.updateGeometry()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(TextLabel(tr("Keep logs for"), Role.BODY))
        row.addWidget(self.days)
        row.addWidget(TextLabel(tr("days"), Role.BODY))
        row.addStretch(1)
        row.addWidget(self.today)
        self.body.addLayout(row)


def _today_words(today: date) -> str:
    return tr("Today is {0} here.").format(today.isoformat())


@dataclass(frozen=True, slots=True)
class _Judged:
    """What becomes of the logs, and how many move."""

    groups: tuple[Group, ...]
    moving: int


def _judged(book: Book, today: date, days: int, _intent: Intent) -> _Judged:
    # There may be thousands: their rows are made here, too.
    judged = judge_logs(book, today, days)
    return _Judged(archive_groups(book, judged, today, days), moving_count(judged))


def _planned(book: Book, today: date, days: int, _intent: Intent) -> Planned:
    # The files move as they are, so there is nothing to compare.
    return planned_of(plan_archive(book, today, days), with_differences=False)


def _title(book: Book) -> str:
    name = book.bucket.name
    return (
        tr("Archive old logs of “{0}”").format(shown_id(name)) if name else tr("Archive old logs")
    )
