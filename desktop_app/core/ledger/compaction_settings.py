"""When a conversation is compacted, and how much of it is kept: the defaults, and their sums."""

from __future__ import annotations

from dataclasses import dataclass

DYNAMIC_TRIGGER, DYNAMIC_KEEP = 0, -1
UNKNOWN_WINDOW_TRIGGER = 160_000
NEVER_PRUNED = frozenset({"read_file", "memory_search", "memory_get", "session_search"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Trimming:
    """When long arguments of old calls are cut; off unless an agent is set up with it."""

    trigger_messages: int = 25
    trigger_tokens: int = 40_000
    keep_messages: int = 20
    keep_tokens: int = 0
    longest: int = 2_000
    kept: int = 20
    suffix: str = "...(argument truncated)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pruning:
    """When long results of old calls are cut."""

    protected_tokens: int = 40_000
    least_tokens: int = 20_000
    longest: int = 2_000
    excluded: frozenset[str] = NEVER_PRUNED


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactionSettings:
    """How an agent is set up.

    Attributes:
        window: Tokens that its model takes; ``None`` if that is not known.
        trigger_messages: So many messages start it; 0 for never.
        trigger_tokens: So many tokens start it; 0 if the window decides.
        reserved: Tokens of the window that are left for other things.
        keep_messages: The messages that are kept where tokens do not decide.
        keep_tokens: The tokens that are kept; 0 if messages decide, -1 if the window does.
        keep_least: The fewest tokens that the window decides for.
        keep_most: The most.
        keep_percent: The share of what the window leaves.
        trimming: ``None`` if arguments are not cut.
        pruning: ``None`` if results are not cut.
    """

    window: int | None = None
    trigger_messages: int = 50
    trigger_tokens: int = DYNAMIC_TRIGGER
    reserved: int = 20_000
    keep_messages: int = 20
    keep_tokens: int = DYNAMIC_KEEP
    keep_least: int = 2_000
    keep_most: int = 8_000
    keep_percent: int = 25
    trimming: Trimming | None = None
    pruning: Pruning | None = Pruning()


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with the sum that it comes from."""

    value: int
    sum: str


def effective_trigger(settings: CompactionSettings) -> Amount:
    """Return the tokens that start a compaction."""
    window = settings.window
    if settings.trigger_tokens > 0:
        return Amount(settings.trigger_tokens, "as set")
    if window is None:
        return Amount(UNKNOWN_WINDOW_TRIGGER, "the window is not known")
    left = window - settings.reserved
    if left > 0:
        return Amount(left, f"{window:,} minus {settings.reserved:,}")
    return Amount(max(1, window // 2), f"{window:,} ÷ 2, as {settings.reserved:,} do not fit")


def effective_keep(settings: CompactionSettings) -> Amount | None:
    """Return the tokens that are kept; ``None`` if the number of messages decides."""
    window = settings.window
    if settings.keep_tokens > 0:
        return Amount(settings.keep_tokens, "as set")
    if settings.keep_tokens == 0 or window is None:
        return None
    share = max(0, window - settings.reserved) * settings.keep_percent // 100
    words = f"({window:,} minus {settings.reserved:,}) × {settings.keep_percent} % = {share:,}"
    kept = min(settings.keep_most, max(settings.keep_least, share))
    bounds = f", between {settings.keep_least:,} and {settings.keep_most:,}"
    return Amount(kept, words + bounds * (kept != share))
