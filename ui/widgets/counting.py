"""Counts in words that are right for one as well as for many."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def counted(count: int, one: str, many: str) -> str:
    """Return ``one`` if there is exactly one, else ``many``; ``{0}`` stands for the count.

    Example:
        >>> counted(1, "{0} line", "{0} lines"), counted(1200, "{0} line", "{0} lines")
        ('1 line', '1,200 lines')
    """
    return (one if count == 1 else many).format(f"{count:,}")


def tokens(count: int) -> str:
    """Return a number of tokens in words."""
    return counted(count, _tr("{0} token"), _tr("{0} tokens"))


def byte_count(count: int) -> str:
    """Return a number of bytes in words."""
    return counted(count, _tr("{0} byte"), _tr("{0} bytes"))


def characters(count: int) -> str:
    """Return a number of characters in words."""
    return counted(count, _tr("{0} character"), _tr("{0} characters"))


def entries(count: int) -> str:
    """Return a number of entries in words."""
    return counted(count, _tr("{0} entry"), _tr("{0} entries"))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Counting", text)
