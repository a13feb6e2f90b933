"""Times are read as Java reads an instant."""

from __future__ import annotations

import pytest

from desktop_app.core.ledger.instants import read_instant, utc_text


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("2026-06-12T01:30:00Z", "2026-06-12T01:30:00Z"),
        ("2026-06-12t01:30:00.5z", "2026-06-12T01:30:00.500Z"),
        ("2026-06-12T01:30:00.Z", "2026-06-12T01:30:00Z"),
        ("2026-06-12T01:30:00+02:00", "2026-06-11T23:30:00Z"),
        ("2026-06-12T24:00:00Z", "2026-06-13T00:00:00Z"),
        ("2026-12-31T24:00:00.000Z", "2027-01-01T00:00:00Z"),
        ("2026-06-12T24:00:00+02:00", "2026-06-12T22:00:00Z"),
        ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"),
        ("2016-12-31T23:59:60.25Z", "2016-12-31T23:59:59.250Z"),
        ("2026-06-12T01:30:00+18:00", "2026-06-11T07:30:00Z"),
    ],
)
def test_what_java_takes_is_a_time(text: str, utc: str) -> None:
    time = read_instant(text)
    assert time is not None
    assert utc_text(time) == utc


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-06-12",
        "2026-06-12T01:30Z",
        "2026-06-12 01:30:00Z",
        "2026-06-12T01:30:00",
        "2026-06-12T24:00:00.1Z",
        "2026-06-12T24:00:01Z",
        "2026-06-12T22:59:60Z",
        "2026-06-12T01:30:00.1234567891Z",
        "2026-06-12T01:30:00+18:01",
        "2026-06-12T01:30:00-23:00",
        "2026-02-30T00:00:00Z",
        "\u0662026-06-12T01:30:00Z",
    ],
)
def test_what_java_does_not_take_is_none(text: str) -> None:
    assert read_instant(text) is None
