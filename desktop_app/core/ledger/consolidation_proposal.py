"""What a consolidation would write, accepted by nobody yet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import valid_unicode
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.ledger.book import MEMORY_FILE, WATERMARK_FILE, Book
from desktop_app.core.ledger.builtin_consolidator import BuiltIn, Duplicate
from desktop_app.core.ledger.consolidation import (
    left_out,
    log_entries,
    memory_text,
)
from desktop_app.core.ledger.consolidation_facts import (
    compared,
    missing_from,
    not_all_kept,
    not_word_for_word,
)
from desktop_app.core.ledger.consolidation_guards import NEVER_ACCEPTED, check_answer
from desktop_app.core.ledger.consolidation_prompt import Limits
from desktop_app.core.ledger.effects import of_first_file
from desktop_app.core.ledger.instants import utc_text
from desktop_app.core.ledger.java_text import is_blank, strip
from desktop_app.core.ledger.own_files import own_row, own_text
from desktop_app.core.ledger.probably_alike import Alike
from desktop_app.core.ledger.statement_blocks import statements_in
from desktop_app.core.observational.pairs import never
from desktop_app.core.proposals.guards import Guard, Origin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.observational.pairs import Cancelled


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsolidationProposal:
    """A new ``MEMORY.md`` and a new watermark.

    Attributes:
        book: What it was made from.
        origin: Who made it, and when.
        limits: How long ``MEMORY.md`` may be.
        files: The logs that went into it, by their paths below the bucket.
        old_text: ``MEMORY.md`` as the agent reads it.
        new_text: As it would be, without white space at its ends.
        disappeared: Statements of the old text that the new one does not say any more, or not all.
        added: Statements of the new text that the old one does not have in these words.
        passed_over: Statements of the logs that are in neither, or not all of it: no later
            consolidation sees them again.
        invented: Statements of the new text that stand neither in the old one nor in a log, or
            not all of it.
        dropped_duplicates: What the built-in rules left out because something else says it.
        corrections: An earlier statement and a later one that may replace it; both stay.
        alike: Statements that say the same only probably; both stay.
        guards: What is wrong with it.
        warnings: What a person should know besides, in sentences.
        watermark_new: When the run began.
    """

    book: Book
    origin: Origin
    limits: Limits
    files: tuple[str, ...]
    old_text: str
    new_text: str
    disappeared: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()
    invented: tuple[str, ...] = ()
    dropped_duplicates: tuple[Duplicate, ...] = ()
    corrections: tuple[tuple[str, str], ...] = ()
    alike: tuple[Alike, ...] = ()
    guards: tuple[Guard, ...] = ()
    warnings: tuple[str, ...] = ()
    watermark_new: EngineTime

    @property
    def watermark_old(self) -> EngineTime | None:
        """When the last run began; ``None`` for never."""
        return self.book.watermark.at

    @property
    def is_refused(self) -> bool:
        """Whether it can't be accepted at all as it is."""
        return any(guard.kind in NEVER_ACCEPTED for guard in self.guards)

    @property
    def needs_override(self) -> bool:
        """Whether it is accepted only if the person says so in as many words."""
        return any(guard.is_grave for guard in self.guards)

    @property
    def is_unchanged(self) -> bool:
        """Whether ``MEMORY.md`` would say the same as before."""
        return self.new_text == strip(self.old_text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run of a consolidation.

    Attributes:
        book: The bucket, read after the run began.
        files: The logs that it takes.
        limits: How long ``MEMORY.md`` may become.
        started: When it began; becomes the watermark.
        all_logs: Whether it takes every log, as if there were no watermark.
    """

    book: Book
    files: tuple[str, ...]
    limits: Limits
    started: EngineTime
    all_logs: bool = False


def propose(
    run: Run,
    answer: str,
    origin: Origin,
    *,
    by_rules: BuiltIn | None = None,
    cancelled: Cancelled = never,
) -> ConsolidationProposal:
    """Return what an answer would make of ``MEMORY.md``.

    Args:
        run: What it answers.
        answer: The whole new text.
        origin: Who wrote it.
        by_rules: What the built-in rules say of it, where they wrote it.
        cancelled: Asked now and then; true ends the work with a result that says nothing.

    Raises:
        RefusedError: ``MEMORY.md`` is not UTF-8.
    """
    made_of = ConsolidationProposal(
        book=run.book,
        origin=origin,
        limits=run.limits,
        files=run.files,
        old_text=memory_text(run.book),
        new_text="",
        dropped_duplicates=by_rules.dropped if by_rules else (),
        corrections=by_rules.corrections if by_rules else (),
        alike=by_rules.alike if by_rules else (),
        warnings=tuple(_warnings(run)),
        watermark_new=run.started,
    )
    return with_text(made_of, answer, cancelled)


def with_text(
    proposal: ConsolidationProposal, text: str, cancelled: Cancelled = never
) -> ConsolidationProposal:
    """Return a proposal with another text, checked anew: one that a person has edited."""
    old, new = proposal.old_text, strip(valid_unicode(text))
    before, after = statements_in(old), statements_in(new)
    logged = tuple(
        said
        for name in proposal.files
        if (log := proposal.book.log(name)) is not None
        for entry in log_entries(log)
        for said in statements_in(entry)
    )
    facts = compared(before, after, cancelled)
    return replace(
        proposal,
        new_text=new,
        disappeared=not_all_kept(before, facts),
        added=not_word_for_word(after, before),
        passed_over=missing_from(logged, (*after, *before), cancelled),
        invented=missing_from(after, (*before, *logged), cancelled),
        guards=check_answer(old, new, proposal.limits, proposal.origin, facts),
    )


def offers_rebuild(book: Book) -> bool:
    """Return whether facts of older logs are lost unless every log is taken again."""
    if book.watermark.at is None or own_row(book, WATERMARK_FILE) is None:
        return False
    if own_row(book, MEMORY_FILE) is None:
        return True
    text = own_text(book.memory)
    return text is not None and is_blank(text.text)


def _warnings(run: Run) -> Iterator[str]:
    book = run.book
    if book.watermark.at is not None and not run.all_logs and offers_rebuild(book):
        state = "missing" if own_row(book, MEMORY_FILE) is None else "empty"
        yield (
            f"{MEMORY_FILE} is {state}, and what was logged before"
            f" {utc_text(book.watermark.at)} is not in this consolidation."
            " Rebuild from all logs to take it in."
        )
    yield from (following.text for following in of_first_file(book))
    if book.watermark.at is not None and run.started.sort_key < book.watermark.at.sort_key:
        yield (
            f"The watermark, {utc_text(book.watermark.at)}, lies in the future; accepting sets it"
            f" back to {utc_text(run.started)}."
        )
    if book.watermark.problem:
        yield book.watermark.problem
    yield from left_out(book, all_logs=run.all_logs)
