"""What counts as new, changed and gone, whatever the numbers are."""

from __future__ import annotations

from dataclasses import replace as with_fields

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from desktop_app.core.errors import DamagedError
from desktop_app.core.review.differences import (
    Difference,
    DifferenceKind,
    applied,
    differences,
    index_of,
)
from desktop_app.core.review.item import Item, ItemKind, pack_items, unpack_items
from desktop_app.core.review.progress import Verdict, accepted, edited, removed

OBSERVATION, REFLECTION = ItemKind.OBSERVATION, ItemKind.REFLECTION


def observation(content, seq=1, importance=0.5, source=(0, 3)):
    return Item(OBSERVATION, content, importance, *source, seq)


def kinds(seen, present):
    return [(one.kind.value, one.item.content) for one in differences("s", seen, present)]


def test_everything_is_new_to_who_has_seen_nothing():
    present = [observation("a", 1), observation("b", 2), Item(REFLECTION, "sum")]
    assert kinds([], present) == [("new", "a"), ("new", "b"), ("new", "sum")]


def test_another_number_alone_is_no_difference():
    seen = [observation("a", 1), observation("b", 2), observation("c", 3)]
    assert kinds(seen, [observation("a", 1), observation("c", 2)]) == [("gone", "b")]


def test_another_importance_is_a_change_of_the_same_item():
    (found,) = differences("s", [observation("a", 4)], [observation("a", 4, 0.9)])
    assert (found.kind, found.before.importance, found.now.importance) == (
        DifferenceKind.CHANGED,
        0.5,
        0.9,
    )


def test_a_rewritten_observation_is_known_by_its_number_and_its_source():
    seen = [observation("a", 1), observation("b", 2)]
    present = [observation("a", 1), observation("b, better", 2)]
    (found,) = differences("s", seen, present)
    assert found.before.content == "b"
    assert found.now.content == "b, better"


def test_what_can_not_be_paired_for_certain_is_new_and_gone():
    seen = [observation("a", 1), observation("b", 2)]
    present = [observation("c", 7), observation("d", 8)]
    assert kinds(seen, present) == [("gone", "a"), ("gone", "b"), ("new", "c"), ("new", "d")]


def test_a_rewritten_observation_whose_number_moved_is_known_by_its_source():
    seen = [observation("a", 1), observation("b", 2, source=(8, 9))]
    present = [observation("b2", 1, source=(8, 9))]
    assert kinds(seen, present) == [("changed", "b2"), ("gone", "a")]


def test_of_two_alike_one_seen_leaves_the_other_open():
    assert kinds([observation("a", 1)], [observation("a", 1), observation("a", 2)]) == [
        ("new", "a")
    ]


def test_another_reflection_is_a_change_and_an_empty_one_is_gone():
    seen = [Item(REFLECTION, "old")]
    assert kinds(seen, [Item(REFLECTION, "new")]) == [("changed", "new")]
    assert kinds(seen, []) == [("gone", "old")]


@pytest.mark.parametrize(
    ("difference", "left"),
    [
        (Difference("s", observation("new")), ["a", "new"]),
        (Difference("s", observation("a", importance=0.9), observation("a")), ["a"]),
        (Difference("s", None, observation("a")), []),
    ],
)
def test_accepting_makes_an_item_seen_and_taking_back_makes_it_open_again(difference, left):
    seen = (observation("a"),)
    decision = accepted(difference)
    after = applied(seen, decision.keep, decision.drop)
    assert [one.content for one in after] == left
    assert applied(after, decision.drop, decision.keep) == seen


def test_edits_count_as_seen_in_their_new_words_and_removals_not_at_all():
    difference = Difference("s", observation("now"), observation("before"))
    seen = (observation("before"),)
    rewritten = edited(difference, observation("mine"), "e1")
    assert rewritten.verdict is Verdict.EDITED
    assert applied(seen, rewritten.keep, rewritten.drop) == (observation("mine"),)
    gone = removed(difference, "e2", "wrong")
    assert (gone.verdict, gone.reason) == (Verdict.REMOVED, "wrong")
    assert applied(seen, gone.keep, gone.drop) == ()


def test_an_item_is_found_by_what_it_says_and_of_several_alike_by_its_number():
    present = [observation("a", 1), observation("b", 2), observation("a", 3)]
    assert index_of(observation("a", 3), present) == 2
    assert index_of(observation("a", 9), present) == 0
    assert index_of(observation("z", 1), present) is None


ITEMS = some.lists(
    some.builds(
        Item,
        some.sampled_from(ItemKind),
        some.binary(max_size=4).map(lambda data: data.decode("utf-8", "surrogateescape")),
        some.sampled_from([0.0, 0.5, 1.0]),
        some.integers(0, 2),
        some.integers(0, 2),
        some.integers(1, 4),
    ),
    max_size=6,
)


@given(seen=ITEMS, present=ITEMS)
def test_accepting_every_difference_leaves_nothing_open(seen, present):
    after = tuple(seen)
    for one in differences("s", seen, present):
        decision = accepted(one)
        after = applied(after, decision.keep, decision.drop)
    assert differences("s", after, present) == ()
    assert sorted(one.identity for one in after) == sorted(one.identity for one in present)


@given(items=ITEMS)
def test_items_are_stored_exactly(items):
    assert unpack_items(pack_items(items)) == tuple(items)


def test_other_bytes_are_no_items():
    with pytest.raises(DamagedError):
        unpack_items(msgspec.msgpack.encode([("observation", 3)]))


def test_a_decision_keeps_its_fields_when_it_gets_an_id():
    decision = accepted(Difference("s", observation("a")))
    assert with_fields(decision, id=4).keep == observation("a")
