"""What the model that extracts facts reads of a conversation."""

from __future__ import annotations

from desktop_app.core.ledger.conversation_text import conversation_text
from desktop_app.core.ledger.turn_message import (
    SUMMARY_NAME,
    OtherBlock,
    Text,
    ToolCall,
    ToolResult,
    TurnMessage,
)


def _said(role: str, text: str, name: str | None = None) -> TurnMessage:
    return TurnMessage(role=role, blocks=(Text(text),), name=name)


def test_what_the_agent_put_there_itself_is_left_out() -> None:
    messages = [
        _said("SYSTEM", "rules"),
        _said("USER", "x <session_context> y"),
        _said("USER", "summary", SUMMARY_NAME),
        _said("USER", " \n"),
        TurnMessage(role="USER", blocks=(OtherBlock("image"),)),
    ]
    assert conversation_text(messages) == ""
    assert conversation_text([*messages, _said("ASSISTANT", "a <session_context> is quoted")]) == (
        "[ASSISTANT]: a <session_context> is quoted"
    )


def test_arguments_are_cut_after_500_characters() -> None:
    call = ToolCall(name="run", input={"sql": "x" * 600})
    written = conversation_text([TurnMessage(role="ASSISTANT", blocks=(call,))])
    assert written == '[ASSISTANT]: [tool_call: run({"sql":"' + "x" * 492 + "...)]"


def test_each_text_of_a_result_is_cut_by_itself() -> None:
    result = ToolResult(name="run", texts=("a" * 1000, "b" * 1001))
    written = conversation_text([TurnMessage(role="TOOL", blocks=(result,))])
    assert written == (
        "[TOOL]: [tool_result: run] " + "a" * 1000 + " " + "b" * 1000 + "...(truncated)"
    )
