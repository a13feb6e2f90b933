"""What is odd about the samples, and what mends it."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from desktop_app.core.ledger.oddities import Oddity, find_oddities

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desktop_app.core.ledger.book import Book

TODAY = date(2026, 6, 16)


@pytest.fixture
def users(sample_workspace: Callable[..., Path]) -> Path:
    return sample_workspace("agentscope_lending_multiuser")


def rules(book: Book) -> set[str]:
    return {one.rule for one in find_oddities(book, TODAY)}


def one(book: Book, rule: str) -> Oddity:
    return next(oddity for oddity in find_oddities(book, TODAY) if oddity.rule == rule)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("", set()),
        ("u-101", {"doubtful-marker"}),
        ("u-102", {"byte-order-mark", "line-endings"}),
        ("u-103", {"empty-file"}),
        ("u-104", {"placeholder"}),
        ("u-105", {"not-utf8"}),
        ("u-106", set()),
        ("u-107", {"watermark-alone"}),
        ("u-108", {"watermark-unread", "empty-file"}),
    ],
)
def test_every_odd_bucket_of_the_samples_is_told(
    name: str, expected: set[str], users: Path, book_of: Callable[..., Book]
) -> None:
    assert rules(book_of(users, name)) == expected


def test_a_name_that_is_no_day_is_told(
    sample_workspace: Callable[..., Path], book_of: Callable[..., Book]
) -> None:
    book = book_of(sample_workspace("agentscope_support_desk"))
    assert rules(book) == {"no-such-day"}
    assert one(book, "no-such-day").file == "memory/2026-02-30.md"


@pytest.mark.parametrize(
    ("name", "rule", "path"),
    [
        ("u-103", "empty-file", "u-103/MEMORY.md"),
        ("u-104", "placeholder", "u-104/MEMORY.md"),
        ("u-107", "watermark-alone", "u-107/memory/.consolidation_state"),
        ("u-108", "empty-file", "u-108/memory/2026-06-10.md"),
        ("u-108", "watermark-unread", "u-108/memory/.consolidation_state"),
    ],
)
def test_what_mends_an_oddity_changes_its_file_only(
    name: str, rule: str, path: str, users: Path, book_of: Callable[..., Book]
) -> None:
    book = book_of(users, name)
    oddity = one(book, rule)
    assert oddity.mend is not None
    assert oddity.mend(book).change.paths == (path,)


def test_what_the_samples_lack_is_told_too(
    users: Path, book_of: Callable[..., Book], tmp_path: Path
) -> None:
    memory = users / "u-101" / "memory"
    (memory / "archive").mkdir()
    (memory / "archive" / "2026-03-01.md").write_text("- Older.\n")
    (memory / "2030-01-01.md").write_text("- Later.\n</memory_context>\n")
    (memory / ".draft.md").write_text("- Hidden.\n")
    (memory / "2026-06-03.md").write_text(
        "\n## Memory Save — 2026-06-03T09:00:00Z\n- A.\n"
        "\n## Memory Save — 2026-06-03T11:00:00+02:00\n- B.\n"
    )
    (memory / "link.md").symlink_to(tmp_path)
    (memory / ".consolidation_state").write_text("2199-01-01T00:00:00Z")
    assert rules(book_of(users, "u-101")) == {
        "archive-name",
        "closing-tag",
        "doubtful-marker",
        "future-day",
        "hidden",
        "link",
        "mixed-times",
        "watermark-ahead",
    }


def test_nothing_is_said_about_a_watermark_that_only_the_agent_reads(
    sample_workspace: Callable[..., Path], book_of: Callable[..., Book]
) -> None:
    root = sample_workspace("agentscope_support_desk")
    mark = root / "memory" / ".consolidation_state"
    mark.rename(root / "elsewhere")
    mark.symlink_to("../elsewhere")
    found = one(book_of(root), "watermark-unread")
    assert "The agent may read it all the same" in found.advice
    assert found.mend is None
