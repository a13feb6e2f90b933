"""Where else the facts of a bucket stand, worked out once for all of them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from desktop_app.core.ledger.book import MEMORY_FILE, Book
from desktop_app.core.ledger.facts import Fact, facts_of, find_duplicates
from ui.ledger.words import log_title, tr

if TYPE_CHECKING:
    from collections.abc import Iterable

    from desktop_app.core.ledger.section import Section

_MOST_TEXT = 4_000_000
_MOST_LISTED = 4
Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class SameFacts:
    """The facts of one book.

    Attributes:
        book: Which one.
        by_file: Its facts by the file that they stand in.
        same: For a fact, by file and line, the others that say the same in the same words.
        alike: Likewise for those that probably say the same.
        is_left_out: Whether the files are too long to compare.
    """

    book: Book
    by_file: dict[str, tuple[Fact, ...]] = field(default_factory=dict)
    same: dict[Place, tuple[Fact, ...]] = field(default_factory=dict)
    alike: dict[Place, tuple[Fact, ...]] = field(default_factory=dict)
    is_left_out: bool = False

    def of_section(self, name: str, section: Section | None) -> tuple[Fact, ...]:
        """Return the facts of a section of a file; of what stands before the first for ``None``."""
        return tuple(fact for fact in self.by_file.get(name, ()) if fact.section == section)

    def others(self, fact: Fact) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
        """Return where the same words stand, and where something alike does."""
        place = (fact.file, fact.line)
        return self.same.get(place, ()), self.alike.get(place, ())


def same_facts(book: Book) -> SameFacts:
    """Return where each fact of a bucket stands; takes a moment."""
    texts = [file.text.text for file in book.logs if file.text]
    if book.memory.text:
        texts.append(book.memory.text.text)
    if sum(map(len, texts)) > _MOST_TEXT:
        return SameFacts(book, is_left_out=True)
    by_file: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts_of(book):
        by_file[fact.file].append(fact)
    same: dict[Place, tuple[Fact, ...]] = {}
    alike: dict[Place, tuple[Fact, ...]] = {}
    for found in find_duplicates(book):
        into = same if found.is_exact else alike
        for fact in found.facts:
            others = tuple(other for other in found.facts if other is not fact)
            place = (fact.file, fact.line)
            into[place] = (*into.get(place, ()), *others)
    return SameFacts(book, {name: tuple(each) for name, each in by_file.items()}, same, alike)


def place_words(book: Book, fact: Fact) -> str:
    """Return where a fact stands: ``2026-06-15, line 4``."""
    log = book.log(fact.file)
    name = MEMORY_FILE if log is None else log_title(log)
    if log is not None and log.is_archived:
        name = tr("archive {0}").format(name)
    return tr("{0}, line {1}").format(name, f"{fact.line:,}")


def listed_places(book: Book, facts: Iterable[Fact]) -> str:
    """Return where facts stand, a few of them by name."""
    found = tuple(facts)
    words = "; ".join(place_words(book, fact) for fact in found[:_MOST_LISTED])
    more = len(found) - _MOST_LISTED
    return tr("{0} and {1} more").format(words, f"{more:,}") if more > 0 else words
