"""What a compaction would do to a conversation, with every number; no model is asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from itertools import accumulate
from typing import TYPE_CHECKING

from desktop_app.core.ledger.compaction_settings import (
    Amount,
    CompactionSettings,
    effective_keep,
    effective_trigger,
)
from desktop_app.core.ledger.conversation_text import conversation_text
from desktop_app.core.ledger.pruning import Pruned, Shortened, prune_results, trim_arguments
from desktop_app.core.ledger.summary_input import summary_input
from desktop_app.core.ledger.token_estimate import conversation_tokens, message_tokens
from desktop_app.core.ledger.turn_message import ASSISTANT, SYSTEM, TOOL, TurnMessage

if TYPE_CHECKING:
    from collections.abc import Sequence


class Trigger(Enum):
    """What starts a compaction; the number of messages is looked at first."""

    MESSAGES = "messages"
    TOKENS = "tokens"


class Correction(Enum):
    """Why the cut stands elsewhere than the numbers say."""

    BACK = "back to the call, so that it keeps its result"
    FORWARD = "forward past results whose call is not there"


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a conversation is cut.

    Attributes:
        by_numbers: How many messages the numbers alone would summarise.
        at: How many are summarised.
        correction: Why the two differ; ``None`` if they do not.
    """

    by_numbers: int
    at: int
    correction: Correction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Compaction:
    """The preview.

    Attributes:
        settings: How the agent is set up.
        original: The conversation without system messages, untouched.
        messages: The same after trimming and pruning, which the tests below look at.
        original_tokens: The estimate before trimming and pruning.
        tokens: The estimate after them.
        trimmed: Arguments that were cut.
        pruned: What pruning did.
        trigger_tokens: The tokens that start it.
        trigger: What starts it now; ``None`` if nothing does.
        keep_tokens: The tokens that are kept; ``None`` if the number of messages decides.
        cut: Where it cuts; of a compaction that nothing starts, where it would.
    """

    settings: CompactionSettings
    original: tuple[TurnMessage, ...]
    messages: tuple[TurnMessage, ...]
    original_tokens: int
    tokens: int
    trimmed: tuple[Shortened, ...]
    pruned: Pruned
    trigger_tokens: Amount
    trigger: Trigger | None
    keep_tokens: Amount | None
    cut: Cut

    @property
    def happens(self) -> bool:
        """Whether the conversation is compacted before the next step of the model."""
        return self.trigger is not None and self.cut.at > 0

    @property
    def summarised(self) -> tuple[TurnMessage, ...]:
        """The messages that a summary takes the place of."""
        return self.messages[: self.cut.at]

    @property
    def kept(self) -> tuple[TurnMessage, ...]:
        """The messages that stay as they are."""
        return self.messages[self.cut.at :]

    @property
    def kept_tokens(self) -> int:
        """The estimate of what stays."""
        return conversation_tokens(self.kept)

    @property
    def flushed(self) -> str:
        """What facts are extracted from before; ``""`` if nothing is."""
        return conversation_text(self.summarised)

    @property
    def summary_input(self) -> str:
        """What the model is given to sum up."""
        return summary_input(self.summarised)

    @property
    def explanation(self) -> str:
        """What happens and why, in a sentence."""
        count = len(self.messages)
        if self.trigger is None:
            return (
                f"Nothing is compacted: {_counted(count)} and {self.tokens:,} tokens stay below "
                f"{_below(self)}."
            )
        if self.cut.at <= 0:
            return "It starts, and there is nothing to cut: everything fits what is kept."
        return f"Summed up: {_counted(self.cut.at)}. Kept: {_counted(count - self.cut.at)}."


def preview_compaction(
    conversation: Sequence[TurnMessage], settings: CompactionSettings
) -> Compaction:
    """Return what would happen to a conversation before the next step of the model."""
    original = tuple(message for message in conversation if message.role != SYSTEM)
    messages = original
    trimmed: tuple[Shortened, ...] = ()
    if settings.trimming is not None:
        messages, trimmed = trim_arguments(messages, settings.trimming)
    pruned = Pruned(messages)
    if settings.pruning is not None:
        pruned = prune_results(messages, settings.pruning)
    tokens = conversation_tokens(pruned.messages)
    trigger_tokens, keep = effective_trigger(settings), effective_keep(settings)
    return Compaction(
        settings=settings,
        original=original,
        messages=pruned.messages,
        original_tokens=conversation_tokens(original),
        tokens=tokens,
        trimmed=trimmed,
        pruned=pruned,
        trigger_tokens=trigger_tokens,
        trigger=_trigger(len(original), tokens, settings, trigger_tokens.value),
        keep_tokens=keep,
        cut=_find_cut(pruned.messages, settings, keep),
    )


def emergency(settings: CompactionSettings) -> CompactionSettings:
    """Return how the agent compacts after its model refused a request as too long.

    Any number of messages starts it. What the window would decide is not worked out there, so
    that the number of messages decides; with no more than those it fails.
    """
    return replace(settings, trigger_messages=1, keep_tokens=max(0, settings.keep_tokens))


def _trigger(
    count: int, tokens: int, settings: CompactionSettings, trigger_tokens: int
) -> Trigger | None:
    if 0 < settings.trigger_messages <= count:
        return Trigger.MESSAGES
    return Trigger.TOKENS if tokens >= trigger_tokens else None


def _find_cut(
    messages: tuple[TurnMessage, ...], settings: CompactionSettings, keep: Amount | None
) -> Cut:
    if keep is None:
        at = max(0, len(messages) - settings.keep_messages)
    else:
        at = _cut_by_tokens(messages, keep.value)
    return _corrected(messages, at)


def _cut_by_tokens(messages: tuple[TurnMessage, ...], keep: int) -> int:
    """Return where the longest tail begins that fits; one message is always kept."""
    tails = accumulate(map(message_tokens, reversed(messages)))
    kept = sum(1 for tokens in tails if tokens <= keep)
    return 0 if kept == len(messages) else len(messages) - max(1, kept)


def _corrected(messages: tuple[TurnMessage, ...], at: int) -> Cut:
    if not 0 < at < len(messages) or messages[at].role != TOOL:
        return Cut(at, at)
    end = at
    while end < len(messages) and messages[end].role == TOOL:
        end += 1
    calls = {result.id for message in messages[at:end] for result in message.results if result.id}
    for index in range(at - 1, -1, -1):
        message = messages[index]
        if message.role == ASSISTANT and any(call.id in calls for call in message.calls):
            return Cut(at, index, Correction.BACK)
    return Cut(at, end, Correction.FORWARD)


def _counted(count: int) -> str:
    return "1 message" if count == 1 else f"{count:,} messages"


def _below(preview: Compaction) -> str:
    tokens = f"{preview.trigger_tokens.value:,} tokens"
    most = preview.settings.trigger_messages
    return f"{most:,} messages and {tokens}" if most > 0 else tokens
