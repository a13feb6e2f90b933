"""Changes daily logs and curated memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.cli.changing import Changer
from desktop_app.cli.files_opening import Ledgers, naming_others
from desktop_app.cli.given import named_file, standard_input
from desktop_app.cli.reading import engine_argument
from desktop_app.cli.showing_files import NO_REMARKS
from desktop_app.core.counting import counted
from desktop_app.core.errors import NotFoundError
from desktop_app.core.ledger import edits
from desktop_app.core.ledger.archiving import NothingOldError, plan_archive
from desktop_app.core.ledger.book import MEMORY_FILE
from desktop_app.core.ledger.entries import correct, with_entry
from desktop_app.core.ledger.instants import local_day
from desktop_app.core.ledger.own_files import find_file

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable
    from datetime import date

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.files.plan import FilePlan
    from desktop_app.core.ledger.book import Book
    from desktop_app.services.file_memory import FileMemory

DONE = 0


def run(options: Namespace, terminal: Terminal) -> int:
    """Change what was asked for."""
    changer = Changer(options, terminal)
    ledgers = Ledgers(options, changer.reader)
    book = ledgers.book()
    try:
        with naming_others(ledgers):
            plan = _PLANS[options.action](book, options, ledgers.files)
    except NothingOldError as error:
        return _nothing_old(error, options, terminal)
    remarks = _ages(book, options, ledgers.files) if options.action == "archive" else NO_REMARKS
    return changer.carry_out_files(ledgers.files, plan, remarks)


def _nothing_old(error: NothingOldError, options: Namespace, terminal: Terminal) -> int:
    terminal.say(f"{error.words} Nothing was moved.")
    if options.json:
        terminal.record({"status": "unchanged"})
    return DONE


def _edit(book: Book, options: Namespace, files: FileMemory) -> FilePlan:
    name, text = engine_argument(options.name), _text(options)
    if name == MEMORY_FILE:
        plan = edits.edit_memory(book, text)
    elif options.section is not None:
        plan = _section(book, name, text, options)
    else:
        plan = edits.edit_log(book, name, text, keep_time=options.keep_time)
    if options.also_log is None:
        return plan
    return with_entry(plan, book, engine_argument(options.also_log), files.now(), files.zone)


def _section(book: Book, name: str, text: str, options: Namespace) -> FilePlan:
    file = find_file(book, name)
    sections = file.sections if file else ()
    if not 1 <= options.section <= len(sections):
        raise NotFoundError(f"{name} has no section {options.section}; it has {len(sections)}.")
    section = sections[options.section - 1]
    return edits.edit_section(book, name, section, text, keep_time=options.keep_time)


def _text(options: Namespace) -> str:
    if options.text is not None:
        return engine_argument(options.text)
    return standard_input() if options.text_file is None else named_file(options.text_file)


def _correct(book: Book, options: Namespace, files: FileMemory) -> FilePlan:
    old = engine_argument(options.old or "")
    return correct(book, engine_argument(options.text), files.now(), files.zone, old=old)


def _archive(book: Book, options: Namespace, files: FileMemory) -> FilePlan:
    return plan_archive(book, _today(options, files), options.days)


def _today(options: Namespace, files: FileMemory) -> date:
    return options.today or local_day(files.now(), files.zone)


def _ages(book: Book, options: Namespace, files: FileMemory) -> dict[str, str]:
    today = _today(options, files)
    return {
        file.facts.path: f"{file.day}, {counted((today - file.day).days, 'day')} old"
        for file in book.logs
        if file.day is not None
    }


def _convert(book: Book, options: Namespace, _files: FileMemory) -> FilePlan:
    return edits.convert(book, engine_argument(options.name), options.encoding)


def _delete(book: Book, options: Namespace, _files: FileMemory) -> FilePlan:
    name = engine_argument(options.name)
    return edits.delete_file(book, name, with_watermark=options.with_watermark)


def _rebuild(book: Book, _options: Namespace, _files: FileMemory) -> FilePlan:
    return edits.delete_watermark(book)


def _clean(book: Book, options: Namespace, _files: FileMemory) -> FilePlan:
    return edits.drop_placeholder(book, engine_argument(options.name))


_PLANS: dict[str, Callable[[Book, Namespace, FileMemory], FilePlan]] = {
    "edit": _edit,
    "correct": _correct,
    "archive": _archive,
    "convert": _convert,
    "delete": _delete,
    "rebuild": _rebuild,
    "clean": _clean,
}
