"""What follows from a change of a log or of the curated memory, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.files.pieces import differing_lines, has, lines_of
from desktop_app.core.files.plan import Consequence
from desktop_app.core.ledger.book import MEMORY_FILE, Layer, Reason
from desktop_app.core.ledger.context_parts import CLOSING_TAGS
from desktop_app.core.ledger.facts import fact_key, is_fact
from desktop_app.core.ledger.instants import nanoseconds
from desktop_app.core.ledger.own_files import find_file
from desktop_app.core.ledger.placeholder import without_placeholder
from desktop_app.core.ledger.sections import read_sections
from desktop_app.core.ledger.watermark import time_reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.ledger.book import Book

NEXT_CONSOLIDATION = "Next consolidation"
NEXT_TURN = "Next turn"
LAYERS = "Layers"
FILE = "File"
DAILY_LOGS = "Daily logs"
CURATED = "Curated memory"

_MOST_LISTED = 3
_TAKEN = {Reason.NEVER, Reason.WRITTEN_SINCE}


def of_log_time(book: Book, name: str, *, keep_time: bool = False) -> Consequence:
    """Say whether the next consolidation takes a log again after it is written."""
    judged = book.judged(name)
    path = book.bucket.at(name)
    was_taken = judged is not None and judged.is_taken
    if keep_time and not was_taken and find_file(book, name) is not None:
        return Consequence(
            NEXT_CONSOLIDATION,
            f"{path} keeps its time, so the next consolidation does not see this edit.",
            needs_care=True,
        )
    if was_taken:
        return Consequence(
            NEXT_CONSOLIDATION, f"It takes {path} anyway, the whole file with this edit."
        )
    return _of_new_time(book, name)


def _of_new_time(book: Book, name: str) -> Consequence:
    is_new, path = find_file(book, name) is None, book.bucket.at(name)
    reason = time_reason(nanoseconds(book.read_at), book.watermark)
    if is_new and reason in _TAKEN:
        return Consequence(NEXT_CONSOLIDATION, f"{path} is new, so it is taken.")
    if reason in _TAKEN:
        return Consequence(
            NEXT_CONSOLIDATION,
            f"The time of {path} becomes now, so the whole file is taken again, not only what "
            "you changed.",
        )
    return Consequence(
        NEXT_CONSOLIDATION,
        f"The watermark lies in the future, so {path} is not taken although it is written now.",
        needs_care=True,
    )


def of_log_edit(before: str, after: str, book: Book) -> Iterator[Consequence]:
    """Say what an edit of what is already written in a log means."""
    if before and not after.startswith(before):
        yield Consequence(
            DAILY_LOGS,
            "Logs are only ever appended to by the agent. To correct a fact, append the "
            "correction to today's log; this edit changes what was noted then.",
        )
    gone = {fact_key(line) for line in fresh_lines(after, before)}
    gone -= _keys(after) if gone else set()
    kept = [line for line in lines_of(_memory(book)) if fact_key(line) in gone] if gone else []
    if kept:
        yield Consequence(
            CURATED,
            f"{MEMORY_FILE} still says what you take out of the log: {_listed(kept)}",
            needs_care=True,
        )
    yield from of_markers(before, after)


def of_markers(before: str, after: str) -> Iterator[Consequence]:
    """Say when the number of sections changes."""
    old, new = len(read_sections(before)), len(read_sections(after))
    if before and new != old:
        yield Consequence(DAILY_LOGS, f"The file has {_sections(new)} then; it has {old} now.")


def of_sections(name: str, content: str) -> Iterator[Consequence]:
    """Say when a new entry has a line that opens another one."""
    count = len(read_sections(content))
    if count:
        yield Consequence(
            DAILY_LOGS,
            f"The text has {'a line' if count == 1 else f'{count:,} lines'} that"
            f" open{'s' * (count == 1)} a section, so that it becomes {count + 1:,} entries of "
            f"{name}. The agent's own save writes it as it is, too.",
            needs_care=True,
        )


def of_memory_edit(book: Book, after: str, before: str | None = None) -> Iterator[Consequence]:
    """Say what an edit of the curated memory means for turns, layers and consolidations.

    Args:
        book: The bucket.
        after: The new text.
        before: What the file says now, where that is not what the agent reads.
    """
    yield Consequence(
        NEXT_TURN, f"The agent gets the new {MEMORY_FILE} with its next call; nothing else waits."
    )
    yield from of_first_file(book)
    yield from of_tags(after)
    yield _of_rewriting(book, _memory(book) if before is None else before, after)


def of_first_file(book: Book) -> Iterator[Consequence]:
    """Say what a bucket's first file of its own hides."""
    memory = book.memory
    if memory.own is None and memory.layer in {Layer.PROJECT, Layer.ROOT}:
        yield Consequence(
            LAYERS,
            f"This bucket has no {MEMORY_FILE} of its own and reads that of the "
            f"{memory.layer.value}. With one of its own it no longer does, and later changes "
            "there do not reach it.",
            needs_care=True,
        )


def of_tags(text: str) -> Iterator[Consequence]:
    """Say when a text breaks out of the block that it is put into."""
    found = [tag for tag in CLOSING_TAGS if has(text, tag)]
    if found:
        yield Consequence(
            NEXT_TURN,
            f"The text contains {' and '.join(found)}. The older injection does not escape it: "
            "what stands behind it reads as instructions, not as memory.",
            needs_care=True,
        )
    if without_placeholder(text) is not None:
        yield Consequence(
            NEXT_TURN,
            "The first line is the sentence for an empty file, which an earlier save wrote into "
            "it. It is no memory and can go.",
        )


def of_fallback(book: Book) -> Iterator[Consequence]:
    """Say what the agent reads when the bucket has no curated memory of its own any more."""
    if book.memory.own is not None and not book.bucket.is_root:
        yield Consequence(
            LAYERS,
            f"Without a {MEMORY_FILE} of its own the bucket reads that of the project or of the "
            "workspace root, if there is one.",
        )


def of_other_watermark(book: Book) -> Iterator[Consequence]:
    """Say which watermark counts when the bucket has none of its own any more."""
    if not book.bucket.is_root:
        yield Consequence(
            LAYERS,
            "If the project or the workspace root has a watermark, the agent reads that one then; "
            "look at it afterwards.",
        )


def of_missing_memory(book: Book) -> Iterator[Consequence]:
    """Say what the next consolidation does when there is no curated memory."""
    yield from of_fallback(book)
    if book.watermark.at is not None:
        start = "nothing" if book.bucket.is_root else f"that {MEMORY_FILE}, or from nothing,"
        yield Consequence(
            NEXT_CONSOLIDATION,
            f"It starts from {start} and takes only logs written after the watermark; facts of "
            "older logs do not come back. Delete the watermark too, so that it takes all logs.",
            needs_care=True,
        )


def of_all_logs(book: Book, *, without: str = "") -> Consequence:
    """Say what the next consolidation takes when there is no watermark.

    Args:
        book: The bucket.
        without: The log or ``MEMORY.md`` that is gone then, too.
    """
    without_memory = without == MEMORY_FILE
    logs_then = (log for log in book.logs if log.name != without)
    sizes = [len(log.row.data) for log in logs_then if log.row is not None]
    logs = "1 log" if len(sizes) == 1 else f"{len(sizes):,} logs"
    only = (
        f"What only {MEMORY_FILE} says does not come back."
        if without_memory
        else f"What only {MEMORY_FILE} says stays only if the model keeps it."
    )
    return Consequence(
        NEXT_CONSOLIDATION,
        "It takes every log, the archive too, however long ago it was written: "
        f"{logs} of {sum(sizes):,} bytes for the model to read. {only}",
        needs_care=not without_memory,
    )


def _of_rewriting(book: Book, before: str, after: str) -> Consequence:
    fresh = fresh_lines(before, after)
    if fresh:
        known = {key for file in book.logs if file.text for key in _keys(file.text.text)}
        known |= {fact_key(line) for line in fresh_lines(after, before)}
        fresh = [line for line in fresh if fact_key(line) not in known]
    text = f"A model writes the whole {MEMORY_FILE} anew and may reword or drop this edit."
    if not fresh:
        return Consequence(NEXT_CONSOLIDATION, text)
    return Consequence(
        NEXT_CONSOLIDATION,
        f"{text} No log has {_listed(fresh)} Write it into today's log too, so that it can come "
        "back.",
        needs_care=True,
    )


def _memory(book: Book) -> str:
    text = book.memory.text
    return text.text if text else ""


def fresh_lines(before: str, after: str) -> list[str]:
    """Return the facts of a text that another one does not have in the same letters."""
    _, changed = differing_lines(before, after, "\n")
    facts = [line for line in lines_of(changed) if is_fact(line)]
    known = set(facts).intersection(lines_of(before)) if facts else set()
    return [line for line in facts if line not in known]


def _keys(text: str) -> set[str]:
    return {fact_key(line) for line in lines_of(text)} - {""}


def _listed(lines: list[str]) -> str:
    shown = ", ".join(f"“{line.strip()[:80]}”" for line in lines[:_MOST_LISTED])
    more = len(lines) - _MOST_LISTED
    return f"{shown} and {more} more." if more > 0 else f"{shown}."


def _sections(count: int) -> str:
    return "1 section" if count == 1 else f"{count} sections"
