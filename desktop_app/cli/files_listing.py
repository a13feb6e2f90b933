"""A bucket of daily logs as lines for people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, tzinfo
from typing import TYPE_CHECKING

from desktop_app.cli.columns import padded, widest
from desktop_app.cli.text import shortened, visible
from desktop_app.core.counting import counted
from desktop_app.core.engine_time import format_column
from desktop_app.core.files.facts import FileKind
from desktop_app.core.files.link_end import LinkEnd, link_end
from desktop_app.core.ledger.book import Layer, Reason
from desktop_app.core.ledger.consolidation import due_logs
from desktop_app.core.ledger.facts import find_duplicates, saved_since
from desktop_app.core.ledger.instants import local_day
from desktop_app.core.ledger.oddities import find_oddities
from desktop_app.core.ledger.section import Section, SectionKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.files.facts import FileFacts
    from desktop_app.core.ledger.book import Book, LedgerFile
    from desktop_app.core.ledger.facts import Duplicate, Fact

_MOST_DUPLICATES, _MOST_PLACES = 5, 3
_LONGEST_FACT = 80
_WIDEST_KIND = widest(kind.value for kind in SectionKind)


@dataclass(frozen=True, slots=True)
class Listing:
    """How buckets are listed.

    Attributes:
        today: The local day.
        zone: Where that day is.
        has_roots: Whether there are several AgentScope workspaces, so that each is named.
        has_sections: Whether the sections of each log are listed.
    """

    today: date
    zone: tzinfo
    has_roots: bool = False
    has_sections: bool = False


def print_bucket(book: Book, manner: Listing, terminal: Terminal) -> None:
    """Print where the memory is from, what is consolidated next, each log, and what is odd."""
    terminal.line(visible(_title(book, has_roots=manner.has_roots)))
    terminal.line(f"  {visible(_memory_line(book))}")
    mark = book.watermark
    when = format_column(mark.at) if mark.at else "never"
    terminal.line(f"  watermark: {visible(when)}")
    ours = {file.name for file in due_logs(book)}
    if book.logs:
        terminal.line(f"  next consolidation: {counted(len(ours), 'log')}")
    rows = [_log_cells(book, file, is_ours=file.name in ours) for file in book.logs]
    widths = [widest(column) for column in zip(*rows, strict=True)]
    for file, row in zip(book.logs, rows, strict=True):
        cells = (padded(cell, width) for cell, width in zip(row, widths, strict=True))
        terminal.line(f"  {'  '.join(cells)}".rstrip())
        for section in file.sections if manner.has_sections else ():
            terminal.line(f"    {visible(_section_line(section, manner.zone))}")
    for sentence in _remarks(book, manner.today):
        terminal.line(f"  note: {visible(sentence)}")


def _title(book: Book, *, has_roots: bool) -> str:
    bucket = book.bucket
    name = "shared" if bucket.is_root else bucket.name
    return f"{name}, root {bucket.root or '.'}" if has_roots else name


def _memory_line(book: Book) -> str:
    memory = book.memory
    if memory.layer is None or memory.text is None:
        return f"MEMORY.md: {memory.problem or 'none'}"
    if memory.layer is Layer.BUCKET and memory.problem:
        return "MEMORY.md: empty"
    length = counted(len(memory.text.text), "character")
    return f"MEMORY.md: {length}, from the {memory.layer.value}"


def _log_cells(book: Book, file: LedgerFile, *, is_ours: bool) -> tuple[str, ...]:
    judged = book.judged(file.name)
    reason = judged.reason if judged else None
    if file.facts.kind is FileKind.LINK:
        return visible(file.name), "a link", "", *_link_cells(book, file.facts)
    by_agent = "agent" if reason is Reason.BLANK else "-"
    return (
        visible(file.name),
        counted(len(file.sections), "section"),
        f"{file.facts.size:,} B",
        "next" if is_ours else by_agent,
        visible(file.problem or (reason.value if reason else "")),
    )


def _link_cells(book: Book, link: FileFacts) -> tuple[str, str]:
    end = link_end(link, book.bucket.path)
    leads = f"-> {visible(link.target)}: it {end.value}"
    if end in {LinkEnd.NOWHERE, LinkEnd.LOOP}:
        return "-", leads
    since = " if that was written after the watermark" if book.watermark.at else ""
    return "agent", f"{leads}; the agent reads what it leads to{since}, Memloupe does not"


def _section_line(section: Section, zone: tzinfo) -> str:
    day = local_day(section.at, zone).isoformat()
    quoted = ", perhaps quoted: it stands in a code fence" * section.is_ambiguous
    kind, utc = padded(section.kind.value, _WIDEST_KIND), format_column(section.at)
    return f"{kind}  {section.written}  = {utc}, {day} here{quoted}"


def _remarks(book: Book, today: date) -> Iterator[str]:
    # The line of a log that is a link says so already, and where it leads.
    linked = {file.name for file in book.logs if file.facts.kind is FileKind.LINK}
    for one in find_oddities(book, today):
        if one.file not in linked:
            yield f"{one.text} {one.advice}".rstrip()
    yield from _duplicate_lines(find_duplicates(book))
    yield from (f"saved, not yet consolidated: {fact.text}" for fact in saved_since(book))
    if book.opaque:
        yield f"{counted(len(book.opaque), 'file')} of the native session log: never read."


def _duplicate_lines(found: tuple[Duplicate, ...]) -> Iterator[str]:
    if not found:
        return
    exact = sum(one.is_exact for one in found)
    yield (
        f"{counted(exact, 'fact')} more than once in the same words, "
        f"{counted(len(found) - exact, 'pair')} of facts that are probably the same."
    )
    yield from map(_duplicate_line, found[:_MOST_DUPLICATES])
    more = len(found) - _MOST_DUPLICATES
    if more > 0:
        yield f"{more:,} more of them; --json names all."


def _duplicate_line(duplicate: Duplicate) -> str:
    facts = duplicate.facts
    if not duplicate.is_exact:
        said = (f"{_quoted(fact)} {fact.file}:{fact.line}" for fact in facts)
        return f"probably the same: {' and '.join(said)}"
    places = ", ".join(f"{fact.file}:{fact.line}" for fact in facts[:_MOST_PLACES])
    more = len(facts) - _MOST_PLACES
    others = f" and {more:,} more" if more > 0 else ""
    return f"in the same words: {_quoted(facts[0])} {places}{others}"


def _quoted(fact: Fact) -> str:
    return f"“{shortened(fact.text, _LONGEST_FACT)}”"
