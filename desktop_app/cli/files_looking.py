"""Shows daily logs and curated memory."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from desktop_app.cli.files_listing import Listing, print_bucket
from desktop_app.cli.files_opening import Ledgers, naming_others
from desktop_app.cli.files_records import records_of
from desktop_app.cli.reading import Reader, engine_argument
from desktop_app.cli.snippet import print_exactly
from desktop_app.core.errors import NotFoundError, StoreError
from desktop_app.core.ledger.book import MEMORY_FILE, Layer
from desktop_app.core.ledger.instants import local_day
from desktop_app.core.ledger.own_files import find_file

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.files.row import FileRow
    from desktop_app.core.ledger.book import Book

DONE = 0


def run(options: Namespace, terminal: Terminal) -> int:
    """Show what was asked for."""
    reader = Reader(options, terminal)
    ledgers = Ledgers(options, reader)
    if options.action == "show":
        with naming_others(ledgers):
            return _show(options, terminal, reader, ledgers)
    zone = ledgers.files.zone
    today = local_day(ledgers.files.now(), zone)
    has_roots = len(ledgers.roots) > 1
    manner = Listing(today, zone, has_roots=has_roots, has_sections=options.sections)
    for book in ledgers.books():
        if options.json:
            for fields in records_of(book, today, zone):
                terminal.record(fields)
        else:
            print_bucket(book, manner, terminal)
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
