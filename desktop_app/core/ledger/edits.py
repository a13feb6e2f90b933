"""Edits of daily logs and of the curated memory, as plans: nothing is written here."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.changes import Change, Swap
from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.core.files.plan import Consequence, FilePlan
from desktop_app.core.files.text import BOM, read_text
from desktop_app.core.files.writing import written_bytes, written_like
from desktop_app.core.ledger.book import MEMORY_FILE, MEMORY_FOLDER, WATERMARK_FILE
from desktop_app.core.ledger.effects import (
    CURATED,
    FILE,
    of_all_logs,
    of_fallback,
    of_log_edit,
    of_log_time,
    of_memory_edit,
    of_missing_memory,
    of_other_watermark,
)
from desktop_app.core.ledger.java_text import is_blank
from desktop_app.core.ledger.own_files import (
    editable,
    find_file,
    needed_row,
    new_row,
    own_row,
    own_text,
)
from desktop_app.core.ledger.placeholder import without_placeholder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.files.row import FileRow
    from desktop_app.core.ledger.book import Book
    from desktop_app.core.ledger.section import Section

ENCODINGS = ("latin-1", "cp1252", "utf-16", "utf-8-sig")
"""What a file can be converted from; the last one only drops a byte order mark."""

_NO_EMPTY_FILE = (
    "An empty file makes the agent read a fixed sentence in its place, so {name} is deleted "
    "instead."
)


def edit_memory(book: Book, text: str) -> FilePlan:
    """Plan a new text of the curated memory; nothing but white space deletes the file.

    Where another layer supplies the memory, the bucket gets a file of its own.

    Raises:
        RefusedError: the bucket's file is a link, can't be read or is not UTF-8.
    """
    row = own_row(book, MEMORY_FILE)
    return _edited(book, MEMORY_FILE, row, text, keep_time=False)


def edit_log(book: Book, name: str, text: str, *, keep_time: bool = False) -> FilePlan:
    """Plan a new text of a log, or of a file of the knowledge folder.

    Args:
        book: The bucket.
        name: Its path below the bucket; one that is not there is made.
        text: The whole text; nothing but white space deletes the file.
        keep_time: Whether the file keeps its time, so that no consolidation sees the edit.

    Raises:
        RefusedError: it is a link, of another folder, can't be read or is not UTF-8.
    """
    return _edited(book, name, own_row(book, name), text, keep_time=keep_time)


def edit_section(
    book: Book, name: str, section: Section, body: str, *, keep_time: bool = False
) -> FilePlan:
    """Plan a new body of one section; only its bytes change. An empty body removes it.

    The line breaks at its end stay where the new body has none. The last section keeps whether
    the file ends with a line break.

    Raises:
        NotFoundError: the log is not there.
        RefusedError: as for a log, or the section is not one of this text.
    """
    file, row = find_file(book, name), needed_row(book, name)
    if file is None or section not in file.sections:
        raise RefusedError(f"{name} has changed; this section is not in it.", "Read it again.")
    before = editable(row, name).text
    old = before[section.body_start : section.end]
    head, tail = before[: section.body_start], before[section.end :]
    if is_blank(body):
        new, head = "", before[: section.start]
    else:
        new = written_like(old, body)
        new = _ended(old, new) if before.endswith("\n") or tail else new.rstrip("\r\n")
        head = _ended("\n", head)
    return _edited(book, name, row, head + new + tail, keep_time=keep_time)


def drop_placeholder(book: Book, name: str = MEMORY_FILE) -> FilePlan:
    """Plan to take out the sentence for an empty file that an earlier save left at the start.

    Raises:
        NotFoundError: it is not there.
    """
    row = needed_row(book, name)
    rest = without_placeholder(editable(row, name).text)
    if rest is None:
        raise NotFoundError(f"{name} does not begin with the sentence for an empty file.")
    return _edited(book, name, row, rest, keep_time=False)


def convert(book: Book, name: str, encoding: str) -> FilePlan:
    """Plan to write a file as UTF-8; its bytes stay in the history. A blank one is deleted.

    Args:
        book: The bucket.
        name: Its path below the bucket.
        encoding: What it is in now, one of ``ENCODINGS``.

    Raises:
        RefusedError: it is UTF-8 already, or is not text in this encoding.
    """
    row = needed_row(book, name)
    text = _decoded(row, name, encoding)
    if is_blank(text):
        return _emptied(book, name, row)
    after = msgspec.structs.replace(row, data=written_bytes(text), mtime_ns=None)
    label = f"Convert {shown(book, name)} from {encoding} to UTF-8"
    found = [Consequence(FILE, f"{_first_line(text)} Its bytes as they are stay in the history.")]
    if name == MEMORY_FILE:
        found += of_memory_edit(book, text, before=text)
    elif name.startswith(f"{MEMORY_FOLDER}/"):
        found.append(of_log_time(book, name))
    return _plan(label, row, after, found)


def delete_file(book: Book, name: str, *, with_watermark: bool = False) -> FilePlan:
    """Plan to delete a log or the curated memory, on wish together with the watermark.

    Raises:
        NotFoundError: it is not there.
        RefusedError: it is a link, of another folder or can't be read.
    """
    row = needed_row(book, name)
    mark = own_row(book, WATERMARK_FILE) if with_watermark and name != WATERMARK_FILE else None
    swaps = (Swap(row, None), *((Swap(mark, None),) if mark else ()))
    found = _of_both(book, name) if mark else _of_deletion(book, name)
    return FilePlan(
        change=Change(label=f"Delete {shown(book, name)}", files=swaps), consequences=tuple(found)
    )


def delete_watermark(book: Book) -> FilePlan:
    """Plan to delete the watermark, so that the next consolidation takes every log.

    Raises:
        NotFoundError: there is none.
    """
    row = needed_row(book, WATERMARK_FILE)
    return FilePlan(
        change=Change(label=f"Rebuild{of_bucket(book)} from all logs", files=(Swap(row, None),)),
        consequences=tuple(_of_deletion(book, WATERMARK_FILE)),
    )


def shown(book: Book, name: str) -> str:
    """Return what a label calls a file."""
    return f"{name}{of_bucket(book)}"


def of_bucket(book: Book) -> str:
    """Return whose files a label is about, as its end; ``""`` for those of everybody."""
    return f" of “{book.bucket.name}”" if book.bucket.name else ""


def _edited(book: Book, name: str, row: FileRow | None, text: str, *, keep_time: bool) -> FilePlan:
    before = _text_of(book, name, row)
    after = written_like(before, text)
    if is_blank(after.removeprefix(BOM)) and after != before:
        return _emptied(book, name, row)
    found = list(_effects(book, name, before, after, keep_time=keep_time))
    verb = "Edit" if row else "New"
    if row is None:
        return _plan(f"{verb} {shown(book, name)}", None, new_row(book, name, after), found)
    time = row.mtime_ns if keep_time else None
    changed = msgspec.structs.replace(row, data=written_bytes(after), mtime_ns=time)
    same = changed.data == row.data
    return _plan(f"{verb} {shown(book, name)}", row, row if same else changed, found)


def _text_of(book: Book, name: str, row: FileRow | None) -> str:
    if row is None:
        return ""
    # A long memory is not read once more.
    known = own_text(book.memory) if row is book.memory.own else None
    return known.text if known and known.is_editable else editable(row, name).text


def _emptied(book: Book, name: str, row: FileRow | None) -> FilePlan:
    if row is None:
        raise RefusedError(f"There is nothing to write into {name}.")
    plan = delete_file(book, name)
    first = Consequence(FILE, _NO_EMPTY_FILE.format(name=name))
    return replace(plan, consequences=(first, *plan.consequences))


def _plan(label: str, before: FileRow | None, after: FileRow, found: list[Consequence]) -> FilePlan:
    change = Change(label=label, files=(Swap(before, after),))
    return FilePlan(change=change, consequences=() if change.is_empty else tuple(found))


def _effects(
    book: Book, name: str, before: str, after: str, *, keep_time: bool
) -> Iterator[Consequence]:
    if name == MEMORY_FILE:
        yield from of_memory_edit(book, after)
    elif name.startswith(f"{MEMORY_FOLDER}/"):
        yield of_log_time(book, name, keep_time=keep_time)
        yield from of_log_edit(before, after, book)


def _of_both(book: Book, name: str) -> Iterator[Consequence]:
    """Say what the deletion of a file and of the watermark means."""
    yield from of_fallback(book) if name == MEMORY_FILE else _of_deletion(book, name)
    yield of_all_logs(book, without=name)
    yield from of_other_watermark(book)


def _of_deletion(book: Book, name: str) -> Iterator[Consequence]:
    if name == MEMORY_FILE:
        yield from of_missing_memory(book)
    elif name == WATERMARK_FILE:
        yield of_all_logs(book)
        yield from of_other_watermark(book)
    elif name.startswith(f"{MEMORY_FOLDER}/"):
        yield Consequence(CURATED, f"What a consolidation took from {name} stays in {MEMORY_FILE}.")


def _decoded(row: FileRow, name: str, encoding: str) -> str:
    if encoding not in ENCODINGS:
        raise RefusedError(f"{encoding} is not known here.", f"Use {', '.join(ENCODINGS)}.")
    text = read_text(row.data)
    is_marked = encoding == "utf-8-sig" and row.data.startswith(BOM.encode())
    is_wide = encoding == "utf-16" and not text.is_editable
    if text.is_utf8 and not is_marked and not is_wide:
        raise RefusedError(f"{name} is UTF-8 already.")
    try:
        return row.data.decode(encoding)
    except UnicodeDecodeError as error:
        raise RefusedError(
            f"{name} is not text in {encoding}: {error.reason} at byte {error.start:,}.",
            "Nothing was changed. Try another encoding.",
        ) from error


def _ended(old: str, new: str) -> str:
    """Return a text with the end of the old one, so that what follows begins a line."""
    return new if new.endswith("\n") else new + (old[len(old.rstrip("\r\n")) :] or "\n")


def _first_line(text: str) -> str:
    line = next((line.strip() for line in text.split("\n") if line.strip()), "")
    return f"It reads then: “{line[:80]}”."
