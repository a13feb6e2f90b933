"""Rollout files that the real server wrote."""

from __future__ import annotations

import pytest

from desktop_app.core.turn.context import BlockKind, injected_texts, turn_messages
from desktop_app.core.turn.rollout import RequestSnapshot, read_snapshot

WORKING = "<working-memory>\n"


@pytest.fixture
def lines(golden_workspace):
    """The lines of every rollout file, by its path relative to the workspace."""
    workspace = golden_workspace("harnessd-live")
    return {
        path.relative_to(workspace).as_posix(): path.read_bytes().splitlines()
        for path in workspace.glob(".harness/rollouts/*/*.jsonl")
    }


def recorded(case: dict, snapshot: RequestSnapshot) -> dict:
    return case | {
        "seq": snapshot.seq,
        "step": snapshot.step,
        "conversation_id": snapshot.conversation_id,
        "memory_snippet": snapshot.memory_snippet,
        "prompt_hash": snapshot.prompt_hash,
    }


def test_every_recorded_request_is_read_from_its_line(golden_vectors, lines):
    cases = golden_vectors("rollout_snapshots")
    for case in cases:
        snapshot = read_snapshot(lines[case["rollout_file"]][case["line"] - 1])
        assert snapshot is not None, case["case"]
        assert recorded(case, snapshot) == case, case["case"]
    assert len(cases) == 19


def test_no_other_line_records_a_request(golden_vectors, lines):
    found = {
        (name, number)
        for name, file_lines in lines.items()
        for number, line in enumerate(file_lines, 1)
        if read_snapshot(line)
    }
    named = {(case["rollout_file"], case["line"]) for case in golden_vectors("rollout_snapshots")}
    assert found == named


def test_the_messages_stand_in_the_recorded_order(golden_vectors, lines):
    for case in golden_vectors("rollout_snapshots"):
        snapshot = read_snapshot(lines[case["rollout_file"]][case["line"] - 1])
        sent = case["injected_system_messages"]
        working = next((text for text in sent if text.startswith(WORKING)), "")
        blocks = turn_messages(working, snapshot.memory_snippet or "")
        assert list(injected_texts(blocks)) == sent, case["case"]
        assert case["positions"] == list(range(len(sent))), case["case"]
        assert blocks[len(sent)].kind is BlockKind.SYSTEM_PROMPT, case["case"]
