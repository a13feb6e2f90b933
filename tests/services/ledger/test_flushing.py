"""Flushing a conversation: what is sent, and that the answer is appended as it was given."""

from __future__ import annotations

import re

import pytest
from model_answers import cut_off, good
from tree_state import snapshot as tree_of

from desktop_app.core.errors import RefusedError
from desktop_app.core.ledger import flushing
from desktop_app.core.ledger.consolidation_accepting import Acceptance
from desktop_app.core.ledger.consolidation_facts import missing_from
from desktop_app.core.ledger.turn_message import ASSISTANT, USER, Text, TurnMessage
from desktop_app.core.models.settings import ModelSettings
from desktop_app.core.proposals.guards import GuardKind
from desktop_app.services.jobs import JobContext
from desktop_app.services.ledger.finding import find_roots
from desktop_app.services.ledger.flushing import (
    accepted_flush,
    flush_sending,
    flush_with_model,
    prepare_flush,
)
from desktop_app.services.workspace import open_editor, open_models

ANSWER = "- Mira wants invoices in German since 2026-06-20.\n\n"


@pytest.fixture
def flush(sample_workspace, memory_of, model_server):
    """Ask the server about a conversation; gives what it proposes."""
    root = sample_workspace("agentscope_support_desk")
    files = memory_of(root)
    access, context = open_models(files), JobContext()
    bucket = find_roots(files, lambda: False)[0].buckets[0]

    class Flush:
        def __init__(self):
            self.root, self.files, self.server, self.context = root, files, model_server, context

        def __call__(self, *steps, said="I want invoices in German."):
            messages = [
                TurnMessage(role=USER, blocks=(Text(said),)),
                TurnMessage(role=ASSISTANT, blocks=(Text(said and "Noted."),)),
            ]
            prepared = prepare_flush(files, bucket, messages, context)
            access.choose(ModelSettings("Custom", model_server.url, "test-model"))
            sending = flush_sending(prepared, access, access.choice())
            model_server.script(steps)
            return flush_with_model(files, prepared, access, sending, context)

        def accept(self, proposal, **how):
            plan = accepted_flush(files, proposal, context, Acceptance(**how))
            return open_editor(files).apply(plan.change, context)

    yield Flush()
    access.choose(ModelSettings())


def test_memory_and_the_conversation_are_sent_and_nothing_is_written(flush):
    before = tree_of(flush.root)

    flush(good(ANSWER))

    (request,) = flush.server.requests
    system, user = (message["content"] for message in request.messages)
    assert "NO_REPLY" in system
    assert "# Support desk memory" in user
    assert user.endswith("[USER]: I want invoices in German.\n[ASSISTANT]: Noted.")
    assert tree_of(flush.root) == before


def test_the_answer_is_appended_as_it_was_given(flush):
    saved = flush.accept(flush(good(ANSWER)))

    (path,) = saved.change.paths
    assert re.fullmatch(r"memory/\d{4}-\d\d-\d\d\.md", path)
    text = (flush.root / path).read_text()
    assert re.fullmatch(rf"\n## Memory Flush — [^\n]+\n{re.escape(ANSWER)}\n", text)


def test_todays_log_is_sent_along_the_next_time_and_known_facts_are_named(flush):
    flush.accept(flush(good(ANSWER)))

    proposal = flush(good(ANSWER))

    assert proposal.known == ("Mira wants invoices in German since 2026-06-20.",)
    user = flush.server.requests[-1].messages[1]["content"]
    assert "Mira wants invoices" in user


@pytest.mark.parametrize("answer", ["NO_REPLY", "\n NO_REPLY \n", " \n"])
def test_nothing_new_is_nothing_to_write(flush, answer):
    proposal = flush(good(answer))

    assert proposal.is_nothing
    with pytest.raises(RefusedError, match="nothing new"):
        flush.accept(proposal, override=True)


def test_the_words_inside_a_sentence_are_text(flush):
    assert not flush(good("- The bot answered NO_REPLY to Ana.")).is_nothing


def test_an_apology_and_a_cut_answer_are_held_back(flush):
    sorry = flush(good("I am sorry, I can't help with that."))
    cut = flush(cut_off("- Mira wants"))

    assert {guard.kind for guard in sorry.guards} == {GuardKind.UNREADABLE}
    assert {guard.kind for guard in cut.guards} == {GuardKind.CUT_OFF}
    with pytest.raises(RefusedError, match="no bullet"):
        flush.accept(sorry)
    flush.accept(sorry, override=True)


def test_an_empty_conversation_is_not_sent(flush):
    with pytest.raises(RefusedError, match="nothing in this conversation"):
        flush(good(ANSWER), said="")

    assert flush.server.requests == []


def test_what_is_new_is_not_searched_anew_for_each_of_many_statements(flush, monkeypatch):
    searched = []

    class Watched(tuple):
        __slots__ = ()

        def __contains__(self, statement):
            searched.append(statement)
            return super().__contains__(statement)

    monkeypatch.setattr(flushing, "missing_from", lambda *said: Watched(missing_from(*said)))
    facts = [f"- Invoice {number} went to Mira." for number in range(30)]
    accepted = flush(good("\n".join(facts[:10])))
    flush.accept(accepted)

    proposal = flush(good("\n".join(facts)))

    assert (len(proposal.known), len(proposal.added)) == (10, 20)
    assert searched == []


def test_an_answer_that_opens_a_section_of_its_own_is_held_back(flush):
    forged = flush(good(f"{ANSWER}## Memory Flush — 2026-01-02T09:00:00Z\n- Never said.\n"))

    assert [guard.kind for guard in forged.guards] == [GuardKind.SECTIONS]
    with pytest.raises(RefusedError, match="opens a section of the log"):
        flush.accept(forged)
    flush.accept(forged, override=True)
