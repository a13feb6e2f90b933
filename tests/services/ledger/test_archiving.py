"""Which logs the rule of age moves to the archive."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.core.ledger.archiving import Fate, judge_logs, plan_archive

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desktop_app.core.ledger.book import Book

TODAY = date(2026, 5, 31)


@pytest.fixture
def users(sample_workspace: Callable[..., Path]) -> Path:
    return sample_workspace("agentscope_lending_multiuser")


@pytest.fixture
def desk(sample_workspace: Callable[..., Path]) -> Path:
    return sample_workspace("agentscope_support_desk")


def fates(book: Book, today: date) -> dict[str, Fate]:
    return {one.name: one.fate for one in judge_logs(book, today)}


def test_a_log_of_exactly_ninety_days_stays(users: Path, book_of: Callable[..., Book]) -> None:
    plan = plan_archive(book_of(users, "u-101"), TODAY)
    assert plan.change.label == "Archive 1 log of “u-101”"
    old, new = plan.change.files
    assert old.before is not None
    assert new.after is not None
    assert (old.before.path, old.after) == ("u-101/memory/2026-03-01.md", None)
    assert (new.before, new.after.path) == (None, "u-101/memory/archive/2026-03-01.md")
    assert new.after.data == old.before.data
    assert new.after.mtime_ns == old.before.mtime_ns is not None
    assert "nothing is sent again" in plan.consequences[-1].text


def test_names_without_a_day_and_archived_logs_never_move(
    desk: Path, book_of: Callable[..., Book]
) -> None:
    (desk / "memory" / ".2020-01-01.md").write_text("- Hidden.\n")
    (desk / "memory" / "deep").mkdir()
    (desk / "memory" / "deep" / "2020-01-01.md").write_text("- Deep.\n")
    found = fates(book_of(desk), date(2030, 1, 1))
    assert found["memory/2026-02-30.md"] is Fate.NO_DAY
    assert found["memory/notes.md"] is Fate.NO_DAY
    assert found["memory/archive/2026-01-14.md"] is Fate.ARCHIVED
    assert found["memory/.2020-01-01.md"] is Fate.HIDDEN
    assert found["memory/deep/2020-01-01.md"] is Fate.DEEPER
    assert found["memory/2026-06-16.md"] is Fate.MOVES


def test_a_name_that_the_archive_has_is_left_alone(
    desk: Path, book_of: Callable[..., Book]
) -> None:
    (desk / "memory" / "2026-01-14.md").write_text("- Other.\n")
    with pytest.raises(RefusedError, match="is older than 90 days and can't be moved") as caught:
        plan_archive(book_of(desk), date(2026, 6, 16))
    assert "would replace" in caught.value.advice
    assert "No log" not in caught.value.words
    (desk / "memory" / "2026-01-15.md").write_text("- More.\n")
    plan = plan_archive(book_of(desk), date(2026, 6, 16))
    assert plan.change.paths == ("memory/2026-01-15.md", "memory/archive/2026-01-15.md")
    assert any(one.needs_care for one in plan.consequences)


@pytest.mark.parametrize("days", [800_000, 10**12])
def test_more_days_than_the_calendar_has_move_nothing(
    desk: Path, book_of: Callable[..., Book], days: int
) -> None:
    assert Fate.MOVES not in {one.fate for one in judge_logs(book_of(desk), TODAY, days)}
    with pytest.raises(NotFoundError):
        plan_archive(book_of(desk), TODAY, days)


def test_logs_are_kept_for_a_day_at_least(desk: Path, book_of: Callable[..., Book]) -> None:
    with pytest.raises(RefusedError):
        judge_logs(book_of(desk), TODAY, 0)


def test_logs_that_wait_for_a_consolidation_are_named_when_they_move(
    desk: Path, book_of: Callable[..., Book]
) -> None:
    said = plan_archive(book_of(desk), date(2026, 11, 30)).consequences[-1].text
    assert said == (
        "memory/2026-05-20.md, memory/2026-06-12.md, memory/2026-06-15.md and 1 more would be "
        "taken and still are, from there."
    )
    said = plan_archive(book_of(desk), date(2026, 8, 20)).consequences[-1].text
    assert said == "memory/2026-05-20.md would be taken and still is, from there."


def test_paths_are_not_listed_again_where_all_moving_logs_wait(
    desk: Path, book_of: Callable[..., Book]
) -> None:
    (desk / "memory" / ".consolidation_state").unlink()
    said = plan_archive(book_of(desk), date(2026, 8, 20)).consequences[-1].text
    assert said == "All of them would be taken and still are, from there."


def test_nothing_to_move_is_said_of_what_was_looked_at_alone(
    users: Path, book_of: Callable[..., Book]
) -> None:
    memory = users / "u-102" / "memory"
    with pytest.raises(NotFoundError, match=r"^No log is older than 9999 days\.$"):
        plan_archive(book_of(users, "u-102"), TODAY, 9999)
    memory.rename(users / "elsewhere")
    memory.symlink_to(users / "elsewhere")
    with pytest.raises(NotFoundError, match="No log that was looked at is older") as refused:
        plan_archive(book_of(users, "u-102"), TODAY)
    assert "u-102/memory is a link; it was not followed." in refused.value.words
