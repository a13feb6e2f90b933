"""Observe now: what is unobserved, what is sent, and what is added."""

from __future__ import annotations

import json

import pytest
from model_answers import empty, good, looping

from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.engine_steps import Unobserved
from desktop_app.core.proposals.accepting import Choice
from desktop_app.core.proposals.builtin_reflector import BUILT_IN
from desktop_app.core.proposals.guards import GuardKind
from desktop_app.core.proposals.scoring import rescored
from desktop_app.core.transcript import Message
from desktop_app.services.editing.outcomes import Saved
from desktop_app.services.models.observing import (
    accepted_observations,
    observation_sending,
    observations_anew,
    observe_by_rules,
    observe_with_model,
    pending,
    stored_transcript,
)
from desktop_app.services.workspace import read_transcript
from tests.services.models.conftest import Desk

OUTPUT = "IMPORTANCE:0.9\nNever deploys on Fridays.\n\nIMPORTANCE:0.4\nUses Go 1.25."


@pytest.fixture
def live(golden_workspace, model_server, own_settings):
    desk = Desk(golden_workspace("harnessd-live"), "acme|conv-customer|assistant", model_server)
    own_settings(desk)
    return desk


def unobserved(desk, *texts):
    """New messages after those that were observed already."""
    known = desk.snapshot.record.last_observed_message_index + 1
    messages = [Message(at, "user", "old") for at in range(known)]
    messages += [Message(known + at, "user", text) for at, text in enumerate(texts)]
    return pending(desk.snapshot, messages)


def propose(desk, source, *steps):
    desk.server.script(steps)
    sending = observation_sending(desk.snapshot, source, desk.access, desk.choose())
    return observe_with_model(desk.snapshot, source, desk.access, sending, desk.context)


def test_the_stored_conversation_was_observed_by_the_engine(live):
    messages = stored_transcript(live.source, live.snapshot)
    assert messages
    found = pending(live.snapshot, messages)
    assert found.source is None
    assert "observed already" in found.why_not


def test_a_transcript_that_ends_before_the_last_observed_message_is_not_called_observed(live):
    known = live.snapshot.record.last_observed_message_index + 1
    found = pending(live.snapshot, [Message(0, "user", "Never deploy on Fridays.")])
    assert found.source is None
    assert f"first {known} messages" in found.why_not
    assert "ends after 1, so nothing in it counts as new" in found.why_not


def test_a_scope_without_a_stored_conversation_has_no_messages(desk):
    assert stored_transcript(desk.source, desk.snapshot) == ()


def test_why_the_engine_would_wait_is_said(live):
    found = unobserved(live, "Never deploy on Fridays.")
    assert isinstance(found.source, Unobserved)
    assert "waits for 20 tokens" in found.why_not


def test_only_the_unobserved_messages_are_sent_word_for_word(live):
    source = unobserved(live, "Never deploy on Fridays.").source
    propose(live, source, good(OUTPUT))
    (request,) = live.server.requests
    sent = "".join(message["content"] for message in request.messages)
    assert "Never deploy on Fridays." in sent
    assert '"text":"old"' not in sent


def test_an_answer_becomes_scored_observations_to_take_or_leave(live):
    source = unobserved(live, "Never deploy on Fridays.").source
    proposal = propose(live, source, good(OUTPUT))
    assert [(one.importance, one.text) for one in proposal.items] == [
        (0.9, "Never deploys on Fridays."),
        (0.4, "Uses Go 1.25."),
    ]
    before = len(live.snapshot.record.observations)
    choice = Choice(frozenset({"observation:2"}))
    change = accepted_observations(live.snapshot, proposal, choice, live.editor)
    assert isinstance(live.editor.apply(change, live.context), Saved)
    added = live.snapshot.record.observations[before:]
    assert [one.content for one in added] == ["Uses Go 1.25."]
    assert live.snapshot.record.last_observed_message_index == source.end


@pytest.mark.parametrize(
    ("step", "kind"), [(empty(), GuardKind.EMPTY), (looping(), GuardKind.LOOPING)]
)
def test_a_bad_answer_is_marked(live, step, kind):
    proposal = propose(live, unobserved(live, "Never deploy on Fridays.").source, step)
    assert kind in {guard.kind for guard in proposal.guards}
    assert proposal.needs_override


def test_another_importance_is_what_is_stored(live):
    source = unobserved(live, "Never deploy on Fridays.").source
    proposal = rescored(propose(live, source, good(OUTPUT)), "observation:1", 0.55)
    choice = Choice(proposal.everything)
    change = accepted_observations(live.snapshot, proposal, choice, live.editor)
    live.editor.apply(change, live.context)
    added = live.snapshot.record.observations[-2:]
    assert [one.importance for one in added] == [0.55, 0.4]


def test_the_built_in_rules_ask_nobody(live):
    source = unobserved(live, "Never deploy on Fridays.").source
    proposal = observe_by_rules(live.snapshot, source, live.source.now())
    assert proposal.origin.author == BUILT_IN
    assert [one.text for one in proposal.items] == ["User: Never deploy on Fridays."]
    assert live.server.requests == []


def test_the_same_answer_is_no_good_for_messages_that_were_observed_meanwhile(live):
    source = unobserved(live, "Never deploy on Fridays.").source
    proposal = propose(live, source, good(OUTPUT))
    choice = Choice(proposal.everything)
    assert observations_anew(live.snapshot, proposal).items == proposal.items
    change = accepted_observations(live.snapshot, proposal, choice, live.editor)
    live.editor.apply(change, live.context)
    with pytest.raises(RefusedError):
        observations_anew(live.snapshot, proposal)


def test_a_file_of_messages_is_read_line_by_line(tmp_path):
    path = tmp_path / "talk.jsonl"
    lines = ({"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"})
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert [(one.role, one.content) for one in read_transcript(path)] == [
        ("user", "Hello"),
        ("assistant", "Hi"),
    ]
