"""A bucket with very many logs: each is found by its name."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.files.facts import FileFacts, FileKind
from desktop_app.core.files.row import FileRow
from desktop_app.core.files.text import read_text
from desktop_app.core.ledger.book import Book, Bucket, Eligible, LedgerFile, Reason, Supplied
from desktop_app.core.ledger.consolidation import due_logs

MANY = 100_000
"""To search all of them for each takes longer than any test may."""


def book_of(names: list[str]) -> Book:
    data = b"- A fact.\n"
    logs = (
        LedgerFile(
            name=name,
            facts=FileFacts(name, FileKind.FILE, len(data), 0, 0o644, 1),
            row=FileRow(name, data),
            text=read_text(data),
        )
        for name in names
    )
    return Book(
        bucket=Bucket("", ""),
        memory=Supplied(),
        agents=Supplied(),
        logs=tuple(logs),
        eligible=tuple(Eligible(name, is_taken=True, reason=Reason.NEVER) for name in names),
        read_at=EngineTime(0),
    )


def test_each_of_very_many_logs_is_found_and_judged_by_its_name() -> None:
    names = [f"memory/{number:06}.md" for number in range(MANY)]
    book = book_of(names)

    assert [log.name for log in due_logs(book)] == names
    judged = [book.judged(name) for name in names]
    assert [one.name for one in judged if one is not None and one.is_taken] == names


def test_a_book_that_is_made_from_another_one_finds_its_own_logs() -> None:
    book = book_of(["memory/a.md", "memory/b.md"])
    assert book.log("memory/a.md") is book.logs[0]
    assert book.judged("memory/c.md") is None

    later = replace(book, logs=book.logs[1:], eligible=book.eligible[1:])

    assert later.log("memory/a.md") is None
    assert later.judged("memory/a.md") is None
    assert later.log("memory/b.md") is book.logs[1]
    assert replace(later) == later
