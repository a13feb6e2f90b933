"""What is odd about the files of one bucket: encodings, empty files, names, the watermark."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from desktop_app.core.doctor.encodings import assumed, guessed_encoding
from desktop_app.core.doctor.file_repair import plan_repair
from desktop_app.core.doctor.finding import Finding, Repair, Severity
from desktop_app.core.doctor.unread import BY_HAND
from desktop_app.core.errors import MemloupeError
from desktop_app.core.files.facts import FileKind
from desktop_app.core.ledger.book import MEMORY_FILE, WATERMARK_FILE, Layer
from desktop_app.core.ledger.edits import convert, delete_file, shown
from desktop_app.core.ledger.oddities import Oddity, find_oddities
from desktop_app.core.ledger.own_files import find_file, needed_row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from desktop_app.core.doctor.file_cases import BookCase, FileBench
    from desktop_app.core.files.plan import FilePlan
    from desktop_app.core.ledger.book import Book

STOPS, CHANGES, KNOW = Severity.STOPS_MEMORY, Severity.CHANGES_TURN, Severity.WORTH_KNOWING


@dataclass(frozen=True, slots=True)
class _Kind:
    rule: str
    severity: Severity
    title: str
    by_hand: str


_LEAVE = "Nothing has to be done."
_KINDS = {
    "not-utf8": _Kind(
        "file-not-utf8", STOPS, "File is not UTF-8", "Convert it from the encoding that it is in."
    ),
    "unread": _Kind("file-unreadable", STOPS, "File can't be read", BY_HAND),
    "no-file": _Kind("file-not-regular", CHANGES, "Memory file is no file", "Remove it."),
    "empty-file": _Kind("file-empty", CHANGES, "File is empty", "Delete it."),
    "placeholder": _Kind(
        "placeholder-kept", CHANGES, "The sentence for an empty file was saved", "Delete the line."
    ),
    "closing-tag": _Kind(
        "closing-tag-unescaped", CHANGES, "Text closes its block", "Write it otherwise."
    ),
    "byte-order-mark": _Kind(
        "file-has-byte-order-mark",
        KNOW,
        "File begins with a byte order mark",
        "Leave it, or convert the file from utf-8-sig, which drops the mark.",
    ),
    "line-endings": _Kind("file-line-endings", KNOW, "Line endings are not LF", _LEAVE),
    "no-such-day": _Kind(
        "log-day-invalid", KNOW, "Name looks like a day and is none", "Rename it to a real day."
    ),
    "future-day": _Kind(
        "log-day-ahead", KNOW, "Log of a day to come", "Look at the clock of the machine."
    ),
    "doubtful-marker": _Kind(
        "log-marker-doubtful",
        KNOW,
        "Line looks like a section",
        "Leave it, or write the quoted line otherwise.",
    ),
    "mixed-times": _Kind("log-times-mixed", KNOW, "Times in two formats", _LEAVE),
    "watermark-unread": _Kind(
        "watermark-unreadable", CHANGES, "Watermark can't be read", "Look at the file."
    ),
    "watermark-ahead": _Kind(
        "watermark-ahead", STOPS, "Watermark lies in the future", "Delete the watermark."
    ),
    "watermark-alone": _Kind(
        "watermark-alone", STOPS, "Watermark without MEMORY.md", "Delete the watermark."
    ),
    "archive-name": _Kind(
        "archive-name-taken",
        STOPS,
        "Archiving will replace a log",
        "Rename one of the two, or put both into one file.",
    ),
    "hidden": _Kind(
        "log-hidden", KNOW, "Hidden file beside the logs", "Rename it if it is a memory."
    ),
}
_LABELS = {"placeholder": "Drop the sentence for an empty file from {0}"}
LEDGER_RULES = tuple(kind.rule for kind in _KINDS.values())


def check_oddities(case: BookCase, bench: FileBench) -> Iterator[Finding]:
    """Find what is odd about the bucket's own files: one finding for a rule in each file."""
    found: dict[tuple[str, str], list[Oddity]] = defaultdict(list)
    for oddity in find_oddities(case.book, bench.today):
        if oddity.rule in _KINDS and _is_own(case.book, oddity):
            found[oddity.rule, oddity.file].append(oddity)
    for same in found.values():
        yield _finding(case, bench, same)


def _is_own(book: Book, oddity: Oddity) -> bool:
    """Whether it is about a regular file of this bucket; links have rules of their own."""
    if oddity.file == WATERMARK_FILE:
        return book.watermark.layer is Layer.BUCKET
    file = find_file(book, oddity.file)
    if file is not None:
        return file.layer is Layer.BUCKET and file.facts.kind is FileKind.FILE
    return all(one.path != book.bucket.at(oddity.file) for one in book.links)


def _finding(case: BookCase, bench: FileBench, same: Sequence[Oddity]) -> Finding:
    first, kind = same[0], _KINDS[same[0].rule]
    more = f", and {len(same) - 1:,} more like it" if len(same) > 1 else ""
    severity = kind.severity
    if first.rule == "closing-tag" and not first.is_harmful:
        severity = KNOW
    return Finding(
        rule=kind.rule,
        severity=severity,
        title=kind.title,
        detail=first.text.partition(". ")[0].removesuffix(".") + more,
        place=case.at(first.file, first.line),
        why=first.text,
        by_hand=kind.by_hand,
        repair=_repair(case, bench, first),
        alternative=_other_way(case, bench, first),
    )


def _repair(case: BookCase, bench: FileBench, oddity: Oddity) -> Repair | None:
    again = partial(bench.book, case.book.bucket)
    if oddity.rule != "not-utf8":
        label = _LABELS.get(oddity.rule, "").format(shown(case.book, oddity.file))
        return plan_repair(partial(_mended, bench, oddity), case.book, again, label=label)
    encoding = _encoding(case.book, oddity.file)
    if not encoding:
        return None
    make: Callable[[Book], FilePlan | None] = partial(_converted, oddity.file)
    label = f"Convert {shown(case.book, oddity.file)} to UTF-8"
    return plan_repair(make, case.book, again, assumed(encoding), label=label)


def _other_way(case: BookCase, bench: FileBench, oddity: Oddity) -> Repair | None:
    """Return the deletion of MEMORY.md together with the watermark, which would stay alone."""
    is_alone = case.book.watermark.layer is Layer.BUCKET and oddity.rule == "empty-file"
    if oddity.file != MEMORY_FILE or not is_alone:
        return None
    make = partial(_mended, bench, oddity, with_watermark=True)
    return plan_repair(make, case.book, partial(bench.book, case.book.bucket))


def _mended(
    bench: FileBench, oddity: Oddity, book: Book, *, with_watermark: bool = False
) -> FilePlan | None:
    for one in find_oddities(book, bench.today):
        if (one.rule, one.file) == (oddity.rule, oddity.file) and one.mend is not None:
            if with_watermark:
                return delete_file(book, oddity.file, with_watermark=True)
            return one.mend(book)
    return None


def _converted(name: str, book: Book) -> FilePlan | None:
    encoding = _encoding(book, name)
    return convert(book, name, encoding) if encoding else None


def _encoding(book: Book, name: str) -> str:
    """Return what a file is probably in; ``""`` if it is UTF-8, is gone or is no text."""
    try:
        data = needed_row(book, name).data
    except MemloupeError:
        return ""
    try:
        data.decode()
    except UnicodeDecodeError:
        return guessed_encoding(data)
    return ""
