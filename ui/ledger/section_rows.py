"""The sections of a log as rows: when each was written, by whom, and what it says first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop_app.core.engine_time import EngineTimeError, format_seconds
from desktop_app.core.ledger.section import Section, SectionKind
from desktop_app.core.ledger.sections import doubtful_markers
from ui.ledger.same_facts import listed_places
from ui.ledger.words import tr
from ui.naming import shown_line

if TYPE_CHECKING:
    from typing import Any

    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.ledger.book import LedgerFile
    from desktop_app.core.ledger.facts import Fact
    from ui.ledger.same_facts import SameFacts

Index = QModelIndex | QPersistentModelIndex
SECTION_ROLE = int(Qt.ItemDataRole.UserRole)
_MOST_LISTED, _LONGEST = 12, 48
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionRow:
    """One section, or what stands before the first one.

    Attributes:
        section: Which one; ``None`` for what stands before the first.
        body: Its text.
        utc: Its time in UTC.
        day: The day of the person's zone that it was written on.
        is_other_day: Whether that is another one than the file's.
        repeats: How many of its facts stand somewhere else too.
        elsewhere: For each of these facts, where, in words.
        doubts: How many lines in it, its own marker too, may be quoted markers.
    """

    section: Section | None
    body: str
    utc: str = ""
    day: date | None = None
    is_other_day: bool = False
    repeats: int = 0
    doubts: int = 0
    elsewhere: tuple[str, ...] = ()

    @property
    def written(self) -> str:
        """Its time as it is written, or what stands in its place."""
        return self.section.written if self.section else tr("before the first section")

    @property
    def by(self) -> str:
        """Who appended it."""
        if self.section is None:
            return ""
        return tr("flush") if self.section.kind is SectionKind.FLUSH else tr("save")

    @property
    def is_ambiguous(self) -> bool:
        """Whether a line that looks like a marker may be quoted."""
        return bool(self.doubts)

    @property
    def first(self) -> str:
        """The first line that says something."""
        line = next((line for line in self.body.split("\n") if line.strip()), "")
        return shown_line(line.strip())

    @property
    def words(self) -> str:
        """Everything that the row says."""
        doubt = tr("a line that looks like a marker may be quoted")
        parts = (
            self.by,
            self.written,
            self.utc,
            tr("{0} here").format(self.day.isoformat()) if self.day else "",
            doubt if self.is_ambiguous else "",
            tr("stands elsewhere too") if self.repeats else "",
            self.first,
        )
        return ", ".join(part for part in parts if part)


class SectionRows(QAbstractListModel):
    """Gives the rows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[SectionRow, ...] = ()

    @property
    def rows(self) -> tuple[SectionRow, ...]:
        """What is listed."""
        return self._rows

    def set_rows(self, rows: tuple[SectionRow, ...]) -> None:
        """List something else."""
        if len(rows) == len(self._rows):
            self._rows = rows
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == SECTION_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.written
        return row.words if role == Qt.ItemDataRole.AccessibleTextRole else None


def section_rows(
    log: LedgerFile, text: str, zone: tzinfo, same: SameFacts | None
) -> tuple[SectionRow, ...]:
    """Return the rows of a log."""
    rows = []
    doubtful = [marker.start for marker in doubtful_markers(text)]
    first = log.sections[0].start if log.sections else len(text)
    if text[:first].strip():
        rows.append(SectionRow(section=None, body=text[:first]))
    for section in log.sections:
        day = local_day(section.at, zone)
        facts = same.of_section(log.name, section) if same else ()
        rows.append(
            SectionRow(
                section=section,
                body=text[section.body_start : section.end],
                utc=utc_words(section.at),
                day=day,
                is_other_day=log.day is not None and day is not None and day != log.day,
                doubts=sum(section.start <= start < section.end for start in doubtful),
                repeats=sum(bool(same.others(fact)[0]) for fact in facts) if same else 0,
                elsewhere=_elsewhere(same, facts) if same else (),
            )
        )
    return tuple(rows)


def _elsewhere(same: SameFacts, facts: tuple[Fact, ...]) -> tuple[str, ...]:
    lines = []
    for fact in facts:
        exact, alike = same.others(fact)
        if exact or alike:
            words = tr("“{0}”: also in {1}") if exact else tr("“{0}”: something alike in {1}")
            places = listed_places(same.book, exact or alike)
            lines.append(words.format(_cut(fact.text.strip()), places))
    return tuple(lines[:_MOST_LISTED])


def _cut(text: str) -> str:
    line = shown_line(text)
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


def utc_words(time: EngineTime) -> str:
    """Return an instant in UTC, as people read it."""
    try:
        return format_seconds(time).replace("T", " ").replace("Z", " UTC")
    except EngineTimeError:
        return "–"


def local_day(time: EngineTime, zone: tzinfo) -> date | None:
    """Return the day of a zone that an instant is on; ``None`` beyond every calendar."""
    try:
        return (_EPOCH + timedelta(seconds=time.unix_seconds)).astimezone(zone).date()
    except (OverflowError, ValueError):
        return None
