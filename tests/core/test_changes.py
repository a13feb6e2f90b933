"""Changes as values: what they hold, what they leave alone, and their inverse on a real file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import msgspec
import pytest

from desktop_app.core.changes import (
    Change,
    Swap,
    Touched,
    WorkingRow,
    accept_step,
    combined,
    edit_record,
    set_working,
)
from desktop_app.core.engine_text import decode
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.observational import edits, reflection_edits
from desktop_app.core.observational.engine_log import (
    OUR_PREFIX,
    Call,
    Ids,
    MarkerRow,
    OperationRow,
    begin_operation,
)
from desktop_app.core.observational.engine_steps import (
    Answer,
    new_record,
    new_row,
    observe,
    reflect_now,
    unobserved,
)
from desktop_app.core.observational.lost_keys import LostKey, lost_keys
from desktop_app.core.observational.record import ObservationConfig, RecordRow
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.snippet import build_snippet
from desktop_app.core.scope import Scope
from desktop_app.core.transcript import Message
from desktop_app.core.working.entry import WorkingEntry

if TYPE_CHECKING:
    from pathlib import Path

NOW = EngineTime(1_777_485_960, 5)
IDS = Ids(f"{OUR_PREFIX}1f2e-")
TABLES = {
    RecordRow: ("om_memory_records", "memory_id"),
    OperationRow: ("om_operation_log", "operation_id"),
    MarkerRow: ("om_markers", "marker_id"),
    WorkingRow: ("working_memory_entries", "entry_key"),
}


def a_row(**columns: object) -> RecordRow:
    record = new_record(
        Scope("acme", "conv", "coder"),
        enabled=True,
        service_config=ObservationConfig(1, 900, 1),
        now=NOW,
    )
    record = edits.add_observation(record, "first fact", importance=0.5, now=NOW).after
    return msgspec.structs.replace(new_row(record), **columns)


class File:
    """A copy of a golden file, with changes applied whole row by whole row."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def rows(self, kind: type) -> list[msgspec.Struct]:
        columns = ", ".join(kind.__struct_fields__)
        with closing(self._open()) as database:
            found = database.execute(f"SELECT {columns} FROM {TABLES[kind][0]} ORDER BY rowid")
            return [kind(*row) for row in found]

    def everything(self) -> set[tuple[str, tuple[object, ...]]]:
        return {
            (kind.__name__, msgspec.structs.astuple(row))
            for kind in TABLES
            for row in self.rows(kind)
        }

    def apply(self, change: Change) -> None:
        swaps = (*change.records, *change.working, *change.operations, *change.markers)
        with closing(self._open()) as database, database:
            for swap in swaps:
                self._swap(database, swap)

    def _swap(self, database: sqlite3.Connection, swap: Swap) -> None:
        table, _ = TABLES[type(swap.before or swap.after)]
        if swap.before is not None:
            values = msgspec.structs.asdict(swap.before)
            where = " AND ".join(f"{name} IS :{name}" for name in values)
            cursor = database.execute(f"DELETE FROM {table} WHERE {where}", values)
            assert cursor.rowcount == 1
        if swap.after is not None:
            values = msgspec.structs.asdict(swap.after)
            marks = ", ".join(f":{name}" for name in values)
            names = ", ".join(values)
            database.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", values)

    def _open(self) -> sqlite3.Connection:
        database = sqlite3.connect(self.path)
        database.text_factory = decode
        return database


@pytest.fixture
def file(golden_workspace) -> File:
    return File(golden_workspace("rich-coding-agent") / ".harness" / "state.db")


def test_changes_of_a_real_file_and_their_inverses_leave_it_as_it_was(file):
    before = file.everything()
    done = []
    for row in file.rows(RecordRow):
        record = read_record(row)
        if not record.observations:
            continue
        edit = edits.remove(record, [0])
        done.append(edit_record("Remove", row, record, edits.stamped(edit.after, NOW)))
        file.apply(done[-1])
        (changed,) = [r for r in file.rows(RecordRow) if r.memory_id == row.memory_id]
        assert read_record(changed) == edits.stamped(edit.after, NOW)
        build_snippet(read_record(changed))
    (first, *_) = file.rows(WorkingRow)
    entry = WorkingEntry(first.entry_key, first.entry_json)
    done.append(set_working("Rename", first.memory_id, entry, WorkingEntry("new", "[1]")))
    done.append(set_working("Set", first.memory_id, None, WorkingEntry("more", "{}")))
    for change in done[-2:]:
        file.apply(change)

    assert len(done) > 3
    assert file.everything() != before
    for change in reversed(done):
        file.apply(change.inverse())
    assert file.everything() == before


def test_accepting_a_step_adds_the_engines_rows_under_our_ids_and_undo_takes_them_away(file):
    before = file.everything()
    row = next(row for row in file.rows(RecordRow) if read_record(row).observations)
    record = read_record(row)
    running = begin_operation(
        record.memory_id, "reflect_now", {}, Call(last_sequence=7, ids=IDS, now=NOW)
    )
    outcome = reflect_now(record, running, Answer("SUMMARY:\nshort"))
    change = accept_step("Reflect", row, outcome, reason="asked for")
    file.apply(change)

    (operation,) = [r for r in file.rows(OperationRow) if r.operation_id == IDS.operation]
    assert (operation.status, operation.scope_sequence) == ("applied", 8)
    assert [r for r in file.rows(MarkerRow) if r.cycle_id == IDS.operation] == [
        swap.after for swap in change.markers
    ]
    assert change.touched == {Touched.RECORDS, Touched.ENGINE_LOG}
    file.apply(change.inverse())
    assert file.everything() == before


def test_a_record_made_by_a_step_goes_with_its_undo():
    row = a_row()
    record = read_record(row)
    source = unobserved(record, [Message(0, "user", "a message")])
    assert source is not None
    running = begin_operation(
        record.memory_id, "observe", {"messages": 1}, Call(last_sequence=0, ids=IDS, now=NOW)
    )
    outcome = observe(record, running, source, observer=Answer("fact"), reflector=None)
    change = accept_step("Observe", None, outcome)
    assert change.records[0].before is None
    assert change.inverse().records[0].after is None
    assert [marker.after.marker_id for marker in change.markers] == [
        f"{IDS.prefix}mk_2",
        f"{IDS.prefix}mk_3",
    ]


def test_a_failed_step_leaves_the_record_and_says_why():
    row = a_row()
    running = begin_operation(
        "acme|conv|coder", "reflect_now", {}, Call(last_sequence=0, ids=IDS, now=NOW)
    )
    outcome = reflect_now(read_record(row), running, Answer(error="model overloaded"))
    change = accept_step("Reflect", row, outcome)
    assert outcome.failed
    assert change.records == (Swap(row, row),)
    assert change.operations[0].after.error_text == "model overloaded"


ODD = '[{"seq":1, "content":"kept", "note":"lost", "created_at":"2026-01-01T00:00:00.500Z"}]'


def test_columns_that_mean_the_same_stay_byte_for_byte():
    row = a_row(
        active_observations_json=ODD,
        config_json='{ "color": "red", "snippet_max_tokens": 5 }',
        enabled="true",
        updated_at="2026-04-29 18:03:27",
    )
    record = read_record(row)
    edit = reflection_edits.set_text(record, "new")
    (swap,) = edit_record("Edit", row, record, edit.after).records
    assert swap.after == msgspec.structs.replace(
        row, active_reflection="new", active_reflection_tokens=1
    )
    assert lost_keys(row, swap.after) == ()


def test_keys_that_a_rewrite_drops_are_named():
    row = a_row(active_observations_json=ODD, config_json='{"color":"red"}')
    record = read_record(row)
    edit = edits.edit_text(record, 0, "new")
    (swap,) = edit_record("Edit", row, record, edit.after).records
    assert lost_keys(row, swap.after) == (LostKey("active_observations_json", 0, "note"),)
    assert "note" not in swap.after.active_observations_json
    other = msgspec.structs.replace(row, config_json="{}")
    assert lost_keys(row, other) == (LostKey("config_json", None, "color"),)


@pytest.mark.parametrize("stored", ["[{", "null", "[null, 1]", 7, None, b'[{"x":1}]'])
def test_columns_that_hold_no_keys_of_ours_lose_none_or_are_read_as_bytes(stored):
    row = a_row(active_observations_json=stored)
    lost = lost_keys(row, a_row())
    assert [key.key for key in lost] == (["x"] if isinstance(stored, bytes) else [])


def test_the_inverse_of_the_inverse_is_the_change_itself():
    row = a_row()
    change = Change(label="Two", records=(Swap(row, None), Swap(None, a_row(tenant_id="x"))))
    back = change.inverse()
    assert [swap.after for swap in back.records] == [None, row]
    assert (back.label, back.is_undo) == ("Two", True)
    assert back.inverse() == change


def test_a_combined_change_does_all_and_says_what_it_touches():
    row = a_row()
    parts = [
        Change(label="A", records=(Swap(row, a_row(enabled=0)),)),
        set_working("B", "other", WorkingEntry("k", "1"), None),
    ]
    both = combined("Both", parts, reason="tidy")
    assert (both.label, both.reason) == ("Both", "tidy")
    assert both.touched == {Touched.RECORDS, Touched.WORKING_MEMORY}
    assert both.memory_ids == ("acme|conv|coder", "other")
    assert not both.is_empty
    assert Change(label="Nothing", records=(Swap(row, row),)).is_empty
