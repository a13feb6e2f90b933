"""Lines of a bucket as facts: where each stands, which of them say the same."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.files.pieces import lines_of
from desktop_app.core.ledger.book import MEMORY_FILE, Book, Layer
from desktop_app.core.ledger.instants import nanoseconds
from desktop_app.core.ledger.section import Section, SectionKind
from desktop_app.core.proposals.statements import content_words, numbers_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_BULLET = re.compile(r"\s*(?:[-*+•]|\d{1,9}[.)])\s+")
_NO_FACT = re.compile(r"\s*(?:#{1,6}(?:\s.*)?|`{3,}.*|~{3,}.*|([-*_=])(?:\s*\1)*|)\s*")
_COMMON = 40
"""A word in more facts than these tells nothing about two of them."""
_LEAST_SHARED, _LEAST_SHARE = 4, 0.7
_LEAST_TELLING = 3
MOST_COMPARED = 20_000
"""Of more facts, only those in the same words are found."""


class Fact(msgspec.Struct, frozen=True, gc=False):
    """One line; offsets count characters of the file's text.

    Attributes:
        file: Its path below the bucket; ``MEMORY.md`` also where another layer supplies it.
        line: Its number, from 1.
        start: Where it begins.
        end: Where it ends, its line break not included.
        text: The line.
        key: Equal for lines that differ in white space, list marks and case only.
        section: The section of a log that it stands in.
        layer: Which folder supplied the file.
    """

    file: str
    line: int
    start: int
    end: int
    text: str
    key: str
    section: Section | None = None
    layer: Layer = Layer.BUCKET


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Facts that say the same, in the order of the files: nothing is resolved.

    Attributes:
        is_exact: Whether they differ in white space, list marks and case only.
    """

    facts: tuple[Fact, ...]
    is_exact: bool

    @property
    def files(self) -> tuple[str, ...]:
        """The files that they stand in, each once."""
        return tuple(dict.fromkeys(fact.file for fact in self.facts))


def fact_key(line: str) -> str:
    r"""Return what lines that say the same in the same words have in common.

    >>> fact_key("  * Uses\t TABS") == fact_key("- uses tabs")
    True
    """
    mark = _BULLET.match(line)
    return " ".join(line[mark.end() if mark else 0 :].split()).casefold()


def is_fact(line: str) -> bool:
    """Whether a line says something: no heading, rule, fence or blank line does."""
    bare = line.lstrip()
    if bare[:2] in {"- ", "* "} and bare[2:3].isalnum():
        return True
    return not _NO_FACT.fullmatch(line)


def facts_of(book: Book) -> tuple[Fact, ...]:
    """Return every line that says something: of the curated memory, then of the logs."""
    return tuple(fact for _name, facts in facts_by_file(book) for fact in facts)


def facts_by_file(book: Book) -> Iterator[tuple[str, Iterator[Fact]]]:
    """Yield the files of a bucket with every line that says something."""
    memory = book.memory
    if memory.text is not None and memory.row is not None and memory.layer is not None:
        yield MEMORY_FILE, _facts(MEMORY_FILE, memory.text.text, (), memory.layer)
    for file in book.logs:
        if file.text is not None:
            yield file.name, _facts(file.name, file.text.text, file.sections, file.layer)


def elsewhere(book: Book, fact: Fact) -> tuple[Fact, ...]:
    """Return the other places where the same line stands."""
    same = (other for other in facts_of(book) if other.key == fact.key)
    return tuple(other for other in same if (other.file, other.line) != (fact.file, fact.line))


def find_duplicates(book: Book) -> tuple[Duplicate, ...]:
    """Return facts that stand more than once, then those that probably say the same."""
    return duplicates_among(facts_of(book))


def duplicates_among(facts: Sequence[Fact]) -> tuple[Duplicate, ...]:
    """Return those of some facts that stand more than once, then those that say the same."""
    once: dict[str, Fact] = {}
    # Only what stands twice gets a list: a long file has very many lines that do not.
    twice = {fact.key for fact in facts if once.setdefault(fact.key, fact) is not fact}
    by_key: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        if fact.key in twice:
            by_key[fact.key].append(fact)
    exact = [Duplicate(tuple(by_key.pop(key)), is_exact=True) for key in list(by_key)]
    if len(once) > MOST_COMPARED:
        while once:
            once.popitem()  # one after the other: all at once is one long step
        return tuple(exact)
    firsts = list(once.values())
    near = [
        Duplicate((firsts[one], firsts[other]), is_exact=False) for one, other in _alike(firsts)
    ]
    return (*exact, *near)


def saved_since(book: Book) -> tuple[Fact, ...]:
    """Return the facts of MEMORY.md that were saved after the last consolidation.

    Saving appends a fact, and writes it into the log too: a later consolidation does not lose it.
    What somebody has written below it by hand changes nothing. Of a fact that stands there more
    often than it was saved, the last ones are meant.
    """
    memory = book.memory
    if memory.text is None or memory.layer is not Layer.BUCKET:
        return ()
    saved = Counter(_saved_keys(book))
    text = memory.text.text
    found: list[Fact] = []
    end, number = len(text), text.count("\n") + 1
    while end >= 0 and saved:
        start = text.rfind("\n", 0, end) + 1
        line = text[start:end].removesuffix("\r")
        if is_fact(line):
            key = fact_key(line)
            if key in saved:
                found.append(Fact(MEMORY_FILE, number, start, start + len(line), line, key))
                saved[key] -= 1
                if not saved[key]:
                    del saved[key]
        end, number = start - 1, number - 1
    return tuple(reversed(found))


def _saved_keys(book: Book) -> Iterator[str]:
    """Yield the facts of the sections that were saved after the watermark."""
    mark = nanoseconds(book.watermark.at) if book.watermark.at else -1
    for file in book.logs:
        for section in file.sections:
            is_new = nanoseconds(section.at) > mark
            if file.text is not None and section.kind is SectionKind.SAVE and is_new:
                lines = file.text.text[section.body_start : section.end].split("\n")
                yield from (fact_key(line) for line in lines if is_fact(line))


def _facts(name: str, text: str, sections: Sequence[Section], layer: Layer) -> Iterator[Fact]:
    start, upcoming = 0, list(reversed(sections))
    section: Section | None = None
    for number, line in enumerate(lines_of(text), 1):
        end = start + len(line)
        is_marker = bool(upcoming) and upcoming[-1].start == start
        if is_marker:
            section = upcoming.pop()
        if not is_marker and is_fact(line):
            bare = line.removesuffix("\r")
            yield Fact(name, number, start, start + len(bare), bare, fact_key(bare), section, layer)
        start = end + 1


def _alike(facts: Sequence[Fact]) -> Iterator[tuple[int, int]]:
    words = [content_words(fact.key) for fact in facts]
    places: dict[str, list[int]] = defaultdict(list)
    for place, each in enumerate(words):
        for word in each:
            places[word].append(place)
    telling = (found for found in places.values() if len(found) <= _COMMON)
    shared = Counter(pair for found in telling for pair in combinations(found, 2))
    for (one, other), count in sorted(shared.items()):
        if count >= _LEAST_TELLING and _say_the_same(words[one], words[other]):
            yield one, other


def _say_the_same(one: frozenset[str], other: frozenset[str]) -> bool:
    shorter, longer = sorted((one, other), key=len)
    shared = len(shorter & longer)
    if shared < _LEAST_SHARED or shared < _LEAST_SHARE * len(shorter):
        return False
    return numbers_in(shorter) <= numbers_in(longer)
