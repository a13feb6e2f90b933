"""How the engine writes times, and which it reads in a column."""

from __future__ import annotations

import pytest

from desktop_app.core.engine_time import (
    EngineTime,
    EngineTimeError,
    format_column,
    format_json,
    parse_column_time,
    parse_json_time,
    rewrite_json_time,
)
from tests.golden_rows import stored_row

COLUMNS = ("created_at", "updated_at")


def test_every_time_is_written_as_the_engine_writes_it(golden_vectors):
    cases = golden_vectors("timestamps")
    for case in cases:
        time = EngineTime(case["unix_seconds"], case["nanoseconds"])
        assert format_column(time) == case["column_text"]
        assert f'"{format_json(time)}"' == case["json_text"]
        assert parse_column_time(case["column_text"]) == time
        assert parse_json_time(case["json_text"].strip('"')) == time
        assert f'"{rewrite_json_time(case["json_text"].strip(chr(34)))}"' == case["json_text"]
    assert len(cases) == 239


@pytest.mark.parametrize("column", COLUMNS)
def test_a_column_that_the_engine_can_not_read_as_a_time_is_refused(golden_vectors, column):
    cases = [
        case
        for case in golden_vectors("snippet")
        if case.get("status_error", "").startswith(f"parse {column}")
    ]
    for case in cases:
        with pytest.raises(EngineTimeError):
            parse_column_time(getattr(stored_row(case["row"]), column))
    assert len(cases) == 8


def test_a_readable_column_is_reported_with_the_offset_it_was_written_in(golden_vectors):
    cases = [case for case in golden_vectors("snippet") if "status" in case]
    for case in cases:
        row = stored_row(case["row"])
        parse_column_time(row.created_at)
        shown = format_json(parse_column_time(row.updated_at))
        assert shown == case["status"]["updated_at"], case["case"]
    assert len(cases) > 700
