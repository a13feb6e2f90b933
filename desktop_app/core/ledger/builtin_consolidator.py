"""A consolidation without any model: fixed rules, the same result every time, nothing invented."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.ledger.book import MEMORY_FILE
from desktop_app.core.ledger.consolidation import log_entries, memory_text, taken_logs
from desktop_app.core.ledger.java_text import strip
from desktop_app.core.ledger.kernel import Statement, kept_and_dropped
from desktop_app.core.ledger.merged_text import Places, merged_text
from desktop_app.core.ledger.near_duplicates import wording
from desktop_app.core.ledger.probably_alike import Alike, probably_alike
from desktop_app.core.ledger.section import SectionKind
from desktop_app.core.ledger.statement_blocks import outline
from desktop_app.core.observational.pairs import Cancelled, never
from desktop_app.core.proposals.same_subject import same_subject

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from desktop_app.core.ledger.book import Book
    from desktop_app.core.ledger.statement_blocks import Outline

_MARKERS = tuple(f"## {kind.value}" for kind in SectionKind)
"""How the marker of a section begins, also of one without a time that can be read."""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A statement that another one made needless.

    Attributes:
        text: What it says.
        file: Where it stands.
        kept: The statement that stays.
    """

    text: str
    file: str
    kept: str


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """What the built-in rules make of the logs.

    Attributes:
        text: The whole new ``MEMORY.md``.
        dropped: Statements that are said by others.
        corrections: An earlier statement and a later one that may replace it; both stay.
        alike: Statements that say the same only probably; both stay.
    """

    text: str
    dropped: tuple[Duplicate, ...] = ()
    corrections: tuple[tuple[str, str], ...] = ()
    alike: tuple[Alike, ...] = ()


def consolidate_builtin(
    book: Book, *, all_logs: bool = False, cancelled: Cancelled = never
) -> BuiltIn:
    """Merge the logs that are due into ``MEMORY.md``.

    Every statement stays as it is written: those of ``MEMORY.md`` in their places, those of the
    logs below the heading that they have in the log, else below that of the statement most like
    them, else below one of our own. A statement is left out only if another one says the same,
    with the same numbers and denials; it is in ``dropped`` then. Nothing is shortened to fit a
    limit.

    Args:
        book: The bucket.
        all_logs: Take every log, as if there were no watermark.
        cancelled: Asked now and then; true ends the work with what was found.

    Raises:
        RefusedError: there is nothing to consolidate, or ``MEMORY.md`` is not UTF-8.
    """
    memory = outline(strip(memory_text(book)))
    statements = list(_statements(memory, MEMORY_FILE))
    for log in taken_logs(book, all_logs=all_logs):
        for part in log_entries(log):
            statements += _statements(outline(part), log.name)
    kept, dropped = kept_and_dropped(statements, cancelled)
    corrections = tuple(_corrections(kept, cancelled))
    return BuiltIn(
        strip(merged_text(memory, Places(memory, kept, dropped))),
        tuple(Duplicate(gone.block.text, gone.file, by.block.text) for gone, by in dropped),
        corrections,
        tuple(one for one in probably_alike(kept) if (one.earlier, one.later) not in corrections),
    )


def _statements(found: Outline, file: str) -> Iterator[Statement]:
    for block in found.blocks:
        heading = None if block.heading is None else found.lines[block.heading]
        if heading is not None and heading.startswith(_MARKERS) and file != MEMORY_FILE:
            heading = None
        yield Statement(block, file, wording(block.text), heading)


def _corrections(kept: Sequence[Statement], cancelled: Cancelled) -> Iterator[tuple[str, str]]:
    texts = [statement.block.text for statement in kept]
    for earlier, later in same_subject(texts, cancelled):
        if kept[later].file != MEMORY_FILE:
            yield texts[earlier], texts[later]
