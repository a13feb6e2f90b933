"""What is new in a real workspace since somebody looked, and the changes that they make of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import RefusedError
from desktop_app.core.review.item import ItemKind
from desktop_app.core.review.progress import accepted, edited
from desktop_app.services.editing.outcomes import Saved
from desktop_app.services.editing.plans import Intent
from desktop_app.services.jobs import JobCancelledError, JobContext
from desktop_app.services.review import Wanted
from desktop_app.services.review_sight import Sights
from desktop_app.services.workspace import open_editor, open_review, open_workspace

RICH = "default|conv-billing-rounding|default"
INTENT = Intent(EngineTime(1_780_000_000, 0), "it is wrong")


@pytest.fixture
def source(golden_workspace):
    return open_workspace(golden_workspace("rich-coding-agent")).require_source()


@pytest.fixture
def review(source):
    return open_review(source)


def page(review, wanted=None, limit=10_000):
    found = review.page(wanted or Wanted(), JobContext(), limit=limit)
    assert found.rest is None
    return found


def execute(source, statement, *values):
    with closing(sqlite3.connect(source.path)) as state, state:
        state.execute(statement, values)


def snapshot_of_files(folder):
    return {
        path: (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_everything_is_open_at_first_and_nothing_counts_before_a_beginning(source, review):
    stored = sum(
        len((source.snapshot(entry.memory_id).record.observations) or ())
        for entry in source.scopes()
        if entry.has_record and source.snapshot(entry.memory_id).record
    )
    found = page(review)
    observations = [one for one in found.found if one.item.kind is ItemKind.OBSERVATION]
    assert len(observations) == stored
    assert found.count == len(found.found)
    assert review.count(JobContext()) == 0
    review.progress.begin()
    assert review.count(JobContext()) == found.count


def test_reviewing_changes_nothing_in_the_workspace(source, review):
    before = snapshot_of_files(source.workspace)
    sights = Sights(source)
    for one in page(review).found:
        sights.sight(one, JobContext())
        review.progress.decide(accepted(one))
    assert page(review).count == 0
    assert snapshot_of_files(source.workspace) == before


def test_from_now_only_what_is_written_later_is_open(source, review):
    review.start_from_now(JobContext())
    assert page(review).count == 0
    execute(
        source,
        "UPDATE om_memory_records SET active_reflection = active_reflection || ' more' "
        "WHERE memory_id = ?",
        RICH,
    )
    (found,) = page(review).found
    assert (found.memory_id, found.kind.value) == (RICH, "changed")
    assert found.now.content == f"{found.before.content} more"


def test_from_now_that_is_cancelled_leaves_nothing_begun(review):
    context = JobContext()
    context.cancel()
    with pytest.raises(JobCancelledError):
        review.start_from_now(context)
    assert not review.progress.is_begun()


def test_a_scope_that_is_gone_is_listed_as_gone(source, review):
    review.start_from_now(JobContext())
    count = len(source.snapshot(RICH).record.observations)
    execute(source, "DELETE FROM om_memory_records WHERE memory_id = ?", RICH)
    found = page(review).found
    assert {(one.memory_id, one.kind.value) for one in found} == {(RICH, "gone")}
    assert len(found) >= count
    for one in found:
        review.progress.decide(accepted(one))
    assert page(review).count == 0


def test_one_scope_or_words_narrow_the_list(review):
    everything = page(review).found
    here = page(review, Wanted(RICH)).found
    assert here == tuple(one for one in everything if one.memory_id == RICH)
    word = here[0].item.content.split()[0]
    said = page(review, Wanted(text=word.upper())).found
    assert here[0] in said
    assert all(word.casefold() in one.item.content.casefold() for one in said)


def test_a_large_file_comes_page_by_page_and_is_only_counted_beyond_the_limit(golden_workspace):
    source = open_workspace(golden_workspace("large")).require_source()
    review, cursor, found, counted, pages = open_review(source), None, [], 0, 0
    while True:
        part = review.page(Wanted(), JobContext(), cursor, limit=300 - len(found))
        found += part.found
        counted, cursor, pages = counted + part.count, part.rest, pages + 1
        if cursor is None:
            break
    assert pages > 1
    assert len(found) == 300
    assert counted == review.count_all(JobContext()) > 1_000
    ids = [one.memory_id for one in found]
    assert ids == sorted(ids, key=[entry.memory_id for entry in source.scopes()].index)


def test_an_edit_is_seen_in_its_new_words(source, review):
    first = page(review, Wanted(RICH)).found[0]
    plan, now = review.edit_plan(first, INTENT, text="Better words", importance=0.25)
    outcome = open_editor(source).apply(plan.change, JobContext())
    assert isinstance(outcome, Saved)
    review.progress.decide(edited(first, now, outcome.entry.id))
    assert "Better words" not in [one.item.content for one in page(review, Wanted(RICH)).found]
    stored = source.snapshot(RICH).record.observations[0]
    assert (stored.content, stored.importance) == ("Better words", 0.25)


def test_a_removal_keeps_the_others_as_they_were_reviewed(source, review):
    items = page(review, Wanted(RICH)).found
    review.progress.decide(accepted(items[3]))
    plan = review.removal_plan(items[0], INTENT)
    assert plan.change.reason == "it is wrong"
    open_editor(source).apply(plan.change, JobContext())
    left = [one.item.content for one in page(review, Wanted(RICH)).found]
    observations = [one for one in items if one.item.kind is ItemKind.OBSERVATION]
    expected = [one.item.content for one in observations if one not in (items[0], items[3])]
    assert left[: len(expected)] == expected


def test_a_reflection_can_be_rewritten_and_cleared(source, review):
    reflection = page(review, Wanted(RICH)).found[-1]
    assert reflection.item.kind is ItemKind.REFLECTION
    plan, now = review.edit_plan(reflection, INTENT, text="  Other words\n", importance=0.0)
    assert plan.after.record.reflection == now.content == "Other words"
    assert review.removal_plan(reflection, INTENT).after.record.reflection == ""


def test_what_somebody_else_has_changed_is_refused(source, review):
    first = page(review, Wanted(RICH)).found[0]
    execute(
        source,
        "UPDATE om_memory_records SET active_observations_json = '[]' WHERE memory_id = ?",
        RICH,
    )
    with pytest.raises(RefusedError, match="not in the file any more"):
        review.removal_plan(first, INTENT)
    with pytest.raises(RefusedError):
        review.edit_plan(first, INTENT, text="x", importance=0.5)


def test_what_helps_to_decide_is_read_with_the_item(source, review):
    sights = Sights(source)
    found = [sights.sight(one, JobContext()) for one in page(review, Wanted(RICH)).found]
    assert [one.standing.index for one in found[:5]] == [0, 1, 2, 3, 4]
    assert found[-1].standing is None
    assert all(one.snapshot.memory_id == RICH for one in found)
