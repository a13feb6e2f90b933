"""Three versions of a record become one, part by part; of a damaged one, column by column."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop_app.core.changes import RECORD_COLUMNS, edited_row
from desktop_app.core.editing.ballot import Ballot, Question, Versions, same
from desktop_app.core.editing.record_fields import merged_record
from desktop_app.core.editing.row_merging import RowWords, all_there, one_row, raw_text
from desktop_app.core.engine_text import decode
from desktop_app.core.engine_time import EngineTimeError, format_column, parse_column_time
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.damage import DamagedRecordError
from desktop_app.core.observational.json_fields import INT64_MAX
from desktop_app.core.observational.record import RecordRow
from desktop_app.core.observational.record_reader import read_record

if TYPE_CHECKING:
    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.observational.record import ColumnValue, Record

_STAMPS = frozenset({"state_version", "updated_at"})
_IDS = {
    "memory_id": "memory id",
    "tenant_id": "tenant id",
    "conversation_id": "conversation id",
    "agent_id": "agent id",
    "created_at": "time it was made",
}


def merge_record(
    rows: Versions[RecordRow | None], ballot: Ballot, now: EngineTime, *, restores: bool
) -> RecordRow | None:
    """Return the one row of a record; ``None`` if it goes.

    Columns that mean what they mean in the file now stay byte for byte. If anything changes,
    the version is the next one and the time is ``now``.

    Args:
        rows: The three rows.
        ballot: What is noted and asked.
        now: The clock.
        restores: Whether ours is an old version that comes back.

    Raises:
        RefusedError: a choice does not fit, or the engine can't write the result.
    """
    there = all_there(rows)
    if there is not None:
        plain = there.each(_plain)
        merged = _stamped(_merged(plain, ballot, restores=restores), plain, now)
        return there.theirs if merged == plain.theirs else merged
    row = one_row(rows, _RECORD, ballot)
    assert not isinstance(row, str)
    if row is None or rows.theirs is None:
        return row
    return _stamped(row, Versions(rows.theirs, rows.theirs, row), now)


def _plain(row: RecordRow) -> RecordRow:
    """Return the row with its observations as text, if they are text and came as its bytes."""
    stored = row.active_observations_json
    if type(stored) is not bytes:
        return row
    return replace(row, active_observations_json=decode(stored))


def _merged(rows: Versions[RecordRow], ballot: Ballot, *, restores: bool) -> RecordRow:
    try:
        records = rows.each(read_record)
    except DamagedRecordError:
        return _by_columns(rows, ballot)
    merged = merged_record(records, ballot, restores=restores)
    ids: dict[str, ColumnValue] = {
        column: ballot.settle(Question("Scope", field, raw_text), rows.each(attrgetter(column)))
        for column, field in _IDS.items()
    }
    return replace(_written(rows, records, merged), **ids)


def _by_columns(rows: Versions[RecordRow], ballot: Ballot) -> RecordRow:
    columns: dict[str, ColumnValue] = {
        column: ballot.settle(
            Question("Stored record", column, raw_text), rows.each(attrgetter(column))
        )
        for column in RecordRow.__struct_fields__
        if column not in _STAMPS
    }
    return replace(rows.theirs, **columns)


def _written(rows: Versions[RecordRow], records: Versions[Record], merged: Record) -> RecordRow:
    if merged == records.theirs:
        row = rows.theirs
    else:
        try:
            row = edited_row(rows.theirs, records.theirs, merged)
        except (EngineTimeError, ValueError) as error:
            raise RefusedError(
                f"The engine can't write this record: {error}.",
                "Nothing was written. Mend the record first; the doctor can.",
            ) from error
    ours: dict[str, ColumnValue] = {
        column: getattr(rows.mine, column)
        for field, column in RECORD_COLUMNS.items()
        if column not in _STAMPS
        and same(getattr(merged, field), getattr(records.mine, field))
        and _only_ours(rows.each(attrgetter(column)), records.each(attrgetter(field)))
    }
    return replace(row, **ours)


def _only_ours(stored: Versions[ColumnValue], meant: Versions[object]) -> bool:
    """Return whether our bytes of a column are to be stored, unknown keys and all."""
    return same(stored.seen, stored.theirs) or not same(meant.mine, meant.theirs)


def _stamped(row: RecordRow, rows: Versions[RecordRow], now: EngineTime) -> RecordRow:
    if row == rows.theirs and not _mends_stamps(rows):
        return row
    version = rows.theirs.state_version
    if not isinstance(version, int):
        version = rows.mine.state_version
    if isinstance(version, int) and version < INT64_MAX:
        version += 1
    return replace(row, state_version=version, updated_at=format_column(now))


def _mends_stamps(rows: Versions[RecordRow]) -> bool:
    """Return whether ours has a version and time that the engine can read, and theirs has not."""
    return _has_stamps(rows.mine) and not _has_stamps(rows.theirs)


def _has_stamps(row: RecordRow) -> bool:
    try:
        parse_column_time(row.updated_at)
    except EngineTimeError:
        return False
    return isinstance(row.state_version, int)


def _title(row: RecordRow) -> str:
    ids = row.tenant_id, row.conversation_id, row.agent_id
    return f"Memory of {' / '.join(map(raw_text, ids))}"


def _text(row: RecordRow) -> str:
    version = f"version {raw_text(row.state_version)}"
    try:
        record = read_record(row)
    except DamagedRecordError:
        return f"damaged, {version}"
    count = len(record.observations or ())
    observations = "1 observation" if count == 1 else f"{count} observations"
    return f"{observations}, reflection of {record.reflection_tokens} tokens, {version}"


_RECORD = RowWords(_title, "everything", _text)
