"""``memloupe edit scope`` on real files."""

from __future__ import annotations

import pytest
from tree_state import snapshot as tree

from tests.cli.agent_file import CODER, DRY_RUN, PLANNER

TABLES = ("om_memory_records", "om_operation_log", "om_markers", "working_memory_entries")


def rows_of(agent, memory_id):
    return {
        table: agent.query(f"SELECT count(*) FROM {table} WHERE memory_id = ?", memory_id)[0][0]
        for table in TABLES
    }


def test_memory_is_switched_off_and_on(agent):
    agent.done("edit scope", "--disable")
    assert agent.record().enabled is False
    agent.done("edit scope", "--enable")
    assert agent.record().enabled is True


def test_limits_are_set_and_not_above_0_is_said_to_mean_the_default(agent):
    run = agent.done("edit scope", "--snippet-max-tokens", 400, "--observe-min-tokens", -1)
    config = agent.record().config
    assert (config.snippet_max_tokens, config.observe_min_tokens) == (400, -1)
    assert config.reflect_threshold_tokens == 100_000
    assert "default" in run.err


def test_a_scope_is_renamed_in_all_tables_together(agent):
    before = rows_of(agent, CODER)
    run = agent.done("edit scope", "--rename", "acme", "conv-50", "writer")
    assert run.lines == ["Rename the scope to acme / conv-50 / writer: written."]
    assert not any(rows_of(agent, CODER).values())
    after = rows_of(agent, "acme|conv-50|writer")
    assert after == {**before, "om_operation_log": before["om_operation_log"] + 1}
    assert agent.record("acme|conv-50|writer").scope.agent == "writer"


def test_a_scope_is_deleted_with_all_that_belongs_to_it(agent):
    agent.done("edit scope", "--delete", "--reason", "asked to forget")
    assert {**rows_of(agent, CODER), "om_operation_log": 0} == dict.fromkeys(TABLES, 0)
    assert agent.entries()[0].reason == "asked to forget"


def test_a_scope_is_made_as_the_engine_does(agent):
    agent.memory_id = "new|one|coder"
    run = agent.run_plain(
        "edit scope", "--create", "--tenant=new", "--conversation=one", "--agent=coder"
    )
    assert run.status == 0
    record = agent.record()
    assert (record.state_version, record.last_observed_message_index) == (1, -1)
    again = agent.run_plain(
        "edit scope", "--create", "--tenant=new", "--conversation=one", "--agent=coder"
    )
    assert (again.status, "There is a scope" in again.err) == (1, True)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--disable",),
        ("--snippet-max-tokens", "5"),
        ("--rename", "acme", "conv-50", "writer"),
        ("--delete",),
    ],
)
def test_a_dry_run_shows_the_difference_and_writes_nothing_at_all(agent, arguments):
    before = tree(agent.root)
    run = agent.run("edit scope", *arguments, "--dry-run")
    assert (run.status, run.err) == (0, DRY_RUN)
    assert any(line.startswith(("-", "+")) for line in run.lines)
    assert tree(agent.root) == before


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--rename", "a|b", "c", "d"), "The engine joins the three ids with it"),
        (("--rename", "a", " c", "d"), "white space at an end"),
        (("--rename", "a", "", "d"), "is empty"),
        (("--rename", *PLANNER.split("|")), "There is a scope"),
    ],
)
def test_ids_that_the_engine_mixes_up_are_refused_with_the_reason(agent, arguments, complaint):
    run = agent.run("edit scope", *arguments)
    assert run.status == 1
    assert complaint in run.err
    assert not (agent.root / ".memloupe").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--enable", "--disable"),
        ("--delete", "--disable"),
        ("--delete", "--rename", "a", "b", "c"),
        ("--create",),
        ("--snippet-max-tokens", "many"),
    ],
)
def test_what_makes_no_sense_is_wrong_usage(agent, arguments):
    assert agent.run("edit scope", *arguments).status == 2
    assert not (agent.root / ".memloupe").exists()
