"""Conversations from the session history and from JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from desktop_app.core.errors import RefusedError
from desktop_app.core.ledger.sessions import EntryKind, SessionEntry, SessionLog
from desktop_app.core.ledger.turn_message import (
    OtherBlock,
    Text,
    ToolCall,
    ToolResult,
    TurnMessage,
)
from desktop_app.core.ledger.turn_messages import read_transcript, session_transcript

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_a_session_history_becomes_the_messages_that_it_was_made_from(
    sample_workspace: Callable[..., Path],
) -> None:
    root = sample_workspace("agentscope_support_desk")
    path = root / "agents/support-desk/sessions/conv-0001.jsonl"
    transcript = read_transcript(path.read_bytes(), "conv-0001")
    assert [message.role for message in transcript.messages] == [
        "USER",
        "ASSISTANT",
        "TOOL",
        "ASSISTANT",
        "USER",
        "ASSISTANT",
        "TOOL",
        "USER",
    ]
    said, call = transcript.messages[1].blocks
    assert said == Text("I will check what we have on record.")
    assert isinstance(call, ToolCall)
    assert (call.id, call.name, call.input) == (
        "call_a1",
        "memory_search",
        {"query": "staging host"},
    )
    assert transcript.messages[7].blocks == (OtherBlock("image"),)
    assert "2 arguments and results" in transcript.remarks[0]


@pytest.mark.parametrize(("count", "words"), [(1, "1 argument or result,"), (2, "2 arguments and")])
def test_what_is_cut_is_counted_in_words_that_fit(count: int, words: str) -> None:
    cut = SessionEntry(number=1, kind=EntryKind.TOOL_RESULT, id="a", is_cut=True, raw="")
    assert words in session_transcript(SessionLog((cut,) * count)).remarks[0]


def test_messages_of_a_model_server_are_understood() -> None:
    items = [
        {"role": "system", "content": "rules"},
        {"role": "user", "name": "ana", "content": [{"type": "text", "text": "hi"}, {"type": "x"}]},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c", "function": {"name": "run", "arguments": '{"a":1}'}}],
        },
        {"role": "tool", "tool_call_id": "c", "name": "run", "content": "ok"},
    ]
    assert read_transcript(msgspec.json.encode(items), "t").messages == (
        TurnMessage(role="SYSTEM", blocks=(Text("rules"),)),
        TurnMessage(role="USER", name="ana", blocks=(Text("hi"), OtherBlock("x"))),
        TurnMessage(role="ASSISTANT", blocks=(ToolCall(id="c", name="run", input={"a": 1}),)),
        TurnMessage(role="TOOL", blocks=(ToolResult(id="c", name="run", texts=("ok",)),)),
    )


def test_messages_in_agentscope_s_own_blocks_are_understood() -> None:
    items = [
        {
            "role": "ASSISTANT",
            "content": [{"type": "tool_use", "id": "c", "name": "run", "input": {"a": 1}}],
        },
        {
            "role": "TOOL",
            "content": [
                {
                    "type": "tool_result",
                    "id": "c",
                    "name": "run",
                    "output": [{"type": "text", "text": "ok"}, {"type": "image"}],
                }
            ],
        },
    ]
    call, result = (m.blocks[0] for m in read_transcript(msgspec.json.encode(items), "t").messages)
    assert call == ToolCall(id="c", name="run", input={"a": 1})
    assert result == ToolResult(id="c", name="run", texts=("ok",), others=1)


@pytest.mark.parametrize("data", [b"[1]", b'{"role":1}', b"not json"])
def test_anything_else_is_refused_with_its_name(data: bytes) -> None:
    with pytest.raises(RefusedError, match="“t”"):
        read_transcript(data, "t")
