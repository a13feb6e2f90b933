"""Where a fact stands, and which facts say the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from desktop_app.core.ledger.facts import elsewhere, facts_of, find_duplicates, saved_since

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desktop_app.core.ledger.book import Book


@pytest.fixture
def desk(sample_workspace: Callable[..., Path], book_of: Callable[..., Book]) -> Book:
    return book_of(sample_workspace("agentscope_support_desk"))


def test_what_was_saved_after_the_last_consolidation_is_known(desk: Book) -> None:
    (fact,) = saved_since(desk)
    assert fact.text.startswith("- From 2026-06-15 the staging API host")
    assert [other.file for other in elsewhere(desk, fact)] == ["memory/2026-06-15.md"]


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("memory/2026-04-28.md", [3, 7]),
        ("memory/2026-05-06.md", [3, 6]),
        ("memory/2026-06-15.md", [3, 6]),
    ],
)
def test_two_wordings_of_a_fact_in_one_log_are_shown_as_probably_the_same(
    name: str, lines: list[int], desk: Book
) -> None:
    log = desk.log(name)
    assert log is not None
    assert log.text is not None
    texts = log.text.text.split("\n")
    near = [{fact.text for fact in one.facts} for one in find_duplicates(desk) if not one.is_exact]
    assert {texts[line - 1] for line in lines} in near


def test_the_same_line_twice_is_an_exact_duplicate(
    sample_workspace: Callable[..., Path], book_of: Callable[..., Book]
) -> None:
    book = book_of(sample_workspace("agentscope_lending_multiuser"), "u-101")
    exact = [one for one in find_duplicates(book) if one.is_exact]
    assert [[fact.line for fact in one.facts] for one in exact] == [[6, 7]]


def test_facts_that_differ_in_a_number_are_not_the_same(
    sample_workspace: Callable[..., Path], book_of: Callable[..., Book]
) -> None:
    book = book_of(sample_workspace("agentscope_lending_multiuser"), "u-106")
    assert [one for one in find_duplicates(book) if one.is_exact] == []
    assert len(find_duplicates(book)) < 5


def test_a_correction_and_what_it_corrects_are_both_there(desk: Book) -> None:
    assert any("250 EUR, not 200 EUR" in fact.text for fact in facts_of(desk))
    refunds = next(file for file in desk.knowledge if file.name == "knowledge/refunds.md")
    assert refunds.text is not None
    assert "200 EUR" in refunds.text.text


def test_very_many_saved_facts_are_told_each_as_often_as_it_was_saved(
    tmp_path: Path, book_of: Callable[..., Book]
) -> None:
    facts = "".join(f"- Fact {number}.\n" for number in range(150_000))
    log = f"\n## Memory Save — 2026-06-01T12:00:00Z\n- Twice.\n- Twice.\n{facts}"
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "2026-06-01.md").write_text(log, encoding="utf-8")
    (tmp_path / "MEMORY.md").write_text(f"# Facts\n- Twice.\n- Twice.\n- Twice.\n{facts}")

    found = saved_since(book_of(tmp_path))

    assert len(found) == 150_002
    assert [fact.line for fact in found[:3]] == [3, 4, 5]


def test_headings_markers_and_fences_are_no_facts(desk: Book) -> None:
    texts = [fact.text for fact in facts_of(desk)]
    assert all(not text.startswith(("#", "```")) for text in texts)
    assert all(text.strip() for text in texts)
