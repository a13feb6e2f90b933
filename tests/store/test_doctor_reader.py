"""The doctor's reader on files that lack something, or hold odd values."""

from __future__ import annotations

import pytest

from desktop_app.core.doctor.ports import LastRows, OrphanCount
from desktop_app.store.doctor_reader import SqliteDoctorReader
from desktop_app.store.sqlite_file import never
from tests.doctor_patient import NOW, Patient, observation

TABLES = ("om_memory_records", "om_operation_log", "om_markers", "working_memory_entries")


@pytest.fixture
def patient(golden_workspace):
    return Patient(golden_workspace("operations-mixed"))


@pytest.fixture
def reader(patient):
    return SqliteDoctorReader(patient.path)


def ask_everything(reader):
    numbers = reader.engine_numbers(never)
    return (
        list(reader.all_contents(never)),
        len(numbers.operations),
        len(numbers.markers),
        len(reader.markers_by_operation().numbers),
        reader.last_rows(),
        reader.engine_operations(None, 10**6, 10, frozenset()),
        reader.engine_markers(None, 10**6, 10, frozenset()),
        reader.at_work(NOW),
        reader.stuck_operations(NOW),
        reader.orphan_count(never),
        reader.orphans(None, 10),
        reader.logged_without_record(),
        reader.conversation_lengths(),
    )


@pytest.mark.parametrize("table", TABLES)
def test_a_table_that_is_missing_is_as_good_as_empty(patient, reader, table):
    patient.sql(f"DROP TABLE {table}")
    ask_everything(reader)
    assert isinstance(patient.look().findings, tuple)


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("om_operation_log", "error_text"),
        ("om_operation_log", "updated_at"),
        ("om_operation_log", "run_id"),
        ("om_markers", "cycle_id"),
        ("om_markers", "payload_json"),
    ],
)
def test_a_column_that_is_missing_stops_nobody(patient, reader, table, column):
    patient.sql(f"ALTER TABLE {table} DROP COLUMN {column}")
    ask_everything(reader)
    patient.look()


def test_a_file_without_any_of_the_tables(patient, reader):
    for table in TABLES:
        patient.sql(f"DROP TABLE {table}")
    found = ask_everything(reader)
    assert found[0] == []
    assert reader.last_rows() == LastRows(0, 0)
    assert reader.orphan_count(never) == OrphanCount()


def test_ids_that_are_no_text_are_not_the_engines(patient, reader):
    patient.sql("DELETE FROM om_operation_log")
    patient.sql("DELETE FROM om_markers")
    patient.operation(b"op_7")
    patient.operation("op_8", key=b"acme|chat|coder")
    patient.marker(b"mk_9", b"op_7")
    numbers = reader.engine_numbers(never)
    assert (list(numbers.operations), list(numbers.markers)) == ([8], [])
    patient.repair("ids-hit-again")
    names = [row[1] for row in patient.dump()["om_operation_log"]]
    assert names[0] == b"op_7"
    assert names[1].startswith("memloupe-old-")


def test_pages_follow_the_row_ids_whatever_their_names(patient, reader):
    patient.sql("DELETE FROM om_operation_log")
    for name in ("op_30", "other", "op_x", "op_4", "op_200"):
        patient.operation(name)
    seen, after = [], None
    while page := reader.engine_operations(after, 10**6, 1, frozenset()).operations:
        ((after, row),) = page
        seen.append(row.operation_id)
    assert seen == ["op_30", "op_4", "op_200"]
    assert list(reader.engine_numbers(never).operations) == [4, 30, 200]


def test_row_ids_below_one_are_read_too(patient, reader):
    patient.record([observation(1)])
    patient.sql("UPDATE om_operation_log SET rowid = -rowid")
    patient.sql("UPDATE om_markers SET rowid = -rowid")
    before = patient.dump()
    saved = patient.repair("ids-hit-again")
    assert patient.names("ids-hit-again") == []
    patient.undo(saved)
    assert patient.dump() == before


def test_text_that_is_not_utf_8_comes_back_exactly(patient, reader):
    patient.sql(
        "INSERT INTO om_markers VALUES ('mk_99999', 'k', CAST(X'6fff' AS TEXT), 'gone', 1, 2, 3,"
        " '{}', 'x')"
    )
    (change,) = [c for c in patient.repair("markers-orphaned") if c.markers]
    assert change.markers[-1].before.marker_type == "o\udcff"
