"""A change as a value: what it is called, and every row before and after it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from desktop_app.core.files.row import FileRow, leaves_alone
from desktop_app.core.observational.engine_log import MarkerRow, OperationRow
from desktop_app.core.observational.engine_steps import new_row
from desktop_app.core.observational.record import ColumnValue, Record, RecordRow
from desktop_app.core.observational.record_writer import rewrite_row

if TYPE_CHECKING:
    from collections.abc import Iterable

    from desktop_app.core.observational.engine_outcome import Outcome
    from desktop_app.core.working.entry import WorkingEntry

Row = TypeVar("Row")


class Touched(Enum):
    """The kinds of things that a change touches; views of these kinds read again."""

    RECORDS = "records"
    WORKING_MEMORY = "working memory"
    ENGINE_LOG = "operations and markers"
    FILES = "files"


@dataclass(frozen=True, slots=True)
class Swap(Generic[Row]):
    """One whole row before and after; ``None`` where there is no row.

    The store writes ``after`` only while every column still is as in ``before``.

    Attributes:
        rowid: Where a row that goes stands in its table: one that comes back takes this place
            again if it is free. ``None`` where that is not known. Not part of what is compared.
    """

    before: Row | None
    after: Row | None
    rowid: int | None = field(default=None, compare=False)

    def inverse(self) -> Swap[Row]:
        return replace(self, before=self.after, after=self.before)


class WorkingRow(msgspec.Struct, frozen=True, gc=False):
    """The three columns of ``working_memory_entries``."""

    memory_id: ColumnValue
    entry_key: ColumnValue
    entry_json: ColumnValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What one action of a person does to an engine's file, all of it or nothing.

    Attributes:
        label: What was done, in words for the person: ``Edit observation 17``.
        reason: Why, if the person said so.
        is_undo: Whether this takes the labelled action back.
        records: Rows of ``om_memory_records``.
        working: Rows of ``working_memory_entries``.
        operations: Rows of ``om_operation_log``.
        markers: Rows of ``om_markers``.
        files: Whole files of the workspace; a change with files has no rows.
        folders: Paths of folders that are made for its files, outer ones first, or that go again
            if nothing is in them. The store says which; not part of what is compared.
    """

    label: str
    reason: str = ""
    is_undo: bool = False
    records: tuple[Swap[RecordRow], ...] = ()
    working: tuple[Swap[WorkingRow], ...] = ()
    operations: tuple[Swap[OperationRow], ...] = ()
    markers: tuple[Swap[MarkerRow], ...] = ()
    files: tuple[Swap[FileRow], ...] = ()
    folders: tuple[Swap[str], ...] = field(default=(), compare=False)

    @property
    def is_empty(self) -> bool:
        """Whether every row stays as it is."""
        files_stay = all(leaves_alone(swap.before, swap.after) for swap in self.files)
        return files_stay and all(swap.before == swap.after for swap in self._row_swaps())

    @property
    def touched(self) -> frozenset[Touched]:
        """What views have to read again."""
        parts = {
            Touched.RECORDS: self.records,
            Touched.WORKING_MEMORY: self.working,
            Touched.ENGINE_LOG: (*self.operations, *self.markers),
            Touched.FILES: self.files,
        }
        return frozenset(kind for kind, swaps in parts.items() if swaps)

    @property
    def memory_ids(self) -> tuple[ColumnValue, ...]:
        """The memories it touches, each once, in order."""
        rows = [row for swap in self._row_swaps() for row in (swap.before, swap.after)]
        return tuple(dict.fromkeys(row.memory_id for row in rows if row is not None))

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that it touches, each once, in order."""
        rows = [row for swap in self.files for row in (swap.before, swap.after)]
        return tuple(dict.fromkeys(row.path for row in rows if row is not None))

    @property
    def remembered_ids(self) -> tuple[ColumnValue, ...]:
        """The memories whose record or working memory it changes, each once, in order."""
        return replace(self, operations=(), markers=()).memory_ids

    def inverse(self) -> Change:
        """Return the change that takes this one back, rows in the opposite order."""
        return replace(
            self,
            is_undo=not self.is_undo,
            records=_inverted(self.records),
            working=_inverted(self.working),
            operations=_inverted(self.operations),
            markers=_inverted(self.markers),
            files=_inverted(self.files),
            folders=_inverted(self.folders),
        )

    def _row_swaps(self) -> tuple[Swap[Any], ...]:
        return (*self.records, *self.working, *self.operations, *self.markers)


def edit_record(
    label: str, row: RecordRow, seen: Record, edited: Record, *, reason: str = ""
) -> Change:
    """Return the change of one record.

    Args:
        label: What was done.
        row: The row that ``seen`` was read from.
        seen: The record before.
        edited: The record after, with its version and time.
        reason: Why.

    Raises:
        EngineTimeError: a time of an observation that the engine can't write.
        ValueError: an importance that is NaN or infinite.
    """
    return Change(label=label, reason=reason, records=(Swap(row, edited_row(row, seen, edited)),))


def edited_row(row: RecordRow, seen: Record, edited: Record) -> RecordRow:
    """Return ``row`` with what differs between ``seen`` and ``edited`` written over it.

    Columns that mean the same stay byte for byte: formatting and unknown keys in them are not
    ours to drop.

    Raises:
        EngineTimeError: a time of an observation that the engine can't write.
        ValueError: an importance that is NaN or infinite.
    """
    written = rewrite_row(row, edited)
    kept = {
        column: getattr(row, column)
        for field, column in RECORD_COLUMNS.items()
        if _same(getattr(seen, field), getattr(edited, field))
    }
    return msgspec.structs.replace(written, **kept)


RECORD_COLUMNS = {
    "enabled": "enabled",
    "state_version": "state_version",
    "last_observed_message_index": "last_observed_message_index",
    "observations": "active_observations_json",
    "observation_tokens": "active_observation_tokens",
    "reflection": "active_reflection",
    "reflection_tokens": "active_reflection_tokens",
    "last_reflected_seq": "last_reflected_observation_seq",
    "config": "config_json",
    "updated_at": "updated_at",
}
"""Where each field of a record is stored; the ids and ``created_at`` are never written again."""


def accept_step(label: str, row: RecordRow | None, outcome: Outcome, *, reason: str = "") -> Change:
    """Return the change that writes what the engine itself would have written.

    Args:
        label: What was done.
        row: The row that the step started from; ``None`` for a record made by it.
        outcome: What the step gave, with ids of ours.
        reason: Why.
    """
    after = new_row(outcome.record) if row is None else rewrite_row(row, outcome.record)
    return Change(
        label=label,
        reason=reason,
        records=(Swap(row, row if outcome.failed else after),),
        operations=(Swap(None, outcome.operation),),
        markers=tuple(Swap(None, marker) for marker in outcome.markers),
    )


def set_working(
    label: str,
    memory_id: ColumnValue,
    before: WorkingEntry | None,
    after: WorkingEntry | None,
    *,
    reason: str = "",
) -> Change:
    """Return the change that sets, renames (both keys given) or deletes one entry."""
    rows = [
        None if entry is None else WorkingRow(memory_id, entry.key, entry.value_json)
        for entry in (before, after)
    ]
    return Change(label=label, reason=reason, working=(Swap(rows[0], rows[1]),))


def combined(label: str, changes: Iterable[Change], *, reason: str = "") -> Change:
    """Return one change that does all of ``changes``, which touch different rows."""
    parts = tuple(changes)
    return Change(
        label=label,
        reason=reason,
        records=tuple(swap for part in parts for swap in part.records),
        working=tuple(swap for part in parts for swap in part.working),
        operations=tuple(swap for part in parts for swap in part.operations),
        markers=tuple(swap for part in parts for swap in part.markers),
        files=tuple(swap for part in parts for swap in part.files),
        folders=tuple(swap for part in parts for swap in part.folders),
    )


def _inverted(swaps: tuple[Swap[Row], ...]) -> tuple[Swap[Row], ...]:
    return tuple(swap.inverse() for swap in reversed(swaps))


def _same(one: object, other: object) -> bool:
    # An empty list and null read alike in most places, and are written differently.
    return type(one) is type(other) and one == other
