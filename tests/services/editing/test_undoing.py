"""Taking changes back, and doing them again."""

from __future__ import annotations

import json

import pytest
from changed_rows import edited, engine_writes, with_text

from desktop_app.core.editing.conflict import Choice
from desktop_app.core.editing.journal import EntryKind
from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.services.editing.outcomes import Conflicted, Saved
from desktop_app.services.workspace import open_editor


def test_undo_gives_the_very_bytes_back_and_redo_those_of_the_change(desk):
    before = desk.rows()
    desk.editor.apply(edited(desk), desk.context)
    after = desk.rows()
    assert isinstance(desk.editor.undo(desk.context), Saved)
    assert desk.rows() == before
    assert isinstance(desk.editor.redo(desk.context), Saved)
    assert desk.rows() == after
    assert before != after


def test_several_changes_are_undone_in_turn_also_by_another_process(desk):
    states = [desk.rows()]
    for number in range(3):
        desk.editor.apply(edited(desk, number, f"Text {number}."), desk.context)
        states.append(desk.rows())
    again = open_editor(desk.source)
    for state in reversed(states[:-1]):
        again.undo(desk.context)
        assert desk.rows() == state
    with pytest.raises(RefusedError, match="nothing to undo"):
        again.undo(desk.context)
    for state in states[1:]:
        again.redo(desk.context)
        assert desk.rows() == state
    with pytest.raises(RefusedError, match="nothing to redo"):
        again.redo(desk.context)


def test_a_new_change_ends_what_could_be_done_again(desk):
    desk.editor.apply(edited(desk), desk.context)
    desk.editor.undo(desk.context)
    desk.editor.apply(edited(desk, 1), desk.context)
    undoable, redoable = desk.editor.stacks()
    assert undoable is not None
    assert undoable.label == "Edit observation 2"
    assert redoable is None


def test_an_older_change_is_undone_alone(desk):
    first = desk.editor.apply(edited(desk, 0, "First."), desk.context)
    desk.editor.apply(edited(desk, 1, "Second."), desk.context)
    before = desk.texts()
    saved = desk.editor.undo(desk.context, first.entry.id)
    assert isinstance(saved, Saved)
    assert desk.texts()[0] != "First."
    assert desk.texts()[1:] == before[1:]
    with pytest.raises(RefusedError, match="is not in the file"):
        desk.editor.undo(desk.context, first.entry.id)


def test_undo_of_what_the_engine_has_changed_meanwhile_is_a_conflict(desk):
    desk.editor.apply(edited(desk), desk.context)
    engine_writes(desk, active_observations_json=with_text(desk, 2, "Theirs."))
    conflicted = desk.editor.undo(desk.context)
    assert isinstance(conflicted, Conflicted)
    assert conflicted.wish.kind is EntryKind.UNDO
    desk.editor.resolve(conflicted, [Choice.MINE], desk.context)
    assert desk.editor.stacks()[0] is None


def test_undo_keeps_what_the_engine_has_added_since(desk):
    texts = desk.texts()
    desk.editor.apply(edited(desk), desk.context)
    items = json.loads(desk.snapshot().row.active_observations_json)
    added = json.dumps([*items, {**items[-1], "seq": len(items) + 1, "content": "Newer."}])
    engine_writes(desk, active_observations_json=added)
    assert isinstance(desk.editor.undo(desk.context), Saved)
    assert desk.texts() == [*texts, "Newer."]


def test_an_entry_that_is_not_there_is_said(desk):
    with pytest.raises(NotFoundError, match="no entry"):
        desk.editor.undo(desk.context, "nonsense")


def test_the_changes_of_one_action_are_undone_and_done_again_together(desk):
    start = desk.rows()
    group = desk.editor.new_group()
    for number in range(3):
        desk.editor.apply(edited(desk, number, f"Text {number}."), desk.context, group=group)
    end = desk.rows()
    assert isinstance(desk.editor.undo(desk.context), Saved)
    assert desk.rows() == start
    assert desk.editor.stacks()[0] is None
    assert isinstance(desk.editor.redo(desk.context), Saved)
    assert desk.rows() == end
