"""The consolidation without a model loses nothing, invents nothing, and comes to an end."""

from __future__ import annotations

import pytest
from consolidation_books import book_with
from hypothesis import example, given
from hypothesis import strategies as st

from desktop_app.core.ledger.builtin_consolidator import BuiltIn, consolidate_builtin
from desktop_app.core.ledger.consolidation import log_entries
from desktop_app.core.ledger.merged_text import OWN_HEADING
from desktop_app.core.ledger.statement_blocks import outline
from desktop_app.core.proposals.statements import key_of

FLUSH = "\n## Memory Flush — 2026-06-15T07:04:58.230019Z\n"
MEMORY = """\
# Desk

## People
- Ana approves macros.
- Jonas owns the webhook service.

## Exports
- CSV export is limited to 50,000 rows; larger exports go through the reports API."""

_WORDS = st.sampled_from(
    [
        "Ana",
        "Jonas",
        "approves",
        "owns",
        "macros",
        "webhook",
        "service",
        "the",
        "only",
        "not",
        "200",
        "250",
        "EUR",
        "limit",
        "is",
    ]
)
_SENTENCES = st.lists(_WORDS, min_size=1, max_size=7).map(" ".join)
_LINES = st.one_of(
    _SENTENCES.map("- {}".format),
    _SENTENCES.map("* {}".format),
    _SENTENCES.map("1. {}".format),
    _SENTENCES.map("  - {}".format),
    _SENTENCES.map("   {}".format),
    _SENTENCES,
    st.sampled_from(["## People", "# Desk", "### Limits", "", "", "```", "~~~", "---", "- ", "\t"]),
)
_TEXTS = st.lists(_LINES, max_size=14).map("\n".join)
_LOGS = st.lists(st.lists(_LINES, min_size=1, max_size=8).map("\n".join), min_size=1, max_size=3)


def merged(memory: str | None, *logs: str) -> BuiltIn:
    named = {f"2026-06-{day:02}.md": text for day, text in enumerate(logs, start=10)}
    return consolidate_builtin(book_with(memory, named))


def test_a_new_fact_goes_below_the_heading_of_the_one_most_like_it() -> None:
    result = merged(MEMORY, f"{FLUSH}- The reports API allows larger exports at night.\n")

    assert result.text == f"{MEMORY}\n- The reports API allows larger exports at night."


def test_a_fact_like_no_other_goes_below_a_heading_of_our_own() -> None:
    result = merged(MEMORY, f"{FLUSH}- Coffee is on the third floor.\n")

    assert result.text == f"{MEMORY}\n\n{OWN_HEADING}\n- Coffee is on the third floor."


def test_a_fact_with_a_heading_in_its_log_goes_below_the_same_heading() -> None:
    result = merged(MEMORY, "## people\n- Mira is new.\n")

    assert "- Jonas owns the webhook service.\n- Mira is new.\n\n## Exports" in result.text


def test_the_same_fact_in_other_case_and_punctuation_is_named_as_a_duplicate() -> None:
    result = merged(MEMORY, f"{FLUSH}- ana approves the macros\n- Coffee is free.\n")

    assert [(item.text, item.file, item.kept) for item in result.dropped] == [
        ("ana approves the macros", "memory/2026-06-10.md", "Ana approves macros.")
    ]
    assert "ana approves" not in result.text


def test_the_longer_of_two_statements_takes_the_place_of_the_shorter() -> None:
    result = merged(MEMORY, f"{FLUSH}- Jonas owns the whole webhook service.\n")

    assert result.text == MEMORY.replace("owns the webhook", "owns the whole webhook")
    assert [(item.text, item.file) for item in result.dropped] == [
        ("Jonas owns the webhook service.", "MEMORY.md")
    ]


def test_a_correction_never_takes_the_older_fact_away() -> None:
    result = merged(
        "- The refund limit for agents is 200 EUR.",
        f"{FLUSH}- Correction: the refund limit for agents is 250 EUR, not 200 EUR.\n",
    )

    assert result.text.count("refund limit") == 2
    assert not result.dropped
    assert result.corrections == (
        (
            "The refund limit for agents is 200 EUR.",
            "Correction: the refund limit for agents is 250 EUR, not 200 EUR.",
        ),
    )


def test_a_fact_in_near_words_is_left_out_and_memory_keeps_its_own() -> None:
    memory = "- Tolvan Freight (account 20417) wants replies in German and no phone calls."
    log = "Tolvan Freight (account 20417) asked for replies in German and no phone calls."

    result = merged(memory, f"{FLUSH}- {log}\n")

    assert result.text == memory
    assert [item.text for item in result.dropped] == [log]
    assert not result.alike


def test_facts_that_are_probably_the_same_both_stay_and_are_marked_with_the_reason() -> None:
    memory = "Proration is computed per day, not per second (decided 2026-04-28, ticket #4471)."
    log = "Product decided: proration is per day, not per second (ticket #4471)."

    result = merged(f"- {memory}", f"{FLUSH}- {log}\n")

    assert result.text == f"- {memory}\n- {log}"
    assert not result.dropped
    (pair,) = result.alike
    assert (pair.earlier, pair.later, pair.file) == (memory, log, "memory/2026-06-10.md")
    assert pair.reason == (
        "Only the first has “computed”, “2026-04-28”; only the other has “product”."
    )


@pytest.mark.parametrize(
    "log",
    [
        "Tolvan Freight (account 20418) asked for replies in German and no phone calls.",
        "Brenner Freight (account 20417) asked for replies in German and no phone calls.",
        "Tolvan Freight (account 20417) asked for replies in German and phone calls.",
        "Tolvan Freight (account 20417) asked for replies in German and no phone calls in 2027.",
    ],
)
def test_a_fact_with_another_number_name_or_denial_stays(log: str) -> None:
    memory = "Tolvan Freight (account 20417) wants replies in German and no phone calls."

    result = merged(f"- {memory}", f"- {log}\n")

    assert not result.dropped
    assert memory in result.text
    assert log in result.text


@pytest.mark.parametrize(
    ("memory", "log"),
    [
        ("Call Tolvan Freight by phone.", "Call Tolvan Freight only by phone."),
        ("Refunds need finance approval.", "Refunds for VIPs need finance approval."),
        (
            "Freight from Berlin to Rome costs extra.",
            "Freight from Rome to Berlin costs extra now.",
        ),
        ("Ana is the support team lead.", "Ana was the support team lead before."),
        ("Tolvan wants German replies.", "Tolvan wants German replies; no calls."),
    ],
)
def test_a_statement_that_narrows_or_turns_another_one_is_no_duplicate(
    memory: str, log: str
) -> None:
    result = merged(f"- {memory}", f"- {log}\n")

    assert not result.dropped
    assert memory in result.text
    assert log in result.text


def test_a_statement_that_says_more_beside_the_same_takes_its_place() -> None:
    result = merged(
        "- The staging host is stage.example.", "- Staging host is stage.example (see wiki).\n"
    )

    assert result.text == "- Staging host is stage.example (see wiki)."
    assert [item.file for item in result.dropped] == ["MEMORY.md"]


def test_the_same_words_below_two_headings_of_memory_both_stay() -> None:
    memory = "## Open\n- none\n\n## Closed\n- none"

    assert merged(memory, "- Something else entirely.\n").text.startswith(memory)


def test_a_fence_that_stays_open_in_a_log_is_closed() -> None:
    result = merged(None, "```\nmake test\n", "- Later fact.\n")

    assert result.text == f"{OWN_HEADING}\n```\nmake test\n\n```\n\n- Later fact."


def test_line_endings_and_the_byte_order_mark_of_memory_stay() -> None:
    memory = "\ufeff# Desk\r\n\r\n- One fact.\r\n"

    text = merged(memory, "- Another thing.\n").text

    assert text == f"\ufeff# Desk\r\n\r\n- One fact.\r\n\r\n{OWN_HEADING}\r\n- Another thing."


def test_no_marker_of_a_section_gets_into_memory() -> None:
    text = merged(None, f"before\n{FLUSH}- a fact\n\n## Memory Save — some day\n- another\n").text

    assert "Memory Flush" not in text
    assert "Memory Save" not in text


@given(memory=_TEXTS, logs=_LOGS)
def test_every_line_is_one_of_the_input_or_our_heading(memory: str, logs: list[str]) -> None:
    if not "".join(logs).strip():
        return
    known = {line.strip() for text in (memory, *logs) for line in text.split("\n")}

    lines = {line.strip() for line in merged(memory, *logs).text.split("\n")}

    assert lines <= known | {OWN_HEADING, "", "```", "~~~"}


@given(memory=_TEXTS, logs=_LOGS)
def test_no_statement_is_lost_unless_it_is_listed(memory: str, logs: list[str]) -> None:
    if not "".join(logs).strip():
        return
    result = merged(memory, *logs)
    listed = {key_of(item.text) for item in result.dropped}
    stays = {key_of(block.text) for block in outline(result.text).blocks}
    entries = [entry for log in logs for entry in _entries(log)]
    said = {key_of(block.text) for text in (memory, *entries) for block in outline(text).blocks}

    assert said <= stays | listed
    assert {key_of(item.kept) for item in result.dropped} <= stays


@example(memory="- Ana service Ana\n## People\n  - Ana", logs=["- Ana service\n  - Ana"])
@example(memory="  - Ana\n  - Ana", logs=["- Ana\n  - Ana Ana"])
@given(memory=_TEXTS, logs=_LOGS)
def test_the_same_logs_once_more_change_nothing(memory: str, logs: list[str]) -> None:
    if not "".join(logs).strip():
        return
    once = merged(memory, *logs).text

    assert merged(once, *logs).text == once


def _entries(log: str) -> tuple[str, ...]:
    book = book_with(None, {"2026-06-10.md": log})
    return log_entries(book.logs[0])
