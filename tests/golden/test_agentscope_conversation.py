"""What the real classes make of conversations, from the samples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop_app.core.ledger.conversation_text import conversation_text
from desktop_app.core.ledger.token_estimate import conversation_tokens
from desktop_app.core.ledger.turn_message import (
    SUMMARY_NAME,
    Block,
    Text,
    ToolCall,
    ToolResult,
    TurnMessage,
)

if TYPE_CHECKING:
    from collections.abc import Callable


def _blocks(row: dict[str, Any]) -> tuple[Block, ...]:
    if "tool_use" in row:
        return (ToolCall(**row["tool_use"]),)
    if "tool_result" in row:
        result = row["tool_result"]
        return (ToolResult(id=result["id"], name=result["name"], texts=(result["text"],)),)
    return (Text(row["text"]),)


def test_tokens_are_estimated_equally(sample_results: Callable[[str], Any]) -> None:
    rows = sample_results("agentscope_golden")["token_estimate"]
    assert len(rows) == 10
    for row in rows:
        message = TurnMessage(role=row["role"], blocks=_blocks(row), name=row.get("name"))
        assert conversation_tokens([message]) == row["tokens"], row
    assert conversation_tokens([]) == 0


def test_the_text_that_facts_are_extracted_from_is_equal(
    sample_results: Callable[[str], Any],
) -> None:
    query = ToolCall(id="c1", name="reports_query", input={"sql": "select 1", "limit": 5})
    rows = ToolResult(id="c1", name="reports_query", texts=("r" * 1500,))
    messages = [
        TurnMessage(role="SYSTEM", blocks=(Text("Be brief."),)),
        TurnMessage(role="USER", blocks=(Text("Earlier."),), name=SUMMARY_NAME),
        TurnMessage(role="USER", blocks=(Text("<session_context>\n</session_context>"),)),
        TurnMessage(role="USER", blocks=(Text("Which rows are stuck?"),)),
        TurnMessage(role="ASSISTANT", blocks=(Text("Looking."), query)),
        TurnMessage(role="TOOL", blocks=(rows,)),
        TurnMessage(role="ASSISTANT", blocks=(ToolCall(id="c2", name="noop"),)),
        TurnMessage(role="ASSISTANT", blocks=(Text("Three rows."),)),
    ]
    expected = sample_results("agentscope_golden")["flush_conversation_text"]
    assert conversation_text(messages) == expected
