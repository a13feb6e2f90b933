"""The curated memory: what is cut, said twice, not consolidated yet, or read from elsewhere."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from typing import TYPE_CHECKING

from desktop_app.core.counting import counted
from desktop_app.core.doctor.file_repair import plan_repair
from desktop_app.core.doctor.finding import Finding, Severity
from desktop_app.core.doctor.words import named
from desktop_app.core.files.pieces import let_go, lines_of
from desktop_app.core.files.text import java_length
from desktop_app.core.ledger.book import MEMORY_FILE, Layer
from desktop_app.core.ledger.edits import edit_memory, shown
from desktop_app.core.ledger.facts import duplicates_among, facts_by_file, saved_since
from desktop_app.core.ledger.injection import Fate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from desktop_app.core.doctor.file_cases import BookCase, FileBench
    from desktop_app.core.files.plan import FilePlan
    from desktop_app.core.ledger.book import Book
    from desktop_app.core.ledger.facts import Duplicate

_LONGEST_LINE = 4_000


def check_budget(case: BookCase, bench: FileBench) -> Iterator[Finding]:
    """Find a curated memory of which the end never reaches the model."""
    del bench
    injection, memory = case.injection, case.book.memory
    is_lost = injection.fate in {Fate.CUT, Fate.DROPPED}
    if not is_lost or memory.layer is not Layer.BUCKET or memory.text is None:
        return
    line = memory.text.text.count("\n", 0, injection.cut.offset) + 1
    yield Finding(
        rule="memory-over-budget",
        severity=Severity.CHANGES_TURN,
        title=f"{MEMORY_FILE} is longer than its room",
        detail=f"{injection.lost:,} of {injection.length:,} characters do not reach the model",
        place=case.at(MEMORY_FILE, line),
        why="A turn gets the start of the file and loses its end, and the agent saves new facts "
        "at the end: the newest are the first that are lost, and the notice calls them older.",
        by_hand="Move what matters above the line, or consolidate.",
    )


def check_repeats(case: BookCase, bench: FileBench) -> Iterator[Finding]:
    """Find facts that stand twice in one file, in the same words or nearly so."""
    for name, lines in facts_by_file(case.book):
        bench.check()
        facts = [fact for fact in lines if fact.layer is Layer.BUCKET]
        found = list(duplicates_among(facts))
        let_go(facts)
        if found:
            yield _twice(case, bench, name, found)
        held = [fact for one in found for fact in one.facts]  # a single one may hold a million
        let_go(found)
        let_go(held)


def check_long_lines(case: BookCase, bench: FileBench) -> Iterator[Finding]:
    """Find lines that fill an answer of the agent's tools by themselves."""
    book = case.book
    texts = [(log.name, log.text) for log in book.logs if log.layer is Layer.BUCKET]
    if book.memory.layer is Layer.BUCKET:
        texts.insert(0, (MEMORY_FILE, book.memory.text))
    for name, text in texts:
        bench.check()
        lengths = enumerate(map(java_length, lines_of(text.text if text else "")), 1)
        long = [(length, line) for line, length in lengths if length > _LONGEST_LINE]
        if long:
            yield _long_lines(case, name, long)


def check_saved_since(case: BookCase, bench: FileBench) -> Iterator[Finding]:
    """Find facts that were saved after the last consolidation."""
    del bench
    saved = saved_since(case.book)
    if not saved or case.book.watermark.at is None:
        return
    yield Finding(
        rule="memory-saved-since",
        severity=Severity.WORTH_KNOWING,
        title="Saved, not yet consolidated",
        detail=f"{counted(len(saved), 'fact')} of {MEMORY_FILE}",
        place=case.at(MEMORY_FILE, saved[0].line),
        why="The agent appended them after the last consolidation. They stand in a log, too, so "
        "that the next one does not lose them.",
        by_hand="Nothing has to be done.",
    )


def check_layer(case: BookCase, bench: FileBench) -> Iterator[Finding]:
    """Find a bucket that reads the curated memory of another folder."""
    del bench
    memory = case.book.memory
    if memory.layer in {None, Layer.BUCKET} or memory.own is not None or memory.problem:
        return
    assert memory.layer is not None
    yield Finding(
        rule="memory-from-elsewhere",
        severity=Severity.WORTH_KNOWING,
        title=f"Bucket without a {MEMORY_FILE} of its own",
        detail=f"reads that of the {memory.layer.value}",
        place=case.at(MEMORY_FILE),
        why="The agent reads the next folder's file in its place. As soon as it saves something "
        "here, the bucket has a file of its own, and the shared facts are no longer read.",
        by_hand="Nothing has to be done if the bucket is meant to share it.",
    )


def _long_lines(case: BookCase, name: str, long: Sequence[tuple[int, int]]) -> Finding:
    length, line = max(long)
    more = f", and {counted(len(long) - 1, 'more line')} like it" if len(long) > 1 else ""
    return Finding(
        rule="line-very-long",
        severity=Severity.WORTH_KNOWING,
        title="Line is very long",
        detail=f"line {line:,} has {length:,} characters{more}",
        place=case.at(name, line),
        why="memory_search and memory_get give the agent whole lines: a single word of it found "
        f"brings all of it into the turn. {_LONGEST_LINE:,} characters are a quarter of what "
        f"{MEMORY_FILE} may have.",
        by_hand="Break it up into facts of a line each.",
    )


def _twice(case: BookCase, bench: FileBench, name: str, found: Sequence[Duplicate]) -> Finding:
    pairs = [f"lines {' and '.join(f'{fact.line:,}' for fact in one.facts)}" for one in found]
    is_curated = name == MEMORY_FILE
    repair = None
    if is_curated:
        again = partial(bench.book, case.book.bucket)
        label = f"Drop repeated lines of {shown(case.book, name)}"
        repair = plan_repair(_without_repeats, case.book, again, label=label)
    why = (
        "Both are sent in every turn and take room."
        if is_curated
        else "Logs are only ever appended to, and nothing is dropped from them. The next "
        "consolidation is to make one of both."
    )
    return Finding(
        rule="memory-repeats-itself" if is_curated else "log-repeats-itself",
        severity=Severity.WORTH_KNOWING,
        title="Facts stand twice",
        detail=f"{named(pairs)} of {name}",
        place=case.at(name, found[0].facts[1].line),
        why=why,
        by_hand="Keep one of them." if is_curated else "Nothing has to be done.",
        repair=repair,
    )


def _without_repeats(book: Book) -> FilePlan | None:
    """Plan to drop lines that stand before, character for character, below the same heading."""
    text = book.memory.text
    if text is None or book.memory.layer is not Layer.BUCKET or not text.is_editable:
        return None
    lines, kept = list(lines_of(text.text)), list[str]()
    seen: dict[str, set[str]] = defaultdict(set)
    heading, is_fenced = "", False
    for number, line in enumerate(lines):
        is_fenced ^= line.lstrip().startswith(("```", "~~~"))
        heading = line if line.startswith("#") and not is_fenced else heading
        below = lines[number + 1] if number + 1 < len(lines) else ""
        goes_on = bool(below.strip()) and below[:1].isspace()
        is_alone = line.startswith(("- ", "* ")) and not goes_on and not is_fenced
        if is_alone and line in seen[heading]:
            continue
        if is_alone:
            seen[heading].add(line)
        kept.append(line)
    after = "\n".join(kept) if len(kept) < len(lines) else None
    let_go(lines)
    let_go(kept)
    return None if after is None else edit_memory(book, after)
