"""The same action, from a plan as the window makes it and as a command, gives the same bytes."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import pytest

from desktop_app.core.engine_time import EngineTime
from desktop_app.services import workspace
from desktop_app.services.editing.outcomes import Saved
from desktop_app.services.editing.plans import Intent
from desktop_app.services.jobs import JobContext
from tests.cli.agent_file import BILLING, CODER, AgentFile
from tests.every_action import ACTIONS, At

NOW = EngineTime(1_790_000_000, 123_456_789)
CHANCE = re.compile(rb"\d{8}-\d{6}-[0-9a-f]{8}")
TABLES = ("om_memory_records", "om_operation_log", "om_markers", "working_memory_entries")


@pytest.fixture
def _frozen(monkeypatch):
    """A clock that stands still, for both ways."""
    monkeypatch.setattr(workspace, "system_time", lambda: NOW)


def everything(agent):
    """Every row of every table with its place, our own in the log too; chance taken out."""
    with closing(sqlite3.connect(f"file:{agent.path}?mode=ro", uri=True)) as connection:
        connection.text_factory = bytes
        return {
            table: [
                tuple(CHANCE.sub(b"CHANCE", one) if isinstance(one, bytes) else one for one in row)
                for row in connection.execute(f"SELECT rowid, * FROM {table} ORDER BY rowid")
            ]
            for table in TABLES
        }


def as_the_window_does(agent, name):
    action = ACTIONS[name]
    if action.first:
        as_the_window_does(agent, action.first)
    source = agent.source
    editor = workspace.open_editor(source)
    at = At(source.snapshot(agent.memory_id), editor, Intent(source.now(), "because"))
    return editor.apply(action.plan(at).change, JobContext())


def as_a_command(agent, name):
    action = ACTIONS[name]
    if action.first:
        as_a_command(agent, action.first)
    return agent.run(action.command, *action.arguments, "--reason", "because")


@pytest.mark.usefixtures("_frozen")
@pytest.mark.parametrize("memory_id", [CODER, BILLING])
@pytest.mark.parametrize("name", sorted(ACTIONS))
def test_window_and_command_line_write_the_same(golden_workspace, memloupe, name, memory_id):
    first, second = (
        AgentFile(golden_workspace("rich-coding-agent"), memloupe, memory_id) for _ in range(2)
    )
    before = everything(first)
    outcome, run = as_the_window_does(first, name), as_a_command(second, name)
    assert run.status == 0, run
    assert isinstance(outcome, Saved) is run.out.endswith(b": written.\n")
    assert everything(first) == everything(second)
    assert (everything(first) != before) is isinstance(outcome, Saved)
    assert [entry.label for entry in first.entries()] == [entry.label for entry in second.entries()]
