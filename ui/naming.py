"""How ids, paths and numbers of seconds are written on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.widgets.display_map import DisplayMap, name

if TYPE_CHECKING:
    from pathlib import Path

_EMPTY = "‹empty›"
_BREAKS = ("\n", "\t")
_LONGEST = 1_000
"""No line of a screen has room for more, and Qt takes seconds to measure very long ones."""


def shown_id(text: str) -> str:
    r"""Return an id on one line with everything that nobody could see made visible.

    Both ends of a very long one are kept, for it is often only its end that tells it apart.

    Example:
        >>> shown_id("a\nb"), shown_id("")
        ('a‹LF›b', '‹empty›')
    """
    if not text:
        return _EMPTY
    shown = _shown(_ends(text))
    for character in _BREAKS:
        shown = shown.replace(character, name(character))
    blank = shown.isspace()
    return f"‹{shown}›" if blank else shown


def shown_line(text: str) -> str:
    r"""Return text on one line: line breaks become spaces, what is invisible gets a name.

    Example:
        >>> shown_line("a\nb")
        'a b'
    """
    return _shown(_ends(text)).replace("\n", " ").replace("\t", " ")


def shown_scope(tenant: str, conversation: str, agent: str) -> str:
    """Return the three ids of a scope on one line."""
    return " / ".join(shown_id(part) for part in (tenant, conversation, agent))


def shown_count(count: int, most: int) -> str:
    """Return a number of things that were counted up to ``most``.

    Example:
        >>> shown_count(1_234, 9_999), shown_count(10_000, 9_999)
        ('1,234', '9,999+')
    """
    return f"{count:,}" if count <= most else f"{most:,}+"


def shown_path(path: Path, home: Path) -> str:
    """Return a path with ``~`` for the person's own folder."""
    if path == home or home not in path.parents:
        return shown_id(str(path))
    return shown_id(f"~/{path.relative_to(home).as_posix()}")


def _shown(text: str) -> str:
    # Thousands of names are as simple as that.
    return text if text.isascii() and text.isprintable() else DisplayMap(text).display


def _ends(text: str) -> str:
    half = _LONGEST // 2
    return text if len(text) <= _LONGEST else f"{text[:half]}…{text[-half:]}"
