"""Which logs the next consolidation takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.files.facts import FileKind
from desktop_app.core.ledger.book import (
    MEMORY_FOLDER,
    Eligible,
    Layer,
    LedgerFile,
    Reason,
    Watermark,
)
from desktop_app.core.ledger.instants import nanoseconds, read_instant
from desktop_app.core.ledger.java_text import is_blank, strip

if TYPE_CHECKING:
    from collections.abc import Iterable

    from desktop_app.core.files.row import FileRow

MILLISECOND = 1_000_000


def read_watermark(row: FileRow | None, layer: Layer | None) -> Watermark:
    """Return the watermark that stands in a file; never fails."""
    if row is None:
        return Watermark()
    try:
        text = strip(row.data.decode())
    except UnicodeDecodeError:
        return Watermark(row, layer, None, _counts_as_never("is not UTF-8"))
    if not text:
        return Watermark(row, layer, None, _counts_as_never("is empty"))
    at = read_instant(text)
    problem = "" if at else _counts_as_never(f"says “{text[:60]}”, which is no time")
    return Watermark(row, layer, at, problem)


def find_eligible(logs: Iterable[LedgerFile], watermark: Watermark) -> tuple[Eligible, ...]:
    """Return for each log whether it goes into the next consolidation, in the order it does."""
    ordered = sorted(logs, key=lambda file: utf16_order(file.facts.name))
    return tuple(judge(file, watermark) for file in ordered)


def judge(file: LedgerFile, watermark: Watermark) -> Eligible:
    """Return whether one log goes into the next consolidation."""
    if file.row is None or file.text is None:
        is_link = file.facts.kind is FileKind.LINK
        return Eligible(
            file.name, is_taken=False, reason=Reason.LINK if is_link else Reason.UNREADABLE
        )
    reason = time_reason(file.facts.mtime_ns, watermark)
    is_taken = reason in {Reason.NEVER, Reason.WRITTEN_SINCE}
    if is_taken and is_blank(file.text.text):
        return Eligible(file.name, is_taken=True, reason=Reason.BLANK)
    return Eligible(file.name, is_taken, reason)


def time_reason(mtime_ns: int, watermark: Watermark) -> Reason:
    """Return what the time of a file says about it; the engine cuts it to milliseconds."""
    if watermark.at is None:
        return Reason.NEVER
    mark = nanoseconds(watermark.at)
    if mtime_ns // MILLISECOND * MILLISECOND > mark:
        return Reason.WRITTEN_SINCE
    is_close = mtime_ns // MILLISECOND == mark // MILLISECOND
    return Reason.SAME_MILLISECOND if is_close else Reason.WRITTEN_BEFORE


def utf16_order(name: str) -> bytes:
    """Return what sorts names as Java does."""
    return name.encode("utf-16-be", "surrogatepass")


def _counts_as_never(what: str) -> str:
    return (
        f"The watermark {what}. It counts as “never”: the next consolidation takes every file "
        f"in “{MEMORY_FOLDER}”."
    )
