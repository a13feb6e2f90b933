"""What dead processes leave in the log."""

from __future__ import annotations

import pytest

from desktop_app.core.doctor.finding import Severity
from tests.doctor_patient import KEY, observation

FRESH = "2026-06-15T11:55:00.5Z"
OLD = "2026-06-15T11:54:59Z"


@pytest.mark.parametrize("status", ["queued", "processing"])
def test_an_operation_under_way_for_over_five_minutes_is_marked_as_failed(patient, status):
    patient.record([observation(1)])
    patient.operation("a", status=status, updated_at=OLD)
    patient.operation("b", status=status, updated_at=FRESH)
    finding = patient.finding("operations-stuck")
    assert finding.severity is Severity.WORTH_KNOWING
    assert finding.detail == f"a {status}"
    saved = patient.save(finding.repair)
    rows = patient.sql("SELECT status, error_text, updated_at FROM om_operation_log ORDER BY 1")
    assert (status, "", FRESH) in rows
    ((error, updated),) = [row[1:] for row in rows if row[0] == "failed"]
    assert error.startswith("memloupe: left behind")
    assert updated == "2026-06-15T12:00:00Z"
    assert patient.names("operations-stuck") == []
    patient.undo(saved)
    assert patient.finding("operations-stuck").key == finding.key


@pytest.mark.parametrize("time", ["garbage", 17, "9999-01-01T00:00:00Z"])
def test_a_time_that_was_never_a_clocks_keeps_nobody_waiting(patient, time):
    patient.record([observation(1)])
    patient.operation("a", status="processing", updated_at=time)
    assert patient.names() == ["operations-stuck"]


@pytest.mark.parametrize("status", ["applied", "failed"])
def test_operations_that_ended_are_in_order(patient, status):
    patient.record([observation(1)])
    patient.operation("a", status=status, updated_at="2020-01-01T00:00:00Z")
    assert patient.names() == []


def test_stuck_operations_are_found_by_scope_and_repaired_a_few_rows_at_a_time(patient):
    patient.record([observation(1)])
    for number in range(160):
        patient.operation(f"a{number}", status="queued")
    patient.operation("b", key="x|y|z", status="queued")
    first, second = patient.look("operations-stuck").findings
    assert (first.place.memory_id, second.place.memory_id) == (KEY, "x|y|z")
    assert [len(change.operations) for change in patient.save(first.repair)] == [100, 60]
    assert [item.key for item in patient.look("operations-stuck").findings] == [second.key]


def test_markers_of_failed_and_absent_operations_are_deleted(patient):
    patient.record([observation(1)])
    patient.operation("good")
    patient.operation("bad", status="failed", error_text="model error")
    patient.operation("now", status="processing", updated_at=FRESH)
    for number, cycle in enumerate(("good", "bad", "gone", "now", "bad")):
        patient.marker(f"marker {number}", cycle)
    before = patient.dump()
    finding = patient.finding("markers-orphaned")
    assert finding.detail == "2 of failed operations and 1 of operations not in the log, in 1 scope"
    saved = patient.save(finding.repair)
    kept = [row[1] for row in patient.dump()["om_markers"]]
    assert kept == ["marker 0", "marker 3"]
    assert patient.names("markers-orphaned") == []
    patient.undo(saved)
    assert patient.dump() == before


def test_many_orphans_are_deleted_a_few_rows_at_a_time(patient):
    for number in range(310):
        patient.marker(f"marker {number}", "gone")
    assert [len(change.markers) for change in patient.repair("markers-orphaned")] == [
        100,
        100,
        100,
        10,
    ]
    assert patient.names() == []


def test_a_record_that_only_the_log_knows_is_named(patient):
    patient.operation("a", key="gone|chat|coder")
    patient.operation("b", key="never|observed|x", operation_type="enable")
    patient.operation("c", key="failed|only|x", status="failed")
    patient.record([observation(1)])
    patient.operation("d")
    finding = patient.finding("records-gone")
    assert (finding.detail, finding.repair) == ("gone|chat|coder", None)
    assert patient.names() == ["records-gone"]
