"""What the real classes put into a prompt, from the samples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop_app.core.files.text import java_length, read_text
from desktop_app.core.ledger.context_parts import Part, Parts
from desktop_app.core.ledger.injection import Vintage, injection

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_the_block_of_the_system_prompt_is_equal(
    sample_workspace: Callable[..., Path], sample_results: Callable[[str], Any]
) -> None:
    root = sample_workspace("agentscope_support_desk")
    memory = read_text((root / "MEMORY.md").read_bytes()).text
    shown = injection(memory, Parts(), Vintage.CHECKOUT)
    assert shown.block == sample_results("agentscope_golden")["injected_memory_block_support_desk"]


def test_a_long_memory_is_cut_at_the_same_character(
    sample_workspace: Callable[..., Path], sample_results: Callable[[str], Any]
) -> None:
    root = sample_workspace("agentscope_lending_multiuser")
    memory = read_text((root / "u-106" / "MEMORY.md").read_bytes()).text
    expected = sample_results("agentscope_golden")["truncation_u106"]
    tokens = 8000 - expected["available_tokens"]
    shown = injection(memory, Parts(session=Part("session section", tokens * 4)))
    assert shown.length == expected["stripped_utf16_length"]
    assert shown.tokens == expected["estimated_tokens_div4"]
    assert shown.cut.kept == expected["kept_chars"]
    assert java_length(shown.text) == expected["result_utf16_length"]
    assert shown.text.endswith(expected["result_tail"])
    newest = memory.rstrip().rpartition("\n")[2]
    assert (newest in shown.text) == expected["newest_fact_survives"]
