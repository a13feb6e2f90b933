"""What the provider really received, against what we say the next turn receives."""

from __future__ import annotations

from desktop_app.core.engine_text import valid_unicode
from desktop_app.core.errors import DamagedError
from desktop_app.core.observational.record import RecordRow
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.snippet import build_snippet
from desktop_app.core.scope import Scope, tool_scope
from desktop_app.core.turn.context import BlockKind, injected_texts, turn_messages
from desktop_app.core.turn.rollout import ModelMessage, prompt_hash
from desktop_app.core.working.entry import WorkingEntry
from desktop_app.core.working.snippet import working_snippet


def observational(case: dict, memory_id: str) -> str:
    for row in case["rows"]:
        if row["memory_id"] == memory_id:
            try:
                return build_snippet(read_record(RecordRow(**row))).text
            except DamagedError:
                return ""
    return ""


def blocks(case: dict):
    request = case["request"]
    ids = Scope(request["tenant_id"], request["conversation_id"], request["agent_id"])
    memory_id = tool_scope(ids, "run").memory_id
    working = working_snippet(
        WorkingEntry(entry["entry_key"], entry["entry_json"])
        for entry in case["working_memory_entries"]
        if entry["memory_id"] == memory_id
    )
    return turn_messages(
        working,
        observational(case, memory_id),
        mode=case["memory_mode"],
        compacted=case["auto_compact"],
    )


def expected(case: dict) -> list[dict]:
    """The whole request, our messages put before what memory has no part in."""
    ours = [
        {"content": valid_unicode(text), "role": "system"} for text in injected_texts(blocks(case))
    ]
    system_prompt = case["system_prompt"]
    prompt = [{"content": system_prompt, "role": "system"}] if system_prompt else []
    return [*ours, *prompt, {"content": case["request"]["prompt"], "role": "user"}]


def test_every_request_begins_with_exactly_the_messages_of_memory(golden_vectors):
    cases = golden_vectors("turn_messages")
    wrong = [case["case"] for case in cases if expected(case) != case["messages"]]

    assert len(cases) == 67
    assert wrong == []


def test_the_recorded_snippet_is_the_observational_block(golden_vectors):
    for case in golden_vectors("turn_messages"):
        recorded = [
            event["payload"].get("memory_snippet", "")
            for event in case["events"]
            if event["type"] == "llm.request.snapshot"
        ]
        shown = [
            valid_unicode(block.text)
            for block in blocks(case)
            if block.kind is BlockKind.OBSERVATIONAL and block.text
        ]
        assert recorded == (shown or [""]), case["case"]


def test_the_prompt_hash_of_every_request_is_the_recorded_one(golden_vectors):
    for case in golden_vectors("turn_messages"):
        recorded = {
            event["payload"]["prompt_hash"]
            for event in case["events"]
            if event["type"] == "llm.request.snapshot"
        }
        messages = [ModelMessage(message["content"]) for message in case["messages"]]
        assert recorded == {prompt_hash(messages)}, case["case"]
