"""``memloupe resolve`` on real files."""

from __future__ import annotations

import pytest
from tree_state import snapshot as tree

from desktop_app.core.observational.reflection import parse_reflection
from tests.cli.agent_file import DRY_RUN

TEXT = "SUMMARY:\nOne.\n\nCONTRADICTIONS:\n- [seq:1] vs [seq:6]: where the API is"


@pytest.fixture
def torn(agent):
    """A scope with one contradiction in its reflection, and two observations that disagree."""
    agent.done("edit reflection", "--text", TEXT)
    agent.done("edit observation", 7, "--text", "The budget of the project is 100 euros.")
    agent.done("edit observation", 8, "--text", "The budget of the project is 250 euros.")
    return agent


def read(agent):
    return parse_reflection(agent.record().reflection)


def test_stored_ones_and_found_ones_are_listed_and_nothing_is_written(torn):
    before = tree(torn.root)
    pairs = torn.run("resolve", "--json").objects
    assert [(one["a"], one["b"], one["stored"]) for one in pairs] == [
        (1, 6, True),
        (7, 8, False),
    ]
    lines = torn.run("resolve").lines
    assert lines[0] == "1 against 6  where the API is"
    assert lines[1].startswith("  [1] Port for the local API")
    assert tree(torn.root) == before


def test_keeping_one_writes_a_supersession_that_the_engine_reads(torn):
    torn.done("resolve", "--pair", 1, 6, "--keep", 6, "--because", "it moved")
    found = read(torn)
    assert found.contradictions == ()
    (entry,) = found.supersessions
    assert (entry.newer_seq, entry.older_seq, entry.reason) == (6, 1, "it moved")


def test_one_of_a_pair_that_nothing_names_is_kept_too(torn):
    assert "not listed" not in torn.done("resolve", "--pair", 7, 8, "--keep", 8).err
    (entry,) = read(torn).supersessions
    assert (entry.newer_seq, entry.older_seq) == (8, 7)
    assert len(read(torn).contradictions) == 1


def test_two_that_are_not_listed_are_named_before_they_are_settled(torn):
    run = torn.done("resolve", "--pair", 8, 2, "--keep", 8)
    assert run.err.startswith("memloupe: 8 and 2 are not listed as a contradiction.")
    (entry,) = read(torn).supersessions
    assert (entry.newer_seq, entry.older_seq) == (8, 2)


def test_keeping_both_drops_the_contradiction(torn):
    torn.done("resolve", "--pair", 1, 6, "--keep", "both")
    assert read(torn).contradictions == ()
    assert read(torn).supersessions == ()
    again = torn.run("resolve", "--pair", 1, 6, "--keep", "both")
    assert again.status == 3
    assert "no contradiction of 1 and 6" in again.err


def test_both_become_one(torn):
    torn.done("resolve", "--pair", 7, 8, "--merge", "The budget is 250 euros.")
    assert "The budget is 250 euros." in torn.texts()
    assert len(torn.texts()) == 7


@pytest.mark.parametrize("arguments", [("--keep", "6"), ("--merge", "x"), ("--keep", "both")])
def test_a_dry_run_writes_nothing(torn, arguments):
    before = tree(torn.root)
    run = torn.run("resolve", "--pair", 1, 6, *arguments, "--dry-run")
    assert (run.status, run.err) == (0, DRY_RUN)
    assert tree(torn.root) == before


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("--keep", "1"), 2),
        (("--pair", "1", "6"), 2),
        (("--pair", "1", "6", "--keep", "3"), 2),
        (("--pair", "1", "6", "--keep", "1", "--merge", "x"), 2),
        (("--pair", "1", "60", "--merge", "x"), 3),
    ],
)
def test_what_makes_no_sense_is_refused(torn, arguments, status):
    assert torn.run("resolve", *arguments).status == status
