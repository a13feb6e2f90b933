"""A file with zero bytes in it is UTF-8 to the agent; it is read, and never written as text."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from desktop_app.core.errors import RefusedError
from desktop_app.core.ledger.consolidation import left_out, model_input
from desktop_app.core.ledger.edits import convert, edit_log
from desktop_app.core.ledger.oddities import find_oddities
from desktop_app.core.ledger.places import find_places
from desktop_app.services.ledger.tools import AgentTools

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desktop_app.core.ledger.book import Book
    from desktop_app.services.file_memory import FileMemory

LOG = "memory/2026-06-01.md"
TEXT = "## Memory Save — 2026-06-01T09:00:00Z\n- café\0 opens at nine\n"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    log = tmp_path / LOG
    log.parent.mkdir()
    log.write_bytes(TEXT.encode())
    (tmp_path / "MEMORY.md").write_text("# Memory\n", encoding="utf-8")
    return tmp_path


def test_the_agent_reads_it(
    workspace: Path, book_of: Callable[..., Book], memory_of: Callable[[Path], FileMemory]
) -> None:
    book = book_of(workspace)
    assert book.logs[0].problem == ""
    answer = AgentTools(memory_of(workspace), book.bucket).memory_search("nine")
    assert answer.text == f"Found 1 matches:\n\nSource: {LOG}#2: - café\0 opens at nine"
    assert answer.remarks == ()


def test_it_is_told_what_it_is(workspace: Path, book_of: Callable[..., Book]) -> None:
    (found,) = find_oddities(book_of(workspace), date(2026, 6, 16))
    assert found.text.startswith(f"{LOG} has zero bytes in it. The agent reads them")


def test_it_is_not_written_as_text(workspace: Path, book_of: Callable[..., Book]) -> None:
    with pytest.raises(RefusedError) as refused:
        edit_log(book_of(workspace), LOG, "Another text.\n")
    assert "Zero bytes are in it" in refused.value.words


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-8-sig"])
def test_no_other_encoding_makes_other_letters_of_it(
    encoding: str, workspace: Path, book_of: Callable[..., Book]
) -> None:
    with pytest.raises(RefusedError, match="UTF-8 already"):
        convert(book_of(workspace), LOG, encoding)


def test_utf_16_without_a_mark_is_converted(workspace: Path, book_of: Callable[..., Book]) -> None:
    (workspace / LOG).write_bytes("- tea at nine\n".encode("utf-16-le"))
    plan = convert(book_of(workspace), LOG, "utf-16")
    after = plan.change.files[0].after
    assert after is not None
    assert after.data == b"- tea at nine\n"


def test_zero_bytes_that_a_conversion_would_leave_are_refused(
    workspace: Path, book_of: Callable[..., Book]
) -> None:
    (workspace / LOG).write_bytes(b"caf\xe9\0 opens at nine\n")
    with pytest.raises(RefusedError, match="no text has"):
        convert(book_of(workspace), LOG, "latin-1")


def test_a_text_in_it_is_found_and_left_there(
    workspace: Path, book_of: Callable[..., Book]
) -> None:
    (place,) = find_places(book_of(workspace), "nine")
    assert "Zero bytes" in place.kept


def test_a_consolidation_takes_it_as_the_agent_does(
    workspace: Path, book_of: Callable[..., Book]
) -> None:
    (workspace / "MEMORY.md").write_bytes(b"# Mem\0ory\n")
    book = book_of(workspace)
    assert model_input(book).files == (LOG,)
    assert "Mem\0ory" in model_input(book).user
    assert left_out(book) == ()
