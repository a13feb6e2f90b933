"""Undo, redo and history on the command line, each call a start of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tree_state import snapshot as tree

from tests.cli.agent_file import CODER, PLANNER

ROOT = Path(__file__).parents[2]


@pytest.fixture
def edited(agent):
    """Three changes, the newest in another scope."""
    agent.done("edit observation", 1, "--text", "One.", "--reason", "first reason")
    agent.done("edit observation", 2, "--remove")
    agent.memory_id = PLANNER
    agent.done("working set", "port", "9090")
    agent.memory_id = CODER
    return agent


def dump(agent):
    """Everything but our rows in the log."""
    return {
        table: agent.query(f"SELECT * FROM {table} WHERE CAST({key} AS TEXT) NOT LIKE 'memloupe-%'")
        for table, key in {
            "om_memory_records": "memory_id",
            "om_operation_log": "operation_id",
            "om_markers": "marker_id",
            "working_memory_entries": "memory_id",
        }.items()
    }


def theirs(agent, text, place=0):
    """Write another text as another program does."""
    (stored,) = agent.query(
        "SELECT active_observations_json FROM om_memory_records WHERE memory_id = ?", CODER
    )[0]
    items = json.loads(stored)
    items[place]["content"] = text
    agent.query(
        "UPDATE om_memory_records SET active_observations_json = ?,"
        " state_version = state_version + 1 WHERE memory_id = ?",
        json.dumps(items, ensure_ascii=False, separators=(",", ":")),
        CODER,
    )


def test_real_processes_take_changes_back_and_do_them_again(agent, process):
    states = [dump(agent)]
    scope = f"--memory-id={CODER}"
    for number in (1, 2):
        edit = process("edit", "observation", agent.root, number, scope, "--text", f"New {number}.")
        assert edit.status == 0
        states.append(dump(agent))
    for state in (states[1], states[0]):
        undone = process("undo", agent.root)
        assert undone.status == 0
        assert undone.lines[0].startswith("Undo: Edit observation")
        assert dump(agent) == state
    nothing = process("undo", agent.root)
    assert (nothing.status, "nothing to undo" in nothing.err) == (1, True)
    for state in states[1:]:
        assert process("redo", agent.root).status == 0
        assert dump(agent) == state
    assert process("redo", agent.root).status == 1


def test_an_older_change_is_taken_back_alone(edited):
    first = edited.entries()[-1]
    text = edited.texts()[0]
    run = edited.run_plain("undo", first.id, "--reason", "was right before")
    assert run.status == 0
    assert edited.texts()[0] != text
    assert len(edited.texts()) == 7
    assert edited.entries()[0].of == first.id


def test_a_dry_run_of_undo_shows_the_way_back_and_writes_nothing(edited):
    before = tree(edited.root)
    run = edited.run_plain("undo", "--dry-run")
    assert run.status == 0
    assert any("9090" in line and line.startswith("-") for line in run.lines)
    shown = edited.run_plain("undo", edited.entries()[-1].id, "--dry-run", "--json").objects
    assert shown[0]["reason"] == "first reason"
    assert "One." in shown[0]["rows"][0]["before"]
    assert tree(edited.root) == before


def test_history_lists_shows_and_filters(edited):
    assert [one["label"] for one in edited.run_plain("history", "--json").objects] == [
        "Set working memory “port”",
        "Remove observation 2",
        "Edit observation 1",
    ]
    listed = edited.run("history", "--json").objects
    assert [one["state"] for one in listed] == ["written", "written"]
    assert listed[1]["reason"] == "first reason"
    assert len(edited.run_plain("history", "--limit", 1).lines) == 1
    shown = edited.run_plain("history", "--show", listed[1]["entry"])
    assert "reason: first reason" in shown.lines
    assert any(line.startswith("+") and "One." in line for line in shown.lines)


def test_an_entry_that_is_not_there_is_named(edited):
    for command in ("undo", "redo"):
        run = edited.run_plain(command, "20200101-000000-00000000")
        assert run.status == 3
        assert "No journal here has an entry" in run.err


def test_a_version_is_restored_and_that_can_be_undone(edited):
    first = edited.entries()[-1]
    now = dump(edited)
    dry = edited.run_plain("history", "--restore", first.id, "--dry-run")
    assert dry.status == 0
    assert dump(edited) == now
    assert edited.run_plain("history", "--restore", first.id).status == 0
    assert len(edited.texts()) == 8
    assert edited.texts()[0] != "One."
    after = edited.run_plain("history", "--restore", first.id, "--version", "after")
    assert after.status == 0
    assert edited.texts()[0] == "One."


def test_undo_of_what_was_changed_meanwhile_is_a_conflict_with_three_versions(agent):
    agent.done("edit observation", 1, "--text", "Mine.")
    old = agent.query("SELECT count(*) FROM om_operation_log")
    theirs(agent, "Theirs.")
    run = agent.run_plain("undo")
    assert run.status == 1
    assert "Nothing was written." in run.err
    assert [line.strip().split(" ", 1)[0] for line in run.lines[1:4]] == ["seen", "theirs", "mine"]
    assert "Mine." in run.lines[1]
    assert "Theirs." in run.lines[2]
    assert agent.texts()[0] == "Theirs."
    assert agent.query("SELECT count(*) FROM om_operation_log") == old


def test_a_conflict_in_json_has_every_part_of_it(agent):
    agent.done("edit observation", 1, "--text", "Mine.")
    theirs(agent, "Theirs.")
    run = agent.run_plain("undo", "--json")
    (conflict,) = run.objects
    assert (run.status, conflict["status"]) == (1, "conflict")
    (item,) = conflict["items"]
    assert (item["seen"], item["theirs"]) == ("Mine.", "Theirs.")


@pytest.mark.parametrize(("take", "text"), [("mine", "Port for"), ("theirs", "Theirs.")])
def test_a_conflict_is_settled_if_a_side_is_named(agent, take, text):
    agent.done("edit observation", 1, "--text", "Mine.")
    theirs(agent, "Theirs.")
    run = agent.run_plain("undo", "--take", take)
    assert run.status == 0
    assert agent.texts()[0].startswith(text)


def test_what_was_left_to_the_engine_does_not_stand_in_the_way_of_older_changes(agent):
    first = agent.texts()[1]
    agent.done("edit observation", 2, "--text", "Two.")
    agent.done("edit observation", 1, "--text", "Mine.")
    theirs(agent, "Theirs.")
    assert agent.run_plain("undo").status == 1
    left = agent.run_plain("undo", "--take", "theirs")
    assert (left.status, left.lines[0][:17]) == (0, "Nothing to change")
    assert agent.run_plain("undo").lines[0] == "Undo: Edit observation 2: written."
    assert agent.texts()[:2] == ["Theirs.", first]
    assert agent.run_plain("undo").status == 1


def begin_call(agent):
    time = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    agent.query(
        "INSERT INTO om_operation_log VALUES ('op_9000', ?, 'r', 't', 9000, 'observe',"
        " 'processing', '{}', '', ?, ?)",
        CODER,
        time,
        time,
    )


def end_call(agent):
    agent.query("UPDATE om_operation_log SET status = 'applied' WHERE operation_id = 'op_9000'")


@pytest.mark.parametrize(("place", "status"), [(1, 0), (0, 1)], ids=["merged", "conflict"])
def test_an_edit_waits_for_the_engine_and_is_then_merged_or_a_conflict(agent, place, status):
    begin_call(agent)
    command = [
        sys.executable, "-m", "desktop_app", "edit", "observation", str(agent.root), "1",
        f"--memory-id={CODER}", "--text", "Mine.", "--json",
    ]  # fmt: skip
    with subprocess.Popen(
        command, cwd=ROOT, env=dict(os.environ), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as edit:
        assert b"Engine at work" in edit.stderr.readline()
        theirs(agent, "Theirs.", place)
        end_call(agent)
        out, err = edit.communicate(timeout=60)
    assert edit.returncode == status, err
    outcome = json.loads(out)
    assert outcome["status"] == ("conflict" if status else "written")
    assert agent.texts()[place] == "Theirs."
    assert (agent.texts()[0] == "Mine.") is (status == 0)
    if not status:
        assert outcome["merged"]
