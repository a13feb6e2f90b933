"""Consolidating: what is sent, what comes of each answer, and that accepting can be undone."""

from __future__ import annotations

import threading

import pytest
from consolidation_desk import ANSWER
from model_answers import busy, good, silent
from tree_state import snapshot as tree_of

from desktop_app.core.errors import RefusedError
from desktop_app.core.files.text import java_length
from desktop_app.core.ledger.consolidation_proposal import with_text
from desktop_app.core.ledger.instants import utc_text
from desktop_app.core.models.errors import ModelError
from desktop_app.services.editing.outcomes import Saved
from desktop_app.services.jobs import JobCancelledError
from desktop_app.services.ledger.consolidating import (
    consolidate_by_rules,
    consolidate_with_model,
)


def test_the_input_is_that_of_the_harness(desk, sample_results):
    expected = sample_results("agentscope_golden")["consolidation_support_desk"]

    given = desk().prepared().input

    lines = given.user.split("\n")
    assert lines[0] == expected["first_line"]
    assert f"{expected['separator_line']}" in lines
    assert [name.rpartition("/")[2] for name in given.files] == expected["ledger_files_in_order"]
    assert java_length(given.user) == expected["user_message_utf16_length"]
    assert [given.limits.tokens, given.limits.characters] == expected["limits_put_into_prompt"]
    assert "4000 tokens" in given.system
    assert "16000 characters" in given.system


def test_exactly_what_was_shown_is_sent_and_nothing_is_written(desk):
    one = desk()
    before = tree_of(one.root)

    proposal = one.asked(good(ANSWER))

    (request,) = one.server.requests
    shown = [{"role": m.role, "content": m.content} for m in one.prepared().input.messages]
    assert request.messages == shown
    assert tree_of(one.root) == before
    assert proposal.origin.author.startswith("test-model on this computer")


def test_what_disappears_what_is_new_and_what_is_invented_is_listed(desk):
    proposal = desk().asked(good(ANSWER))

    assert any("Tolvan Freight" in fact for fact in proposal.disappeared)
    assert any("Macros are edited only" in fact for fact in proposal.disappeared)
    assert not any("Proration" in fact for fact in proposal.disappeared)
    assert any("sign-off" in fact for fact in proposal.added)
    assert "The office cat is called Minka." in proposal.invented
    assert any("retry schedule" in fact for fact in proposal.passed_over)
    assert not proposal.guards


def test_accepting_writes_memory_and_watermark_and_undo_restores_both(desk):
    one = desk()
    memory, mark = one.root / "MEMORY.md", one.root / "memory/.consolidation_state"
    before = [(path.read_bytes(), path.stat().st_mtime_ns) for path in (memory, mark)]
    proposal = one.asked(good(f"\n{ANSWER}\n"))

    saved = one.accepted(proposal, reason="weekly")

    assert isinstance(saved, Saved)
    assert memory.read_text() == ANSWER.strip()
    assert mark.read_text() == utc_text(proposal.watermark_new)
    assert memory.stat().st_mtime_ns != before[0][1]
    one.editor.undo(one.context, saved.entry.id)
    assert [(path.read_bytes(), path.stat().st_mtime_ns) for path in (memory, mark)] == before


def test_after_accepting_nothing_is_due_and_a_log_written_since_is(desk):
    one = desk()
    one.accepted(one.asked(good(ANSWER)))
    with pytest.raises(RefusedError, match="No daily log was written since"):
        one.prepared()

    (one.root / "memory/2026-06-11.md").write_text("- New.\n")

    assert one.prepared().input.files == ("memory/2026-06-11.md",)


def test_an_edited_text_is_checked_and_written(desk):
    one = desk()
    proposal = one.asked(good(ANSWER))

    edited = with_text(proposal, proposal.new_text + "\n- Tolvan Freight wants no phone calls.")
    one.accepted(edited)

    assert (one.root / "MEMORY.md").read_text().endswith("- Tolvan Freight wants no phone calls.")
    assert not any("no phone calls" in fact for fact in edited.invented)


def test_no_answer_is_an_error_and_changes_nothing(desk):
    one = desk()
    before = tree_of(one.root)

    with pytest.raises(ModelError):
        one.asked(busy(), busy(), busy(), busy())

    assert tree_of(one.root) == before


def test_cancelling_ends_the_call(desk):
    one = desk()
    prepared = one.prepared()
    sending = one.sending(prepared)
    one.server.script([silent()])
    threading.Timer(0.1, one.context.cancel).start()

    with pytest.raises(JobCancelledError):
        consolidate_with_model(prepared, one.access, sending, one.context)


def test_memory_that_is_missing_beside_a_watermark_offers_all_logs(desk):
    one = desk("agentscope_lending_multiuser", "u-107")

    some, every = one.prepared(), one.prepared(all_logs=True)

    assert "MEMORY.md is missing" in consolidate_by_rules(some, one.context).warnings[0]
    assert some.input.files == ("memory/2026-06-09.md",)
    assert every.input.files == ("memory/2026-06-07.md", "memory/2026-06-09.md")
    assert "(since" not in every.input.user
    assert not any("missing" in text for text in consolidate_by_rules(every, one.context).warnings)


def test_empty_memory_is_none_and_its_watermark_is_never(desk):
    given = desk("agentscope_lending_multiuser", "u-103").prepared().input

    assert given.user.startswith("Current MEMORY.md:\n(empty)\n\nNew daily")


def test_memory_that_is_not_utf8_is_refused(desk):
    one = desk("agentscope_lending_multiuser", "u-105")

    with pytest.raises(RefusedError, match="not UTF-8"):
        one.prepared()


def test_a_bucket_without_memory_of_its_own_gets_one(desk):
    one = desk("agentscope_lending_multiuser", "u-107")
    root_before = (one.root / "MEMORY.md").read_bytes()

    one.accepted(consolidate_by_rules(one.prepared(all_logs=True), one.context))

    assert (one.root / "MEMORY.md").read_bytes() == root_before
    assert "guarantor letter" in (one.root / "u-107/MEMORY.md").read_text()


def test_merging_by_rules_twice_writes_only_the_watermark_the_second_time(desk):
    one = desk()
    one.accepted(consolidate_by_rules(one.prepared(), one.context))
    text = (one.root / "MEMORY.md").read_bytes()
    (one.root / "memory/2026-06-16.md").touch()

    proposal = consolidate_by_rules(one.prepared(), one.context)
    saved = one.accepted(proposal)

    assert proposal.is_unchanged
    assert saved.change.paths == ("memory/.consolidation_state",)
    assert (one.root / "MEMORY.md").read_bytes() == text
