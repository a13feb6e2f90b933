"""``memloupe tools injected`` and ``tools compaction``."""

from __future__ import annotations

import json

import pytest
from tree_state import snapshot as tree


@pytest.fixture
def desk(sample_workspace):
    """A workspace with one shared bucket."""
    return sample_workspace("agentscope_support_desk")


def test_the_block_is_exact_and_the_arithmetic_stands_beside_it(desk, memloupe, sample_results):
    before = tree(desk)
    run = memloupe("tools", "injected", desk, "--vintage", "checkout")
    expected = sample_results("agentscope_golden")["injected_memory_block_support_desk"]
    assert run.out.decode() == expected
    assert "context limit 8,000 tokens" in run.err
    assert "session section (856 characters, assumed)" in run.err
    assert "knowledge, 3 files" in run.err
    assert tree(desk) == before


def test_the_numbers_of_a_long_memory_are_those_of_the_real_classes(
    sample_workspace, memloupe, sample_results
):
    users = sample_workspace("agentscope_lending_multiuser")
    expected = sample_results("agentscope_golden")["truncation_u106"]
    agents = len((users / "AGENTS.md").read_text().strip()) // 4
    limit = expected["available_tokens"] + agents
    run = memloupe(
        *("tools", "injected", users, "--bucket", "u-106", "--json"),
        *("--limit", limit, "--session-length", 0),
    )
    (shown,) = run.objects
    assert shown["available_tokens"] == expected["available_tokens"]
    assert (shown["fate"], shown["kept"]) == ("cut", expected["kept_chars"])
    assert shown["text"].endswith(expected["result_tail"])
    assert shown["block"].startswith("<HARNESS_CONTEXT>\n")


def test_further_files_take_room_and_one_that_is_missing_is_told(desk, memloupe):
    (desk / "SOUL.md").write_text("be kind\n")
    more = ("--additional", "SOUL.md", "--additional", "none.md", "--json")
    (shown,) = memloupe("tools", "injected", desk, *more).objects
    assert shown["parts"][3]["length"] == len("  <soul_md>\n  be kind\n  </soul_md>\n")
    assert any("none.md" in remark for remark in shown["remarks"])
    assert [block["name"] for block in shown["blocks"]] == [
        "AGENTS.md",
        "MEMORY.md",
        "knowledge",
        "additional files",
    ]


def test_no_room_is_told_apart_by_version(desk, memloupe):
    newer = memloupe("tools", "injected", desk, "--limit", 10)
    assert newer.out == b""
    assert "nothing from MEMORY.md" in newer.err
    older = memloupe("tools", "injected", desk, "--limit", 10, "--vintage", "checkout")
    assert older.out.startswith(b"  <memory_context>\n")


def test_a_short_conversation_is_not_compacted(desk, memloupe):
    run = memloupe("tools", "compaction", desk, "--session", "conv-0001", "--window", 200_000)
    assert "Nothing is compacted: 8 messages" in run.lines[0]
    assert "180,000 start it (200,000 minus 20,000)" in run.lines[2]
    assert "kept only the start of 2 arguments and results" in run.err


def test_a_transcript_is_compacted_as_the_defaults_say(desk, memloupe, tmp_path):
    messages = [
        {"role": ("user", "assistant")[index % 2], "content": f"message {index}"}
        for index in range(50)
    ]
    path = tmp_path / "transcript.json"
    path.write_text(json.dumps(messages))
    (shown,) = memloupe("tools", "compaction", desk, "--transcript", path, "--json").objects
    assert (shown["happens"], shown["cut"], shown["trigger"]) == (True, 30, "messages")
    assert shown["summary_input"].startswith("Human: message 0\n\nAI: message 1\n\n")
    assert shown["flushed"].endswith("[ASSISTANT]: message 29")


def test_long_results_of_a_transcript_are_moved_into_files(desk, memloupe, tmp_path):
    result = {"role": "tool", "tool_call_id": "c/1", "name": "execute", "content": "z" * 80_001}
    path = tmp_path / "transcript.json"
    path.write_text(json.dumps([result]))
    more = ("--agent-id", "support-desk", "--json")
    (shown,) = memloupe("tools", "compaction", desk, "--transcript", path, *more).objects
    (moved,) = shown["offloaded"]
    assert moved["path"].startswith("large_tool_results/support-desk/c_1-910ca9f96ff1c7c5")
    assert moved["placeholder"].startswith("Tool output was too large (80,001 chars)")


def test_a_session_that_is_not_there_is_named_with_those_that_are(desk, memloupe):
    run = memloupe("tools", "compaction", desk, "--session", "conv-9")
    assert run.status == 3
    assert "“conv-0001”" in run.err


def test_plain_lines_of_an_early_version_can_not_be_worked_with(desk, memloupe):
    run = memloupe("tools", "compaction", desk, "--session", "conv-old")
    assert run.status == 1
    assert "kept as plain lines" in run.err


def test_an_agent_without_tools_and_hooks_gets_no_memory_and_keeps_the_rest(desk, memloupe):
    off = ("--no-memory-tools", "--no-memory-hooks", "--json")
    (shown,) = memloupe("tools", "injected", desk, *off).objects
    assert (shown["fate"], shown["block"]) == ("nothing", "")
    assert [block["name"] for block in shown["blocks"]] == ["AGENTS.md", "knowledge"]
    assert any("nothing of MEMORY.md" in remark for remark in shown["remarks"])


def test_a_short_conversation_can_not_be_saved_after_an_overflow(desk, memloupe):
    run = memloupe("tools", "compaction", desk, "--session", "conv-0001", "--emergency")
    assert "The call fails" in run.err


def test_one_message_is_counted_in_the_singular(desk, memloupe, tmp_path):
    path = tmp_path / "one.json"
    path.write_text(json.dumps([{"role": "user", "content": "Hello."}]), encoding="utf-8")
    run = memloupe("tools", "compaction", desk, "--transcript", path)
    assert any(line.startswith("  1 message; ") for line in run.lines)


def test_the_length_says_that_white_space_at_the_ends_is_not_counted(sample_workspace, memloupe):
    users = sample_workspace("agentscope_lending_multiuser")
    text = (users / "u-106" / "MEMORY.md").read_text()
    run = memloupe("tools", "injected", users, "--bucket", "u-106")
    size = len(text.strip())
    assert size == len(text) - 1
    assert f"MEMORY.md without white space at its ends {size:,} characters, " in run.err
