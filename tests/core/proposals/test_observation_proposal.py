"""Observations that an observer proposes, and the observer that needs no model."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.engine_text import decode
from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.core.observational.chunks import parse_chunks
from desktop_app.core.observational.engine_steps import Unobserved, add_observations
from desktop_app.core.proposals.builtin_observer import built_in_observations
from desktop_app.core.proposals.guards import GuardKind, Origin
from desktop_app.core.proposals.observation_proposal import (
    observations_text,
    propose_observations,
    record_with_observations,
)
from desktop_app.core.transcript import Message
from tests.core.proposals.proposal_records import NOW, record_of

ORIGIN = Origin(author="a model", now=NOW)
RECORD = record_of("Port is 8080.", "Tests use -race.")
SOURCE = Unobserved(0, 0, (Message(0, "user", "Hello"),), 2)


def proposed(output, **origin):
    where = Origin(author="a model", now=NOW, **origin)
    return propose_observations(RECORD, SOURCE, output, where)


def kinds(output, **origin):
    return {guard.kind for guard in proposed(output, **origin).guards}


def test_observations_come_with_score_text_and_tokens():
    first, second = proposed("IMPORTANCE:0.9\nNever push.\n\nIMPORTANCE:0.5\nPort is 7070.").items
    assert (first.importance, first.text, first.tokens, first.ticked) == (0.9, "Never push.", 3, 1)
    assert (second.id, second.note, second.duplicate_of) == ("observation:2", "", None)


@pytest.mark.parametrize(
    ("output", "note"),
    [
        ("IMPORTANCE:0.5\nport is 8080", "Says the same as observation 1."),
        ("IMPORTANCE:NaN\nLost.", "Its importance is not a number; the engine can't store it."),
        ("IMPORTANCE:1e400\nX.", "The line with its importance can't be read and stays in the"),
        ("IMPORTANCE:1\n</observational-memory>", "It ends the block of memory in the turn;"),
    ],
)
def test_what_is_doubtful_is_said_and_not_ticked(output, note):
    [item] = proposed(output).items
    assert item.note.startswith(note)
    assert not item.ticked


def test_one_that_comes_twice_is_ticked_once():
    output = "IMPORTANCE:0.5\nThe port is 7070.\n\nIMPORTANCE:0.6\nthe port is 7070"
    assert [item.ticked for item in proposed(output).items] == [True, False]


def test_no_score_is_told_and_does_not_hinder():
    [item] = proposed("IMPORTANCE:0\nNever push.").items
    assert item.note == "Not scored; the engine counts 0.5."
    assert item.ticked


@pytest.mark.parametrize(
    ("output", "kind"),
    [
        ("  \n", GuardKind.EMPTY),
        ("\n\n".join(["IMPORTANCE:0.5\nNever push to main."] * 5), GuardKind.LOOPING),
        ("IMPORTANCE:0.5\n```\nNever push to main.\n```", GuardKind.SELF_QUOTING),
        ("IMPORTANCE:0.5\n- [1] Port is 8080.", GuardKind.SELF_QUOTING),
        ("IMPORTANCE:nan\nNever push to main.", GuardKind.NOT_A_NUMBER),
        ("IMPORTANCE:-1\nNever push to main.", GuardKind.UNSCORED),
        ("Never push to main.", GuardKind.UNSCORED),
    ],
)
def test_each_sign_of_a_bad_answer(output, kind):
    assert kinds(output) == {kind}


def test_a_good_answer_has_no_such_sign():
    scored = "\n\n".join(f"IMPORTANCE:0.5\nModule {n} is named after its owner." for n in "abcdef")
    assert kinds(scored) == set()
    assert kinds("IMPORTANCE:1e-9\nNever push to main.", finish_reason="stop") == set()


def test_an_answer_that_was_cut_off():
    assert kinds("IMPORTANCE:0.5\nNever push", finish_reason="length") == {GuardKind.CUT_OFF}


def test_nothing_that_is_not_there_can_be_chosen():
    with pytest.raises(NotFoundError):
        observations_text(proposed("IMPORTANCE:1\nX."), frozenset({"observation:2"}))


blocks = st.tuples(
    st.sampled_from(
        ["", "IMPORTANCE:0.5\n", "IMPORTANCE:x\n", "IMPORTANCE:0\n", "IMPORTANCE:NaN\n"]
    )
    | st.floats().map("IMPORTANCE:{}\n".format),
    st.text(max_size=12) | st.binary(max_size=9).map(decode) | st.just("IMPORTANCE:1\nX"),
).map("".join)
outputs = st.lists(blocks, max_size=5).map("\n\n".join)


@settings(max_examples=200, deadline=None)
@given(outputs, st.data())
def test_any_choice_gives_exactly_what_was_chosen(output, data):
    found = proposed(output)
    chosen = frozenset(item for item in sorted(found.everything) if data.draw(st.booleans()))
    try:
        after = record_with_observations(found, chosen)
    except RefusedError:
        assert len(chosen) < len(found.items)
        return
    added = [(item.importance, item.content) for item in after.observations[2:]]
    assert added == [(item.importance, item.text) for item in found.items if item.id in chosen]


@settings(max_examples=200, deadline=None)
@given(outputs)
def test_all_of_it_is_what_the_engine_would_add(output):
    found = proposed(output)
    if found.items and len(found.everything) == len(found.items):
        whole = record_with_observations(found, found.everything)
        assert whole == add_observations(RECORD, SOURCE, output, NOW)


def observed(*texts, role="user"):
    messages = [Message(step, role, text) for step, text in enumerate(texts)]
    return [
        (chunk.importance, chunk.content) for chunk in parse_chunks(built_in_observations(messages))
    ]


@pytest.mark.parametrize(
    ("said", "importance"),
    [
        ("Never push to main without asking.", 0.9),
        ("Please don't touch internal/legacy.", 0.9),
        ("We decided to apply the discount before tax.", 0.8),
        ("I prefer table-driven tests.", 0.8),
        ("I don't like emojis in commits.", 0.8),
        ("Don’t touch internal/legacy before July.", 0.9),
        ("The staging database was upgraded to PostgreSQL 16.", 0.75),
        ("The local API listens on port 8080.", 0.6),
        ("Die Änderungen dürfen nicht auf main landen.", 0.9),
        ("Ich bevorzuge kurze Antworten.", 0.8),
    ],
)
def test_the_built_in_observer_takes_what_a_person_lays_down(said, importance):
    assert observed(f"Hello there! {said} Thanks.") == [(importance, f"User: {said}")]


@pytest.mark.parametrize(
    "said",
    [
        "Is the API listening on port 8080?",
        "I don't know.",
        "Thanks, that looks good to me.",
        "No, I don't like that.",
        "It must have been a typo.",
        "Don't worry about the tests.",
        "I think the bug is in line 42.",
        "I want you to look at round.go",
        "```\nnever = 1 # must be 1\n```",
        "ok",
        "Never " + "say this " * 60,
    ],
)
def test_the_built_in_observer_leaves_out_what_is_none(said):
    assert observed(said) == []


def test_what_others_say_is_not_taken():
    assert observed("Never push to main without asking.", role="assistant") == []


def test_what_is_said_twice_is_taken_once():
    assert len(observed("Never push to main.", "never push to main")) == 1


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(["user", "assistant"]), st.text(max_size=60)), max_size=6)
)
def test_the_built_in_observer_only_quotes_and_is_read_as_meant(talk):
    said = [text for role, text in talk if role == "user"]
    messages = [Message(step, role, text) for step, (role, text) in enumerate(talk)]
    output = built_in_observations(messages)
    for chunk in parse_chunks(output):
        assert chunk.importance > 0
        assert any(chunk.content.removeprefix("User: ") in text for text in said)
