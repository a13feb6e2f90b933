"""The rows of the list of logs: what each says, and where the archive folds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop_app.core.ledger.book import MEMORY_FILE
from ui.file_words import size_words
from ui.ledger.words import (
    is_impossible_day,
    log_title,
    reason_words,
    section_count,
    short_layer_words,
    tr,
)
from ui.widgets import counting
from ui.widgets.labels import plain_tip

if TYPE_CHECKING:
    from typing import Any

    from desktop_app.core.ledger.book import Book, LedgerFile

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = int(Qt.ItemDataRole.UserRole)
ARCHIVE = "archive"
"""Name of the row that opens and closes the archive."""


class Mark(IntEnum):
    """What stands at the right of a row."""

    SIZE = 0
    NEXT = 1
    ODD_DAY = 2
    PROBLEM = 3
    FOLD = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class LogRow:
    """One row.

    Attributes:
        name: The path below the bucket, or ``ARCHIVE``.
        title: What it is called.
        note: A few words behind that.
        size: Its size in words.
        mark: What stands at the right.
        reason: Why, in a sentence.
        is_inner: Whether it stands in the archive.
        is_open: Whether the archive is.
        is_unsaved: Whether it has text that is not saved.
    """

    name: str
    title: str
    note: str = ""
    size: str = ""
    mark: Mark = Mark.SIZE
    reason: str = ""
    is_inner: bool = False
    is_open: bool = False
    is_unsaved: bool = False

    @property
    def words(self) -> str:
        """Everything that it says."""
        unsaved = tr("not saved") if self.is_unsaved else ""
        parts = (self.title, self.note, self.size, unsaved, self.reason)
        return ", ".join(part for part in parts if part)


class LogRows(QAbstractListModel):
    """Gives the rows; ``words`` are for screen readers and tooltips."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[LogRow, ...] = ()
        self._unsaved: frozenset[str] = frozenset()

    @property
    def rows(self) -> tuple[LogRow, ...]:
        """What is listed."""
        return self._rows

    def set_rows(self, rows: tuple[LogRow, ...]) -> None:
        """List something else; the same names keep the place."""
        if rows is self._rows:
            return
        if [row.name for row in rows] == [row.name for row in self._rows]:
            self._rows = rows
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def set_unsaved(self, names: frozenset[str]) -> None:
        """Say which files have text that is not saved."""
        changed, self._unsaved = self._unsaved ^ names, names
        for name in changed:
            place = self.place_of(name)
            if place >= 0:
                self.dataChanged.emit(self.index(place), self.index(place))

    def row_at(self, place: int) -> LogRow:
        """Return a row as it stands now."""
        row = self._rows[place]
        return replace(row, is_unsaved=True) if row.name in self._unsaved else row

    def place_of(self, name: str) -> int:
        """Return which row has a name; -1 if none has."""
        found = (place for place, row in enumerate(self._rows) if row.name == name)
        return next(found, -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self.row_at(index.row())
        return {
            ROW_ROLE: row,
            int(Qt.ItemDataRole.DisplayRole): row.title,
            int(Qt.ItemDataRole.AccessibleTextRole): row.words,
            int(Qt.ItemDataRole.ToolTipRole): plain_tip(row.words),
        }.get(int(role))


def log_rows(book: Book, *, open_archive: bool) -> tuple[LogRow, ...]:
    """Return the rows of a bucket: the memory, logs newest first, other files, the archive."""
    taken = {one.name: one for one in book.eligible}

    def row(file: LedgerFile) -> LogRow:
        eligible = taken.get(file.name)
        mark, reason = _mark(file, is_taken=bool(eligible and eligible.is_taken))
        if eligible is not None:
            said = reason_words(eligible.reason)
            words = tr("goes into the next consolidation: {0}")
            other = tr("not in the next consolidation: {0}")
            reason = ", ".join(
                part
                for part in (reason, (words if eligible.is_taken else other).format(said))
                if part
            )
        return LogRow(
            name=file.name,
            title=log_title(file),
            note=_note(file) or section_count(file),
            size=size_words(file.facts.size),
            mark=mark,
            reason=reason,
            is_inner=file.is_archived,
        )

    dated = [file for file in book.logs if file.day and not file.is_archived]
    others = [file for file in book.logs if not file.day and not file.is_archived]
    archived = [file for file in book.logs if file.is_archived]
    rows = [_memory_row(book)]
    rows += [row(file) for file in sorted(dated, key=lambda one: one.name, reverse=True)]
    rows += [row(file) for file in sorted(others, key=_order)]
    if archived:
        rows.append(_archive_row(len(archived), is_open=open_archive))
        if open_archive:
            rows += [row(file) for file in sorted(archived, key=_order, reverse=True)]
    return tuple(rows)


def _memory_row(book: Book) -> LogRow:
    memory = book.memory
    size = size_words(len(memory.row.data)) if memory.row else ""
    note = short_layer_words(memory.layer) if memory.own is None else ""
    mark = Mark.PROBLEM if memory.problem else Mark.SIZE
    return LogRow(
        name=MEMORY_FILE,
        title=MEMORY_FILE,
        note=note,
        size=size,
        mark=mark,
        reason=memory.problem,
    )


def _archive_row(count: int, *, is_open: bool) -> LogRow:
    forms = tr("{0} file, still searched"), tr("{0} files, still searched")
    return LogRow(
        name=ARCHIVE,
        title=tr("Archive"),
        note=counting.counted(count, *forms),
        mark=Mark.FOLD,
        reason=tr("open") if is_open else tr("closed"),
        is_open=is_open,
    )


def _mark(file: LedgerFile, *, is_taken: bool) -> tuple[Mark, str]:
    if file.problem:
        return Mark.PROBLEM, file.problem
    if is_impossible_day(file):
        words = tr("no calendar has this day: it is searched and consolidated, never archived")
        return Mark.NEXT if is_taken else Mark.ODD_DAY, words
    return Mark.NEXT if is_taken else Mark.SIZE, ""


def _note(file: LedgerFile) -> str:
    if file.day is not None:
        return ""
    return tr("not a date") if is_impossible_day(file) else tr("no date")


def _order(file: LedgerFile) -> tuple[bool, str]:
    return is_impossible_day(file), file.name
