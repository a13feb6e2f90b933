"""Counts in words."""

from __future__ import annotations

import pytest

from ui.widgets import counting


@pytest.mark.parametrize(
    ("count", "words"),
    [(0, "0 tokens"), (1, "1 token"), (2, "2 tokens"), (-1, "-1 tokens"), (1234, "1,234 tokens")],
)
def test_only_exactly_one_is_singular(count, words):
    assert counting.tokens(count) == words


def test_every_counted_thing_has_both_forms():
    things = (counting.byte_count, counting.characters, counting.entries)
    assert [thing(1) for thing in things] == ["1 byte", "1 character", "1 entry"]
    assert [thing(2) for thing in things] == ["2 bytes", "2 characters", "2 entries"]
