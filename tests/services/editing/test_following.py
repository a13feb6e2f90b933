"""Edits that the engine has written over are told, once."""

from __future__ import annotations

import pytest

from desktop_app.core.editing.standing import State
from desktop_app.core.scope import Scope
from desktop_app.services.editing import observation_actions as actions
from desktop_app.services.editing import scope_actions, working_actions
from desktop_app.services.editing.outcomes import Saved
from desktop_app.services.workspace import open_editor


def edit(desk, index, text):
    plan = actions.edit_observation(desk.snapshot(), index, desk.intent, text=text)
    return desk.editor.apply(plan.change, desk.context)


def stored(desk):
    return desk.snapshot().row


def engine_writes_back(desk, row):
    """Write a whole row that was read earlier, as an engine does after its model call."""
    columns = [name for name in row.__struct_fields__ if name != "memory_id"]
    values = [getattr(row, name) for name in columns]
    values = [one.decode() if isinstance(one, bytes) else one for one in values]
    names = ", ".join(f"{name} = ?" for name in columns)
    desk.run(f"UPDATE om_memory_records SET {names} WHERE memory_id = ?", *values, row.memory_id)


def test_an_edit_that_the_engine_overwrites_is_told_once_and_can_be_applied_again(desk):
    seen_by_the_engine = stored(desk)
    saved = edit(desk, 2, "Mine.")
    assert desk.editor.overwritten() == ()
    engine_writes_back(desk, seen_by_the_engine)
    (found,) = desk.editor.overwritten()
    assert found.entry.id == saved.entry.id
    assert found.standing.state is State.OVERWRITTEN
    assert desk.editor.overwritten() == ()
    assert isinstance(desk.editor.apply_again(saved.entry.id, desk.context), Saved)
    assert desk.texts()[2] == "Mine."


def test_every_edit_that_was_overwritten_is_told(desk):
    seen_by_the_engine = stored(desk)
    first, second = edit(desk, 0, "One."), edit(desk, 1, "Two.")
    engine_writes_back(desk, seen_by_the_engine)
    told = {found.entry.id for found in desk.editor.overwritten()}
    assert told == {first.entry.id, second.entry.id}


def test_only_what_came_after_the_engine_read_the_record_is_told(desk):
    edit(desk, 0, "One.")
    seen_by_the_engine = stored(desk)
    second = edit(desk, 1, "Two.")
    engine_writes_back(desk, seen_by_the_engine)
    assert [found.entry.id for found in desk.editor.overwritten()] == [second.entry.id]


def test_an_edit_that_we_changed_again_ourselves_is_not_told(desk):
    before = desk.texts()[2]
    edit(desk, 2, "One.")
    edit(desk, 2, before)
    assert desk.editor.overwritten() == ()


def renamed(desk, snapshot, rows):
    scope = Scope("acme", "elsewhere", "coder")
    target = desk.editor.scope_rows(scope.memory_id)
    return scope_actions.rename_scope(snapshot, rows, scope, target, desk.intent)


def deleted(desk, snapshot, rows):
    return scope_actions.delete_scope(snapshot, rows, desk.intent)


@pytest.mark.parametrize("make", [renamed, deleted])
def test_edits_of_a_scope_that_we_renamed_or_deleted_ourselves_are_not_told(desk, make):
    edit(desk, 2, "One.")
    value = working_actions.set_value(desk.snapshot(), "port", "1", desk.intent)
    desk.editor.apply(value.change, desk.context)
    plan = make(desk, desk.snapshot(), desk.editor.scope_rows(desk.memory_id))
    assert isinstance(desk.editor.apply(plan.change, desk.context), Saved)
    assert desk.editor.overwritten() == ()


def test_an_edit_that_was_undone_is_not_told(desk):
    edit(desk, 2, "One.")
    desk.editor.undo(desk.context)
    assert desk.editor.overwritten() == ()


def test_what_the_engine_adds_is_no_overwriting(desk):
    edit(desk, 2, "One.")
    row = stored(desk)
    grown = row.active_observations_json[:-1] + b',{"seq":9,"content":"x","token_count":1}]'
    desk.run(
        "UPDATE om_memory_records SET active_observations_json = ? WHERE memory_id = ?",
        grown.decode(),
        row.memory_id,
    )
    assert desk.editor.overwritten() == ()


def test_a_program_started_later_tells_it_too(desk):
    seen_by_the_engine = stored(desk)
    saved = edit(desk, 2, "Mine.")
    engine_writes_back(desk, seen_by_the_engine)
    (found,) = open_editor(desk.source).overwritten()
    assert found.entry.id == saved.entry.id


@pytest.mark.parametrize("value", ["1", '{"a":2}'])
def test_a_value_of_working_memory_that_is_set_back_is_told(desk, value):
    plan = working_actions.set_value(desk.snapshot(), "port", value, desk.intent)
    saved = desk.editor.apply(plan.change, desk.context)
    desk.run("DELETE FROM working_memory_entries WHERE entry_key = 'port'")
    (found,) = desk.editor.overwritten()
    assert (found.entry.id, found.standing.state) == (saved.entry.id, State.GONE)
