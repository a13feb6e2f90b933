"""The session history: what its lines say, and what can't be read of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.files.facts import FileFacts, FileKind
from desktop_app.core.ledger.session_tools import (
    legacy_history,
    session_history,
    session_list,
    session_search,
)
from desktop_app.core.ledger.sessions import (
    EntryKind,
    SessionLog,
    find_sessions,
    read_decimal_seconds,
    read_index,
    read_session,
)


def _file(path: str, kind: FileKind = FileKind.FILE) -> FileFacts:
    return FileFacts(path, kind, 1, 0, 0o644, 1)


def test_a_torn_line_is_reported_and_the_others_are_read() -> None:
    log = read_session(
        b'{"type":"message","id":"a","timestamp":1.5,"role":"USER","content":"hi"}\n'
        b'\n{"type":"message","id":"bro\n[1]\n{"type":"later","id":"x"}\n'
        b'{"type":"message","id":"\xff"}\n'
    )
    assert [entry.id for entry in log.entries] == ["a"]
    assert [line.number for line in log.torn] == [3, 4, 5, 6]
    assert "later" in log.torn[2].problem
    assert log.torn[3].raw == '{"type":"message","id":"\udcff"}'


def test_times_are_exact_decimal_seconds() -> None:
    log = read_session(b'{"type":"message","id":"a","timestamp":1781506800.123456789}')
    assert log.entries[0].at == EngineTime(1781506800, 123_456_789)
    assert read_decimal_seconds("-1.25") == EngineTime(-2, 750_000_000)
    assert read_decimal_seconds("1e9") is None


@pytest.mark.parametrize("written", ["9" * 40, "999999999999", '"soon"', "null", "{}"])
def test_a_time_that_no_calendar_has_hides_nothing_else(written: str) -> None:
    log = read_session(f'{{"type":"message","id":"a","timestamp":{written}}}'.encode())
    assert [(entry.id, entry.at) for entry in log.entries] == [("a", None)]


@given(
    st.lists(
        st.binary(max_size=30)
        | st.sampled_from(
            [
                b'{"type":"message","id":7,"content":["a"],"blockTypes":[1,null]}',
                b'{"type":"tool_use","input":[1],"originalSize":"x","timestamp":-0.5}',
                b'{"type":["message"]}',
                b"[" * 5000,
            ]
        )
    )
)
def test_any_bytes_are_read_and_no_line_is_lost(lines: list[bytes]) -> None:
    data = b"\n".join(lines)
    log = read_session(data)
    found = sorted([entry.number for entry in log.entries] + [line.number for line in log.torn])
    expected = [n for n, line in enumerate(data.split(b"\n"), start=1) if line.strip()]
    assert found == expected


def test_what_was_cut_keeps_its_original_size() -> None:
    log = read_session(
        b'{"type":"tool_use","id":"m:use:c","toolCallId":"c","name":"t","truncated":true,'
        b'"input":{"_preview":"x","_truncated":true,"_originalSize":900}}\n'
        b'{"type":"tool_result","id":"r:result:c","output":"y","truncated":true,'
        b'"originalSize":4000,"outputBlockTypes":["text"]}'
    )
    use, result = log.entries
    assert (use.kind, use.is_cut, use.original_size) == (EntryKind.TOOL_USE, True, 900)
    assert (result.text, result.original_size, result.block_types) == ("y", 4000, ("text",))


def test_files_of_a_conversation_belong_together_and_the_log_stands_in() -> None:
    base = "u-1/agents/desk/sessions"
    sessions = find_sessions(
        [
            _file(f"{base}/a.jsonl"),
            _file(f"{base}/a.log.jsonl"),
            _file(f"{base}/b.log.jsonl"),
            _file(f"{base}/c.json"),
            _file(f"{base}/sessions.json"),
            _file(f"{base}/d.jsonl", FileKind.LINK),
            _file("agents/desk/tasks/a.json"),
        ]
    )
    assert [(one.agent, one.id, one.shown.name) for one in sessions] == [
        ("desk", "a", "a.jsonl"),
        ("desk", "b", "b.log.jsonl"),
        ("desk", "c", "c.json"),
    ]
    assert [bool(one.remark) for one in sessions] == [False, True, False]


@pytest.mark.parametrize("data", [b"", b"[]", b'{"sessions":[]}', b"\xff"])
def test_an_index_that_can_not_be_read_says_nothing(data: bytes) -> None:
    assert read_index(data) == ()


def test_the_index_keeps_its_order() -> None:
    data = b'{"sessions":{"b":{"summary":"s","updatedAt":"t"},"a":{}},"version":1}'
    assert [(one.id, one.summary) for one in read_index(data)] == [("b", "s"), ("a", "")]


def test_a_search_reads_no_more_files_than_it_needs() -> None:
    read = []

    def contexts() -> object:
        for name in "abc":
            read.append(name)
            yield name, read_session(b'{"type":"message","id":"1","role":"USER","content":"hi"}')

    answer = session_search(contexts(), "HI", max_results=2)  # type: ignore[arg-type]  # yields pairs
    assert answer.text == (
        'Found 2 matches for "HI":\n\n  [a] 1 — [USER]: hi\n  [b] 1 — [USER]: hi\n'
    )
    assert read == ["a", "b"]


def test_zero_results_wanted_means_ten() -> None:
    log = read_session(b'{"type":"message","id":"1","role":"USER","content":"hi"}\n' * 12)
    assert len(session_search([("a", log)], "hi", max_results=0).hits) == 10


def test_an_agent_without_index_lists_its_files_as_the_real_tool_does() -> None:
    answer = session_list("desk", None, ["a.jsonl", "a.log.jsonl", "notes.txt"])
    assert answer.text == "Sessions for agent desk:\n  - a\n  - a.log\n"
    assert session_list("desk", None, []).text == "No sessions found for agent: desk"
    assert session_list("desk", '{"a" : 1}', []).text == '{"a" : 1}'
    assert session_list(" ", None, []).text == "Error: agentId is required"


def test_long_messages_are_cut_in_a_history() -> None:
    log = read_session(
        b'{"type":"message","id":"1","role":"USER","content":"' + b"x" * 501 + b'"}\n'
        b'{"type":"message","id":"2","role":"USER","content":null}'
    )
    answer = session_history("s", log, 0).text
    assert answer == (
        "AgentStateStore s (2 total messages, showing last 2):\n\n[USER]: "
        + "x" * 500
        + "... [truncated]\n[USER]: null\n"
    )
    assert session_history("s", SessionLog()).text == (
        "AgentStateStore s (0 total messages, showing last 0):\n\n"
    )


def test_lines_of_an_early_version_are_shown_as_they_are() -> None:
    assert legacy_history("a\nb\n\n", 1).text == "Legacy session (2 lines, showing last 1):\nb\n"
