"""Which words of two texts differ in a way that matters, as engine offsets."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from ui.widgets.display_map import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Spans = tuple[Span, ...]
_WORD = re.compile(r"\w+(?:[.,:/’'-]\w+)*|[^\w\s]")
_MOST = 500
"""More words than these are not compared: it would hold up the window."""
_LEAST_ALIKE = 0.2
# Words that join others. Those that deny (no, not, never) are none of them.
_JOINING = """
    a an the this that these those it its there is are was were be been being has have had do does
    did will would can could may might must shall should to of in on at by for from with via as
    and or but so then than until since into over under up now also
"""
_JOINING_WORDS = frozenset(_JOINING.split())


@dataclass(frozen=True, slots=True)
class _Word:
    """A word, or a single sign, where it stands."""

    text: str
    span: Span
    is_value: bool  # a number, or a name
    joins: bool  # a joining word or a sign

    @property
    def key(self) -> str:
        return self.text.casefold()


def different_words(one: str, other: str) -> tuple[Spans, Spans]:
    """Return what only ``one`` says and what only ``other`` says.

    Where both say something else of the same thing, these values are marked, with the name in
    front; otherwise the values that differ; otherwise the words that differ, without joining
    words at their ends. Texts that have next to nothing in common are not marked at all.

    Example:
        >>> different_words("Port is 80", "The port was moved to 90, from 80")
        ((Span(start=8, end=10),), (Span(start=22, end=24), Span(start=31, end=33)))
    """
    first, second = _words(one), _words(other)
    if not first or not second or max(len(first), len(second)) > _MOST:
        return (), ()
    values = _conflicting(first, second)
    ours, theirs = _runs(first, second)
    if not values:
        differing = [word for run in (*ours, *theirs) for word in run]
        values = {word.key for word in differing if word.is_value}
        values &= _both_say(ours, theirs, values)
    if values:
        return _marked(first, values), _marked(second, values)
    return _trimmed(ours), _trimmed(theirs)


def _words(text: str) -> list[_Word]:
    words: list[_Word] = []
    begins = True  # a sentence
    for found in _WORD.finditer(text):
        word = found.group()
        is_sign = not (word[0].isalnum() or word[0] == "_")
        named = word[0].isupper() and (not begins or not word[1:].islower())
        is_value = any(character.isdigit() for character in word) or named
        joins = is_sign or (word.casefold() in _JOINING_WORDS and not is_value)
        words.append(_Word(word, Span(*found.span()), is_value, joins))
        begins = word in {".", "!", "?", ":"} if is_sign else False
        if len(words) > _MOST:
            break
    return words


def _conflicting(first: Sequence[_Word], second: Sequence[_Word]) -> set[str]:
    """Return the values that the texts give to the same thing, where they are not the same."""
    ours, theirs = _said_of(first), _said_of(second)
    values: set[str] = set()
    for thing in ours.keys() & theirs.keys():
        if ours[thing] != theirs[thing]:
            values |= ours[thing] | theirs[thing]
    return values


def _said_of(words: Sequence[_Word]) -> dict[str, set[str]]:
    said: dict[str, set[str]] = defaultdict(set)
    thing = ""
    for word in words:
        if word.joins:
            continue
        if word.is_value and thing:
            said[thing].add(word.key)
        thing = word.key
    return said


def _runs(
    first: Sequence[_Word], second: Sequence[_Word]
) -> tuple[list[Sequence[_Word]], list[Sequence[_Word]]]:
    keys = [word.key for word in first], [word.key for word in second]
    matcher = SequenceMatcher(None, *keys, autojunk=False)
    if matcher.ratio() < _LEAST_ALIKE:
        return [], []
    changes = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    ours = [first[start:end] for _kind, start, end, _, _ in changes]
    theirs = [second[start:end] for _kind, _, _, start, end in changes]
    return ours, theirs


def _both_say(
    ours: Iterable[Sequence[_Word]], theirs: Iterable[Sequence[_Word]], values: set[str]
) -> set[str]:
    """Return the values of changes in which each side has one."""
    found: set[str] = set()
    for pair in zip(ours, theirs, strict=True):
        sides = [{word.key for word in run} & values for run in pair]
        if all(sides):
            found |= sides[0] | sides[1]
    return found


def _marked(words: Sequence[_Word], values: set[str]) -> Spans:
    """Return the values with the names beside them, joined over one joining word."""
    spans: list[Span] = []
    for place, word in enumerate(words):
        if not word.is_value or word.key not in values:
            continue
        start = words[place - 1] if place and _is_name(words[place - 1]) else word
        end = _last(words, place)
        if spans and start.span.start <= spans[-1].end:
            spans[-1] = Span(spans[-1].start, max(spans[-1].end, end.span.end))
        else:
            spans.append(Span(start.span.start, end.span.end))
    return tuple(spans)


def _last(words: Sequence[_Word], place: int) -> _Word:
    after = list(words[place + 1 : place + 3])
    if after and after[0].is_value:
        return after[0]
    joined = len(after) > 1 and after[0].joins and after[0].text.isalpha()
    return after[1] if joined and after[1].is_value else words[place]


def _is_name(word: _Word) -> bool:
    return word.is_value and word.text[0].isupper()


def _trimmed(runs: Iterable[Sequence[_Word]]) -> Spans:
    full = [run for run in runs if run]
    inner = [run for run in (list(_without_ends(run)) for run in full) if run]
    # Where nothing but joining words differs, they are the difference.
    return tuple(Span(run[0].span.start, run[-1].span.end) for run in inner or full)


def _without_ends(run: Sequence[_Word]) -> Iterator[_Word]:
    places = [place for place, word in enumerate(run) if not word.joins]
    if places:
        yield from run[places[0] : places[-1] + 1]
