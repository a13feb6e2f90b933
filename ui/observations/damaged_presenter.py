"""What the view of a damaged record and its inspector share."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from ui.navigation import Place, Target
from ui.observations.damaged_record import DamagedRecord, Wrong, lay_out
from ui.observations.rows import Row, make_rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.engine_time import EngineTime
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.jobs import Job
    from ui.session import Session


class DamagedPresenter(QObject):
    """Lays out the damaged record of a session on a reader thread; one for each session."""

    record_changed = Signal(object)  # DamagedRecord | None
    column_changed = Signal(str)
    wrong_chosen = Signal(object)  # Wrong: the view goes there
    row_chosen = Signal(object)  # Row | None: a readable observation

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._record: DamagedRecord | None = None
        self._rows: tuple[Row, ...] = ()
        self._column = ""
        self._has_repair = False
        self._job: Job | None = None
        session.snapshot_changed.connect(self._take_snapshot)
        self._take_snapshot(session.snapshot)

    @classmethod
    def of(cls, session: Session) -> DamagedPresenter:
        """Return the presenter of a session."""
        found = session.findChild(cls)
        return found if isinstance(found, cls) else cls(session)

    @property
    def record(self) -> DamagedRecord | None:
        return self._record

    @property
    def column(self) -> str:
        """The column that is shown."""
        return self._column

    @property
    def rows(self) -> tuple[Row, ...]:
        """The observations that can be read on their own."""
        return self._rows

    @property
    def has_repair(self) -> bool:
        """Whether the doctor knows what would make the record readable."""
        return self._has_repair

    @Slot()
    def preview_repair(self) -> None:
        """Go to what the doctor says of this record."""
        if self._record is not None:
            memory_id = self._record.snapshot.memory_id
            self._session.go(Target(Place.DOCTOR, memory_id, key="record-unreadable"))

    @Slot(str)
    def choose_column(self, column: str) -> None:
        """Show another column."""
        if column != self._column:
            self._column = column
            self.column_changed.emit(column)

    @Slot(object)
    def choose_wrong(self, wrong: Wrong) -> None:
        """Show where something is wrong."""
        self.choose_column(wrong.column)
        self.wrong_chosen.emit(wrong)

    @Slot(object)
    def choose_row(self, row: Row | None) -> None:
        """Show one of the readable observations in full."""
        self.row_chosen.emit(row)

    @Slot(object)
    def _take_snapshot(self, snapshot: ScopeSnapshot | None) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
        source = self._session.source
        if source is None or snapshot is None or not snapshot.damages:
            self._take_record(None)
            return
        before = self._record
        if before is not None and before.snapshot.memory_id != snapshot.memory_id:
            self._take_record(None)
        self._job = self._session.jobs.read(partial(_lay_out, snapshot, source.now))
        self._job.succeeded.connect(self._take_laid_out)
        self._job.failed.connect(self._session.broke)

    @Slot(object)
    def _take_laid_out(self, result: tuple[DamagedRecord, tuple[Row, ...], bool]) -> None:
        record, rows, has_repair = result
        if record.snapshot is self._session.snapshot:
            self._job = None
            self._has_repair = has_repair
            self._take_record(record, rows)

    def _take_record(self, record: DamagedRecord | None, rows: tuple[Row, ...] = ()) -> None:
        before = self._record
        self._record, self._rows = record, rows
        same = before and record and before.snapshot.memory_id == record.snapshot.memory_id
        if not same:
            self._column = record.first_column if record else ""
        self.record_changed.emit(record)


def _lay_out(
    snapshot: ScopeSnapshot, now: Callable[[], EngineTime], _context: JobContext
) -> tuple[DamagedRecord, tuple[Row, ...], bool]:
    # Here, on the reader's thread: the rules are loaded when somebody needs them.
    from desktop_app.core.doctor.damage_rules import is_mendable  # noqa: PLC0415

    record = lay_out(snapshot)
    for column in record.columns.values():
        _ = column.hex_text  # made here, so that the window never waits for it
    row = snapshot.row
    has_repair = row is not None and is_mendable(row, snapshot.damages, now())
    return record, make_rows(snapshot), has_repair
