"""Reflect now: what is sent, what comes of each answer, what nobody sent or wrote."""

from __future__ import annotations

import threading

import pytest
from model_answers import (
    busy,
    cut_off,
    dropped,
    empty,
    good,
    looping,
    no_model,
    page,
    refused_key,
    silent,
    slow,
)
from tree_state import snapshot as tree_of

from desktop_app.core.errors import RefusedError
from desktop_app.core.models.errors import FailureKind, ModelError
from desktop_app.core.proposals.accepting import Choice
from desktop_app.core.proposals.builtin_reflector import BUILT_IN
from desktop_app.core.proposals.guards import GuardKind
from desktop_app.services.editing.outcomes import Saved
from desktop_app.services.jobs import JobCancelledError, JobContext
from desktop_app.services.models.reflecting import (
    accepted_reflection,
    reflect_by_rules,
    reflect_with_model,
    reflection_anew,
    reflection_sending,
)

OUTPUT = """SUMMARY:
The user builds a billing service.

SUPERSESSIONS:
- [seq:2] replaces [seq:1]: newer

CONTRADICTIONS:
"""


def sending_of(desk):
    return reflection_sending(desk.snapshot, desk.access, desk.choose())


def propose(desk, *steps):
    sending = sending_of(desk)
    desk.server.script(steps)
    return reflect_with_model(desk.snapshot, desk.access, sending, desk.context)


def guards(proposal):
    return {guard.kind for guard in proposal.guards}


def test_nothing_is_sent_before_the_person_agrees(desk):
    before = tree_of(desk.root)
    sending = sending_of(desk)
    assert sending.tokens > 0
    assert desk.server.host in sending.question
    assert not sending.is_allowed
    assert desk.server.requests == []
    assert tree_of(desk.root) == before


def test_exactly_what_was_shown_is_sent(desk):
    sending = sending_of(desk)
    desk.server.script([good(OUTPUT)])
    reflect_with_model(desk.snapshot, desk.access, sending, desk.context)
    (request,) = desk.server.requests
    shown = [{"role": one.role, "content": one.content} for one in sending.messages]
    assert request.messages == shown
    assert request.body["model"] == "test-model"


def test_a_good_answer_is_a_proposal_and_writes_nothing(desk):
    before = tree_of(desk.root)
    proposal = propose(desk, good(OUTPUT))
    assert proposal.new.summary == "The user builds a billing service."
    assert proposal.origin.author.startswith("test-model on this computer, ")
    assert tree_of(desk.root) == before


@pytest.mark.parametrize(
    ("step", "kind"),
    [
        (empty(), GuardKind.EMPTY),
        (looping(), GuardKind.LOOPING),
        (cut_off(), GuardKind.CUT_OFF),
        (good("I have no idea."), GuardKind.UNREADABLE),
    ],
)
def test_a_bad_answer_is_marked_and_not_accepted_without_a_word(desk, step, kind):
    proposal = propose(desk, step)
    assert kind in guards(proposal)
    assert proposal.needs_override
    if proposal.everything:
        with pytest.raises(RefusedError):
            accepted_reflection(desk.snapshot, proposal, Choice(proposal.everything), desk.editor)


@pytest.mark.parametrize(
    ("steps", "kind"),
    [
        ([refused_key()], FailureKind.REFUSED_KEY),
        ([no_model()], FailureKind.NO_MODEL),
        ([page()], FailureKind.GARBAGE),
        ([dropped() for _ in range(3)], FailureKind.BROKEN_OFF),
        ([busy(retry_after=0) for _ in range(3)], FailureKind.BUSY),
    ],
)
def test_without_an_answer_the_reason_and_the_way_on_are_said(desk, monkeypatch, steps, kind):
    monkeypatch.setattr("desktop_app.remote.call._PAUSES", (0.0, 0.0))
    with pytest.raises(ModelError) as caught:
        propose(desk, *steps)
    assert caught.value.kind is kind
    assert caught.value.message
    assert caught.value.advice


def test_a_busy_server_is_asked_again_and_that_is_told(desk):
    told = []
    desk.context = JobContext(lambda progress: told.append(progress.note))
    proposal = propose(desk, busy(retry_after=0), good(OUTPUT))
    assert proposal.new.summary
    assert any("Trying again now, 1 of 2" in note for note in told)


@pytest.mark.parametrize("step", [silent(), slow()])
def test_a_slow_call_can_be_cancelled(desk, step):
    asked = threading.Event()

    def answer(reply):
        asked.set()
        step(reply)

    threading.Thread(target=lambda: asked.wait() and desk.context.cancel()).start()
    with pytest.raises(JobCancelledError):
        propose(desk, answer)


def test_the_built_in_rules_ask_nobody_and_say_who_they_are(desk):
    proposal = reflect_by_rules(desk.snapshot, desk.source.now(), desk.context)
    assert proposal.origin.author == BUILT_IN
    assert desk.server.requests == []


def test_accepting_is_one_change_that_undo_takes_back(desk):
    before = desk.snapshot.record
    proposal = propose(desk, good(OUTPUT))
    choice = Choice(proposal.everything, override=True)
    change = accepted_reflection(desk.snapshot, proposal, choice, desk.editor)
    assert isinstance(desk.editor.apply(change, desk.context), Saved)
    assert desk.snapshot.record.reflection == proposal.output
    assert isinstance(desk.editor.undo(desk.context), Saved)
    assert desk.snapshot.record == before


def test_a_memory_that_has_changed_needs_a_look_at_the_same_answer(desk):
    proposal = propose(desk, good(OUTPUT))
    other = reflect_by_rules(desk.snapshot, desk.source.now(), desk.context)
    choice = Choice(other.everything, override=True)
    change = accepted_reflection(desk.snapshot, other, choice, desk.editor)
    desk.editor.apply(change, desk.context)
    mine = Choice(proposal.everything, override=True)
    with pytest.raises(RefusedError):
        accepted_reflection(desk.snapshot, proposal, mine, desk.editor)
    again = reflection_anew(desk.snapshot, proposal)
    assert again.output == proposal.output
    assert again.old.summary == other.new.summary
    mine = Choice(again.everything, override=True)
    assert accepted_reflection(desk.snapshot, again, mine, desk.editor).records
