"""Which lines the agent's memory search finds."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.ledger.matching import MatchMode, matches_folded, matching_lines
from desktop_app.core.ledger.tools import memory_search

FILES = [("MEMORY.md", "- Ana owns refunds\r\n- refunds by ANA\n- Jonas\n"), ("memory/a.md", "ana")]


def test_all_words_must_stand_in_one_line() -> None:
    answer = memory_search(FILES, "refunds ana ana", "all")
    assert answer.text == (
        "Found 2 matches:\n\n"
        "Source: MEMORY.md#1: - Ana owns refunds\r\n"
        "Source: MEMORY.md#2: - refunds by ANA"
    )


def test_any_word_is_enough() -> None:
    found = memory_search(FILES, "jonas\u3000refunds", "any")
    assert [(hit.path, hit.number) for hit in found.hits] == [
        ("MEMORY.md", 1),
        ("MEMORY.md", 2),
        ("MEMORY.md", 3),
    ]


@pytest.mark.parametrize("mode", ["", "PHRASE", "regex", " any"])
def test_a_mode_that_does_not_exist_is_an_error_and_no_search(mode: str) -> None:
    assert memory_search(FILES, "ana", mode).text.startswith("Error: ")
    assert memory_search(FILES, " ", mode).text == "No query provided"


def test_a_phrase_is_not_trimmed_and_not_folded_beyond_a_to_z() -> None:
    assert memory_search([("m", "caf\u00e9 x")], "CAF\u00c9 ").hits == ()
    assert memory_search([("m", "caf\u00e9 x")], "CAF\u00e9 ").hits != ()
    assert memory_search([("m", "caf\u00e9")], "caf\u00e9 ").hits == ()


def test_a_phrase_with_a_line_break_is_in_no_line() -> None:
    assert memory_search([("m", "a\nb")], "a\nb").hits == ()


def test_the_session_search_folds_every_letter() -> None:
    assert matches_folded("Caf\u00e9 M\u00f6we", "CAF\u00c9 M\u00d6WE", MatchMode.PHRASE)
    assert matches_folded("one entry\nwith two lines", "LINES one", MatchMode.ALL)


@pytest.mark.parametrize("mode", [MatchMode.ALL, MatchMode.ANY])
def test_a_query_without_words_finds_nothing(mode: MatchMode) -> None:
    assert not matches_folded("one entry", "\u00a0", mode)
    assert list(matching_lines("one entry", "\u00a0", mode)) == []


def test_a_line_of_20_000_characters_is_one_line() -> None:
    line = "x" * 19_990 + " the fact"
    ((number, found),) = matching_lines(f"\n{line}\n", "fact", MatchMode.PHRASE)
    assert (number, found) == (2, line)


@given(
    st.text(st.sampled_from("aAbB\n \r\u00e9\udc80"), max_size=40),
    st.text(st.sampled_from("aAb \u00e9"), min_size=1, max_size=3),
    st.sampled_from(MatchMode),
)
def test_lines_are_those_that_a_plain_search_line_by_line_finds(
    text: str, query: str, mode: MatchMode
) -> None:
    terms = [query] if mode is MatchMode.PHRASE else query.split()
    flags = re.IGNORECASE | re.ASCII
    expected = []
    for number, line in enumerate(text.split("\n"), start=1):
        found = [re.search(re.escape(term), line, flags) is not None for term in terms]
        if found and (all(found) if mode is MatchMode.ALL else any(found)):
            expected.append((number, line))
    assert list(matching_lines(text, query, mode)) == expected
