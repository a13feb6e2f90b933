"""Differences of two texts: exact, with the right words marked, and never slow."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core import text_diff
from desktop_app.core.text_diff import LineKind, diff_lines
from desktop_app.core.word_diff import differing_words

SAME, ADDED, REMOVED, FOLDED = LineKind.SAME, LineKind.ADDED, LineKind.REMOVED, LineKind.FOLDED
LINES = st.sampled_from(["", "a", "b", "a b", "a c d", "x\r", "\u2028", "é 1"])
TEXTS = st.lists(LINES).map("\n".join)
MOST_PAIRS = 300_000


def without(lines, kind):
    return "\n".join(line.text for line in lines if line.kind is not kind)


def shown(lines):
    return [(line.kind, line.text) for line in lines]


def marked(line):
    return [line.text[start:end] for start, end in line.marks]


@given(TEXTS, TEXTS, st.sampled_from([None, 0, 1, 2]))
def test_both_texts_can_be_put_together_again(before, after, context):
    lines = diff_lines(before, after, context=context)
    assert without(lines, ADDED) == before
    assert without(lines, REMOVED) == after


@given(
    st.lists(LINES, min_size=6),
    TEXTS,
    TEXTS,
    st.lists(LINES, min_size=6),
    st.sampled_from([0, 1, 2]),
)
def test_a_long_text_is_compared_as_a_short_one_is(head, one, other, tail, context):
    before, after = ("\n".join([*head, text, *tail]) for text in (one, other))
    with pytest.MonkeyPatch.context() as patch:
        expected = diff_lines(before, after, context=context)
        patch.setattr(text_diff, "_LONG", 0)
        assert diff_lines(before, after, context=context) == expected


@given(TEXTS, TEXTS, st.sampled_from([0, 1, 2]))
def test_whatever_is_compared_in_a_long_text(before, after, context):
    with pytest.MonkeyPatch.context() as patch:
        expected = diff_lines(before, after, context=context)
        patch.setattr(text_diff, "_LONG", 0)
        assert diff_lines(before, after, context=context) == expected


@given(TEXTS, TEXTS, st.sampled_from([0, 1, 2]))
def test_the_rest_of_many_lines_of_a_kind_is_one_run_and_nothing_is_lost(before, after, context):
    with pytest.MonkeyPatch.context() as patch:
        whole = diff_lines(before, after, context=context)
        patch.setattr(text_diff, "_MOST_LISTED", 2)
        lines = diff_lines(before, after, context=context)
    assert without(lines, ADDED) == before
    assert without(lines, REMOVED) == after
    for kind in LineKind:
        same = [sum(one.count for one in each if one.kind is kind) for each in (whole, lines)]
        assert same[0] == same[1]
    kinds = "".join(line.kind.value[0] for line in lines)
    assert "aaaa" not in kinds
    assert "rrrr" not in kinds


def test_a_long_file_that_goes_is_not_listed_line_by_line():
    lines = diff_lines("- fact\n" * 20_000, "")
    assert [line.is_run for line in lines] == [False] * 2_000 + [True]
    assert lines[-1].count == 18_001


@given(st.text(), st.text())
def test_marks_lie_in_order_inside_their_text(before, after):
    for text, marks in zip((before, after), differing_words(before, after), strict=True):
        places = [place for mark in marks for place in mark]
        assert places == sorted(places)
        assert not places or (places[0] >= 0 and places[-1] <= len(text))
        assert all(start < end for start, end in marks)


@given(st.text(alphabet="ab ,\n"), st.text(alphabet="ab ,\n"))
def test_texts_that_differ_have_a_mark_and_equal_ones_have_none(before, after):
    assert any(differing_words(before, after)) == (before != after)


def test_a_rewritten_line_stands_before_its_new_version_with_the_words_that_changed():
    lines = diff_lines(
        "rules: money is int64 cents, no floats.\nAnswers short; asked by Ana.",
        "rules: money is int64 cents.\nAnswers short. Staging runs 16.",
    )
    assert [line.kind for line in lines] == [REMOVED, ADDED, REMOVED, ADDED]
    assert marked(lines[0]) == [", no floats"]
    assert marked(lines[1]) == []
    assert marked(lines[2]) == ["; asked by Ana"]


def test_a_value_with_signs_inside_is_one_word():
    before, after = '"token_count":15.0,', '"token_count":15,'
    ours, theirs = differing_words(before, after)
    assert (ours, theirs) == (((14, 18),), ((14, 16),))


def test_lines_that_have_nothing_in_common_are_not_marked():
    lines = diff_lines("one two three", "four five six")
    assert shown(lines) == [(REMOVED, "one two three"), (ADDED, "four five six")]
    assert not any(line.marks for line in lines)


def test_a_line_between_two_versions_is_only_added():
    lines = diff_lines("alpha beta gamma\ndelta one two", "alpha beta\nnew thing\ndelta one three")
    assert [(line.kind, line.text) for line in lines] == [
        (REMOVED, "alpha beta gamma"),
        (ADDED, "alpha beta"),
        (ADDED, "new thing"),
        (REMOVED, "delta one two"),
        (ADDED, "delta one three"),
    ]


def test_unchanged_runs_are_folded_with_two_lines_beside_each_change():
    before = "\n".join(map(str, range(20)))
    after = before.replace("10", "ten")
    lines = diff_lines(before, after)
    folded = [line for line in lines if line.kind is FOLDED]
    assert [line.count for line in folded] == [8, 7]
    assert folded[0].text == "0\n1\n2\n3\n4\n5\n6\n7"
    assert [text for kind, text in shown(lines) if kind is SAME] == ["8", "9", "11", "12"]


def test_one_unchanged_line_is_never_folded():
    lines = diff_lines("a\nb\nc\nd", "a\nb\nc\nx", context=2)
    assert FOLDED not in {line.kind for line in lines}


def test_a_line_feed_at_the_end_is_a_line():
    assert shown(diff_lines("a", "a\n")) == [(SAME, "a"), (ADDED, "")]
    assert shown(diff_lines("", "a")) == [(ADDED, "a")]
    assert diff_lines("", "") == ()


def noisy(count, step):
    return "\n".join(f"line {number * step % 7}" for number in range(count))


def numbered(count, word):
    return "\n".join(f"{number} words {word}" for number in range(count))


def equal_pairs(a, b):
    theirs = Counter(b)
    return sum(count * theirs[line] for line, count in Counter(a).items())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (noisy(60_000, 1), noisy(60_000, 3)),
        (numbered(40_000, "here"), numbered(40_000, "there")),
        ("word " * 200_000, "word " * 100_000 + "x " + "word " * 100_000),
        ("\n" * 500_000, "\n" * 400_000),
    ],
    ids=["repeating", "all changed", "one line", "empty lines"],
)
def test_a_megabyte_is_compared_within_its_limits(before, after, monkeypatch):
    compared = []

    class Counting(text_diff.SequenceMatcher):
        def __init__(self, _junk, a, b, **options):
            compared.append(equal_pairs(a, b))
            super().__init__(None, a, b, **options)

    monkeypatch.setattr(text_diff, "SequenceMatcher", Counting)
    lines = diff_lines(before, after)
    assert without(lines, ADDED) == before
    assert without(lines, REMOVED) == after
    assert sum(compared) <= MOST_PAIRS


def test_a_change_in_a_long_text_is_found_where_it_is():
    lines = [f"observation {number}" for number in range(30_000)]
    after = [*lines[:15_000], "observation new", *lines[15_000:29_000], *lines[29_500:]]
    found = diff_lines("\n".join(lines), "\n".join(after))
    assert [line.text for line in found if line.kind is ADDED] == ["observation new"]
    assert sum(line.kind is REMOVED for line in found) == 500
