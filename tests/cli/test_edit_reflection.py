"""``memloupe edit reflection`` on real files."""

from __future__ import annotations

import pytest
from tree_state import snapshot as tree

from desktop_app.core.observational.reflection import parse_reflection
from tests.cli.agent_file import DRY_RUN

TEXT = """SUMMARY:
Rounding is done in cents.

SUPERSESSIONS:
- [seq:6] replaces [seq:1]: moved

CONTRADICTIONS:
- [seq:2] vs [seq:3]: not sure"""


@pytest.fixture
def reflecting(agent):
    """The same, with a reflection of every part."""
    agent.done("edit reflection", "--text", TEXT)
    return agent


def read(agent):
    return parse_reflection(agent.record().reflection)


def pairs(agent):
    found = read(agent)
    return (
        [(one.newer_seq, one.older_seq, one.reason) for one in found.supersessions],
        [(one.seq_a, one.seq_b, one.detail) for one in found.contradictions],
    )


def test_a_text_is_stored_as_it_is(reflecting):
    assert reflecting.record().reflection == TEXT
    assert reflecting.record().reflection_tokens == -(-len(TEXT) // 4)
    assert pairs(reflecting) == ([(6, 1, "moved")], [(2, 3, "not sure")])


def test_another_summary_keeps_the_entries(reflecting):
    before = pairs(reflecting)
    reflecting.done("edit reflection", "--summary", "Shorter.")
    assert read(reflecting).summary == "Shorter."
    assert pairs(reflecting) == before


def test_entries_are_added_replaced_and_dropped(reflecting):
    reflecting.done("edit reflection", "--supersede", 8, 7, "--because", "later")
    reflecting.done("edit reflection", "--contradict", 4, 5, "--because", "both", "--at", 1)
    assert pairs(reflecting) == ([(6, 1, "moved"), (8, 7, "later")], [(4, 5, "both")])
    reflecting.done("edit reflection", "--drop-supersession", 1)
    reflecting.done("edit reflection", "--drop-contradiction", 1)
    assert pairs(reflecting) == ([(8, 7, "later")], [])


def test_clearing_leaves_nothing(reflecting):
    reflecting.done("edit reflection", "--clear")
    assert (reflecting.record().reflection, reflecting.record().reflection_tokens) == ("", 0)


def test_a_plain_text_of_old_is_converted(agent):
    agent.done("edit reflection", "--text", "Just some words.")
    assert not read(agent).is_structured
    agent.done("edit reflection", "--convert")
    assert read(agent).is_structured
    assert read(agent).summary == "Just some words."


def test_a_dry_run_shows_the_difference_and_writes_nothing(reflecting):
    before = tree(reflecting.root)
    run = reflecting.run("edit reflection", "--clear", "--dry-run")
    assert (run.status, run.err) == (0, DRY_RUN)
    assert any(line.startswith("- ") and "Rounding is done" in line for line in run.lines)
    assert tree(reflecting.root) == before


@pytest.mark.parametrize(
    ("arguments", "status", "complaint"),
    [
        ((), 2, "is required"),
        (("--clear", "--convert"), 2, "not allowed with"),
        (("--clear", "--because", "x"), 2, "go with --supersede"),
        (("--drop-supersession", "0"), 2, "above 0"),
        (("--supersede", "1"), 2, "expected 2 arguments"),
        (("--supersede", "99999999999999999999", "1"), 2, "too large"),
        (("--drop-supersession", "9"), 3, "no entry 9"),
        (("--supersede", "2", "1", "--because", "two\nlines"), 1, "line"),
    ],
)
def test_what_can_not_be_is_refused(reflecting, arguments, status, complaint):
    before = reflecting.record()
    run = reflecting.run("edit reflection", *arguments)
    assert complaint.lower() in run.err.lower()
    assert run.status == status
    assert reflecting.record() == before
