"""What the real classes do with long tool results, from the samples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop_app.core.files.text import java_length, read_text
from desktop_app.core.ledger.offloading import (
    holds_what_its_name_says,
    offload,
    offload_all,
    offload_path,
    placeholder,
)
from desktop_app.core.ledger.turn_message import TOOL, ToolResult, TurnMessage

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

KEPT = "large_tool_results/support-desk/call_b7-f34d94450a3a8859"


def _text(root: Path, length: int) -> str:
    kept = read_text((root / KEPT).read_bytes()).text
    return kept if length == len(kept) else "z" * length


def test_results_are_moved_or_stay_as_in_the_real_program(
    sample_workspace: Callable[..., Path], sample_results: Callable[[str], Any]
) -> None:
    root = sample_workspace("agentscope_support_desk")
    rows = sample_results("agentscope_golden")["tool_result_offload"]
    assert len(rows) == 4
    for row in rows:
        result = ToolResult(id=row["callId"], name=row["tool"], texts=(_text(root, row["chars"]),))
        found = offload(result, "support-desk", existing=frozenset({KEPT}))
        assert found.length == row["chars"]
        assert (found.stays is None) == row["offloaded"], row
        assert (found.path or None) == row["path"], row
        assert (java_length(found.placeholder) or None) == row["placeholder_utf16_length"], row


def test_the_file_of_the_sample_has_the_name_that_its_text_gives(
    sample_workspace: Callable[..., Path],
) -> None:
    root = sample_workspace("agentscope_support_desk")
    text = read_text((root / KEPT).read_bytes()).text
    assert offload_path("support-desk", "call b7", text) == KEPT
    assert holds_what_its_name_says(KEPT.rpartition("/")[2], text)
    assert not holds_what_its_name_says(KEPT.rpartition("/")[2], f"{text} edited")
    assert placeholder(text, KEPT).startswith("Tool output was too large (86,279 chars)")


def test_the_same_result_of_the_same_call_is_moved_once(
    sample_workspace: Callable[..., Path],
) -> None:
    root = sample_workspace("agentscope_support_desk")
    text = read_text((root / KEPT).read_bytes()).text
    message = TurnMessage(
        role=TOOL, blocks=(ToolResult(id="call_b7", name="shell", texts=(text,)),)
    )
    ((index, moved),) = offload_all([message, message], "support-desk")
    assert (index, moved.path) == (0, KEPT)
