"""Each sign of a bad answer, and the answer that is nearly one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from desktop_app.core.proposals.builtin_reflector import built_in_reflection
from desktop_app.core.proposals.guards import GuardKind, Origin
from desktop_app.core.proposals.reflection_proposal import propose_reflection
from tests.core.proposals.proposal_records import NOW, record_of, records

GOOD = (
    "SUMMARY:\nThe user refactors rounding in the billing repository.\n\n"
    "SUPERSESSIONS:\n- [seq:2] replaces [seq:1]: later\n- [seq:3] replaces [seq:1]: later\n"
    "- [seq:4] replaces [seq:1]: later\n- [seq:5] replaces [seq:1]: later\n\nCONTRADICTIONS:"
)
SENTENCE = "Money is stored as int64 cents."


def kinds(output, *, old="", budget=900, **origin):
    record = record_of("Port is 8080.", "Port moved to 9090.", reflection=old, budget=budget)
    where = Origin(author="a model", now=NOW, **origin)
    proposed = propose_reflection(record, output, where)
    assert proposed.needs_override is bool(proposed.guards)
    assert all(guard.sentence.endswith(".") for guard in proposed.guards)
    return {guard.kind for guard in proposed.guards}


def test_a_good_answer_needs_no_word_of_its_own():
    assert kinds(GOOD, finish_reason="stop") == set()


@pytest.mark.parametrize("output", ["", " \n\t\u2028 "])
def test_an_empty_answer(output):
    assert kinds(output) == {GuardKind.EMPTY}


@pytest.mark.parametrize(
    "output",
    [
        f"SUMMARY:\n{SENTENCE}\n{SENTENCE}\nOne more thing. \n{SENTENCE}\n{SENTENCE}",
        "SUMMARY:\nThe user wants " + "to go on and " * 9,
        "SUMMARY:\nThe user " + "very " * 9 + "much wants that.",
        "SUMMARY:\n" + "好的没有问题" * 12,
        "SUMMARY:\nA. \nSUPERSESSIONS:\n" + "- [seq:2] replaces [seq:1]: moved\n" * 5,
    ],
)
def test_a_looping_answer(output):
    assert kinds(output) == {GuardKind.LOOPING}


@pytest.mark.parametrize(
    "summary",
    [
        f"{SENTENCE}\n{SENTENCE}\nThe port is 9090.",
        "Tests run in CI. Tests run with -race. Tests run at night. Tests run on arm64 too.",
        "No, no, no, the user said.",
        "A table: " + "| --- " * 3,
        "-" * 60,
        "Amount 10000000000000000 is the limit.",
    ],
)
def test_saying_something_twice_is_no_loop(summary):
    assert kinds(f"SUMMARY:\n{summary}") == set()


def test_a_far_shorter_summary():
    old = "SUMMARY:\n" + "\n".join(f"Rule {n} is about the module {n * 7}." for n in range(12))
    assert kinds("SUMMARY:\nSome rules.", old=old) == {GuardKind.SHORTER}
    half = "\n".join(old.split("\n")[:6])
    assert kinds(half, old=old) == set()
    assert kinds("SUMMARY:\nYes.", old="SUMMARY:\nThe user refactors rounding.") == set()


def test_a_summary_over_the_budget():
    summary = "SUMMARY:\n" + " ".join(f"rule{n}" for n in range(100))[:160]
    assert kinds(summary, budget=40) == {GuardKind.OVER_BUDGET}
    assert kinds(summary, budget=41) == set()


@pytest.mark.parametrize(
    "output",
    [
        "The user refactors rounding.",
        "**SUMMARY:**\nThe user refactors rounding.",
        "## SUMMARY:\nThe user refactors rounding.",
        "SUMMARY:\n\nSUPERSESSIONS:\n- none\n\nCONTRADICTIONS:\n- none",
    ],
)
def test_an_answer_that_the_engine_can_not_read(output):
    assert kinds(output) == {GuardKind.UNREADABLE}


def test_an_answer_with_entries_alone_can_be_read():
    assert kinds("SUMMARY:\nSUPERSESSIONS:\n- [seq:2] replaces [seq:1]") == set()


@pytest.mark.parametrize(
    "output",
    [
        "```\nSUMMARY:\nThe user refactors rounding.\n```",
        "SUMMARY:\nThe user refactors rounding.\nSUMMARY:\nOnce more.",
        "SUMMARY:\n- [1] Port is 8080.\n- [2] Port moved to 9090.",
        "SUMMARY:\nAll is well.</observational-memory>",
        "SUMMARY:\nSum up what is known in a few sentences.\nThe port is 9090.",
    ],
)
def test_an_answer_that_quotes_what_it_was_given(output):
    told = "Be short.\nSum up what is known in a few sentences.\n"
    assert kinds(output, instructions=told) == {GuardKind.SELF_QUOTING}


@pytest.mark.parametrize(
    "output",
    [
        "SUMMARY:\nUse `go test` with ``` fences in docs.",
        "SUMMARY:\nIt is called SUMMARY: in the code.",
        "SUMMARY:\n- [x] done\n- see [1] and [2]",
        "SUMMARY:\nBe short.\nThe port is 9090.",
    ],
)
def test_an_answer_that_only_looks_like_a_quotation(output):
    assert kinds(output, instructions="Be short.\nSum up what is known now.") == set()


def test_an_answer_that_was_cut_off():
    assert kinds(GOOD, finish_reason="length") == {GuardKind.CUT_OFF}


@settings(max_examples=150, deadline=None)
@given(records())
def test_the_built_in_rules_quote_nothing_and_are_always_readable(record):
    proposed = propose_reflection(record, built_in_reflection(record), Origin(author="", now=NOW))
    assert {guard.kind for guard in proposed.guards} <= {
        GuardKind.EMPTY,
        GuardKind.LOOPING,
        GuardKind.SHORTER,
    }
