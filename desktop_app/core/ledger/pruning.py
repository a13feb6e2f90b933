"""What is cut out of old messages before a compaction is thought about; no model is asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from desktop_app.core.files.text import java_length
from desktop_app.core.ledger.java_text import head, is_blank, tail
from desktop_app.core.ledger.token_estimate import conversation_tokens, message_tokens
from desktop_app.core.ledger.turn_message import ASSISTANT, TOOL, ToolCall, ToolResult, TurnMessage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from desktop_app.core.ledger.compaction_settings import Pruning, Trimming


@dataclass(frozen=True, slots=True)
class Shortened:
    """One text that was cut.

    Attributes:
        message: Which message, from 0.
        tool: The tool that was called, or that answered.
        argument: The argument; ``""`` for a result.
        before: Its UTF-16 units before.
        after: Its units now, with the notice.
    """

    message: int
    tool: str
    argument: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Pruned:
    """What pruning did.

    Attributes:
        messages: The conversation after it.
        shortened: The results that were cut; none if the candidates are too few.
        protected: Tokens of the newest results, which are safe.
        candidates: Tokens of older messages with a long result.
    """

    messages: tuple[TurnMessage, ...]
    shortened: tuple[Shortened, ...] = ()
    protected: int = 0
    candidates: int = 0


def trim_arguments(
    messages: Sequence[TurnMessage], trimming: Trimming
) -> tuple[tuple[TurnMessage, ...], tuple[Shortened, ...]]:
    """Return the conversation with the long arguments of its old calls cut, and which."""
    unchanged = tuple(messages)
    many = 0 < trimming.trigger_messages <= len(messages)
    if not many and not 0 < trimming.trigger_tokens <= conversation_tokens(messages):
        return unchanged, ()
    found: list[Shortened] = []
    before = _tail_start(messages, trimming)
    after = tuple(
        _trimmed(message, index, trimming, found)
        if index < before and message.role == ASSISTANT
        else message
        for index, message in enumerate(messages)
    )
    return (after if found else unchanged), tuple(found)


def prune_results(messages: Sequence[TurnMessage], pruning: Pruning) -> Pruned:
    """Return the conversation with the long results of its old calls cut."""
    protected = candidates = 0
    places: list[tuple[int, int]] = []
    for index, at, result in _results(messages):
        text = result_text(result)
        if result.name in pruning.excluded or is_blank(text):
            continue
        tokens = message_tokens(messages[index])
        if protected < pruning.protected_tokens:
            protected += tokens
        elif java_length(text) > pruning.longest:
            candidates += tokens
            places.append((index, at))
    if not places or candidates < pruning.least_tokens:
        return Pruned(tuple(messages), (), protected, candidates)
    after, found = list(messages), []
    for index, at in places:
        after[index], shortened = _pruned(after[index], index, at, pruning.longest)
        found.append(shortened)
    return Pruned(tuple(after), tuple(reversed(found)), protected, candidates)


def result_text(result: ToolResult) -> str:
    """Return the texts of a result as one."""
    return " ".join(text for text in result.texts if not is_blank(text))


def _tail_start(messages: Sequence[TurnMessage], trimming: Trimming) -> int:
    """Return where the messages begin that are left alone."""
    if trimming.keep_tokens <= 0:
        return max(0, len(messages) - trimming.keep_messages)
    kept = 0
    for index in range(len(messages) - 1, -1, -1):
        kept += message_tokens(messages[index])
        if kept > trimming.keep_tokens:
            return index + 1
    return 0


def _trimmed(
    message: TurnMessage, index: int, trimming: Trimming, found: list[Shortened]
) -> TurnMessage:
    blocks = tuple(
        _trimmed_call(block, index, trimming, found) if isinstance(block, ToolCall) else block
        for block in message.blocks
    )
    return message if blocks == message.blocks else replace(message, blocks=blocks)


def _trimmed_call(
    call: ToolCall, index: int, trimming: Trimming, found: list[Shortened]
) -> ToolCall:
    after: dict[str, Any] = dict(call.input)
    for key, value in call.input.items():
        if isinstance(value, str) and java_length(value) > trimming.longest:
            after[key] = head(value, trimming.kept) + trimming.suffix
            lengths = java_length(value), java_length(after[key])
            found.append(Shortened(index, call.name, key, *lengths))
    return call if after == dict(call.input) else replace(call, input=after, raw="")


def _results(messages: Sequence[TurnMessage]) -> Iterator[tuple[int, int, ToolResult]]:
    """Yield the results with their places, the newest first."""
    for index in range(len(messages) - 1, -1, -1):
        if messages[index].role != TOOL:
            continue
        blocks = messages[index].blocks
        for at in range(len(blocks) - 1, -1, -1):
            block = blocks[at]
            if isinstance(block, ToolResult):
                yield index, at, block


def _pruned(
    message: TurnMessage, index: int, at: int, longest: int
) -> tuple[TurnMessage, Shortened]:
    block = message.blocks[at]
    result = block if isinstance(block, ToolResult) else ToolResult()
    text = result_text(result)
    length, half = java_length(text), longest // 2
    removed = length - 2 * half
    short = f"{head(text, half)}\n\n...({removed} chars pruned)...\n\n{tail(text, half)}"
    after = replace(result, texts=(short,), others=0)
    blocks = (*message.blocks[:at], after, *message.blocks[at + 1 :])
    shortened = Shortened(index, result.name, "", length, java_length(short))
    return replace(message, blocks=blocks), shortened
