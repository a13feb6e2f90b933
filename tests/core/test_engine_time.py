"""Times: which are read, which are refused and why, and how they are written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.engine_time import (
    EngineTime,
    EngineTimeError,
    format_column,
    format_json,
    format_seconds,
    parse_column_time,
    parse_json_time,
    rewrite_json_time,
    to_datetime_utc,
)
from desktop_app.core.errors import DamagedError

YEAR_0 = -62_167_219_200
END_OF_9999 = 253_402_300_799
moments = st.builds(
    EngineTime,
    st.integers(YEAR_0, END_OF_9999),
    st.integers(0, 999_999_999) | st.integers(0, 999).map(lambda number: number * 1_000_000),
)
offsets = st.integers(-23 * 60 - 59, 23 * 60 + 59).map(lambda minutes: minutes * 60)


@given(moments)
def test_a_column_time_is_read_as_it_was_written(time):
    assert parse_column_time(format_column(time)) == time


@given(moments, offsets)
def test_a_json_time_is_read_as_it_was_written_offset_included(time, offset):
    local = EngineTime(time.unix_seconds - offset, time.nanoseconds, offset)
    text = format_json(local)
    assert parse_json_time(text) == local
    assert rewrite_json_time(text) == text


@given(st.datetimes(timezones=st.just(UTC)))
def test_every_time_of_the_calendar_keeps_its_microseconds(moment):
    text = moment.isoformat().replace("+00:00", "Z")
    assert to_datetime_utc(parse_json_time(text)) == moment
    assert datetime.fromisoformat(format_seconds(parse_json_time(text))) == moment.replace(
        microsecond=0
    )


@given(moments, moments)
def test_times_sort_as_they_happened_whatever_their_offset(one, other):
    elsewhere = EngineTime(other.unix_seconds, other.nanoseconds, 7200)
    expected = (one.unix_seconds, one.nanoseconds) < (other.unix_seconds, other.nanoseconds)
    assert (one.sort_key < elsewhere.sort_key) == expected


@given(st.text() | st.text(alphabet="0123456789-T:Z+. ,", max_size=32))
def test_any_text_is_either_read_or_refused_with_a_reason(text):
    try:
        time = parse_column_time(text)
    except EngineTimeError:
        with pytest.raises(EngineTimeError, match="is not a time that the engine reads"):
            parse_column_time(text)
    else:
        assert 0 <= time.nanoseconds < 1_000_000_000


@pytest.mark.parametrize(
    ("raw", "written"),
    [
        ("2026-01-01T1:00:00Z", "2026-01-01T01:00:00Z"),
        ("2026-01-01T10:00:00,5Z", "2026-01-01T10:00:00.5Z"),
        ("2026-01-01T10:00:00.1234567899Z", "2026-01-01T10:00:00.123456789Z"),
        ("2026-01-01T10:00:00.500Z", "2026-01-01T10:00:00.5Z"),
        ("2026-01-01T10:00:00-00:00", "2026-01-01T10:00:00Z"),
        ("2026-01-01T10:00:00+02:60", "2026-01-01T10:00:00+03:00"),
        ("2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"),
        ("0000-02-29T00:00:00Z", "0000-02-29T00:00:00Z"),
    ],
)
def test_loose_json_times_are_read_and_written_strictly(raw, written):
    assert rewrite_json_time(raw) == written


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ("2026-13-01T00:00:00Z", "the month is 13"),
        ("2026-00-01T00:00:00Z", "no such day"),
        ("2026-02-29T00:00:00Z", "no such day"),
        ("2026-01-01T24:00:00Z", "the hour is 24"),
        ("2026-01-01T10:60:00Z", "the minute is 60"),
        ("2026-06-30T23:59:60Z", "the second is 60"),
        ("2026-01-01T10:00:00+25:00", "the hour of the offset is 25"),
        ("2026-01-01T10:00:00+00:61", "the minute of the offset is 61"),
        ("2026-01-01t10:00:00z", "expects the form"),
        ("2026-01-01T10:00:00", "expects the form"),
        ("2026-01-01T10:00:00.Z", "expects the form"),
        (r"\u0032026-01-01T10:00:00Z", "expects the form"),
        ("٢٠٢٦-01-01T10:00:00Z", "expects the form"),
        ("2026-01-01T10:00:00Z\n", "expects the form"),
    ],
)
def test_a_refused_json_time_says_why(raw, reason):
    with pytest.raises(EngineTimeError, match=reason) as refusal:
        parse_json_time(raw)
    assert isinstance(refusal.value, DamagedError)
    assert isinstance(refusal.value, ValueError)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("2026-04-29", "2026-04-29T00:00:00Z"),
        ("2026-04-29 8:03", "2026-04-29T08:03:00Z"),
        ("2026-04-29   18:03:27", "2026-04-29T18:03:27Z"),
        ("2026-04-29 18:03:27.5+02:00", "2026-04-29T16:03:27.5Z"),
        ("2026-04-29T18:03:27+02:00Z", "2026-04-29T16:03:27Z"),
        ("  2026-04-29 18:03:27.5 +0200 CEST ", "2026-04-29T16:03:27.5Z"),
        ("2026-04-29 18:03:27 +0200 CEST m=+0.000000001", "2026-04-29T16:03:27Z"),
        ("2026-04-29 18:03:27 +0300 +03", "2026-04-29T15:03:27Z"),
        ("2026-04-29 18:03:27 -0700 GMT-7", "2026-04-30T01:03:27Z"),
        ("2026-04-29 18:03:27 +0800 WITA", "2026-04-29T10:03:27Z"),
        ("0000-01-01T00:00:00+01:00", "-0001-12-31T23:00:00Z"),
        ("9999-12-31T23:00:00-02:00", "10000-01-01T01:00:00Z"),
        (b"2026-04-29T18:03:27Z", "2026-04-29T18:03:27Z"),
    ],
)
def test_a_column_may_hold_what_the_database_driver_understands(text, written):
    assert format_column(parse_column_time(text)) == written


def test_a_printed_time_in_utc_ignores_the_number_before_the_name():
    assert parse_column_time("2026-04-29 18:03:27 +0200 UTC") == EngineTime(1_777_485_807)


@pytest.mark.parametrize(
    "value",
    [
        None,
        1_777_485_807,
        2_461_159.75,
        "",
        "now",
        " 2026-04-29T18:03:27Z",
        "2026-04-29T18:03:27z",
        "2026-04-29 18:03:27 +0000",
        "2026-04-29 18:03:27 +0000 utc",
        "2026-04-29 18:03:27 +0000 UTCX",
        "2026-04-29 18:03:27 +0000 GMTT",
        "2026-04-29 18:03:27 +0000 GMT+24",
        "2026-04-29 18:03:27 +2460 XYZ",
        "2026-04-29 24:03",
        b"\xff",
    ],
)
def test_anything_else_in_a_column_is_refused(value):
    with pytest.raises(EngineTimeError):
        parse_column_time(value)


def test_a_long_text_is_cut_in_the_message():
    with pytest.raises(EngineTimeError) as refusal:
        parse_json_time("x" * 10_000)
    assert len(refusal.value.message) < 250


@pytest.mark.parametrize(
    ("time", "reason"),
    [
        (EngineTime(YEAR_0 - 1), "the year is not 0 to 9999"),
        (EngineTime(END_OF_9999 + 1), "the year is not 0 to 9999"),
        (EngineTime(0, 0, 24 * 3600), "its offset is 24 hours"),
        (EngineTime(0, 0, -24 * 3600), "its offset is 24 hours"),
    ],
)
def test_what_the_engine_can_not_write_in_json_is_refused(time, reason):
    with pytest.raises(EngineTimeError, match=reason):
        format_json(time)


def test_the_year_decides_in_local_time_whether_json_can_hold_it():
    assert format_json(EngineTime(END_OF_9999 + 1, 0, -3600)) == "9999-12-31T23:00:00-01:00"


def test_a_time_outside_the_calendar_has_no_datetime():
    with pytest.raises(EngineTimeError, match="1 to 9999"):
        to_datetime_utc(EngineTime(YEAR_0))
    later = to_datetime_utc(EngineTime(1, 999_999_999))
    assert later == datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=1, microseconds=999_999)
