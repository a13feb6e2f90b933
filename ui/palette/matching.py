"""Fuzzy matching of what a person types against titles."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

_WORD_START = 8
_FOLLOWS = 5
_FIRST = 4
_GAP = -1
_MOST_GAP = -6


class Fit(IntEnum):
    """Where what was typed stands in a title; more is better."""

    SCATTERED = 0
    INSIDE = 1
    START = 2


@dataclass(frozen=True, slots=True)
class Match:
    """How well a title fits; ``hits`` are the indexes of the letters that were typed."""

    score: int
    hits: tuple[int, ...]
    fit: Fit = Fit.SCATTERED


def match(query: str, title: str) -> Match | None:
    """Return how ``query`` fits ``title``, or ``None`` if its letters are not all there in order.

    The words of the query may come in any order; within a word, letters that follow each
    other and beginnings of words count most.

    Example:
        >>> match("rn", "Reflect now").hits
        (0, 8)
        >>> match("now reflect", "Reflect now").hits == (0, 1, 2, 3, 4, 5, 6, 8, 9, 10)
        True
        >>> match("xyz", "Reflect now") is None
        True
    """
    total, hits, fit = 0, set[int](), Fit.START
    lowered = _fold(title)
    for word in _fold(query).split():
        found = _match_word(word, lowered)
        if found is None:
            return None
        total += found.score
        hits.update(found.hits)
        fit = min(fit, found.fit)
    return Match(total - len(title) // 20, tuple(sorted(hits)), fit)


def fit_at(title: str, start: int) -> Fit:
    """Return how well something fits that was found whole at ``start``."""
    return Fit.START if _starts_word(title, start) else Fit.INSIDE


def _fold(text: str) -> str:
    """Lower the case of each character that stays one character: indexes must not move."""
    return "".join(low if len(low := c.lower()) == 1 else c for c in text)


def _match_word(word: str, title: str) -> Match | None:
    """Return the best of: the word as it is, at a word start, or its letters in order."""
    whole = _find_whole(word, title)
    if whole is not None and _starts_word(title, whole.hits[0]):
        return whole
    first = title.find(word[0])
    if first < 0:
        return None
    later = (at for at in range(first + 1, len(title)) if title[at] == word[0])
    starts = [first, *(at for at in later if _starts_word(title, at))]
    found = [whole, *(_follow(word, title, start) for start in starts)]
    return max((one for one in found if one), key=lambda one: one.score, default=None)


def _find_whole(word: str, title: str) -> Match | None:
    at = first = title.find(word)
    while at > 0 and not _starts_word(title, at):
        at = title.find(word, at + 1)
    if at < 0:
        at = first
    if at < 0:
        return None
    score = _FOLLOWS * (len(word) - 1) + 2 * _bonus(title, at)
    return Match(score + len(word), tuple(range(at, at + len(word))), fit_at(title, at))


def _follow(word: str, title: str, start: int) -> Match | None:
    score, hits = _bonus(title, start), [start]
    for letter in word[1:]:
        at = _next(letter, title, hits[-1] + 1)
        if at < 0:
            return None
        gap = at - hits[-1] - 1
        score += _bonus(title, at) + (_FOLLOWS if gap == 0 else max(_GAP * gap, _MOST_GAP))
        hits.append(at)
    runs = (at for at in hits if at - 1 not in hits)
    fit = Fit.START if all(_starts_word(title, at) for at in runs) else Fit.SCATTERED
    return Match(score, tuple(hits), fit)


def _next(letter: str, title: str, start: int) -> int:
    """Return where ``letter`` comes next, preferring the beginning of a word."""
    near = title.find(letter, start)
    at = near
    while at > start and not _starts_word(title, at):
        at = title.find(letter, at + 1)
    return at if at >= 0 else near


def _bonus(title: str, at: int) -> int:
    if at == 0:
        return _WORD_START + _FIRST
    return _WORD_START if _starts_word(title, at) else 0


def _starts_word(title: str, at: int) -> bool:
    return at == 0 or (title[at].isalnum() and not title[at - 1].isalnum())
