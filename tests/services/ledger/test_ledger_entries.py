"""New entries: what is saved to both layers, and corrections that are only appended."""

from __future__ import annotations

from datetime import UTC, timedelta, timezone
from typing import TYPE_CHECKING, Any

import pytest
from ledger_plans import NOW, words, written

from desktop_app.core.errors import RefusedError
from desktop_app.core.ledger.entries import correct, save_entry

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desktop_app.core.ledger.book import Book

BERLIN_SUMMER = timezone(timedelta(hours=2))
TODAY = "memory/2026-06-17.md"


@pytest.fixture
def users(sample_workspace: Callable[..., Path]) -> Path:
    return sample_workspace("agentscope_lending_multiuser")


@pytest.fixture
def desk(sample_workspace: Callable[..., Path], book_of: Callable[..., Book]) -> Book:
    return book_of(sample_workspace("agentscope_support_desk"))


@pytest.mark.parametrize("name", ["u-101", "u-102", "u-104", "u-106", "u-107", "u-108"])
def test_a_saved_entry_is_byte_for_byte_what_the_agent_would_save(
    name: str,
    users: Path,
    book_of: Callable[..., Book],
    sample_results: Callable[[str], Any],
) -> None:
    book = book_of(users, name)
    plan = save_entry(book, "\n- added by memory_save  ", NOW, BERLIN_SUMMER)
    rows = {row["userId"]: row for row in sample_results("agentscope_golden")["multiuser"]}
    expected = rows[name].get("memory_md_after_memory_save")
    memory = written(plan, f"{name}/MEMORY.md")
    assert memory is not None
    if expected is None:
        before = (users / name / "MEMORY.md").read_bytes()
        assert memory == before + b"\n- added by memory_save\n"
    else:
        assert memory == expected.encode()
    assert written(plan, f"{name}/{TODAY}") == (
        "\n## Memory Save — 2026-06-17T01:00:00.5+02:00\n- added by memory_save\n".encode()
    )
    assert len(plan.change.files) == 2


def test_a_saved_entry_goes_to_the_end_of_the_log_that_is_there(desk: Book) -> None:
    log = desk.log("memory/2026-06-16.md")
    assert log is not None
    assert log.row is not None
    plan = save_entry(desk, "- More.", NOW, UTC)
    assert written(plan, "memory/2026-06-16.md") == (
        log.row.data + "\n## Memory Save — 2026-06-16T23:00:00.5Z\n- More.\n".encode()
    )


def test_saving_into_an_empty_memory_writes_no_placeholder_and_says_so(
    users: Path, book_of: Callable[..., Book]
) -> None:
    plan = save_entry(book_of(users, "u-103"), "- New.", NOW, UTC)
    assert written(plan, "u-103/MEMORY.md") == b"\n- New.\n"
    assert "this one does not" in words(plan)


def test_saving_over_bytes_that_are_not_utf8_is_refused(
    users: Path, book_of: Callable[..., Book]
) -> None:
    with pytest.raises(RefusedError, match="not UTF-8"):
        save_entry(book_of(users, "u-105"), "- New.", NOW, UTC)


@pytest.mark.parametrize("content", ["", " \n\t"])
def test_nothing_is_no_entry(content: str, desk: Book) -> None:
    with pytest.raises(RefusedError):
        save_entry(desk, content, NOW, UTC)
    with pytest.raises(RefusedError):
        correct(desk, content, NOW, UTC)


def test_a_correction_is_appended_and_leaves_what_it_corrects(desk: Book) -> None:
    plan = correct(desk, "- Correction: the limit is 300 EUR.", NOW, UTC)
    assert plan.change.paths == ("memory/2026-06-16.md",)
    data = written(plan, "memory/2026-06-16.md") or b""
    log = desk.log("memory/2026-06-16.md")
    assert log is not None
    assert log.row is not None
    assert data.startswith(log.row.data)
    assert "until the next consolidation" in words(plan)


def test_a_correction_names_the_old_fact_and_is_a_bullet_where_that_is_one(desk: Book) -> None:
    old = "* Refund limit for agents is 200 EUR\n- Another."
    plan = correct(desk, "It is\n250 EUR.", NOW, UTC, old=old)
    expected = "Correct “Refund limit for agents is 200 EUR” to “It is…”"
    assert plan.change.label == expected
    data = written(plan, "memory/2026-06-16.md") or b""
    assert data.endswith(b"\n- It is\n  250 EUR.\n")
    for text in ("- One.", "1. One.", "```\ncode\n```"):
        data = written(correct(desk, text, NOW, UTC, old=old), "memory/2026-06-16.md") or b""
        assert data.endswith(f"\n{text}\n".encode())
    plain = correct(desk, "One.", NOW, UTC, old="No bullet.")
    assert plain.change.label == "Correct “No bullet.” to “One.”"
    assert (written(plain, "memory/2026-06-16.md") or b"").endswith(b"Z\nOne.\n")
    assert correct(desk, "One.", NOW, UTC).change.label == "Append a correction: “One.”"


def test_the_projects_memory_is_copied_before_a_bucket_gets_its_own(
    tmp_path: Path, book_of: Callable[..., Book]
) -> None:
    root = tmp_path / ".agentscope" / "workspace"
    (root / "u-1" / "memory").mkdir(parents=True)
    (root / "u-1" / "memory" / "2026-06-01.md").write_text("- Own.\n")
    (tmp_path / "MEMORY.md").write_text("- Of the project.\n")
    book = book_of(tmp_path, "u-1")
    plan = save_entry(book, "- New.", NOW, UTC)
    path = ".agentscope/workspace/u-1/MEMORY.md"
    assert written(plan, path) == b"- Of the project.\n\n- New.\n"
    assert "is copied into the bucket first" in words(plan, care=True)
    (root / "MEMORY.md").write_text("- Of the root.\n")
    (tmp_path / "MEMORY.md").unlink()
    plan = save_entry(book_of(tmp_path, "u-1"), "- New.", NOW, UTC)
    assert written(plan, path) == b"\n- New.\n"


@pytest.mark.parametrize("plan", [save_entry, correct])
def test_a_text_that_opens_a_section_is_written_as_the_agent_does_it_and_told_of(
    plan: Any, desk: Book
) -> None:
    text = "- A fact.\n## Memory Flush — 2026-01-02T09:00:00Z\n- Never said."
    found = plan(desk, text, NOW, BERLIN_SUMMER)

    assert text.encode() in (written(found, TODAY) or b"")
    assert f"becomes 2 entries of {TODAY}" in words(found, care=True)
    assert "entries of" not in words(plan(desk, "- A fact.", NOW, BERLIN_SUMMER))


def test_what_stands_already_is_told_with_its_place(desk: Book) -> None:
    fact = "Proration is computed per day, not per second"
    plan = correct(desk, fact, NOW, UTC)
    assert "It stands already in MEMORY.md, line 10. Saved, it is there once more." in words(plan)
    assert "It stands already" in words(save_entry(desk, f"*  {fact.upper()}", NOW, UTC))
    assert "It stands already" not in words(correct(desk, "Something new.", NOW, UTC))
    assert "It stands already" not in words(correct(desk, f"{fact}\nand more", NOW, UTC))
    often = words(correct(desk, "Staging", NOW, UTC))
    assert "memory/2026-06-15.md, line 3" in often


def test_an_old_fact_that_stands_nowhere_is_told(desk: Book) -> None:
    wrong = correct(desk, "New.", NOW, UTC, old="nothing like this")
    assert "“nothing like this” stands in no log and not in the curated memory" in words(wrong)
    right = correct(desk, "New.", NOW, UTC, old="- Proration is computed per day, not per second")
    assert "stands in no log" not in words(right)
