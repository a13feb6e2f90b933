"""When a conversation is compacted, and what is summed up and kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.ledger.compaction import (
    Correction,
    Trigger,
    emergency,
    preview_compaction,
)
from desktop_app.core.ledger.compaction_settings import (
    CompactionSettings,
    effective_keep,
    effective_trigger,
)
from desktop_app.core.ledger.token_estimate import conversation_tokens
from desktop_app.core.ledger.turn_message import Text, ToolCall, ToolResult, TurnMessage

DEFAULTS = CompactionSettings()


def _said(count: int, length: int = 1) -> list[TurnMessage]:
    roles = ("USER", "ASSISTANT")
    text = (Text("x" * length),)
    return [TurnMessage(role=roles[number % 2], blocks=text) for number in range(count)]


def _called(call: str) -> TurnMessage:
    return TurnMessage(role="ASSISTANT", blocks=(ToolCall(id=call, name="run"),))


def _answered(call: str) -> TurnMessage:
    return TurnMessage(role="TOOL", blocks=(ToolResult(id=call, name="run", texts=("ok",)),))


@pytest.mark.parametrize(
    ("window", "trigger", "keep"),
    [
        (None, 160_000, None),
        (200_000, 180_000, 8_000),
        (32_000, 12_000, 3_000),
        (24_000, 4_000, 2_000),
        (20_000, 10_000, 2_000),
        (1, 1, 2_000),
    ],
)
def test_the_window_decides_when_nothing_else_is_set(
    window: int | None, trigger: int, keep: int | None
) -> None:
    settings = CompactionSettings(window=window)
    assert effective_trigger(settings).value == trigger
    found = effective_keep(settings)
    assert (None if found is None else found.value) == keep


def test_fifty_messages_leave_thirty_for_the_summary() -> None:
    preview = preview_compaction(_said(50), DEFAULTS)
    assert (preview.trigger, preview.happens) == (Trigger.MESSAGES, True)
    assert (len(preview.summarised), len(preview.kept)) == (30, 20)
    assert preview.explanation == "Summed up: 30 messages. Kept: 20 messages."


def test_one_message_fewer_is_left_alone() -> None:
    preview = preview_compaction(_said(49), DEFAULTS)
    assert (preview.trigger, preview.happens) == (None, False)
    assert "50 messages and 160,000 tokens" in preview.explanation


def test_system_messages_count_for_nothing() -> None:
    system = TurnMessage(role="SYSTEM", blocks=(Text("rules"),))
    preview = preview_compaction([system, *_said(49)], DEFAULTS)
    assert (len(preview.original), preview.trigger) == (49, None)


def test_a_call_and_its_result_stay_together() -> None:
    messages = [*_said(47), _called("c1"), _answered("c1"), *_said(1)]
    settings = CompactionSettings(keep_messages=2)
    preview = preview_compaction(messages, settings)
    assert (preview.cut.by_numbers, preview.cut.at) == (48, 47)
    assert preview.cut.correction is Correction.BACK
    assert len(preview.kept) == 3


def test_results_whose_call_is_gone_are_summed_up_too() -> None:
    messages = [*_said(47), _answered("c1"), _answered("c2"), *_said(1)]
    preview = preview_compaction(messages, CompactionSettings(keep_messages=3))
    assert (preview.cut.by_numbers, preview.cut.at) == (47, 49)
    assert preview.cut.correction is Correction.FORWARD


def test_tokens_start_it_and_tokens_decide_what_is_kept() -> None:
    # Each message is 5 + 2 or 4 for its role + 400 for its text.
    messages = _said(30, 1000)
    settings = CompactionSettings(window=30_000)
    preview = preview_compaction(messages, settings)
    assert preview.tokens == 15 * 407 + 15 * 409
    assert (preview.trigger_tokens.value, preview.trigger) == (10_000, Trigger.TOKENS)
    assert preview.keep_tokens is not None
    assert preview.keep_tokens.value == 2_500
    assert len(preview.kept) == 6
    assert preview.kept_tokens == 3 * 407 + 3 * 409


@given(st.lists(st.integers(min_value=0, max_value=40), max_size=12), st.integers(1, 200))
def test_the_longest_tail_that_fits_is_kept(lengths: list[int], keep: int) -> None:
    messages = [TurnMessage(role="USER", blocks=(Text("x" * length),)) for length in lengths]
    settings = CompactionSettings(keep_tokens=keep, trigger_messages=1)
    cut = preview_compaction(messages, settings).cut.at
    tails = [conversation_tokens(messages[start:]) for start in range(len(messages) + 1)]
    fitting = next(start for start, tokens in enumerate(tails) if tokens <= keep)
    assert cut == max(0, min(fitting, len(messages) - 1))


def test_one_message_is_kept_even_if_it_is_too_long() -> None:
    settings = CompactionSettings(keep_tokens=10, trigger_messages=2)
    preview = preview_compaction(_said(3, 1000), settings)
    assert len(preview.kept) == 1


def test_nothing_happens_if_everything_fits_what_is_kept() -> None:
    preview = preview_compaction(_said(50), CompactionSettings(keep_tokens=100_000))
    assert (preview.trigger, preview.cut.at, preview.happens) == (Trigger.MESSAGES, 0, False)


def test_the_emergency_compaction_of_a_short_conversation_finds_nothing_to_cut() -> None:
    settings = emergency(CompactionSettings(window=200_000))
    assert not preview_compaction(_said(20), settings).happens
    assert len(preview_compaction(_said(21), settings).summarised) == 1


def test_the_summary_is_made_from_what_people_and_tools_said() -> None:
    messages = [
        TurnMessage(role="USER", blocks=(Text(" hi "),)),
        TurnMessage(role="ASSISTANT", blocks=(Text("looking"), ToolCall(id="c", name="run"))),
        TurnMessage(role="TOOL", blocks=(ToolResult(id="c", name="run", texts=("y" * 501,)),)),
        *_said(1),
    ]
    settings = CompactionSettings(trigger_messages=1, keep_messages=1)
    preview = preview_compaction(messages, settings)
    assert preview.summary_input == (
        "Human: hi\n\nAI: looking [tool_call: run]\n\nTool: [tool_result: run] " + "y" * 500 + "..."
    )
    assert preview.flushed.startswith("[USER]:  hi \n[ASSISTANT]: looking\n[tool_call: run]")
