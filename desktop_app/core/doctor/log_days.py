"""Logs that are sent again, and times in them that do not fit their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.counting import counted
from desktop_app.core.doctor.finding import Finding, Severity
from desktop_app.core.doctor.words import named
from desktop_app.core.ledger.book import WATERMARK_FILE, Layer, Reason
from desktop_app.core.ledger.instants import local_day, nanoseconds, own_day, time_of_file, utc_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from desktop_app.core.doctor.file_cases import BookCase, FileBench
    from desktop_app.core.ledger.book import LedgerFile
    from desktop_app.core.ledger.section import Section

_LEAST_BEHIND = 5
"""Of fewer logs somebody has touched each; more have new times because all were copied."""


def check_sent_again(case: BookCase, bench: FileBench) -> Iterator[Finding]:
    """Find logs of days before the watermark that were written after it."""
    mark = case.book.watermark
    if mark.at is None or mark.layer is not Layer.BUCKET:
        return
    mark_day = local_day(mark.at, bench.zone)
    dated = [file for file in _own(case) if file.day is not None and file.day < mark_day]
    since = {one.name for one in case.book.eligible if one.reason is Reason.WRITTEN_SINCE}
    again = [file for file in dated if file.name in since]
    if len(again) >= _LEAST_BEHIND and 2 * len(again) >= len(dated):
        yield _behind(case, again, utc_text(mark.at))
        return
    for file in again:
        yield _again(case, file, utc_text(mark.at))


def check_header_times(case: BookCase, bench: FileBench) -> Iterator[Finding]:
    """Find sections of another day than their file, and of a time that is still to come."""
    del bench
    for file in _own(case):
        other = [one for one in file.sections if file.day and own_day(one.at) != file.day]
        if other:
            yield _other_day(case, file, other)
        now = nanoseconds(case.book.read_at)
        ahead = [one for one in file.sections if nanoseconds(one.at) > now]
        if ahead:
            yield _ahead(case, file, ahead)


def _own(case: BookCase) -> list[LedgerFile]:
    logs = case.book.logs
    return [file for file in logs if file.layer is Layer.BUCKET and file.row is not None]


def _behind(case: BookCase, again: Sequence[LedgerFile], mark: str) -> Finding:
    return Finding(
        rule="watermark-behind",
        severity=Severity.WORTH_KNOWING,
        title="Most logs are newer than the watermark",
        detail=f"{counted(len(again), 'log')}: {named(file.name for file in again)}",
        place=case.at(WATERMARK_FILE),
        why=f"The watermark is {mark}, and the files have later times, as after copying or "
        "restoring a workspace. The next consolidation takes them all again: it is large, and "
        "facts that were dropped on purpose can come back.",
        by_hand="Copy the workspace with its times, or expect one large consolidation.",
    )


def _again(case: BookCase, file: LedgerFile, mark: str) -> Finding:
    archived = file.is_archived
    where = "The engine lists the archive, too. " if archived else ""
    return Finding(
        rule="archive-sent-again" if archived else "log-sent-again",
        severity=Severity.WORTH_KNOWING,
        title="Archived log was written again" if archived else "Old log was written again",
        detail=f"{file.name}, written {utc_text(time_of_file(file.facts.mtime_ns))}",
        place=case.at(file.name),
        why=f"It was written after the watermark, {mark}. {where}The next consolidation takes the "
        "whole file again, not only what is new in it.",
        by_hand="Nothing has to be done if the edit was meant.",
    )


def _other_day(case: BookCase, file: LedgerFile, sections: Sequence[Section]) -> Finding:
    first = sections[0]
    return Finding(
        rule="log-header-day-differs",
        severity=Severity.WORTH_KNOWING,
        title="Section of another day than its file",
        detail=f"{first.written}{_more(sections)} in {file.name}",
        place=case.at(file.name, _line(file, first)),
        why="The file is named after the day on the agent's machine; the time of a section can be "
        "in UTC, where the day is another one around midnight. Both are as they should be.",
        by_hand="Never correct one by the other.",
    )


def _ahead(case: BookCase, file: LedgerFile, sections: Sequence[Section]) -> Finding:
    first = sections[0]
    return Finding(
        rule="log-time-ahead",
        severity=Severity.WORTH_KNOWING,
        title="Section of a time to come",
        detail=f"{first.written}{_more(sections)} in {file.name}",
        place=case.at(file.name, _line(file, first)),
        why="It was written with a clock that was ahead, or by hand. What was saved last is "
        "then not what has the latest time.",
        by_hand="Look at the clock of the machine that wrote it.",
    )


def _more(sections: Sequence[Section]) -> str:
    return f" and {len(sections) - 1:,} more" if len(sections) > 1 else ""


def _line(file: LedgerFile, section: Section) -> int:
    assert file.text is not None  # a file with sections was read
    return file.text.text.count("\n", 0, section.start) + 1
