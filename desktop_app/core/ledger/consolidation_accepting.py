"""Accepting a proposed ``MEMORY.md``: it and the watermark are written together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.changes import Change, Swap
from desktop_app.core.errors import RefusedError
from desktop_app.core.files.plan import Consequence, FilePlan
from desktop_app.core.files.row import FileRow
from desktop_app.core.files.text import java_length
from desktop_app.core.files.writing import written_bytes
from desktop_app.core.ledger.book import MEMORY_FILE, WATERMARK_FILE
from desktop_app.core.ledger.consolidation_guards import tokens_of
from desktop_app.core.ledger.edits import shown
from desktop_app.core.ledger.instants import utc_text
from desktop_app.core.ledger.own_files import own_row
from desktop_app.core.proposals.guards import GuardKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.ledger.book import Book
    from desktop_app.core.ledger.consolidation_proposal import ConsolidationProposal

_NEW_FILE_MODE = 0o644


@dataclass(frozen=True, slots=True)
class Acceptance:
    """How a person accepts a proposal.

    Attributes:
        override: Whether it is wanted in spite of the guards.
        reason: Why, for the history.
    """

    override: bool = False
    reason: str = ""


AS_IT_IS = Acceptance()


def accept(
    book: Book, proposal: ConsolidationProposal, acceptance: Acceptance = AS_IT_IS
) -> FilePlan:
    """Return what writes the new text and the watermark, both or neither.

    Args:
        book: The bucket as it is now.
        proposal: What was proposed, edited or not.
        acceptance: How it is accepted.

    Raises:
        RefusedError: it is empty or over the limits, there are guards and no override, the agent
            could not read it as text, or what it was made from has changed since.
    """
    _refuse_guarded(proposal, override=acceptance.override)
    memory, watermark = own_row(book, MEMORY_FILE), own_row(book, WATERMARK_FILE)
    changed = _what_changed(book, proposal.book)
    if changed:
        raise RefusedError(
            f"{changed} has changed since this was proposed.",
            "Nothing was written. Consolidate once more to take the change in.",
        )
    swaps = [_rewritten(book, WATERMARK_FILE, watermark, utc_text(proposal.watermark_new))]
    if not proposal.is_unchanged:
        swaps.insert(0, _rewritten(book, MEMORY_FILE, memory, proposal.new_text))
    logs = "1 daily log" if len(proposal.files) == 1 else f"{len(proposal.files):,} daily logs"
    change = Change(
        label=f"Consolidate {logs} into {shown(book, MEMORY_FILE)}",
        reason=acceptance.reason,
        files=tuple(swaps),
    )
    return FilePlan(change=change, consequences=tuple(_consequences(proposal)))


def is_outdated(book: Book, proposal: ConsolidationProposal) -> bool:
    """Return whether what a proposal was made from is different now."""
    return bool(_what_changed(book, proposal.book))


def watermark_text(at: EngineTime | None) -> str:
    """Return a watermark for people."""
    return "never" if at is None else utc_text(at)


def _refuse_guarded(proposal: ConsolidationProposal, *, override: bool) -> None:
    for guard in proposal.guards:
        if guard.kind is GuardKind.EMPTY:
            advice = f"Nothing was written. To have no memory, delete {MEMORY_FILE}."
            raise RefusedError(guard.sentence, advice)
        if guard.kind is GuardKind.OVER_BUDGET:
            raise RefusedError(
                guard.sentence, "Nothing was written. Edit the text, or raise the limit."
            )
        if guard.is_grave and not override:
            raise RefusedError(guard.sentence, "Nothing was written. Accept it in spite of that?")


def _rewritten(book: Book, name: str, before: FileRow | None, text: str) -> Swap[FileRow]:
    mode = _NEW_FILE_MODE if before is None else before.mode
    return Swap(before, FileRow(book.bucket.at(name), written_bytes(text), mode))


def _data(row: FileRow | None) -> bytes | None:
    return None if row is None else row.data


def _text_of(book: Book) -> str:
    return book.memory.text.text if book.memory.text is not None else ""


def _what_changed(book: Book, seen: Book) -> str:
    own, theirs = own_row(book, MEMORY_FILE), own_row(seen, MEMORY_FILE)
    if _data(own) != _data(theirs) or _text_of(book) != _text_of(seen):
        return MEMORY_FILE
    own, theirs = own_row(book, WATERMARK_FILE), own_row(seen, WATERMARK_FILE)
    return "" if _data(own) == _data(theirs) else WATERMARK_FILE


def _consequences(proposal: ConsolidationProposal) -> Iterator[Consequence]:
    old, new = proposal.old_text, proposal.new_text
    yield Consequence(
        MEMORY_FILE,
        f"{java_length(old):,} → {java_length(new):,} characters,"
        f" {tokens_of(old):,} → {tokens_of(new):,} tokens of {proposal.limits.tokens:,}.",
    )
    for facts, what in (
        (proposal.disappeared, "no longer in it as a whole"),
        (
            proposal.passed_over,
            "in the logs and not taken in as a whole; no later run sees it again",
        ),
        (proposal.invented, "not as a whole in the old text and the logs"),
    ):
        if facts:
            count = "1 fact is" if len(facts) == 1 else f"{len(facts):,} facts are"
            yield Consequence(MEMORY_FILE, f"{count} {what}.", needs_care=True)
    yield Consequence(
        "Watermark",
        f"{watermark_text(proposal.watermark_old)} → {watermark_text(proposal.watermark_new)}."
        " Logs written after that are taken next time.",
    )
    yield Consequence(
        "The agent", "A run of its own that is going on now replaces the file once more at its end."
    )
