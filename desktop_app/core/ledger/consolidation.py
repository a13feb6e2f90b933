"""What a consolidation works on: which logs, and word for word what a model is given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.errors import RefusedError
from desktop_app.core.files.facts import FileKind
from desktop_app.core.files.text import read_text
from desktop_app.core.ledger.book import MEMORY_FILE, Reason
from desktop_app.core.ledger.consolidation_prompt import DEFAULT_PROMPT, Limits, system_prompt
from desktop_app.core.ledger.instants import utc_text
from desktop_app.core.ledger.java_text import is_blank, strip
from desktop_app.core.ledger.own_files import own_row
from desktop_app.core.ledger.placeholder import PLACEHOLDER
from desktop_app.core.models.ports import ChatMessage

if TYPE_CHECKING:
    from desktop_app.core.files.row import FileRow
    from desktop_app.core.ledger.book import Book, LedgerFile

_EMPTY = "(empty)"
_NOTHING_SENT = "Nothing was sent, and nothing was changed."


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsolidationInput:
    """What a model would be given.

    Attributes:
        system: What it is told to do.
        user: ``MEMORY.md`` and the logs, as the harness puts them together.
        files: The logs, by their paths below the bucket, in the order in which they stand there.
        limits: How long its answer may be.
    """

    system: str
    user: str
    files: tuple[str, ...]
    limits: Limits

    @property
    def messages(self) -> tuple[ChatMessage, ...]:
        """The two messages of the request."""
        return ChatMessage("system", self.system), ChatMessage("user", self.user)


def model_input(
    book: Book,
    limits: Limits | None = None,
    *,
    prompt: str = DEFAULT_PROMPT,
    all_logs: bool = False,
) -> ConsolidationInput:
    """Return what a model would be given.

    Args:
        book: The bucket.
        limits: How long the answer may be; 4,000 tokens by default.
        prompt: With ``%d`` exactly twice.
        all_logs: Take every log, as if there were no watermark.

    Raises:
        RefusedError: there is nothing to consolidate, ``MEMORY.md`` is not UTF-8, or the prompt
            is none that the harness takes.
    """
    limits = limits or Limits()
    logs = taken_logs(book, all_logs=all_logs)
    at = None if all_logs else book.watermark.at
    since = f" (since {utc_text(at)})" if at is not None else ""
    memory = memory_text(book)
    parts = [
        f"Current {MEMORY_FILE}:\n{_EMPTY if is_blank(memory) else memory}",
        f"\n\nNew daily ledger entries to merge{since}:\n",
        *(f"### {_file_name(log)}\n{strip(log_text(log))}\n\n" for log in logs),
    ]
    return ConsolidationInput(
        system=system_prompt(limits, prompt),
        user="".join(parts),
        files=tuple(log.name for log in logs),
        limits=limits,
    )


def taken_logs(book: Book, *, all_logs: bool = False) -> tuple[LedgerFile, ...]:
    """Return the logs that a consolidation takes, in its order.

    Raises:
        RefusedError: there are none.
    """
    logs = due_logs(book, all_logs=all_logs)
    if not logs:
        raise RefusedError(_why_none(book, all_logs=all_logs), _NOTHING_SENT)
    return logs


def due_logs(book: Book, *, all_logs: bool = False) -> tuple[LedgerFile, ...]:
    """Return the logs that a consolidation takes, in its order; there may be none.

    Of those that are eligible, ours leaves out the ones that ``left_out`` names.
    """
    wanted = [item.name for item in book.eligible if item.is_taken or all_logs]
    return tuple(
        log for name in wanted if (log := book.log(name)) is not None and not _why_left_out(log)
    )


def left_out(book: Book, *, all_logs: bool = False) -> tuple[str, ...]:
    """Return, in sentences, which logs a consolidation of the harness would take and ours not."""
    due = {item.name for item in book.eligible if item.is_taken or all_logs}
    due |= {item.name for item in book.eligible if item.reason in {Reason.LINK, Reason.UNREADABLE}}
    return tuple(
        f"“{log.name}” is left out: {why}"
        for log in book.logs
        if log.name in due and (why := _why_left_out(log))
    )


def memory_text(book: Book) -> str:
    """Return ``MEMORY.md`` as the agent reads it, empty if nobody has one or nothing is in it.

    The harness sends a fixed sentence in the place of an empty one, as if that was remembered.

    Raises:
        RefusedError: the bucket's own is not UTF-8: writing it anew would lose what is in it.
    """
    own = own_row(book, MEMORY_FILE)
    if own is not None and not _is_utf8(own):
        raise RefusedError(
            f"{MEMORY_FILE} is not UTF-8, so the agent does not read it.",
            "Convert it first; a copy is kept. Nothing was changed.",
        )
    text = book.memory.text.text if book.memory.text is not None else ""
    return "" if text == PLACEHOLDER else text


def log_text(log: LedgerFile) -> str:
    """Return the text of a log, empty if it can't be read."""
    return log.text.text if log.text is not None else ""


def log_entries(log: LedgerFile) -> tuple[str, ...]:
    """Return the text of a log without the markers of its sections: what stands between them."""
    text = log_text(log)
    sections = [section for section in log.sections if not section.is_ambiguous]
    starts = [0, *(section.body_start for section in sections)]
    ends = [*(section.start for section in sections), len(text)]
    return tuple(text[start:end] for start, end in zip(starts, ends, strict=True))


def _why_left_out(log: LedgerFile) -> str:
    if log.facts.kind is FileKind.LINK:
        return "it is a link. The agent follows it, Memloupe does not."
    if log.row is None or log.text is None:
        return log.problem or "it can't be read."
    if not log.text.is_utf8:
        return f"it is {log.text.encoding.value}, so the agent does not read it."
    if is_blank(log.text.text) or log.text.text == PLACEHOLDER:
        return "nothing is in it. The harness would send a fixed sentence in its place."
    return ""


def _is_utf8(row: FileRow) -> bool:
    return read_text(row.data).is_utf8


def _file_name(log: LedgerFile) -> str:
    return log.name.rpartition("/")[2]


def _why_none(book: Book, *, all_logs: bool) -> str:
    if not book.logs:
        return "There is no daily log to consolidate."
    if all_logs:
        return "There is nothing in the daily logs that can be read."
    at = book.watermark.at
    since = f" since the last consolidation, {utc_text(at)}" if at is not None else ""
    return f"No daily log was written{since}."
