"""Steps of the engine that the golden scenarios do not reach."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.observational.engine_log import (
    REQUEUED,
    Call,
    Ids,
    OperationRow,
    Running,
    begin_operation,
    requeue_stale,
)
from desktop_app.core.observational.engine_steps import (
    Answer,
    new_record,
    observe,
    reflect_now,
    set_enabled,
    unobserved,
    wants_reflection,
)
from desktop_app.core.observational.observation import Observation
from desktop_app.core.observational.record import ObservationConfig, Record
from desktop_app.core.scope import Scope
from desktop_app.core.transcript import Message

NOW = EngineTime(1_777_485_960)
MESSAGES = [Message(0, "user", "a message of some length")]


LIMITS = ObservationConfig(1, 900, 1)


def a_record(config: ObservationConfig = LIMITS) -> Record:
    return new_record(Scope("a", "b", "c"), enabled=True, service_config=config, now=NOW)


def running(kind: str = "observe") -> Running:
    return begin_operation(
        "a|b|c", kind, {}, Call(last_sequence=0, ids=Ids("memloupe-x-"), now=NOW)
    )


def test_a_blank_reflection_after_observing_is_no_failure():
    record = a_record()
    source = unobserved(record, MESSAGES)
    outcome = observe(record, running(), source, observer=Answer("fact"), reflector=Answer(" \n"))
    assert (outcome.observed, outcome.reflected, outcome.failed) == (True, False, False)
    assert (outcome.record.reflection, outcome.record.state_version) == ("", 2)
    assert wants_reflection(outcome.record)


def test_a_time_that_the_engine_reads_and_can_not_write_fails_the_step():
    old = Observation(seq=1, content="x", created_at="2026-01-01T00:00:00+24:00")
    record = replace(a_record(), observations=(old,))
    outcome = reflect_now(record, running("reflect_now"), Answer("new"))
    assert outcome.failed
    assert outcome.operation.error_text.startswith("marshal active observations: ")
    assert outcome.record == record


@pytest.mark.parametrize("ids", [Ids(), Ids("memloupe-7-", 41)])
def test_ids_go_on_from_the_last_one(ids):
    call = Call(last_sequence=3, ids=ids, now=NOW)
    started = begin_operation("a|b|c", "reflect_now", {}, call)
    record = replace(a_record(), observations=(Observation(seq=1, content="x"),))
    outcome = reflect_now(record, started, Answer("new"))
    assert started.operation.operation_id == f"{ids.prefix}op_{ids.used + 1}"
    assert outcome.markers[0].marker_id == f"{ids.prefix}mk_{ids.used + 2}"
    assert outcome.ids.used == ids.used + 2
    assert started.operation.scope_sequence == 4


def test_numbers_wrap_around_as_the_engines_do():
    highest = 2**63 - 1
    call = Call(last_sequence=highest, ids=Ids("memloupe-7-"), now=NOW)
    started = begin_operation("a|b|c", "reflect_now", {}, call)
    assert started.operation.scope_sequence == -(2**63)
    old = replace(a_record(), state_version=highest)
    assert set_enabled(old, running("enable"), enabled=True).record.state_version == -(2**63)
    old = replace(old, observations=(Observation(seq=1, content="x"),))
    assert reflect_now(old, started, Answer("new")).record.state_version == -(2**63)


def test_a_negative_limit_of_the_service_throws_all_three_away():
    config = a_record(ObservationConfig(5, -1, 100_000)).config
    assert config == ObservationConfig(1200, 900, 4000)


def test_disabling_keeps_the_limits():
    outcome = set_enabled(a_record(), running("disable"), enabled=False)
    assert (outcome.record.enabled, outcome.record.config) == (False, ObservationConfig(1, 900, 1))


@pytest.mark.parametrize(
    ("updated_at", "is_stale"),
    [
        ("2026-04-29T17:00:59Z", True),
        ("2026-04-29T17:01:00Z", False),
        ("2026-04-29T18:00:00.5Z", False),
        ("2026-04-29 23:59:59", True),
        (1_999_999_999, True),
        (b"2020-01-01", False),
        (None, False),
    ],
)
def test_what_is_stale_is_decided_by_text(updated_at, is_stale):
    row = OperationRow("op_1", "a|b|c", "r", "t", 1, "observe", "processing", "{}", "", "", "")
    row = replace(row, updated_at=updated_at)
    now = EngineTime(1_777_482_360)  # 2026-04-29T17:06:00Z
    requeued = requeue_stale([row], now=now, wall_clock=NOW)
    assert bool(requeued) == is_stale
    for changed in requeued:
        assert (changed.status, changed.error_text) == ("queued", REQUEUED)
        assert changed.updated_at == "2026-04-29T18:06:00Z"
    assert requeue_stale([replace(row, status="queued")], now=now, wall_clock=NOW) == ()
