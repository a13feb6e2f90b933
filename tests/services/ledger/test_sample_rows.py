"""Every odd row of the samples that is about reading logs and curated memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from desktop_app.core.engine_text import encode
from desktop_app.core.engine_time import format_column
from desktop_app.core.ledger.edits import edit_log, edit_memory, edit_section
from desktop_app.core.ledger.facts import find_duplicates
from desktop_app.core.ledger.section import SectionKind
from desktop_app.core.ledger.sections import doubtful_markers, read_sections
from desktop_app.services.ledger.reading import find_ledgers, read_book

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desktop_app.core.ledger.book import Book, LedgerFile
    from desktop_app.services.file_memory import FileMemory

SAMPLES = ("agentscope_support_desk", "agentscope_lending_multiuser")


@pytest.fixture
def desk(sample_workspace: Callable[..., Path], book_of: Callable[..., Book]) -> Book:
    return book_of(sample_workspace("agentscope_support_desk"))


@pytest.fixture
def user(
    sample_workspace: Callable[..., Path], book_of: Callable[..., Book]
) -> Callable[[str], Book]:
    root = sample_workspace("agentscope_lending_multiuser")
    return lambda name: book_of(root, name)


def log(book: Book, name: str) -> LedgerFile:
    found = book.log(f"memory/{name}.md")
    assert found is not None
    return found


def body(file: LedgerFile, place: int) -> str:
    assert file.text is not None
    return file.text.text[file.sections[place].body_start : file.sections[place].end]


def test_the_day_of_a_log_is_that_of_its_name_and_times_are_as_written(desk: Book) -> None:
    file = log(desk, "2026-05-08")
    assert str(file.day) == "2026-05-08"
    assert file.sections[0].written == "2026-05-07T23:48:03.660215Z"
    assert format_column(file.sections[0].at) == file.sections[0].written


def test_a_save_and_a_flush_of_one_fact_are_both_kept(desk: Book) -> None:
    for name in ("2026-05-06", "2026-06-15"):
        kinds = [section.kind for section in log(desk, name).sections]
        assert kinds == [SectionKind.SAVE, SectionKind.FLUSH]


def test_no_reply_inside_a_sentence_is_ordinary_text(desk: Book) -> None:
    file = log(desk, "2026-05-22")
    assert any("NO_REPLY" in body(file, place) for place in range(len(file.sections)))


def test_a_bullet_that_quotes_a_marker_opens_no_section(desk: Book) -> None:
    file = log(desk, "2026-06-02")
    assert len(file.sections) == 1
    assert '"## Memory Flush" appeared' in body(file, 0)


def test_the_watermark_is_no_memory(desk: Book) -> None:
    assert desk.watermark.at is not None
    assert format_column(desk.watermark.at) == "2026-06-12T01:30:00.512009Z"
    shown = [file.name for file in desk.logs] + [one.path for one in desk.hidden]
    assert not any("consolidation_state" in name for name in shown)


def test_both_forms_of_times_are_read_and_every_kind_of_line_is_kept(
    user: Callable[[str], Book],
) -> None:
    book = user("u-101")
    written = [section.written for section in log(book, "2026-06-03").sections]
    assert written == ["2026-06-03T11:20:31.3096574+02:00", "2026-06-03T23:59:59.9+02:00"]
    file = log(book, "2026-06-11")
    for part in ("  - nested detail", "Paragraph without a bullet", "* star", "1. numbered"):
        assert part in body(file, 0)
    assert any(
        one.is_exact and one.files == ("memory/2026-06-03.md",) for one in find_duplicates(book)
    )


def test_the_marker_inside_a_code_fence_is_flagged(user: Callable[[str], Book]) -> None:
    file = log(user("u-101"), "2026-06-11")
    assert file.text is not None
    (doubtful,) = doubtful_markers(file.text.text)
    assert doubtful.is_fenced
    assert len(file.sections) == 1


def test_a_line_of_twenty_thousand_characters_is_read_whole(user: Callable[[str], Book]) -> None:
    assert len(max(body(log(user("u-108"), "2026-06-11"), 0).split("\n"), key=len)) == 20_006


@pytest.mark.parametrize("sample", SAMPLES)
def test_saving_without_an_edit_changes_no_byte_of_any_file(
    sample: str, sample_workspace: Callable[..., Path], memory_of: Callable[[Path], FileMemory]
) -> None:
    files = memory_of(sample_workspace(sample))
    for root in find_ledgers(files):
        for bucket in root.buckets:
            assert_nothing_changes(read_book(files, bucket))


def assert_nothing_changes(book: Book) -> None:
    memory = book.memory
    if memory.text is not None and memory.row is memory.own and memory.own and memory.own.data:
        assert edit_memory(book, memory.text.text).change.is_empty
        assert edit_memory(book, memory.text.text.replace("\r\n", "\n")).change.is_empty
    for file in book.logs:
        assert file.text is not None
        assert file.row is not None
        text, sections = file.text.text, read_sections(file.text.text)
        assert edit_log(book, file.name, text).change.is_empty
        starts = [*(one.start for one in sections), len(text)]
        assert [one.end for one in sections] == starts[1:]
        assert encode(text) == file.row.data
        for place, section in enumerate(file.sections):
            assert edit_section(book, file.name, section, body(file, place)).change.is_empty
