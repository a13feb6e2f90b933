"""A record that is going to be merged, and what merging gives."""

from __future__ import annotations

from msgspec.structs import replace

from desktop_app.core.changes import Change, Swap
from desktop_app.core.editing.merging import Rebase, rebase
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.observational import edits
from desktop_app.core.observational.engine_steps import new_record, new_row
from desktop_app.core.observational.record import ObservationConfig, RecordRow
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.scope import Scope

THEN, NOW = EngineTime(1_777_485_000), EngineTime(1_777_486_000)
SCOPE = Scope("acme", "conv", "coder")
MEMORY = SCOPE.memory_id


def a_row() -> RecordRow:
    record = new_record(SCOPE, enabled=True, service_config=ObservationConfig(), now=THEN)
    return new_row(edits.add_observation(record, "a fact", importance=0.5, now=THEN).after)


ROW = a_row()
MINE = replace(ROW, enabled=0, state_version=2)
THEIRS = replace(ROW, last_observed_message_index=7, state_version=5)


def records(*swap: RecordRow | None, present: RecordRow | None) -> Rebase:
    return rebase(
        Change(label="Edit", records=(Swap(*swap),)),
        Change(label="Edit", records=(Swap(present, swap[1]),)),
        now=NOW,
    )


def after(change: Change | None) -> list[object]:
    assert change is not None
    swaps = (*change.records, *change.working, *change.operations, *change.markers)
    return [swap.after for swap in swaps]


def keeps_numbers(row: RecordRow, later: RecordRow) -> bool:
    """Whether no observation of ``row`` has another number in ``later``."""
    numbers = [
        [item.seq for item in read_record(version).observations or ()] for version in (row, later)
    ]
    return numbers[1][: len(numbers[0])] == numbers[0]


def has_no_twins(row: RecordRow) -> bool:
    """Whether no two observations differ in nothing but their numbers and counts."""
    observations = read_record(row).observations or ()
    alike = {(one.content, one.created_at, one.source_start_index) for one in observations}
    return len(alike) == len(observations)
