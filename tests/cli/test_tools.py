"""``memloupe tools`` on real files: exact answers, and saves that tell the truth."""

from __future__ import annotations

import pytest
from tree_state import snapshot as tree


@pytest.fixture
def desk(sample_workspace):
    """A workspace with one shared bucket."""
    return sample_workspace("agentscope_support_desk")


@pytest.fixture
def users(sample_workspace):
    """A workspace with a bucket for each user."""
    return sample_workspace("agentscope_lending_multiuser")


def test_the_search_prints_the_answer_and_nothing_else(desk, memloupe, sample_results):
    before = tree(desk)
    for row in sample_results("agentscope_golden")["memory_search"]:
        run = memloupe("tools", "memory_search", desk, "--query", row["query"])
        assert (run.status, run.out.decode()) == (0, row["result"])
    assert tree(desk) == before


def test_lines_of_a_file_are_printed(desk, memloupe, sample_results):
    for row in sample_results("agentscope_golden")["memory_get"]:
        lines = ("--start-line", row["startLine"], "--end-line", row["endLine"])
        run = memloupe("tools", "memory_get", desk, "--path", row["path"], *lines)
        assert run.out.decode() == row["result"]


def test_the_session_history_is_searched_and_printed(desk, memloupe, sample_results):
    golden = sample_results("agentscope_golden")
    for row in golden["session_search"]:
        more = ("--agent-id", row["agentId"]) if "agentId" in row else ()
        most = ("--max-results", row["maxResults"]) if "maxResults" in row else ()
        run = memloupe("tools", "session_search", desk, "--query", row["query"], *more, *most)
        assert run.out.decode() == row["result"]
    for row in golden["session_history"]:
        which = ("--agent-id", "support-desk", "--session-id", row["sessionId"])
        run = memloupe("tools", "session_history", desk, *which, "--last-n", row["lastN"])
        assert run.out.decode() == row["result"]


def test_a_line_that_was_left_out_is_told(desk, memloupe):
    which = ("--agent-id", "support-desk", "--session-id", "conv-0002")
    run = memloupe("tools", "session_history", desk, *which)
    assert "Line 3 of conv-0002 is left out" in run.err


def test_an_answer_that_is_an_error_is_printed_as_it_is_and_exits_with_one(desk, memloupe):
    lines = ("--start-line", 1, "--end-line", 2)
    far = ("--start-line", 99, "--end-line", 99)
    get = ("memory_get", *lines, "--path")
    history = ("session_history", "--agent-id", "", "--session-id", "conv-0001")
    for tool, *more, error in (
        ("memory_search", "--query", "x", "--match-mode", "fuzzy", b"Error: matchMode must be"),
        (*get, "../x", b"Error: path traversal not allowed"),
        (*get, "memory/missing.md", b"Error: file not found: memory/missing.md"),
        (*get, "", b"Error: path is required"),
        ("memory_get", "--path", "MEMORY.md", *far, b"Error: startLine 99 exceeds"),
        ("session_search", "--query", "", b"Error: query is required"),
        ("session_list", "--agent-id", "", b"Error: agentId is required"),
        ("session_search", "--query", "x", "--match-mode", "fuzzy", b"Error: matchMode must be"),
        (*history, b"Error: agentId and sessionId are required"),
    ):
        run = memloupe("tools", tool, desk, *more)
        assert (run.status, run.out.startswith(error)) == (1, True), run
        assert memloupe("tools", tool, desk, *more, "--json").objects[0]["is_error"]
    assert memloupe("tools", "memory_search", desk, "--query", "nothing has it").status == 0


def test_a_file_that_begins_like_an_error_is_none(desk, memloupe):
    index = desk / "agents/support-desk/sessions/sessions.json"
    index.write_text("Error: only the name of a conversation")
    run = memloupe("tools", "session_list", desk, "--agent-id", "support-desk")
    assert (run.status, run.out) == (0, index.read_bytes())


def test_sessions_are_listed_from_their_index(desk, memloupe):
    index = desk / "agents/support-desk/sessions/sessions.json"
    run = memloupe("tools", "session_list", desk, "--agent-id", "support-desk")
    assert run.out == index.read_bytes()
    index.unlink()
    run = memloupe("tools", "session_list", desk, "--agent-id", "support-desk")
    assert run.lines[0] == "Sessions for agent support-desk:"
    assert "  - conv-0003.log" in run.lines


def test_words_in_any_order_are_found_and_other_modes_are_an_error(desk, memloupe):
    which = ("--query", "host staging", "--match-mode")
    run = memloupe("tools", "memory_search", desk, *which, "all", "--json")
    (answer,) = run.objects
    assert {hit["path"] for hit in answer["hits"]} >= {"MEMORY.md", "memory/2026-06-15.md"}
    assert answer["text"].startswith(f"Found {len(answer['hits'])} matches:")
    run = memloupe("tools", "memory_search", desk, *which, "regex")
    assert run.out.startswith(b"Error: matchMode")


def test_an_agent_reads_the_fallback_and_the_reason_stands_beside_it(users, memloupe):
    run = memloupe("tools", "memory_search", users, "--query", "policy", "--bucket", "u-105")
    assert b"Source: MEMORY.md#4: - Policy manual version" in run.out
    assert "MEMORY.md is not UTF-8" in run.err
    run = memloupe("tools", "memory_search", users, "--query", "exists", "--bucket", "u-103")
    assert b"MEMORY.md#1: System reminder: File exists but has empty contents" in run.out
    assert "MEMORY.md is empty" in run.err


def test_carriage_returns_are_part_of_the_lines(users, memloupe):
    run = memloupe("tools", "memory_search", users, "--query", "thousands", "--bucket", "u-102")
    assert run.out.endswith(b"thousands.\r")


def test_a_link_is_not_followed_and_named(desk, memloupe, tmp_path):
    outside = tmp_path / "outside.md"
    outside.write_text("- a secret outside\n")
    (desk / "memory" / "link.md").symlink_to(outside)
    run = memloupe("tools", "memory_search", desk, "--query", "secret outside")
    assert run.out == b"No matching memories found for: secret outside"
    assert "memory/link.md: It is a link: the agent follows it" in run.err


def test_what_the_answer_does_not_say_is_told_beside_it(desk, memloupe):
    history = desk / "agents/support-desk/sessions"
    (history / "link.log.jsonl").symlink_to(history / "conv-0001.log.jsonl")
    search = ("tools", "session_search", desk, "--query", "a")
    told = memloupe(*search, "--max-results", 2, "--match-mode", "any").err
    assert "stops after 2 entries" in told
    assert "know no matchMode" in told
    assert "link.log.jsonl is a link" in told
    assert ".agentscope-runtime" in told


def test_a_bucket_that_is_not_there_is_named_with_those_that_are(users, memloupe):
    run = memloupe("tools", "memory_search", users, "--query", "x", "--bucket", "u-1")
    assert run.status == 3
    assert "There is no bucket “u-1”." in run.err
    assert "“u-101”" in run.err


def test_a_folder_without_memory_files_is_told_so(tmp_path, memloupe):
    run = memloupe("tools", "memory_search", tmp_path, "--query", "x")
    assert run.status == 3
    assert run.out == b""
    assert "Traceback" not in run.err


def test_a_path_that_breaks_the_real_tool_is_refused(desk, memloupe):
    lines = ("--start-line", 1, "--end-line", 1)
    run = memloupe("tools", "memory_get", desk, "--path", "memory/../MEMORY.md", *lines)
    assert (run.status, run.out) == (1, b"")
    assert "exception" in run.err


def test_a_save_goes_to_both_files_and_can_be_undone(desk, memloupe):
    before = (desk / "MEMORY.md").read_bytes()
    run = memloupe("tools", "memory_save", desk, "--content", " - one\n- two \n", "--reason", "why")
    assert (run.status, run.out) == (0, b"Saved 2 memory/memories to MEMORY.md")
    assert (desk / "MEMORY.md").read_bytes() == before + b"\n- one\n- two\n"
    found = memloupe("tools", "memory_search", desk, "--query", "- two").out
    assert found.startswith(b"Found 2 matches:\n\nSource: MEMORY.md#")
    assert memloupe("undo", desk).status == 0
    assert (desk / "MEMORY.md").read_bytes() == before


def test_a_dry_run_shows_the_difference_and_writes_nothing(desk, memloupe):
    before = tree(desk)
    run = memloupe("tools", "memory_save", desk, "--content", "- one", "--dry-run")
    assert "+- one" in run.lines
    assert tree(desk) == before


def test_a_save_that_can_not_be_written_says_so(users, memloupe):
    before = tree(users)
    which = ("--bucket", "u-105", "--content", "- one")
    run = memloupe("tools", "memory_save", users, *which)
    assert run.status == 1
    assert run.out.startswith(b"Error: nothing was saved: MEMORY.md is not UTF-8.")
    (answer,) = memloupe("tools", "memory_save", users, *which, "--json").objects
    assert answer["text"].startswith("Error: nothing was saved")
    assert tree(users) == before


def test_memory_behind_a_link_is_neither_read_nor_written(desk, memloupe, tmp_path):
    outside = tmp_path / "outside.md"
    (desk / "MEMORY.md").rename(outside)
    (desk / "MEMORY.md").symlink_to(outside)
    before = outside.read_bytes()
    run = memloupe("tools", "memory_save", desk, "--content", "- one")
    assert run.status == 1
    assert run.out.startswith(b"Error: nothing was saved: ")
    assert outside.read_bytes() == before
    found = memloupe("tools", "memory_search", desk, "--query", "Support desk memory")
    assert b"MEMORY.md#1" not in found.out
    assert "link" in found.err


def test_an_empty_save_answers_as_the_tool_does(desk, memloupe):
    run = memloupe("tools", "memory_save", desk, "--content", " ")
    assert (run.status, run.out) == (1, b"Error: content is required")


@pytest.mark.parametrize(
    "user", ["u-101", "u-102", "u-104", "u-108"], ids=["LF", "CRLF", "sentence", "long line"]
)
def test_memory_after_a_save_is_as_after_the_real_one(users, memloupe, sample_results, user):
    rows = sample_results("agentscope_golden")["multiuser"]
    (row,) = [row for row in rows if row["userId"] == user]
    content = "- added by memory_save"
    run = memloupe("tools", "memory_save", users, "--bucket", user, "--content", content)
    assert run.status == 0
    written = (users / user / "MEMORY.md").read_bytes().decode()
    assert written == row["memory_md_after_memory_save"]


def test_where_the_real_one_would_write_its_sentence_ours_does_not(users, memloupe, sample_results):
    rows = sample_results("agentscope_golden")["multiuser"]
    (row,) = [row for row in rows if row["userId"] == "u-103"]
    content = "- added by memory_save"
    memloupe("tools", "memory_save", users, "--bucket", "u-103", "--content", content)
    written = (users / "u-103" / "MEMORY.md").read_bytes().decode()
    assert written == "\n" + row["memory_md_after_memory_save"].split("\n", 1)[1]


def test_answers_of_any_tool_are_json_on_request(users, memloupe):
    which = ("--bucket", "u-101", "--agent-id", "nobody", "--json")
    run = memloupe("tools", "session_list", users, *which)
    assert run.objects == [
        {
            "text": "No sessions found for agent: nobody",
            "is_error": False,
            "hits": [],
            "remarks": [],
        }
    ]
