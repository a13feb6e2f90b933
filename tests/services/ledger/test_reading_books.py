"""What a bucket remembers, and what the agent reads of it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from desktop_app.core.ledger.book import Layer, Reason
from desktop_app.core.ledger.placeholder import PLACEHOLDER

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desktop_app.core.ledger.book import Book

SHARED, USERS = "agentscope_support_desk", "agentscope_lending_multiuser"
USER_NAMES = [f"u-{number}" for number in range(101, 109)]


@pytest.fixture
def desk(sample_workspace: Callable[..., Path]) -> Path:
    return sample_workspace(SHARED)


@pytest.fixture
def users(sample_workspace: Callable[..., Path]) -> Path:
    return sample_workspace(USERS)


def expected_user(sample_results: Callable[[str], Any], name: str) -> Any:
    rows = sample_results("agentscope_golden")["multiuser"]
    return next(row for row in rows if row["userId"] == name)


def test_files_are_searched_in_the_order_of_the_engine(
    desk: Path, book_of: Callable[..., Book], sample_results: Callable[[str], Any]
) -> None:
    order = sample_results("agentscope_golden")["memory_files_in_search_order"]
    assert ["MEMORY.md", *(file.name for file in book_of(desk).logs)] == order


def test_the_next_consolidation_takes_what_the_engine_takes(
    desk: Path, book_of: Callable[..., Book], sample_results: Callable[[str], Any]
) -> None:
    expected = sample_results("agentscope_golden")["consolidation_support_desk"]
    book = book_of(desk)
    taken = [one.name for one in book.eligible if one.is_taken]
    assert [name.rpartition("/")[2] for name in taken] == expected["ledger_files_in_order"]
    assert taken[0] == "memory/archive/2026-02-03.md"
    assert {one.reason for one in book.eligible} == {Reason.WRITTEN_SINCE, Reason.WRITTEN_BEFORE}


@pytest.mark.parametrize("name", USER_NAMES)
def test_each_user_is_read_and_consolidated_as_the_engine_does(
    name: str,
    users: Path,
    book_of: Callable[..., Book],
    sample_results: Callable[[str], Any],
) -> None:
    expected, book = expected_user(sample_results, name), book_of(users, name)
    taken = [one.name.rpartition("/")[2] for one in book.eligible if one.is_taken]
    assert taken == expected["ledger_files"]
    assert book.memory.text is not None
    if "[cut in this file" not in expected["memory_as_read"]:
        assert book.memory.text.text == expected["memory_as_read"]


@pytest.mark.parametrize(
    ("name", "layer", "words"),
    [
        ("u-101", Layer.BUCKET, ""),
        ("u-102", Layer.BUCKET, ""),
        ("u-103", Layer.BUCKET, "is empty"),
        ("u-104", Layer.BUCKET, ""),
        ("u-105", Layer.ROOT, "is not UTF-8"),
        ("u-107", Layer.ROOT, ""),
    ],
)
def test_the_layer_that_supplied_the_memory_is_named_and_why(
    name: str, layer: Layer, words: str, users: Path, book_of: Callable[..., Book]
) -> None:
    memory = book_of(users, name).memory
    assert memory.layer is layer
    assert words in memory.problem
    assert bool(words) == bool(memory.problem)


def test_the_bytes_of_an_own_file_that_the_agent_can_not_read_are_there(
    users: Path, book_of: Callable[..., Book]
) -> None:
    own = book_of(users, "u-105").memory.own
    assert own is not None
    assert own.data == (users / "u-105" / "MEMORY.md").read_bytes()
    assert book_of(users, "u-107").memory.own is None


def test_an_empty_memory_reads_as_the_sentence_of_the_file_layer(
    users: Path, book_of: Callable[..., Book]
) -> None:
    memory = book_of(users, "u-103").memory
    assert memory.text is not None
    assert memory.text.text == PLACEHOLDER
    assert memory.own is not None
    assert memory.own.data == b""


def test_an_unreadable_watermark_means_never(users: Path, book_of: Callable[..., Book]) -> None:
    book = book_of(users, "u-108")
    assert book.watermark.at is None
    assert "yesterday" in book.watermark.problem
    assert [one.reason for one in book.eligible] == [Reason.BLANK, Reason.NEVER]


def test_a_date_that_no_calendar_has_is_no_day(desk: Path, book_of: Callable[..., Book]) -> None:
    days = {file.name: file.day for file in book_of(desk).logs}
    assert days["memory/2026-02-30.md"] is None
    assert days["memory/notes.md"] is None
    assert str(days["memory/archive/2026-01-14.md"]) == "2026-01-14"


def test_sessions_offloaded_results_and_the_opaque_area_are_listed(
    desk: Path, book_of: Callable[..., Book]
) -> None:
    book = book_of(desk)
    names = [one.name for one in book.sessions]
    assert "conv-0001.jsonl" in names
    assert "conv-old.json" in names
    assert len(names) == 7
    assert [one.size for one in book.offloaded] == [86279]
    assert len(book.opaque) == 4
    assert book.hidden == ()
    assert [file.name for file in book.knowledge] == [
        "knowledge/KNOWLEDGE.md",
        "knowledge/refunds.md",
        "knowledge/webhooks.md",
    ]


def test_links_pipes_and_hidden_files_are_shown_and_never_opened(
    desk: Path, book_of: Callable[..., Book], tmp_path: Path
) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("- Not ours.\n")
    (desk / "memory" / "2026-06-30.md").symlink_to(outside)
    os.mkfifo(desk / "memory" / "pipe.md")
    (desk / "memory" / ".draft.md").write_text("- Hidden.\n")
    book = book_of(desk)
    link, pipe = book.log("memory/2026-06-30.md"), book.log("memory/pipe.md")
    assert link is not None
    assert pipe is not None
    assert (link.row, pipe.row) == (None, None)
    assert "link" in link.problem
    assert [one.path for one in book.links] == ["memory/2026-06-30.md"]
    assert [one.path for one in book.hidden] == ["memory/.draft.md"]
    reasons = {one.name: one.reason for one in book.eligible}
    assert reasons["memory/2026-06-30.md"] is Reason.LINK
    assert reasons["memory/pipe.md"] is Reason.UNREADABLE
    assert reasons["memory/.draft.md"] is Reason.WRITTEN_SINCE


def test_a_memory_that_is_a_link_is_not_read_and_no_other_layer_stands_in_for_it(
    users: Path, book_of: Callable[..., Book]
) -> None:
    path = users / "u-101" / "MEMORY.md"
    path.unlink()
    path.symlink_to(users / "MEMORY.md")
    memory = book_of(users, "u-101").memory
    assert memory.text is None
    assert memory.layer is Layer.BUCKET
    assert "link" in memory.problem


def test_a_bucket_without_logs_shows_those_of_the_workspace(
    users: Path, book_of: Callable[..., Book]
) -> None:
    (users / "memory").mkdir()
    (users / "memory" / "2026-06-01.md").write_text("- Shared.\n")
    assert [file.layer for file in book_of(users, "u-106").logs] == [Layer.ROOT]
    assert {file.layer for file in book_of(users, "u-101").logs} == {Layer.BUCKET}


def test_a_change_in_the_millisecond_of_the_watermark_is_overlooked_as_by_the_engine(
    desk: Path, book_of: Callable[..., Book]
) -> None:
    mark = book_of(desk).watermark.at
    assert mark is not None
    path = desk / "memory" / "notes.md"
    later = mark.unix_seconds * 1_000_000_000 + mark.nanoseconds + 900_000
    os.utime(path, ns=(later, later))
    reasons = {one.name: one.reason for one in book_of(desk).eligible}
    assert reasons["memory/notes.md"] is Reason.SAME_MILLISECOND


def test_no_other_folder_stands_in_for_a_folder_of_logs_that_is_a_link(
    users: Path, book_of: Callable[..., Book]
) -> None:
    (users / "memory").mkdir()
    (users / "memory" / "2026-06-01.md").write_text("- Shared.\n")
    (users / "u-106" / "memory").symlink_to(users / "memory")
    book = book_of(users, "u-106")
    assert book.logs == ()
    assert [one.path for one in book.links] == ["u-106/memory"]
