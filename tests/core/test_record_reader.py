"""Rows whose columns hold other kinds of values than the engine writes."""

from __future__ import annotations

import math

import msgspec
import pytest

from desktop_app.core.engine_json import JsonError, parse
from desktop_app.core.observational.chunks import parse_number
from desktop_app.core.observational.damage import DamagedRecordError
from desktop_app.core.observational.observations_reader import read_observations
from desktop_app.core.observational.record import RecordRow
from desktop_app.core.observational.record_reader import read_flag, read_record

TIME = "2026-04-20T08:15:30Z"
USUAL = RecordRow("a|b|c", "a", "b", "c", 1, 3, 7, b"[]", 12, "Short.", 5, 0, "{}", TIME, TIME)


def row(**columns):
    return msgspec.structs.replace(USUAL, **columns)


def reasons(changed):
    with pytest.raises(DamagedRecordError) as caught:
        read_record(changed)
    return [(damage.column, damage.reason) for damage in caught.value.damages]


@pytest.mark.parametrize(
    "columns",
    [
        {"memory_id": b"a|b|c"},
        {"active_reflection": b"Short."},
        {"state_version": "3"},
        {"state_version": b"+3"},
        {"enabled": "true", "active_observations_json": "[]"},
    ],
)
def test_a_value_stored_as_another_kind_reads_the_same(columns):
    assert read_record(row(**columns)) == read_record(USUAL)


def test_numbers_where_a_text_belongs_are_their_digits():
    record = read_record(row(tenant_id=5, agent_id=1.5))
    assert (record.scope.tenant, record.scope.agent) == ("5", "1.5")


def test_text_that_is_not_utf_8_keeps_its_bytes():
    assert read_record(row(active_reflection=b"A\xff")).reflection == "A\udcff"


@pytest.mark.parametrize(
    ("columns", "reason"),
    [
        ({"tenant_id": None}, "NULL where a text belongs"),
        ({"state_version": 1.5}, "“1.5” where a whole number belongs"),
        ({"state_version": "3 "}, "“3 ” where a whole number belongs"),
        ({"state_version": b"x\xff"}, "“x\udcff” where a whole number belongs"),
        ({"state_version": None}, "NULL where a whole number belongs"),
        ({"enabled": 2}, "“2” where true or false belongs"),
        ({"active_observations_json": 5}, "5 where a text belongs"),
        ({"active_observations_json": None}, "None where a text belongs"),
    ],
)
def test_a_value_that_the_engine_refuses_is_named(columns, reason):
    [(column, found)] = reasons(row(**columns))
    assert [column] == list(columns)
    assert found == reason


def test_every_reason_against_a_row_is_given():
    found = reasons(row(tenant_id=None, state_version="x", created_at="soon", config_json="{"))
    columns = [column for column, _ in found]
    assert sorted(columns) == ["config_json", "created_at", "state_version", "tenant_id"]


@pytest.mark.parametrize(
    ("value", "flag"),
    [(1, True), (0, False), ("true", True), (b"0", False), (2, None), (1.0, None), (None, None)],
)
def test_flags_are_read_as_the_engine_reads_them(value, flag):
    assert read_flag(value) is flag


@pytest.mark.parametrize("value", ["[]", b"[]"])
def test_observations_may_be_text_or_bytes(value):
    assert read_observations(value) == ((), [])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 10_001 + "]" * 10_001, "nested deeper than 10,000 levels"),
        (r'"\u12G4"', "escape"),
        (r'"\q"', "escape"),
        ('"open', "ends too early"),
        ("-", "ends too early"),
        ("-x", "number"),
    ],
)
def test_json_that_no_engine_accepts_says_why(text, message):
    with pytest.raises(JsonError) as caught:
        parse(text)
    assert message in caught.value.message


def test_json_as_deep_as_the_engine_goes_is_read():
    parse("[" * 10_000 + "]" * 10_000)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0x1p-1", 0.5),
        ("0x1p99999", None),
        ("-0x1p99999", None),
        ("1e999", None),
        ("0x_1p0", 1.0),
        ("inf", math.inf),
        ("", None),
    ],
)
def test_numbers_too_large_for_a_float_are_none(text, number):
    assert parse_number(text) == number
