"""Any version of a change can be brought back, whatever happened since."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from desktop_app.core.changes import set_working
from desktop_app.core.editing.journal import EntryKind
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import RefusedError
from desktop_app.core.scope import Scope
from desktop_app.services.editing import observation_actions as actions
from desktop_app.services.editing.outcomes import Saved, Unchanged
from desktop_app.services.editing.plans import Intent
from desktop_app.services.editing.scope_actions import delete_scope, rename_scope
from desktop_app.services.jobs import JobContext
from desktop_app.services.workspace import Surroundings, open_editor, open_workspace

NOW = EngineTime(1_780_000_000, 0)
RICH = "default|conv-billing-rounding|default"


class Desk:
    """An editor with the file that it edits."""

    def __init__(self, folder):
        surroundings = Surroundings({"USER": "ana"}, folder, lambda: NOW)
        self.source = open_workspace(folder, surroundings).require_source()
        self.editor = open_editor(self.source, surroundings)
        self.path = self.source.path
        self.context = JobContext()

    def snapshot(self, memory_id=RICH):
        return self.source.snapshot(memory_id)

    def texts(self):
        return [one.content for one in self.snapshot().record.observations]

    def edit(self, text):
        plan = actions.edit_observation(self.snapshot(), 0, Intent(NOW), text=text)
        return self.save(plan.change)

    def save(self, change):
        outcome = self.editor.apply(change, self.context)
        assert isinstance(outcome, Saved)
        return outcome.entry.id

    def restore(self, entry_id, *, before):
        return self.editor.restore(entry_id, self.context, before=before)


@pytest.fixture
def desk(golden_workspace):
    return Desk(golden_workspace("rich-coding-agent"))


def test_the_version_before_a_change_comes_back_after_later_ones(desk):
    start = desk.snapshot()
    first = desk.edit("one")
    desk.edit("two")
    version = desk.snapshot().record.state_version
    outcome = desk.restore(first, before=True)
    after = desk.snapshot()
    assert outcome.entry.kind is EntryKind.RESTORE
    assert outcome.entry.of == first
    assert after.row.active_observations_json == start.row.active_observations_json
    assert after.record.state_version == version + 1
    assert after.record.updated_at == NOW
    assert desk.restore(first, before=False).entry.kind is EntryKind.RESTORE
    assert desk.texts()[0] == "one"


def test_a_restored_version_is_undone_like_any_change(desk):
    first = desk.edit("one")
    desk.edit("two")
    before = desk.snapshot().row
    desk.restore(first, before=True)
    desk.editor.undo(desk.context)
    assert desk.snapshot().row == before


def test_what_is_there_already_is_not_written_again(desk):
    only = desk.edit("one")
    row = desk.snapshot().row
    assert isinstance(desk.restore(only, before=False), Unchanged)
    assert desk.snapshot().row == row


def test_a_deleted_scope_comes_back_with_its_log(desk):
    before = desk.editor.scope_rows(RICH)
    entry = desk.save(delete_scope(desk.snapshot(), before, Intent(NOW)).change)
    desk.restore(entry, before=True)
    after = desk.editor.scope_rows(RICH)
    assert after.record == before.record
    assert after.working == before.working
    kept = [one for one in after.operations if not str(one.operation_id).startswith("memloupe-")]
    assert sorted(kept, key=str) == sorted(before.operations, key=str)


def test_a_renamed_scope_gets_its_old_name_back(desk):
    target = Scope(tenant="default", conversation="renamed", agent="default")
    rows, free = desk.editor.scope_rows(RICH), desk.editor.scope_rows(target.memory_id)
    entry = desk.save(rename_scope(desk.snapshot(), rows, target, free, Intent(NOW)).change)
    desk.restore(entry, before=True)
    assert desk.snapshot().record is not None
    assert desk.editor.scope_rows(target.memory_id).record is None


def test_a_name_that_is_in_use_again_is_refused(desk):
    target = Scope(tenant="default", conversation="renamed", agent="default")
    rows, free = desk.editor.scope_rows(RICH), desk.editor.scope_rows(target.memory_id)
    entry = desk.save(rename_scope(desk.snapshot(), rows, target, free, Intent(NOW)).change)
    with closing(sqlite3.connect(desk.path)) as connection, connection:
        connection.execute(
            "CREATE TEMP TABLE copy AS SELECT * FROM om_memory_records WHERE memory_id = ?",
            (target.memory_id,),
        )
        connection.execute("UPDATE copy SET memory_id = ?, conversation_id = 'again'", (RICH,))
        connection.execute("INSERT INTO om_memory_records SELECT * FROM copy")
    with pytest.raises(RefusedError, match="both in use"):
        desk.restore(entry, before=True)


def test_working_memory_is_restored_key_by_key(desk):
    entry = desk.snapshot().working[0]
    changed = type(entry)(entry.key, '"mine"')
    first = desk.save(set_working("Set", RICH, entry, changed))
    desk.save(set_working("Set", RICH, changed, type(entry)(entry.key, '"later"')))
    desk.restore(first, before=False)
    assert changed in desk.snapshot().working


def test_a_draft_was_never_in_the_file(desk):
    plan = actions.edit_observation(desk.snapshot(), 0, Intent(NOW), text="draft")
    draft = desk.editor.keep_draft(plan.change)
    with pytest.raises(RefusedError, match="never in the file"):
        desk.restore(draft.id, before=True)
