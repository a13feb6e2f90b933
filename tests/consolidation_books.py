"""Books made of texts, without a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.engine_text import encode
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.files.facts import FileFacts, FileKind
from desktop_app.core.files.row import FileRow
from desktop_app.core.files.text import read_text
from desktop_app.core.ledger.book import (
    MEMORY_FILE,
    WATERMARK_FILE,
    Book,
    Bucket,
    Layer,
    LedgerFile,
    Supplied,
)
from desktop_app.core.ledger.consolidation import taken_logs
from desktop_app.core.ledger.consolidation_prompt import Limits
from desktop_app.core.ledger.consolidation_proposal import Run
from desktop_app.core.ledger.sections import read_sections
from desktop_app.core.ledger.watermark import find_eligible, read_watermark

if TYPE_CHECKING:
    from collections.abc import Mapping

READ_AT = EngineTime(1_781_700_000, 120_000_000)
_WRITTEN_NS = 1_781_600_000_000_000_000


def book_with(
    memory: str | bytes | None, logs: Mapping[str, str | bytes], watermark: str | None = None
) -> Book:
    """Return the book of a shared bucket; every log was written on the same day in June 2026."""
    mark = None if watermark is None else FileRow(WATERMARK_FILE, watermark.encode())
    read = read_watermark(mark, None if mark is None else Layer.BUCKET)
    files = tuple(_log(name, content) for name, content in logs.items())
    return Book(
        bucket=Bucket("", ""),
        memory=_supplied(memory),
        agents=Supplied(),
        logs=files,
        watermark=read,
        eligible=find_eligible(files, read),
        read_at=READ_AT,
    )


def run_of(book: Book, tokens: int = 4_000, *, all_logs: bool = False) -> Run:
    """Return a run that takes what is due."""
    names = tuple(log.name for log in taken_logs(book, all_logs=all_logs))
    return Run(book=book, files=names, limits=Limits(tokens), started=READ_AT, all_logs=all_logs)


def _supplied(memory: str | bytes | None) -> Supplied:
    if memory is None:
        return Supplied()
    row = FileRow(MEMORY_FILE, _data(memory), 0o640, _WRITTEN_NS)
    return Supplied(layer=Layer.BUCKET, row=row, text=read_text(row.data), own=row)


def _log(name: str, content: str | bytes) -> LedgerFile:
    row = FileRow(f"memory/{name}", _data(content), mtime_ns=_WRITTEN_NS)
    text = read_text(row.data)
    facts = FileFacts(row.path, FileKind.FILE, len(row.data), _WRITTEN_NS, 0o644, 1)
    return LedgerFile(
        name=row.path, facts=facts, row=row, text=text, sections=read_sections(text.text)
    )


def _data(content: str | bytes) -> bytes:
    return content if isinstance(content, bytes) else encode(content)
