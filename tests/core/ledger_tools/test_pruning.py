"""What is cut out of old messages before a compaction."""

from __future__ import annotations

from desktop_app.core.ledger.compaction import preview_compaction
from desktop_app.core.ledger.compaction_settings import CompactionSettings, Pruning, Trimming
from desktop_app.core.ledger.pruning import prune_results, trim_arguments
from desktop_app.core.ledger.turn_message import Text, ToolCall, ToolResult, TurnMessage


def _answer(length: int, tool: str = "run", call: str = "c") -> TurnMessage:
    result = ToolResult(id=call, name=tool, texts=("a" * (length // 2) + "b" * (length // 2),))
    return TurnMessage(role="TOOL", blocks=(result,))


def test_the_newest_results_are_safe_and_older_long_ones_are_cut() -> None:
    # 60,000 characters are 24,000 tokens, so that two of them take up what is protected.
    messages = [_answer(60_000), _answer(100), _answer(60_000), _answer(60_000)]
    pruned = prune_results(messages, Pruning())
    assert [(one.message, one.before) for one in pruned.shortened] == [(0, 60_000)]
    assert pruned.messages[1:] == tuple(messages[1:])
    (block,) = pruned.messages[0].blocks
    assert isinstance(block, ToolResult)
    assert block.texts == ("a" * 1000 + "\n\n...(58000 chars pruned)...\n\n" + "b" * 1000,)
    assert pruned.protected >= 40_000
    assert 24_000 < pruned.candidates < 24_100


def test_too_little_to_cut_is_left_alone() -> None:
    messages = [_answer(30_000), _answer(60_000), _answer(60_000)]
    pruned = prune_results(messages, Pruning())
    assert pruned.shortened == ()
    assert 12_000 < pruned.candidates < 20_000


def test_what_was_read_on_purpose_is_never_cut() -> None:
    messages = [_answer(90_000, "memory_get"), _answer(60_000), _answer(60_000)]
    assert prune_results(messages, Pruning()).candidates == 0


def test_the_result_of_pruning_decides_whether_it_starts() -> None:
    messages = [_answer(100_000) for _ in range(5)]
    settings = CompactionSettings(window=170_000)
    preview = preview_compaction(messages, settings)
    assert preview.original_tokens > preview.trigger_tokens.value > preview.tokens
    assert preview.trigger is None


def test_long_arguments_before_the_last_twenty_messages_are_cut() -> None:
    call = ToolCall(id="c", name="write", input={"text": "z" * 2001, "path": "p"}, raw="{}")
    messages = [
        TurnMessage(role="ASSISTANT", blocks=(call,)),
        *(TurnMessage(role="USER", blocks=(Text("x"),)) for _ in range(23)),
        TurnMessage(role="ASSISTANT", blocks=(call,)),
    ]
    after, shortened = trim_arguments(messages, Trimming())
    assert [(one.message, one.argument, one.before) for one in shortened] == [(0, "text", 2001)]
    (cut,) = after[0].calls
    assert dict(cut.input) == {"text": "z" * 20 + "...(argument truncated)", "path": "p"}
    assert after[1:] == tuple(messages[1:])
    assert trim_arguments(messages[1:], Trimming())[1] == ()


def test_the_tail_that_is_left_alone_can_be_counted_in_tokens() -> None:
    call = ToolCall(id="c", name="write", input={"text": "z" * 5000})
    messages = [TurnMessage(role="ASSISTANT", blocks=(call,)) for _ in range(3)]
    trimming = Trimming(trigger_messages=1, keep_tokens=2_100)
    _, shortened = trim_arguments(messages, trimming)
    assert [one.message for one in shortened] == [0, 1]


def test_without_the_setting_nothing_is_cut() -> None:
    messages = [_answer(100_000) for _ in range(5)]
    preview = preview_compaction(messages, CompactionSettings(pruning=None))
    assert preview.messages == tuple(messages)
    assert preview.trimmed == ()
