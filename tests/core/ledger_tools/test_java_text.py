"""Texts as Java cuts and prints them."""

from __future__ import annotations

import pytest

from desktop_app.core.files.text import java_length
from desktop_app.core.ledger.java_text import head, plain, stripped_span, tail


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"a": [1, "b"], "c": None, "d": True}, "{a=[1, b], c=null, d=true}"),
        ({}, "{}"),
        (1.5, "1.5"),
        (0.0, "0.0"),
        (100000.0, "100000.0"),
        (12345678.0, "1.2345678E7"),
        (1e21, "1.0E21"),
        (-0.00012, "-1.2E-4"),
        (False, "false"),
    ],
)
def test_values_are_printed_as_java_prints_them(value: object, expected: str) -> None:
    assert plain(value) == expected


@pytest.mark.parametrize("units", range(8))
def test_both_ends_have_the_length_that_was_asked_for(units: int) -> None:
    text = "\U0001f600ab\U0001f600\U0001f600"
    assert java_length(head(text, units)) == units
    assert java_length(tail(text, units)) == units
    assert not any("\ud800" <= sign <= "\udfff" for sign in head(text, units) + tail(text, units))


def test_a_file_of_white_space_only_has_nothing_between_its_ends() -> None:
    start, end = stripped_span(" \n" * 5000)
    assert start == end
