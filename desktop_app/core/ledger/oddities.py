"""What is odd about the files of a bucket, in words, with the edit that mends it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.files.facts import FileKind
from desktop_app.core.files.plan import FilePlan
from desktop_app.core.files.text import BOM, Encoding, FileText
from desktop_app.core.ledger.book import A_FOLDER, MEMORY_FILE, NO_FILE, Book, LedgerFile
from desktop_app.core.ledger.context_parts import CLOSING_TAGS
from desktop_app.core.ledger.edits import delete_file, delete_watermark, drop_placeholder
from desktop_app.core.ledger.instants import nanoseconds
from desktop_app.core.ledger.java_text import is_blank
from desktop_app.core.ledger.own_files import own_text
from desktop_app.core.ledger.placeholder import without_placeholder
from desktop_app.core.ledger.sections import doubtful_markers

if TYPE_CHECKING:
    from datetime import date

Mend = Callable[[Book], FilePlan]
_LIKE_A_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\.md")


@dataclass(frozen=True, slots=True, kw_only=True)
class Oddity:
    """One thing that a person should know about a bucket.

    Attributes:
        rule: Its kind, stable for programs: ``empty-file``.
        file: The file below the bucket.
        text: What is so, and what the agent makes of it.
        advice: What to do; ``""`` if nothing has to be done.
        line: The line, from 1; 0 for the whole file.
        is_harmful: Whether memory gets lost or the model reads something wrong.
        mend: Plans what mends it, from the bucket as it is then; ``None`` if a person decides.
    """

    rule: str
    file: str
    text: str
    advice: str = ""
    line: int = 0
    is_harmful: bool = False
    mend: Mend | None = None


def find_oddities(book: Book, today: date) -> tuple[Oddity, ...]:
    """Return what is odd about a bucket, in the order of its files.

    Args:
        book: The bucket.
        today: The local day: logs of later days are odd.
    """
    found: list[Oddity] = []
    memory = book.memory
    text = own_text(memory)
    if text is not None:
        found += _of_text(MEMORY_FILE, text)
    elif memory.problem:
        found.append(_unread(MEMORY_FILE, memory.problem))
    found += _of_watermark(book)
    for file in book.logs:
        found += _of_log(file, today)
    below = len(book.bucket.at(""))
    found += [_unread(path[below:], _NOT_LISTED) for path in book.unlisted]
    return (*found, *_of_names(book))


def _of_text(name: str, text: FileText) -> Iterator[Oddity]:
    if text.is_utf8 and not text.is_editable:
        yield Oddity(
            rule="not-utf8",
            file=name,
            text=f"{name} has zero bytes in it. The agent reads them; Memloupe does not change it.",
            advice="If it is UTF-16, convert it to UTF-8.",
            is_harmful=True,
        )
        return
    if not text.is_editable:
        yield Oddity(
            rule="not-utf8",
            file=name,
            text=f"{name} is {text.encoding.value}. The agent reads another folder's file in its "
            "place, and its next save replaces this one.",
            advice="Convert it to UTF-8.",
            is_harmful=True,
        )
        return
    if is_blank(text.text.removeprefix(BOM)):
        yield Oddity(
            rule="empty-file",
            file=name,
            text=f"{name} is empty. The agent reads a fixed sentence in its place, and its next "
            "save writes that into the file.",
            advice="Delete it.",
            is_harmful=True,
            mend=lambda book: delete_file(book, name),
        )
    if without_placeholder(text.text) is not None:
        yield Oddity(
            rule="placeholder",
            file=name,
            line=1,
            text=f"{name} begins with the sentence for an empty file; it is no memory.",
            advice="Take the line out.",
            is_harmful=True,
            mend=lambda book: drop_placeholder(book, name),
        )
    yield from _of_letters(name, text)


def _of_letters(name: str, text: FileText) -> Iterator[Oddity]:
    if text.encoding is Encoding.UTF8_BOM:
        said = f"{name} has a byte order mark; the agent reads it as a character."
        yield Oddity(rule="byte-order-mark", file=name, text=said)
    if text.endings in {"CRLF", "CR", "mixed"}:
        said = f"{name} has {text.endings} line endings; the agent appends lines that end in LF."
        yield Oddity(rule="line-endings", file=name, text=said)
    for tag in CLOSING_TAGS:
        place = text.text.find(tag)
        if place >= 0:
            yield Oddity(
                rule="closing-tag",
                file=name,
                line=text.text.count("\n", 0, place) + 1,
                text=f"{name} contains {tag}. The older injection does not escape it: what stands "
                "behind it reads as instructions.",
                advice="Write it otherwise.",
                is_harmful=name == MEMORY_FILE,
            )


def _of_log(file: LedgerFile, today: date) -> Iterator[Oddity]:
    if file.row is None or file.text is None:
        yield _unread(file.name, file.problem, is_link=file.facts.kind is FileKind.LINK)
        return
    yield from _of_text(file.name, file.text)
    if file.day is None and _LIKE_A_DAY.fullmatch(file.facts.name):
        said = f"{file.name} looks like a day and is none: it is never archived."
        yield Oddity(rule="no-such-day", file=file.name, text=said)
    if file.day is not None and file.day > today:
        said = f"{file.name} is of a day that is still to come."
        yield Oddity(rule="future-day", file=file.name, text=said)
    for marker in doubtful_markers(file.text.text):
        where = "stands in a code fence" if marker.is_fenced else "has no time"
        what = "It counts as a section." if marker.has_time else "It opens no section."
        yield Oddity(
            rule="doubtful-marker",
            file=file.name,
            line=file.text.text.count("\n", 0, marker.start) + 1,
            text=f"A line of {file.name} begins like a section and {where}. {what}",
        )
    if len({section.written.endswith(("Z", "z")) for section in file.sections}) > 1:
        said = f"{file.name} has times in UTC and times with an offset: two versions wrote it."
        yield Oddity(rule="mixed-times", file=file.name, text=said)


def _unread(name: str, problem: str, *, is_link: bool = False) -> Oddity:
    rule = "no-file" if problem in {NO_FILE, A_FOLDER} else "unread"
    return Oddity(
        rule="link" if is_link else rule,
        file=name,
        text=f"{name}: {problem}",
        is_harmful=not is_link,
    )


_NOT_LISTED = "Nobody may look into this folder, so what is in it is not shown."
_NO_TIME = "Delete it, or leave it: both mean never."
_NOT_READ = "The agent may read it all the same: what the next consolidation takes is not known."


def _of_watermark(book: Book) -> Iterator[Oddity]:
    mark = book.watermark
    name = "memory/.consolidation_state"
    if mark.problem:
        yield Oddity(
            rule="watermark-unread",
            file=name,
            text=mark.problem,
            advice=_NO_TIME if mark.row is not None else _NOT_READ,
            mend=delete_watermark if mark.row is not None else None,
        )
    if mark.at is None:
        return
    if nanoseconds(mark.at) > nanoseconds(book.read_at):
        yield Oddity(
            rule="watermark-ahead",
            file=name,
            text="The watermark lies in the future: what is written until then is never "
            "consolidated.",
            advice="Delete it, so that the next consolidation takes every log.",
            is_harmful=True,
            mend=delete_watermark,
        )
    if book.memory.own is None and not book.memory.problem:
        yield Oddity(
            rule="watermark-alone",
            file=name,
            text=f"There is a watermark and no {MEMORY_FILE}: the next consolidation takes newer "
            "logs only, and the facts of older ones stay out.",
            advice="Delete the watermark, so that it takes every log.",
            is_harmful=True,
            mend=delete_watermark,
        )


def _of_names(book: Book) -> Iterator[Oddity]:
    days = Counter(file.facts.name for file in book.logs if file.day is not None)
    for file in book.logs:
        if file.is_archived and days[file.facts.name] > 1:
            yield Oddity(
                rule="archive-name",
                file=file.name,
                text=f"A log of the same name stands outside of the archive. When it gets old, the "
                f"engine replaces {file.name} by it without asking.",
                advice="Rename one of them, or put both into one file.",
                is_harmful=True,
            )
    below = len(book.bucket.at(""))
    for one in book.hidden:
        name = one.path[below:]
        yield Oddity(rule="hidden", file=name, text=f"{name} is hidden.")
    logs = {file.facts.path for file in book.logs}
    for one in book.links:
        if one.path not in logs:
            name = one.path[below:]
            said = f"{name} is a link to {one.target}: the agent follows it."
            yield Oddity(rule="link", file=name, text=said)
