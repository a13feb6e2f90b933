"""The built-in summary: the most important sentences that still hold, in their own words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import estimate_tokens
from desktop_app.core.observational.observation import UNSCORED_COUNTS_AS
from desktop_app.core.observational.reflection_writer import header_of
from desktop_app.core.observational.selection import select
from desktop_app.core.proposals.statements import key_of, lines_of, sentences_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from desktop_app.core.observational.observation import Observation

_MOST_LINES = 24
_LEAST_IMPORTANCE = 0.5
_ALREADY_IN = 0.2
"""How much less a line is worth that the next turn receives anyway."""
_LONGEST = 60
_UNFIT = re.compile("[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]|</?observational-memory|\\[seq:|^```")


def summary_of(
    observations: Sequence[Observation],
    replaced: frozenset[int],
    disputed: frozenset[int],
    budget: int,
    share: int,
) -> str:
    """Return the summary, one sentence a line, in the order in which the things were learnt.

    What would not reach the next turn by itself comes first: a rule from long ago is worth more
    here than one that is in the turn anyway.

    Args:
        observations: In stored order.
        replaced: Numbers that something newer replaces; they are left out.
        disputed: Numbers in an open contradiction; left out, for neither side is known to hold.
        budget: Tokens of the snippet.
        share: Tokens that the summary may take.
    """
    anyway = frozenset(select(observations, replaced, budget, share)[0])
    lines: dict[int, str] = {}
    keys = set()
    left = share * 4
    for place in _by_worth(observations, replaced | disputed, anyway):
        text = _line(observations[place].content)
        key = key_of(text)
        if not text or key in keys or len(text) + 1 > left:
            continue
        lines[place] = text
        keys.add(key)
        left -= len(text) + 1
        if len(lines) == _MOST_LINES:
            break
    return "\n".join(lines[place] for place in sorted(lines))


def _by_worth(
    observations: Sequence[Observation], out: Collection[int], anyway: frozenset[int]
) -> Iterator[int]:
    worth = {
        place: _worth(item, is_in=place in anyway)
        for place, item in enumerate(observations)
        if item.seq not in out
    }
    order = sorted(worth, key=lambda place: (-worth[place], place))
    telling = [place for place in order if worth[place] >= _LEAST_IMPORTANCE]
    yield from telling or order[:1]


def _worth(item: Observation, *, is_in: bool) -> float:
    importance = item.importance or UNSCORED_COUNTS_AS
    return importance - _ALREADY_IN if is_in else importance


def _line(content: str) -> str:
    """Return ``content`` or, where it is too long, its first sentence; nothing if that is unfit."""
    lines = lines_of(content)
    if estimate_tokens("\n".join(lines)) > _LONGEST:
        lines = sentences_of(lines[0])[:1]
    text = "\n".join(lines)
    if estimate_tokens(text) > _LONGEST or any(map(_is_unfit, lines)):
        return ""
    return text


def _is_unfit(line: str) -> bool:
    return _UNFIT.search(line) is not None or bool(header_of(line))
