"""What each golden database holds, and what a starting engine would change in it."""

from __future__ import annotations

from collections import Counter

from desktop_app.core.engine_time import parse_column_time
from desktop_app.core.history.entry import HistoryFilter, Source
from desktop_app.core.observational.engine_log import REQUEUED, OperationRow, requeue_stale
from desktop_app.store.harness_tables import OPERATION_COLUMNS, OPERATIONS
from desktop_app.store.history_reader import read_history
from desktop_app.store.sqlite_file import reading


def databases(golden_vectors):
    cases = [line for line in golden_vectors("workspace_expected") if line["kind"] == "database"]
    assert len(cases) == 13
    return [case for case in cases if not case.get("no_observational_tables")]


def test_markers_are_counted_by_type(golden_vectors, golden_workspace):
    wanted = HistoryFilter(sources=frozenset({Source.MARKER}))
    for case in databases(golden_vectors):
        now = parse_column_time(case["service_start_now"])
        with reading(golden_workspace(case["workspace"]) / case["database_path"]) as connection:
            entries = read_history(connection, wanted, now=now, limit=100_000).entries
        expected = {marker["marker_type"]: marker["n"] for marker in case["markers_by_type"] or ()}
        assert Counter(entry.kind for entry in entries) == expected, case["workspace"]


def test_a_starting_engine_requeues_what_we_say(golden_vectors, golden_workspace):
    for case in databases(golden_vectors):
        now = parse_column_time(case["service_start_now"])
        columns = ", ".join(OPERATION_COLUMNS)
        with reading(golden_workspace(case["workspace"]) / case["database_path"]) as connection:
            rows = connection.execute(f"SELECT {columns} FROM {OPERATIONS}").fetchall()
        operations = {row[0]: OperationRow(*row) for row in rows}
        for changed in requeue_stale(operations.values(), now=now, wall_clock=now):
            operations[changed.operation_id] = changed
        expected = {
            entry["status"]: entry["n"]
            for entry in case["operations_by_status_after_service_start"] or ()
        }
        assert Counter(row.status for row in operations.values()) == expected, case["workspace"]
        requeued = {row.operation_id for row in operations.values() if row.error_text == REQUEUED}
        listed = {entry["operation_id"] for entry in case["requeued_after_service_start"]}
        assert requeued == listed, case["workspace"]
