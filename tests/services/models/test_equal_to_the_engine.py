"""What is accepted stands in a real file as the engine itself would have written it."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from model_answers import good

from desktop_app.core.engine_time import parse_column_time
from desktop_app.core.observational.engine_log import OUR_PREFIX
from desktop_app.core.observational.record import ObservationConfig
from desktop_app.core.proposals.accepting import Choice
from desktop_app.core.scope import service_scope
from desktop_app.services.editing.outcomes import Saved
from desktop_app.services.models import observing, reflecting
from tests.golden.operations_replay import TABLES, ReplayedEngine, messages_of, scope_of
from tests.services.models.conftest import Desk

OURS = {"operation_id", "marker_id", "cycle_id", "run_id", "tool_call_id"}


def steps_of(cases, call):
    """Yield what each successful step of a kind found, and the step."""
    for case in cases:
        before = None
        for step in case["steps"]:
            usable = before and step["call"] == call and "error" not in step
            if usable and "sql_while_observer_runs" not in step:
                yield before, step
            before = step["db"]


def desk_at(tmp_path, number, before, step, server):
    """A workspace whose file is as the engine found it, at the engine's time."""
    root = tmp_path / str(number)
    (root / ".harness").mkdir(parents=True)
    path = root / ".harness" / "state.db"
    engine = ReplayedEngine(path, enabled=True, config=ObservationConfig(1, 1, 1))
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for table in TABLES:
            for row in before[table]:
                marks = ", ".join("?" * len(row))
                columns = ", ".join(row)
                values = tuple(row.values())
                database.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", values)
    memory_id = service_scope(scope_of(step)).memory_id
    return Desk(root, memory_id, server, now=parse_column_time(step["now"])), engine


def without_ids(rows):
    """Rows without what tells who wrote them."""
    return {
        table: [{name: row[name] for name in row if name not in OURS} for row in found]
        for table, found in rows.items()
    }


def assert_ours(before, after):
    known = {row["operation_id"] for row in before["om_operation_log"]}
    [new] = [row for row in after["om_operation_log"] if row["operation_id"] not in known]
    assert new["operation_id"].startswith(OUR_PREFIX)


def test_a_reflection_is_written_as_by_the_engine(
    golden_vectors, tmp_path, model_server, own_settings
):
    checked = 0
    for before, step in steps_of(golden_vectors("operations"), "reflect_now"):
        desk, engine = desk_at(tmp_path, checked, before, step, model_server)
        own_settings(desk)
        snapshot = desk.snapshot if before["om_memory_records"] else None
        if snapshot is None or snapshot.record is None or not snapshot.record.observations:
            continue
        model_server.script([good(step["reflector"]["output"])])
        sending = reflecting.reflection_sending(snapshot, desk.access, desk.choose())
        proposal = reflecting.reflect_with_model(snapshot, desk.access, sending, desk.context)
        if not (proposal.everything and snapshot.record.enabled):
            continue
        choice = Choice(proposal.everything, override=True)
        change = reflecting.accepted_reflection(desk.snapshot, proposal, choice, desk.editor)
        assert isinstance(desk.editor.apply(change, desk.context), Saved)
        assert without_ids(engine.rows()) == without_ids(step["db"])
        assert_ours(before, engine.rows())
        checked += 1
    assert checked == 2


def test_observations_are_written_as_by_the_engine(
    golden_vectors, tmp_path, model_server, own_settings
):
    checked = 0
    for number, (before, step) in enumerate(steps_of(golden_vectors("operations"), "observe")):
        desk, engine = desk_at(tmp_path, number, before, step, model_server)
        own_settings(desk)
        memory_ids = {row["memory_id"] for row in before["om_memory_records"]}
        if desk.memory_id not in memory_ids or step["reflected"] or not step["observed"]:
            continue
        model_server.script([good(step["observer"]["output"])])
        source = observing.pending(desk.snapshot, messages_of(step)).source
        sending = observing.observation_sending(desk.snapshot, source, desk.access, desk.choose())
        proposal = observing.observe_with_model(
            desk.snapshot, source, desk.access, sending, desk.context
        )
        choice = Choice(proposal.everything, override=True)
        change = observing.accepted_observations(desk.snapshot, proposal, choice, desk.editor)
        assert isinstance(desk.editor.apply(change, desk.context), Saved)
        assert without_ids(engine.rows()) == without_ids(step["db"])
        assert_ours(before, engine.rows())
        checked += 1
    assert checked == 19
