"""Rows of a change as lines that people can compare."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.editing.file_words import file_lines, file_title
from desktop_app.core.engine_text import decode
from desktop_app.core.engine_time import format_column
from desktop_app.core.observational.damage import DamagedRecordError
from desktop_app.core.observational.record_reader import read_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.changes import Change, WorkingRow
    from desktop_app.core.observational.observation import Observation
    from desktop_app.core.observational.record import ColumnValue, Record, RecordRow


@dataclass(frozen=True, slots=True)
class RowText:
    """One row before and after; ``""`` where there is none.

    Attributes:
        title: Which row: ``Record acme|conv|coder``.
    """

    title: str
    before: str
    after: str


def row_texts(change: Change) -> tuple[RowText, ...]:
    """Return every row of a change as text, records first."""
    return (*_row_texts(change), *_file_texts(change))


def raw_texts(change: Change) -> tuple[RowText, ...]:
    """Return every row of a change column by column, as stored; records first."""
    kinds = (
        ("Record", change.records, "memory_id"),
        ("Working memory", change.working, "entry_key"),
        ("Operation", change.operations, "operation_id"),
        ("Marker", change.markers, "marker_id"),
    )
    rows = (
        RowText(
            f"{kind} {_name(swap.after or swap.before, column)}",
            _columns(swap.before),
            _columns(swap.after),
        )
        for kind, swaps, column in kinds
        for swap in swaps
    )
    return (*rows, *_file_texts(change))


def _file_texts(change: Change) -> Iterator[RowText]:
    for swap in change.files:
        row = swap.after or swap.before
        if row is not None:
            yield RowText(file_title(row), file_lines(swap.before), file_lines(swap.after))


def _row_texts(change: Change) -> Iterator[RowText]:
    for record in change.records:
        name = _name(record.after or record.before, "memory_id")
        yield RowText(f"Record {name}", _record(record.before), _record(record.after))
    for entry in change.working:
        name = _name(entry.after or entry.before, "entry_key")
        yield RowText(f"Working memory {name}", _working(entry.before), _working(entry.after))
    for operation in change.operations:
        name = _name(operation.after or operation.before, "operation_id")
        yield RowText(f"Operation {name}", _columns(operation.before), _columns(operation.after))
    for marker in change.markers:
        name = _name(marker.after or marker.before, "marker_id")
        yield RowText(f"Marker {name}", _columns(marker.before), _columns(marker.after))


def record_text(row: RecordRow) -> str:
    """Return a record as lines: settings, observations, reflection.

    One that the engine can't read is shown column by column, as stored.
    """
    try:
        record = read_record(row)
    except DamagedRecordError:
        return _columns(row)
    return "\n".join(_record_lines(record))


def _record_lines(record: Record) -> Iterator[str]:
    scope, config = record.scope, record.config
    yield f"scope: {scope.tenant} / {scope.conversation} / {scope.agent}"
    yield f"key: {record.memory_id}"
    yield f"memory: {'enabled' if record.enabled else 'disabled'}"
    yield f"observe from: {config.observe_min_tokens} tokens"
    yield f"snippet up to: {config.snippet_max_tokens} tokens"
    yield f"reflect from: {config.reflect_threshold_tokens} tokens"
    for observation in record.observations or ():
        yield from _observation_lines(observation)
    yield "reflection:"
    yield from _indented(record.reflection)
    # Last, for these change with everything else.
    yield f"all observations: {record.observation_tokens} tokens"
    yield f"all of the reflection: {record.reflection_tokens} tokens"
    yield f"last observed message: {record.last_observed_message_index}"
    yield f"last reflected observation: {record.last_reflected_seq}"
    yield f"version: {record.state_version}"
    yield f"written: {format_column(record.updated_at)}"


def _observation_lines(observation: Observation) -> Iterator[str]:
    yield (
        f"[{observation.seq}] importance {observation.importance:g},"
        f" {observation.token_count} tokens"
    )
    yield from _indented(observation.content)
    source = f"{observation.source_start_index} to {observation.source_end_index}"
    yield f"    from messages {source}, {observation.created_at}"


def _indented(text: str) -> Iterator[str]:
    return (f"    {line}" for line in text.split("\n") if text)


def _record(row: RecordRow | None) -> str:
    return "" if row is None else record_text(row)


def _working(row: WorkingRow | None) -> str:
    if row is None:
        return ""
    return f"{_shown(row.entry_key)}: {_shown(row.entry_json)}"


def _columns(row: msgspec.Struct | None) -> str:
    if row is None:
        return ""
    values = msgspec.structs.asdict(row)
    return "\n".join(f"{name}: {_shown(value)}" for name, value in values.items())


def _name(row: msgspec.Struct | None, column: str) -> str:
    return "" if row is None else f"“{_shown(getattr(row, column))}”"


def _shown(value: ColumnValue) -> str:
    if isinstance(value, bytes):
        return decode(value)
    return "NULL" if value is None else str(value)
