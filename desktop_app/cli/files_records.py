"""A bucket of daily logs as JSON records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop_app.core.engine_time import format_column
from desktop_app.core.files.facts import FileKind
from desktop_app.core.files.link_end import link_end
from desktop_app.core.ledger.book import MEMORY_FILE
from desktop_app.core.ledger.consolidation import due_logs
from desktop_app.core.ledger.facts import find_duplicates, saved_since
from desktop_app.core.ledger.instants import local_day, time_of_file
from desktop_app.core.ledger.layers import joined
from desktop_app.core.ledger.oddities import find_oddities

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date, tzinfo

    from desktop_app.core.files.facts import FileFacts
    from desktop_app.core.ledger.book import Book, LedgerFile
    from desktop_app.core.ledger.facts import Duplicate
    from desktop_app.core.ledger.oddities import Oddity
    from desktop_app.core.ledger.section import Section


def records_of(book: Book, today: date, zone: tzinfo) -> Iterator[dict[str, Any]]:
    """Yield everything that is said of a bucket: memory, watermark, logs, links, what is odd."""
    yield _memory(book)
    yield _watermark(book)
    ours = {file.name for file in due_logs(book)}
    yield from (_log(book, file, zone, is_ours=file.name in ours) for file in book.logs)
    yield from (_link(book, link) for link in book.links)
    yield from (_duplicate(book, one) for one in find_duplicates(book))
    yield from (_oddity(book, one) for one in find_oddities(book, today))


def path_of(book: Book, name: str) -> str:
    """Return the path of a file of a bucket, also where another folder supplies it."""
    if name == MEMORY_FILE:
        row = book.memory.row
        return row.path if row else joined(book.bucket.path, name)
    file = book.log(name)
    return file.facts.path if file else book.bucket.at(name)


def _memory(book: Book) -> dict[str, Any]:
    memory = book.memory
    return {
        "kind": "curated memory",
        "bucket": book.bucket.name,
        "path": joined(book.bucket.path, MEMORY_FILE),
        "layer": memory.layer.value if memory.layer else None,
        "supplied": memory.row.path if memory.row else None,
        "characters": len(memory.text.text) if memory.text else None,
        "problem": memory.problem,
        "saved_not_consolidated": [fact.text for fact in saved_since(book)],
    }


def _watermark(book: Book) -> dict[str, Any]:
    mark = book.watermark
    return {
        "kind": "watermark",
        "bucket": book.bucket.name,
        "at": format_column(mark.at) if mark.at else None,
        "problem": mark.problem,
    }


def _log(book: Book, file: LedgerFile, zone: tzinfo, *, is_ours: bool) -> dict[str, Any]:
    judged = book.judged(file.name)
    assert judged is not None  # every log is
    is_link = file.facts.kind is FileKind.LINK
    return {
        "kind": "archived log" if file.is_archived else "log",
        "bucket": book.bucket.name,
        "path": file.facts.path,
        "name": file.name,
        "day": file.day.isoformat() if file.day else None,
        "size": file.facts.size,
        "modified": format_column(time_of_file(file.facts.mtime_ns)),
        "layer": file.layer.value,
        # The time of what a link leads to decides, and nobody looked.
        "taken": None if is_link else judged.is_taken,
        "taken_here": is_ours,
        "reason": judged.reason.value,
        "problem": file.problem,
        "target": file.facts.target if is_link else None,
        "sections": [_section(section, zone) for section in file.sections],
    }


def _section(section: Section, zone: tzinfo) -> dict[str, Any]:
    return {
        "kind": section.kind.value,
        "written": section.written,
        "utc": format_column(section.at),
        "day_here": local_day(section.at, zone).isoformat(),
        "ambiguous": section.is_ambiguous,
    }


def _link(book: Book, link: FileFacts) -> dict[str, Any]:
    return {
        "kind": "link",
        "bucket": book.bucket.name,
        "path": link.path,
        "target": link.target,
        "leads": link_end(link, book.bucket.path).value,
    }


def _duplicate(book: Book, duplicate: Duplicate) -> dict[str, Any]:
    return {
        "kind": "duplicate",
        "bucket": book.bucket.name,
        "exact": duplicate.is_exact,
        "facts": [
            {"path": path_of(book, fact.file), "line": fact.line, "text": fact.text}
            for fact in duplicate.facts
        ],
    }


def _oddity(book: Book, oddity: Oddity) -> dict[str, Any]:
    return {
        "kind": "oddity",
        "bucket": book.bucket.name,
        "rule": oddity.rule,
        "path": book.bucket.at(oddity.file),
        "line": oddity.line,
        "text": oddity.text,
        "advice": oddity.advice,
        "harmful": oddity.is_harmful,
    }
