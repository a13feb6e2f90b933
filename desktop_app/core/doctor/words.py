"""Words that several rules of the doctor use."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SCOPES = "Looking at scopes"
"""What a look says of itself while it goes through a state file."""
_MOST_NAMED = 4


def named(items: Iterable[object]) -> str:
    """Return the first few items, and how many more there are.

    Example:
        >>> named([3, 5, 8, 9, 12, 13])
        '3, 5, 8, 9 and 2 more'
    """
    texts = [str(item) for item in items]
    return _joined(texts) if len(texts) <= _MOST_NAMED + 1 else _cut(texts)


def _joined(texts: Sequence[str]) -> str:
    if len(texts) <= 1:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} and {texts[-1]}"


def _cut(texts: Sequence[str]) -> str:
    return f"{', '.join(texts[:_MOST_NAMED])} and {len(texts) - _MOST_NAMED:,} more"
