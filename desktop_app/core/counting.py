"""Counts in sentences that are not translated."""

from __future__ import annotations


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun.

    Example:
        >>> counted(1, "observation"), counted(1_200, "observation"), counted(2, "entry", "entries")
        ('1 observation', '1,200 observations', '2 entries')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
