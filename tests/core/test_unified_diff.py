"""Differences as tools for patches read them."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.unified_diff import unified_diff

TEXTS = st.lists(st.sampled_from("abcdef"), max_size=30)
HEAD = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


def patched(before, hunks):
    """Apply a difference as a patch does, by its numbers alone."""
    result, at, lines = [], 0, iter(hunks)
    line = next(lines, None)
    while line is not None:
        start, length, _, length_new = HEAD.fullmatch(line).groups(default="1")
        first = int(start) - 1 if int(length) else int(start)
        result += before[at:first]
        at, body = first, []
        while (line := next(lines, None)) is not None and not line.startswith("@@"):
            body.append(line)
        old = [one[1:] for one in body if one[0] in " -"]
        new = [one[1:] for one in body if one[0] in " +"]
        assert (old, len(old), len(new)) == (
            before[at : at + len(old)],
            int(length),
            int(length_new),
        )
        result += new
        at += len(old)
    return result + before[at:]


@given(before=TEXTS, after=TEXTS)
def test_a_patch_of_the_difference_makes_the_new_text_of_the_old_one(before, after):
    hunks = list(unified_diff(before, after))
    assert patched(before, hunks) == after
    assert bool(hunks) == (before != after)


def test_edits_far_apart_are_hunks_of_their_own_with_three_lines_around():
    before = [str(number) for number in range(1, 31)]
    after = ["one", *before[1:29], "thirty"]
    assert list(unified_diff(before, after)) == [
        *("@@ -1,4 +1,4 @@", "-1", "+one", " 2", " 3", " 4"),
        *("@@ -27,4 +27,4 @@", " 27", " 28", " 29", "-30", "+thirty"),
    ]
