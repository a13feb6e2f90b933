"""Accepting writes what the engine would have written, or nothing."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import asdict, replace

from desktop_app.core.engine_config import normalize
from desktop_app.core.engine_time import parse_column_time
from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.core.observational.engine_log import OUR_PREFIX, Call, Ids
from desktop_app.core.observational.engine_steps import Unobserved, new_row, unobserved
from desktop_app.core.observational.record import RecordRow
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.reflection import parse_reflection
from desktop_app.core.proposals.accepting import Choice, accept
from desktop_app.core.proposals.guards import Origin
from desktop_app.core.proposals.observation_proposal import propose_observations
from desktop_app.core.proposals.reflection_proposal import propose_reflection
from desktop_app.core.scope import service_scope
from desktop_app.core.transcript import Message
from tests.core.proposals.proposal_records import NOW, record_of
from tests.golden.operations_replay import messages_of, scope_of

ORIGIN = Origin(author="a model", now=NOW)
CALL = Call(last_sequence=4, ids=Ids(f"{OUR_PREFIX}7f-"), now=NOW)
TABLES = {
    "records": "om_memory_records",
    "operations": "om_operation_log",
    "markers": "om_markers",
}
MESSAGES = Unobserved(3, 4, (Message(3, "user", "Hello"), Message(4, "user", "Bye")), 3)


def steps_of(cases, call):
    """Yield each step of this kind that succeeded on a record that was there before it."""
    for case in cases:
        before = None
        for step in case["steps"]:
            if before and step["call"] == call and "error" not in step:
                wanted = service_scope(scope_of(step)).memory_id
                rows = [row for row in before["om_memory_records"] if row["memory_id"] == wanted]
                if rows and "sql_while_observer_runs" not in step:
                    yield before, RecordRow(**rows[0]), step
            before = step["db"]


def call_of(before, memory_id, step, ids):
    log = before["om_operation_log"]
    used = [row["scope_sequence"] for row in log if row["memory_id"] == memory_id]
    return Call(
        run_id=step["run_id"],
        tool_call_id=step["tool_call_id"],
        last_sequence=max(used, default=0),
        ids=ids,
        now=parse_column_time(step["now"]),
    )


def engine_ids(before, after):
    """The counter that gave the step its ids: one process of the engine counts on."""
    known = {row["operation_id"] for row in before["om_operation_log"]}
    [new] = [row for row in after["om_operation_log"] if row["operation_id"] not in known]
    return Ids(used=int(new["operation_id"].removeprefix("op_")) - 1)


def written(before, change):
    """The tables after a change, as the vectors have them."""
    after = {table: [dict(row) for row in rows] for table, rows in before.items()}
    for attribute, table in TABLES.items():
        for swap in getattr(change, attribute):
            old = swap.before and asdict(swap.before)
            if old in after[table]:
                after[table][after[table].index(old)] = asdict(swap.after)
            else:
                assert old is None
                after[table].append(asdict(swap.after))
    return after


def test_accepting_all_of_a_reflection_writes_the_engines_rows(golden_vectors):
    checked = 0
    for before, row, step in steps_of(golden_vectors("operations"), "reflect_now"):
        record, output = read_record(row), step["reflector"]["output"]
        proposed = propose_reflection(record, output, ORIGIN)
        if not (record.enabled and record.observations and proposed.everything):
            continue
        call = call_of(before, record.memory_id, step, engine_ids(before, step["db"]))
        choice = Choice(proposed.everything, override=True)
        assert written(before, accept(row, record, proposed, choice, call)) == step["db"]
        checked += 1
    assert checked == 2


def test_accepting_all_observations_writes_the_engines_rows(golden_vectors):
    checked = 0
    for before, row, step in steps_of(golden_vectors("operations"), "observe"):
        record = read_record(row)
        source = unobserved(record, messages_of(step))
        if source is None or step["reflected"]:
            continue
        proposed = propose_observations(record, source, step["observer"]["output"], ORIGIN)
        call = call_of(before, record.memory_id, step, engine_ids(before, step["db"]))
        choice = Choice(proposed.everything, override=True)
        change = accept(row, record, proposed, choice, call)
        assert written(before, change) == step["db"]
        checked += 1
    assert checked == 19


@pytest.fixture
def record():
    made = record_of("Port is 8080.", "Port moved to 9090.")
    return replace(made, config=normalize(made.config))


OUTPUT = "SUMMARY:\nThe port is 9090.\n\nSUPERSESSIONS:\n- [seq:2] replaces [seq:1]: moved"
CHUNKS = "IMPORTANCE:0.9\nNever push.\n\nIMPORTANCE:0.25\nPort is 7070.\nAnd more.\n\nNo score."


def test_some_of_a_reflection_is_written_with_ids_of_ours(record):
    proposed = propose_reflection(record, OUTPUT, ORIGIN)
    choice = Choice(frozenset({"supersession:2:1:0"}), reason="as Ana said")
    change = accept(new_row(record), record, proposed, choice, CALL)
    [swap] = change.records
    after = read_record(swap.after)
    read = parse_reflection(after.reflection)
    assert (read.summary, len(read.supersessions)) == ("", 1)
    assert (after.state_version, after.last_reflected_seq) == (record.state_version + 1, 2)
    [operation] = [swap.after for swap in change.operations]
    [marker] = [swap.after for swap in change.markers]
    assert operation.operation_id == "memloupe-7f-op_1"
    assert (operation.operation_type, operation.status) == ("reflect_now", "applied")
    assert operation.scope_sequence == 5
    assert (marker.marker_id, marker.cycle_id) == ("memloupe-7f-mk_2", operation.operation_id)
    assert (change.label, change.reason) == (
        "Accept 1 of 2 changes to the reflection",
        "as Ana said",
    )


def test_some_observations_are_exactly_those_chosen(record):
    proposed = propose_observations(record, MESSAGES, CHUNKS, ORIGIN)
    choice = Choice(frozenset({"observation:2", "observation:3"}))
    change = accept(new_row(record), record, proposed, choice, CALL)
    after = read_record(change.records[0].after)
    assert [(item.seq, item.importance, item.content) for item in after.observations[2:]] == [
        (3, 0.25, "Port is 7070.\nAnd more."),
        (4, 0.0, "No score."),
    ]
    assert after.last_observed_message_index == 4
    assert [swap.after.marker_type for swap in change.markers] == [
        "observation_start",
        "observation_end",
    ] * 2
    assert change.operations[0].after.payload_json == '{"messages":2}'


def test_no_reflection_is_made_however_many_tokens_there_are(record):
    config = msgspec.structs.replace(record.config, reflect_threshold_tokens=1)
    record = replace(record, config=config, reflection="SUMMARY:\nOld.")
    proposed = propose_observations(record, MESSAGES, CHUNKS, ORIGIN)
    choice = Choice(proposed.everything)
    change = accept(new_row(record), record, proposed, choice, CALL)
    assert read_record(change.records[0].after).reflection == "SUMMARY:\nOld."


def test_choosing_nothing_changes_nothing(record):
    row, nothing = new_row(record), Choice(frozenset())
    reflection = propose_reflection(record, OUTPUT, ORIGIN)
    observations = propose_observations(record, MESSAGES, CHUNKS, ORIGIN)
    assert accept(row, record, reflection, nothing, CALL).is_empty
    assert accept(row, record, observations, nothing, CALL).is_empty


def test_a_guarded_proposal_is_accepted_only_if_the_person_says_so(record):
    proposed = propose_reflection(record, "No heading at all.", ORIGIN)
    row = new_row(record)
    with pytest.raises(RefusedError, match="not accepted unless you say so"):
        accept(row, record, proposed, Choice(proposed.everything), CALL)
    choice = Choice(proposed.everything, override=True)
    change = accept(row, record, proposed, choice, CALL)
    assert read_record(change.records[0].after).reflection == "No heading at all."


def test_missing_scores_alone_need_no_word_of_their_own(record):
    proposed = propose_observations(record, MESSAGES, "IMPORTANCE:0\nNo score.", ORIGIN)
    assert proposed.guards
    assert not proposed.needs_override


def test_what_an_importance_that_is_no_number_does_is_said_and_avoided(record):
    output = f"IMPORTANCE:NaN\nLost.\n\n{CHUNKS}"
    proposed = propose_observations(record, MESSAGES, output, ORIGIN)
    assert "observation:1" not in proposed.everything
    row = new_row(record)
    choice = Choice(frozenset({"observation:1"}), override=True)
    with pytest.raises(NotFoundError):
        accept(row, record, proposed, choice, CALL)
    choice = Choice(proposed.everything, override=True)
    change = accept(row, record, proposed, choice, CALL)
    assert len(read_record(change.records[0].after).observations) == 5


@pytest.mark.parametrize("change", [{"reflection": "Other."}, {"last_observed_message_index": 9}])
def test_a_proposal_for_a_memory_that_has_changed_is_refused(record, change):
    reflection = propose_reflection(record, OUTPUT, ORIGIN)
    observations = propose_observations(record, MESSAGES, CHUNKS, ORIGIN)
    now = replace(record, **change)
    row = new_row(now)
    with pytest.raises(RefusedError, match="has changed"):
        accept(row, now, reflection, Choice(reflection.everything), CALL)
    with pytest.raises(RefusedError, match="has changed"):
        accept(row, now, observations, Choice(observations.everything), CALL)


def test_nothing_is_accepted_for_a_disabled_scope(record):
    record = replace(record, enabled=False)
    row = new_row(record)
    reflection = propose_reflection(record, OUTPUT, ORIGIN)
    with pytest.raises(RefusedError, match="disabled"):
        accept(row, record, reflection, Choice(reflection.everything), CALL)
    observations = propose_observations(record, MESSAGES, CHUNKS, ORIGIN)
    with pytest.raises(RefusedError, match="disabled"):
        accept(row, record, observations, Choice(observations.everything), CALL)


def test_the_reflection_on_no_observations_is_refused(record):
    record = replace(record, observations=())
    proposed = propose_reflection(record, OUTPUT, ORIGIN)
    with pytest.raises(RefusedError, match="no observations"):
        accept(new_row(record), record, proposed, Choice(proposed.everything), CALL)
