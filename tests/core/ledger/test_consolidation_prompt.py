"""Prompts of a consolidation: two numbers, and no other percent sign."""

from __future__ import annotations

import pytest
from consolidation_books import book_with

from desktop_app.core.errors import RefusedError
from desktop_app.core.ledger.consolidation import left_out, model_input
from desktop_app.core.ledger.consolidation_prompt import DEFAULT_PROMPT, Limits, system_prompt

LOG = {"2026-06-10.md": "\n## Memory Save — 2026-06-10T10:00:00Z\n- A fact.\n"}


def test_both_numbers_get_in_tokens_first() -> None:
    assert system_prompt(Limits(500), "at most %d, %d characters") == "at most 500, 2000 characters"


def test_our_own_prompt_is_one_that_the_harness_takes() -> None:
    assert "%" not in system_prompt(Limits())
    assert DEFAULT_PROMPT.count("%d") == 2


@pytest.mark.parametrize(
    ("prompt", "found"),
    [("no place", "not at all"), ("one %d", "once"), ("%d %d %d", "3 times")],
)
def test_another_number_of_places_is_refused_with_the_count(prompt: str, found: str) -> None:
    with pytest.raises(RefusedError, match=found):
        system_prompt(Limits(), prompt)


@pytest.mark.parametrize(
    "prompt", ["%d %d 100% of it", "%d\n%s %d", "%d %d %", "%%d %d", "%d %%d %n"]
)
def test_another_percent_sign_is_refused_with_its_place(prompt: str) -> None:
    with pytest.raises(RefusedError, match=r"percent sign in line \d"):
        system_prompt(Limits(), prompt)


def test_a_doubled_percent_sign_stands_for_one() -> None:
    assert system_prompt(Limits(1), "%d %d 100%%") == "1 4 100%"


@pytest.mark.parametrize("tokens", [0, -1])
def test_a_limit_has_to_be_above_zero(tokens: int) -> None:
    with pytest.raises(RefusedError, match="above 0"):
        Limits(tokens)


def test_without_memory_and_watermark_everything_is_taken() -> None:
    given = model_input(book_with(None, LOG))

    assert given.user == (
        "Current MEMORY.md:\n(empty)\n\nNew daily ledger entries to merge:\n"
        "### 2026-06-10.md\n## Memory Save — 2026-06-10T10:00:00Z\n- A fact.\n\n"
    )


def test_a_log_that_can_not_be_read_as_text_is_left_out_and_named() -> None:
    book = book_with("- One.", {**LOG, "2026-06-11.md": b"- caf\xe9\n", "2026-06-12.md": " \n"})

    assert model_input(book).files == ("memory/2026-06-10.md",)
    assert [text.split("”")[0] for text in left_out(book)] == [
        "“memory/2026-06-11.md",
        "“memory/2026-06-12.md",
    ]


def test_nothing_written_since_the_watermark_is_refused() -> None:
    with pytest.raises(RefusedError, match="2026-07-01T00:00:00Z"):
        model_input(book_with("- One.", LOG, "2026-07-01T00:00:00Z"))


def test_a_watermark_in_the_future_can_be_passed_over() -> None:
    book = book_with("- One.", LOG, "2026-07-01T00:00:00Z")

    assert "(since" not in model_input(book, all_logs=True).user
