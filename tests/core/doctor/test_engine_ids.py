"""Ids that a restarted engine hits again, and their way out of its reach."""

from __future__ import annotations

from array import array
from itertools import islice

import pytest

from desktop_app.core.doctor.engine_id import OPERATION, engine_number
from desktop_app.core.doctor.engine_ids import Failures, expected_failures
from desktop_app.core.doctor.finding import Repair, Severity
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.observational.record import ObservationConfig
from tests.doctor_patient import KEY, NOW, observation
from tests.golden.operations_replay import EngineError, ReplayedEngine

FRESH = "2026-06-15T11:58:00Z"


@pytest.fixture
def case(golden_vectors):
    """Two observes, a restart, and observes that fail until the counter is past the old ids."""
    (found,) = [line for line in golden_vectors("operations") if line["case"] == "restart-collides"]
    return found


@pytest.fixture
def engine(patient, case):
    """The engine after its first two observes, on the patient's own file."""
    patient.path.unlink()
    limits = ObservationConfig(**case["default_config"])
    engine = ReplayedEngine(patient.path, enabled=case["default_enabled"], config=limits)
    for step in case["steps"][:2]:
        engine.set_clock(step["now"])
        engine.observe(step)
    return engine


def fails(engine, step):
    engine.set_clock(step["now"])
    try:
        engine.observe(step)
    except EngineError:
        return True
    return False


def test_the_number_of_failing_observes_is_that_of_the_engine(patient, engine, case):
    finding = patient.finding("ids-hit-again")
    assert finding.severity is Severity.STOPS_MEMORY
    assert finding.detail == "op_1 – op_6 · 6 observes will fail after a restart"
    engine.restart()
    assert [fails(engine, step) for step in case["steps"][3:10]] == [True] * 6 + [False]
    assert "4 failing observes so far" in patient.finding("ids-hit-again").detail


def test_after_the_repair_a_restarted_engine_observes_at_once(patient, engine, case):
    history = [row["payload_json"] for row in engine.rows()["om_operation_log"]]
    patient.repair("ids-hit-again")
    engine.restart()
    assert not fails(engine, case["steps"][3])
    rows = engine.rows()
    assert [row["operation_id"] for row in rows["om_operation_log"]] == [
        "memloupe-old-20260615T120000Z-op_1",
        "memloupe-old-20260615T120000Z-op_6",
        "op_1",
    ]
    assert [row["payload_json"] for row in rows["om_operation_log"]][:2] == history
    operations = {row["operation_id"] for row in rows["om_operation_log"]}
    assert {row["cycle_id"] for row in rows["om_markers"]} == operations


def test_an_engine_that_runs_on_is_not_disturbed(patient, engine, case):
    patient.repair("ids-hit-again")
    assert not fails(engine, case["steps"][3])
    assert engine.rows()["om_operation_log"][-1]["operation_id"] == "op_11"
    assert "op_11 · " in patient.finding("ids-hit-again").detail


def test_the_repair_can_be_undone(patient, engine):
    before = engine.rows()
    saved = patient.repair("ids-hit-again")
    assert patient.names("ids-hit-again") == []
    patient.undo(saved)
    assert engine.rows() == before


@pytest.mark.parametrize(("earlier", "expected"), [(1, 3), (5, 15), (20, 60), (50, 150)])
def test_failures_are_those_that_were_measured(earlier, expected):
    operations = array("q", range(1, 5 * earlier, 5))
    markers = array("q", [n + k for n in operations for k in (1, 2, 3, 4)])
    assert expected_failures(operations, markers) == Failures(
        before_first=expected, in_all=expected, paid=expected * 2 // 3
    )


def test_ids_far_apart_are_counted_without_walking_there():
    far = 10**17
    found = expected_failures(array("q", [1, far]), array("q", [far + 1]))
    assert found.before_first == 1
    assert 1 <= found.in_all <= 3
    assert expected_failures(array("q"), array("q")) == Failures(0, 0, 0)


@pytest.mark.parametrize(
    "name", ["memloupe-old-x-op_1", "memloupe-1", "op_", "op_x", "op_01", "op_0", "OP_1", "op-1"]
)
def test_ids_that_the_counter_never_gives_out_are_in_order(patient, name):
    patient.record([observation(1)])
    patient.operation(name)
    patient.marker(name.replace("op", "mk"), name)
    assert patient.names() == []
    assert engine_number(name, OPERATION) is None


def test_a_scope_with_a_call_running_is_left_for_later(patient):
    patient.record([observation(1)])
    patient.operation("op_1")
    patient.operation("op_2", key="busy|chat|coder")
    patient.operation("op_3", key="busy|chat|coder", status="processing", updated_at=FRESH)
    patient.marker("mk_4", "op_3", key="busy|chat|coder")
    effects = {e.name: e for e in patient.finding("ids-hit-again").repair.effects}
    assert effects["left for later"].value == "1 scope with a call running"
    patient.repair("ids-hit-again")
    assert sorted(row[1] for row in patient.dump()["om_operation_log"]) == [
        "memloupe-old-20260615T120000Z-op_1",
        "op_2",
        "op_3",
    ]
    assert patient.sql("SELECT marker_id, cycle_id FROM om_markers") == [("mk_4", "op_3")]


def test_markers_without_their_operation_get_out_of_the_way_too(patient):
    patient.marker("mk_2", "op_1")
    patient.marker("memloupe-3", "op_1")
    patient.marker("mk_9", "memloupe-4")
    patient.repair("ids-hit-again")
    prefix = "memloupe-old-20260615T120000Z-"
    assert patient.sql("SELECT marker_id, cycle_id FROM om_markers ORDER BY rowid") == [
        (f"{prefix}mk_2", f"{prefix}op_1"),
        ("memloupe-3", f"{prefix}op_1"),
        (f"{prefix}mk_9", "memloupe-4"),
    ]


@pytest.fixture
def long_log(patient):
    """A log of 200 observes in one scope and another, 1,000 rows in all."""
    patient.record([observation(1)])
    for number in range(1, 1001, 5):
        key = KEY if number % 2 else "other|chat|coder"
        patient.operation(f"op_{number}", key=key)
        for place in range(1, 5):
            patient.marker(f"mk_{number + place}", f"op_{number}", key=key)
    return patient


def test_a_long_log_is_renamed_in_small_steps_that_can_stop_anywhere(long_log):
    before = long_log.dump()
    finding = long_log.finding("ids-hit-again")
    assert finding.repair.rows == 1000
    changes = list(finding.repair.changes())
    assert len(changes) == 10
    assert max(len(change.operations) + len(change.markers) for change in changes) <= 100
    assert not any(change.records or change.working for change in changes)

    saved = _save(long_log, islice(finding.repair.changes(), 3))
    dangling = "SELECT count(*) FROM om_markers WHERE cycle_id NOT IN (SELECT operation_id FROM"
    assert long_log.sql(f"{dangling} om_operation_log)") == [(0,)]
    long_log.now = EngineTime(NOW.unix_seconds + 9)
    saved += long_log.repair("ids-hit-again")
    assert long_log.names("ids-hit-again") == []
    assert long_log.sql(f"{dangling} om_operation_log)") == [(0,)]
    names = [row[1].rpartition("-")[2] for row in long_log.dump()["om_operation_log"]]
    assert names == [row[1] for row in before["om_operation_log"]]
    long_log.undo(saved)
    assert long_log.dump() == before


def test_scopes_that_become_busy_and_rows_that_are_new_are_left_as_they_are(long_log):
    changes = long_log.finding("ids-hit-again").repair.changes()
    _save(long_log, islice(changes, 1))
    long_log.operation("op_2001", status="processing", updated_at=FRESH)
    long_log.operation("op_2002", key="third|chat|coder")
    long_log.marker("mk_2003", "op_2002", key="third|chat|coder")
    _save(long_log, changes)
    own = long_log.sql(
        "SELECT operation_id, memory_id FROM om_operation_log WHERE run_id = 'run-1'"
    )
    left = {(name, key) for name, key in own if not name.startswith("memloupe-old-")}
    assert ("op_2001", KEY) in left
    assert ("op_2002", "third|chat|coder") in left
    assert {key for _, key in left} == {KEY, "third|chat|coder"}
    cycles = "SELECT count(*) FROM om_markers WHERE cycle_id NOT IN"
    assert long_log.sql(f"{cycles} (SELECT operation_id FROM om_operation_log)") == [(0,)]


def _save(patient, changes):
    return patient.save(Repair(label="", changes=lambda: changes))
