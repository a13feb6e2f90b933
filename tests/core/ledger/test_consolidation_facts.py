"""What comes and goes with a new MEMORY.md is told as whole statements, and all of them."""

from __future__ import annotations

import pytest
from consolidation_books import READ_AT, book_with, run_of

from desktop_app.core.ledger.builtin_consolidator import consolidate_builtin
from desktop_app.core.ledger.consolidation_proposal import ConsolidationProposal, propose
from desktop_app.core.ledger.statement_blocks import statements_in
from desktop_app.core.proposals.guards import Origin
from desktop_app.core.text_diff import LineKind, diff_lines

MEMORY = """\
# Desk

## People
- Ana approves macros; ask her by phone.
- Jonas owns the webhook service.
  - He is away in May.
"""
LOG = """
## Memory Flush — 2026-06-15T07:04:58.230019Z
- Ticket 4755: export job stuck, restarted by Tomas; root cause unknown.
- Jonas is away from 2026-06-22; Mira owns the webhook service until he is back.
"""


def proposed(answer: str, memory: str = MEMORY, log: str = LOG) -> ConsolidationProposal:
    run = run_of(book_with(memory, {"2026-06-15.md": log}))
    return propose(run, answer, Origin(author="a model", now=READ_AT))


def test_a_new_bullet_is_one_even_with_a_semicolon_in_it():
    memory = f"{MEMORY}- Ticket 4755: export job stuck, restarted by Tomas; root cause unknown.\n"

    assert proposed(memory).added == (
        "Ticket 4755: export job stuck, restarted by Tomas; root cause unknown.",
    )


def test_what_reads_much_like_an_old_bullet_is_new_all_the_same():
    memory = f"{MEMORY}- Jonas now owns the webhook service.\n- Jonas owns the webhook service.\n"

    assert proposed(memory).added == (
        "Jonas now owns the webhook service.",
        "Jonas owns the webhook service.",
    )


def test_new_by_the_rules_is_what_the_difference_adds():
    book = book_with(MEMORY, {"2026-06-15.md": LOG})
    proposal = proposed(consolidate_builtin(book).text)

    lines = diff_lines(proposal.old_text, proposal.new_text)
    added = [line.text for line in lines if line.kind is LineKind.ADDED]
    assert list(proposal.added) == [line.removeprefix("- ") for line in added if line[:2] == "- "]
    assert len(proposal.added) == 2


@pytest.mark.parametrize(
    ("answer", "gone"),
    [
        (MEMORY.replace("; ask her by phone", ""), ("Ana approves macros; ask her by phone.",)),
        (MEMORY.replace("  - He is away in May.\n", ""), ("He is away in May.",)),
        (MEMORY.replace("## People", "## Colleagues"), ()),
    ],
)
def test_a_bullet_is_named_whole_if_a_part_of_it_is_gone(answer: str, gone: tuple[str, ...]):
    assert proposed(answer).disappeared == gone


def test_what_is_invented_or_passed_over_is_named_as_it_is_written():
    proposal = proposed(f"{MEMORY}- The cat is called Minka; it sleeps.\n")

    assert proposal.invented == ("The cat is called Minka; it sleeps.",)
    assert proposal.passed_over == (
        "Ticket 4755: export job stuck, restarted by Tomas; root cause unknown.",
        "Jonas is away from 2026-06-22; Mira owns the webhook service until he is back.",
    )


def test_a_fence_that_stays_open_in_one_entry_does_not_hide_the_next():
    log = f"{LOG}\n```\nmake test\n{LOG.replace('4755', '4811')}"

    assert any("4811" in fact for fact in proposed(MEMORY, log=log).passed_over)


def test_a_statement_is_a_line_of_a_list_a_paragraph_or_a_fence():
    text = "# A\n1. one\n   goes on\n   * two\n\nthree\nfour\n\n```\n- no item\n```\n- \n"

    assert statements_in(text) == ("one\n   goes on", "two", "three\nfour", "```\n- no item\n```")
