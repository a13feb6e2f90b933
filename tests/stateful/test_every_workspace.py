"""After any action on any workspace, the engine's rules read what is stored, and undo is exact."""

from __future__ import annotations

import pytest

from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.snippet import build_snippet
from desktop_app.core.working.snippet import working_snippet
from desktop_app.services.editing.outcomes import Saved, Unchanged
from tests.every_action import ACTIONS, At
from tests.stateful.state_file import StateFile

WORKSPACES = (
    "disabled-scope",
    "empty-scope",
    "hand-edited",
    "harnessd-live",
    "large",
    "legacy-plain-reflection",
    "odd-scope-ids",
    "operations-mixed",
    "rich-coding-agent",
    "wal-present",
)
MOST_SCOPES = 2


@pytest.fixture
def state_file(golden_originals):
    """Make a file of a workspace; it is removed afterwards."""
    made = []

    def make(name):
        made.append(StateFile(golden_originals / name))
        return made[-1]

    yield make
    for file in made:
        file.close()


def do(file, key, name):
    """Do an action and return what was planned, or ``None`` where it is refused."""
    file.tick()
    try:
        plan = ACTIONS[name].plan(At(file.snapshot(key), file.editor, file.intent))
        outcome = file.editor.apply(plan.change, file.context)
    except (RefusedError, NotFoundError):
        return None
    assert isinstance(outcome, Saved | Unchanged)
    return plan


def check_readable(file, plan):
    """What the plan showed is what the engine's rules make of the file."""
    shown = plan.after
    if shown.row is None and not shown.working:
        with pytest.raises(NotFoundError):
            file.snapshot(shown.memory_id)
        return
    stored = file.snapshot(shown.memory_id)
    assert stored.observational_text == shown.observational_text
    assert stored.working_text == shown.working_text == working_snippet(stored.working)
    if stored.row is not None and not shown.damages:
        record = read_record(stored.row)
        assert record == shown.record
        assert build_snippet(record).counted == shown.explanation.snippet.counted


@pytest.mark.timeout(600)
@pytest.mark.parametrize("workspace", WORKSPACES)
def test_every_action_is_read_back_and_taken_back(state_file, workspace):
    file = state_file(workspace)
    done = 0
    for entry in file.source.scopes(limit=MOST_SCOPES):
        for name, action in ACTIONS.items():
            before = file.rows()
            steps = [action.first, name] if action.first else [name]
            for step in steps:
                plan = do(file, entry.memory_id, step)
                if plan is None:
                    continue
                check_readable(file, plan)
                done += 1
            while file.rows() != before:
                assert isinstance(file.editor.undo(file.context), Saved)
    assert done
