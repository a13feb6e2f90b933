"""Shows daily logs and curated memory."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from desktop_app.cli.columns import padded, widest
from desktop_app.cli.files_opening import Ledgers, naming_others
from desktop_app.cli.reading import Reader, engine_argument
from desktop_app.cli.snippet import print_exactly
from desktop_app.cli.text import visible
from desktop_app.core.counting import counted
from desktop_app.core.engine_time import format_column
from desktop_app.core.errors import NotFoundError, StoreError
from desktop_app.core.ledger.book import MEMORY_FILE, Layer
from desktop_app.core.ledger.facts import find_duplicates, saved_since
from desktop_app.core.ledger.instants import local_day, time_of_file
from desktop_app.core.ledger.layers import joined
from desktop_app.core.ledger.oddities import find_oddities
from desktop_app.core.ledger.own_files import find_file

if TYPE_CHECKING:
    from argparse import Namespace
    from datetime import date

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.files.row import FileRow
    from desktop_app.core.ledger.book import Book, LedgerFile, Supplied
    from desktop_app.core.ledger.oddities import Oddity

DONE = 0


def run(options: Namespace, terminal: Terminal) -> int:
    """Show what was asked for."""
    reader = Reader(options, terminal)
    ledgers = Ledgers(options, reader)
    if options.action == "show":
        with naming_others(ledgers):
            return _show(options, terminal, reader, ledgers)
    today = local_day(ledgers.files.now(), ledgers.files.zone)
    for book in ledgers.books():
        if options.json:
            for fields in _rows(book, today):
                terminal.record(fields)
        else:
            _print(book, today, terminal, has_roots=len(ledgers.roots) > 1)
    return DONE


def _show(options: Namespace, terminal: Terminal, reader: Reader, ledgers: Ledgers) -> int:
    book = ledgers.book()
    name = engine_argument(options.name)
    remark = _remark(book, name)
    row = _row(book, name) or reader.read(partial(ledgers.files.folder.read, book.bucket.at(name)))
    if row is None:
        raise NotFoundError(f"There is no {name} here.", "memloupe files list shows what there is.")
    if options.json:
        text = row.data.decode("utf-8", "surrogateescape")
        fields = {"file": row.path, "text": text, "mtime_ns": row.mtime_ns, "remark": remark}
        terminal.record(fields)
    else:
        if remark:
            terminal.say(remark)
        print_exactly(row.data, terminal)
    return DONE


def _row(book: Book, name: str) -> FileRow | None:
    if name == MEMORY_FILE:
        return book.memory.own or book.memory.row
    file = find_file(book, name)
    if file is not None and file.row is None:
        raise StoreError(f"{name} can't be read. {file.problem}")
    return file.row if file else None


def _remark(book: Book, name: str) -> str:
    """Say where the agent reads something else than what is printed, or gets it elsewhere."""
    memory = book.memory
    if name != MEMORY_FILE:
        return ""
    if memory.problem or memory.layer is None or memory.layer is Layer.BUCKET:
        return memory.problem
    return f"The bucket has no {name} of its own; this is that of the {memory.layer.value}."


def _print(book: Book, today: date, terminal: Terminal, *, has_roots: bool) -> None:
    terminal.line(visible(_title(book, has_roots=has_roots)))
    terminal.line(f"  {visible(_memory_line(book))}")
    mark = book.watermark
    when = format_column(mark.at) if mark.at else "never"
    terminal.line(f"  watermark: {visible(when)}")
    rows = [_log_cells(book, file) for file in book.logs]
    widths = [widest(column) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (padded(cell, width) for cell, width in zip(row, widths, strict=True))
        terminal.line(f"  {'  '.join(cells)}".rstrip())
    for sentence in _remarks(book, today):
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


def _log_cells(book: Book, file: LedgerFile) -> tuple[str, ...]:
    judged = next((one for one in book.eligible if one.name == file.name), None)
    taken = "next" if judged and judged.is_taken else "-"
    reason = judged.reason.value if judged else ""
    return (
        visible(file.name),
        counted(len(file.sections), "section"),
        f"{file.facts.size:,} B",
        taken,
        file.problem or reason,
    )


def _remarks(book: Book, today: date) -> list[str]:
    said = [f"{one.text} {one.advice}".rstrip() for one in find_oddities(book, today)]
    found = find_duplicates(book)
    exact = sum(one.is_exact for one in found)
    if found:
        said.append(
            f"{counted(exact, 'fact')} more than once in the same words, "
            f"{counted(len(found) - exact, 'pair')} of facts that are probably the same."
        )
    said += [f"saved, not yet consolidated: {fact.text}" for fact in saved_since(book)]
    if book.opaque:
        said.append(f"{counted(len(book.opaque), 'file')} of the native session log: never read.")
    return said


def _rows(book: Book, today: date) -> list[dict[str, Any]]:
    rows = [_memory_fields(book, book.memory), _watermark_fields(book)]
    rows += [_log_fields(book, file) for file in book.logs]
    return rows + [_oddity_fields(book, one) for one in find_oddities(book, today)]


def _oddity_fields(book: Book, oddity: Oddity) -> dict[str, Any]:
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


def _memory_fields(book: Book, memory: Supplied) -> dict[str, Any]:
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


def _watermark_fields(book: Book) -> dict[str, Any]:
    mark = book.watermark
    return {
        "kind": "watermark",
        "bucket": book.bucket.name,
        "at": format_column(mark.at) if mark.at else None,
        "problem": mark.problem,
    }


def _log_fields(book: Book, file: LedgerFile) -> dict[str, Any]:
    judged = next(one for one in book.eligible if one.name == file.name)
    return {
        "kind": "archived log" if file.is_archived else "log",
        "bucket": book.bucket.name,
        "path": file.facts.path,
        "name": file.name,
        "day": file.day.isoformat() if file.day else None,
        "size": file.facts.size,
        "modified": format_column(time_of_file(file.facts.mtime_ns)),
        "layer": file.layer.value,
        "taken": judged.is_taken,
        "reason": judged.reason.value,
        "problem": file.problem,
        "sections": [
            {
                "kind": section.kind.value,
                "written": section.written,
                "utc": format_column(section.at),
                "ambiguous": section.is_ambiguous,
            }
            for section in file.sections
        ],
    }
