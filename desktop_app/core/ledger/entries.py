"""New entries: what ``memory_save`` writes, and corrections that are only appended."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.changes import Change, Swap
from desktop_app.core.errors import RefusedError
from desktop_app.core.files.plan import Consequence, FilePlan
from desktop_app.core.files.writing import written_bytes
from desktop_app.core.ledger.book import MEMORY_FILE, MEMORY_FOLDER, Layer
from desktop_app.core.ledger.effects import (
    CURATED,
    FILE,
    LAYERS,
    of_first_file,
    of_log_time,
    of_sections,
    of_tags,
)
from desktop_app.core.ledger.instants import local_day, offset_text
from desktop_app.core.ledger.java_text import is_blank, strip
from desktop_app.core.ledger.own_files import editable, find_file, new_row, own_row
from desktop_app.core.ledger.repeats import of_old_fact, of_said_already
from desktop_app.core.ledger.section import SectionKind
from desktop_app.core.ledger.statement_blocks import outline

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import tzinfo

    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.files.row import FileRow
    from desktop_app.core.ledger.book import Book

_LONGEST = 60
_FENCES = ("```", "~~~")


def save_entry(book: Book, content: str, now: EngineTime, zone: tzinfo) -> FilePlan:
    """Plan what ``memory_save`` writes: to the end of MEMORY.md and of today's log, in one change.

    Where the agent would write its sentence for an empty file, or over a file that is not UTF-8,
    this does not, and says so.

    Args:
        book: The bucket.
        content: What to remember; white space at both ends goes.
        now: The time that the log's section gets.
        zone: Where the day of the log and the offset of the time come from.

    Raises:
        RefusedError: there is no content, or a file is not to be written.
    """
    text = _content(content)
    row = own_row(book, MEMORY_FILE)
    before = _text_before(row, MEMORY_FILE)
    base = before
    if row is None and book.memory.layer is Layer.PROJECT and book.memory.row is not None:
        base = _text_before(book.memory.row, MEMORY_FILE)
    memory = _swap(book, MEMORY_FILE, row, f"{base}\n{text}\n")
    log, log_effects = append_to_log(book, text, now, zone)
    change = Change(label=f"Save “{_short(text)}”{_where(book)}", files=(memory, log))
    already = of_said_already(book, text)
    effects = (*already, *_memory_effects(book, row, before, base, text), *log_effects)
    return FilePlan(change=change, consequences=effects)


def correct(book: Book, content: str, now: EngineTime, zone: tzinfo, *, old: str = "") -> FilePlan:
    """Plan to append a correction to today's log; what was noted before stays as it is.

    Args:
        book: The bucket.
        content: What is right. It becomes a bullet where the old fact is one.
        now: The time that the log's section gets.
        zone: Where the day of the log and the offset of the time come from.
        old: What it corrects, as it stands; ``""`` where nobody says.

    Raises:
        RefusedError: there is no content, or today's log is not to be written.
    """
    wrong = next(iter(outline(strip(old)).blocks), None)
    text = _content(content)
    about = [*of_old_fact(book, wrong.text)] if wrong and wrong.text.strip() else []
    about += of_said_already(book, text)
    if wrong is not None and wrong.is_bullet:
        text = _as_bullet(text)
    log, effects = append_to_log(book, text, now, zone)
    found = Consequence(
        CURATED,
        f"{MEMORY_FILE} stays as it is until the next consolidation reads the correction. Until "
        "then the agent finds it only when it searches.",
    )
    right = _said(text)
    label = f"Correct “{_said(old)}” to “{right}”" if wrong else f"Append a correction: “{right}”"
    change = Change(label=f"{label}{_where(book)}", files=(log,))
    return FilePlan(change=change, consequences=(*about, *effects, found))


def with_entry(plan: FilePlan, book: Book, content: str, now: EngineTime, zone: tzinfo) -> FilePlan:
    """Return a plan that also appends a section to today's log, so that a fact is in both layers.

    Raises:
        RefusedError: there is no content, today's log is not to be written, or the plan writes it
            already.
    """
    log, effects = append_to_log(book, _content(content), now, zone)
    written = log.after or log.before
    if written is not None and written.path in plan.change.paths:
        raise RefusedError("Today's log is changed already.", "Save that first.")
    change = replace(plan.change, files=(*plan.change.files, log))
    return FilePlan(change=change, consequences=(*plan.consequences, *effects))


def log_name(now: EngineTime, zone: tzinfo) -> str:
    """Return the name of the log of a moment."""
    return f"{MEMORY_FOLDER}/{local_day(now, zone).isoformat()}.md"


def section_text(kind: SectionKind, text: str, now: EngineTime, zone: tzinfo) -> str:
    """Return what is appended to a log: marker, text and the line breaks around them."""
    return f"\n## {kind.value} — {offset_text(now, zone)}\n{text}\n"


def append_to_log(
    book: Book,
    text: str,
    now: EngineTime,
    zone: tzinfo,
    kind: SectionKind = SectionKind.SAVE,
) -> tuple[Swap[FileRow], tuple[Consequence, ...]]:
    """Return what appends a section to today's log, and what follows from that.

    Raises:
        RefusedError: today's log is not to be written.
    """
    name = log_name(now, zone)
    row, before = _log_before(book, name)
    swap = _swap(book, name, row, before + section_text(kind, text, now, zone))
    effects = (*of_sections(name, text), *_of_blank(row, before, name))
    return swap, (of_log_time(book, name), *effects)


def _log_before(book: Book, name: str) -> tuple[FileRow | None, str]:
    file = find_file(book, name)
    if file is None or file.layer is Layer.ROOT:
        return None, ""
    if file.layer is Layer.PROJECT and file.row is not None:
        # Appending reads through the project, and writes to the bucket.
        return None, _text_before(file.row, name)
    row = own_row(book, name)
    return row, _text_before(row, name)


def _text_before(row: FileRow | None, name: str) -> str:
    if row is None:
        return ""
    text = editable(row, name).text
    return "" if is_blank(text) else text


def _swap(book: Book, name: str, row: FileRow | None, text: str) -> Swap[FileRow]:
    if row is None:
        return Swap(None, new_row(book, name, text))
    return Swap(row, msgspec.structs.replace(row, data=written_bytes(text), mtime_ns=None))


def _memory_effects(
    book: Book, row: FileRow | None, before: str, base: str, text: str
) -> Iterator[Consequence]:
    if base and base != before:
        yield Consequence(
            LAYERS,
            f"The project's {MEMORY_FILE} is copied into the bucket first, as the agent does it.",
            needs_care=True,
        )
    else:
        yield from of_first_file(book)
    yield from _of_blank(row, before, MEMORY_FILE)
    yield from of_tags(text)


def _of_blank(row: FileRow | None, before: str, name: str) -> Iterator[Consequence]:
    if row is not None and not before:
        yield Consequence(
            FILE,
            f"{name} is empty. The agent's own save would write its sentence for an empty file "
            "into it; this one does not.",
        )


def _content(content: str) -> str:
    text = strip(content)
    if not text:
        raise RefusedError("There is nothing to save.", "Say what to remember.")
    return text


def _as_bullet(text: str) -> str:
    blocks = outline(text).blocks
    if not blocks or blocks[0].start or blocks[0].is_bullet or text.startswith(_FENCES):
        return text
    return "- " + "\n  ".join(text.split("\n"))


def _said(text: str) -> str:
    """Return the first thing that a text says, without the mark of a bullet."""
    blocks = outline(strip(text)).blocks
    return _short(blocks[0].text if blocks else strip(text))


def _short(text: str) -> str:
    line, _, more = text.partition("\n")
    is_cut = len(line) > _LONGEST or bool(more)
    return f"{line[: _LONGEST - 1]}…" if is_cut else line


def _where(book: Book) -> str:
    return f" for “{book.bucket.name}”" if book.bucket.name else ""
