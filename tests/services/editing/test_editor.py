"""Saving changes: compared, journalled, undone, merged, refused."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest
from changed_rows import edited, engine_writes, with_text
from msgspec.structs import replace

from desktop_app.core.changes import edit_record
from desktop_app.core.editing.conflict import Choice
from desktop_app.core.editing.journal import EntryKind, EntryState
from desktop_app.core.engine_time import format_column
from desktop_app.core.errors import StoreBusyError
from desktop_app.services.editing.outcomes import Conflicted, Saved, Unchanged
from desktop_app.services.jobs import JobCancelledError, JobContext
from desktop_app.services.workspace import open_editor


def test_a_change_is_in_the_file_and_in_the_journal(desk):
    change = edited(desk)
    saved = desk.editor.apply(change, desk.context)
    assert isinstance(saved, Saved)
    assert desk.snapshot().row == replace(
        change.records[0].after,
        active_observations_json=change.records[0].after.active_observations_json.encode(),
    )
    (entry,) = desk.editor.journal.entries(desk.editor.file)
    assert entry == saved.entry
    assert (entry.label, entry.reason, entry.state, entry.kind) == (
        "Edit observation 3",
        "because",
        EntryState.WRITTEN,
        EntryKind.CHANGE,
    )
    assert entry.memory_ids == (desk.memory_id,)


def test_the_engines_log_says_who_what_and_why_and_nothing_of_the_content(desk):
    saved = desk.editor.apply(edited(desk, text="A secret thing."), desk.context)
    with closing(sqlite3.connect(desk.path)) as connection:
        rows = connection.execute(
            "SELECT * FROM om_operation_log WHERE operation_id LIKE 'memloupe-%'"
        ).fetchall()
        (sequences,) = connection.execute(
            "SELECT count(DISTINCT scope_sequence) = count(*) FROM om_operation_log"
            " WHERE memory_id = ?",
            (desk.memory_id,),
        ).fetchone()
    (row,) = rows
    assert row[0] == f"memloupe-{saved.entry.id}"
    payload = json.loads(row[7])
    assert payload == {
        "journal": saved.entry.id,
        "what": "Edit observation 3",
        "who": saved.entry.who,
        "why": "because",
    }
    assert row[1:4] == (desk.memory_id, "memloupe", "memloupe")
    assert row[5:7] == ("memloupe_change", "applied")
    assert "secret" not in "".join(map(str, row))
    assert sequences == 1


def test_what_the_engine_changed_elsewhere_in_the_record_is_kept(desk):
    change = edited(desk)
    engine_writes(desk, active_reflection="SUMMARY:\nNew.")
    saved = desk.editor.apply(change, desk.context)
    assert isinstance(saved, Saved)
    assert desk.texts()[2] == "Another text."
    assert desk.snapshot().record.reflection == "SUMMARY:\nNew."
    assert [part.title for part in saved.merged]


def test_the_same_text_changed_on_both_sides_is_a_conflict_that_writes_nothing(desk):
    change = edited(desk)
    engine_writes(desk, active_observations_json=with_text(desk, 2, "Theirs."))
    before = desk.rows()
    conflicted = desk.editor.apply(change, desk.context)
    assert isinstance(conflicted, Conflicted)
    (item,) = conflicted.rebase.items
    assert (item.theirs, item.mine) == ("Theirs.", "Another text.")
    assert desk.rows() == before
    assert isinstance(desk.editor.resolve(conflicted, [Choice.MINE], desk.context), Saved)
    assert desk.texts()[2] == "Another text."


def test_taking_theirs_leaves_the_file_as_it_is(desk):
    change = edited(desk)
    engine_writes(desk, active_observations_json=with_text(desk, 2, "Theirs."))
    before = desk.rows()
    conflicted = desk.editor.apply(change, desk.context)
    assert desk.editor.resolve(conflicted, [Choice.THEIRS], desk.context) == Unchanged()
    assert desk.rows() == before


def test_a_result_of_a_conflict_can_be_written_anew(desk):
    change = edited(desk)
    engine_writes(desk, active_observations_json=with_text(desk, 2, "Theirs."))
    conflicted = desk.editor.apply(change, desk.context)
    desk.editor.resolve(conflicted, ["Both."], desk.context)
    assert desk.texts()[2] == "Both."


def test_nothing_is_written_for_a_change_that_changes_nothing(desk):
    row = desk.snapshot().row
    change = edit_record("x", row, desk.snapshot().record, desk.snapshot().record)
    assert desk.editor.apply(change, desk.context) == Unchanged()
    assert not (desk.root / ".memloupe").exists()


def processing(desk):
    """Leave an operation in the log as the engine does while its model thinks."""
    time = format_column(desk.source.now())
    desk.run(
        "INSERT INTO om_operation_log VALUES (?,?,?,?,?,?,?,?,?,?,?)",
        "op_99",
        desk.memory_id,
        "r",
        "system",
        9,
        "observe",
        "processing",
        "{}",
        "",
        time,
        time,
    )


def test_an_edit_waits_while_the_engine_is_at_work_and_then_merges(desk):
    processing(desk)
    change = edited(desk)
    notes = []

    def report(progress):
        notes.append(progress.note)
        if len(notes) == 1:
            assert "Another text." not in desk.texts()
            engine_writes(desk, active_reflection="SUMMARY:\nNew.")
            desk.run("UPDATE om_operation_log SET status = 'applied' WHERE operation_id = 'op_99'")

    saved = desk.editor.apply(change, JobContext(report))
    assert notes[0] == "Engine at work for 0 s. Your edit waits and is then merged."
    assert isinstance(saved, Saved)
    assert desk.texts()[2] == "Another text."
    assert desk.snapshot().record.reflection == "SUMMARY:\nNew."


def test_waiting_for_the_engine_can_be_cancelled_and_nothing_is_written(desk):
    processing(desk)
    before = desk.rows()
    context = JobContext(lambda _progress: context.cancel())
    with pytest.raises(JobCancelledError):
        desk.editor.apply(edited(desk), context)
    assert desk.rows() == before
    assert not desk.editor.journal.entries(desk.editor.file)


def test_a_file_that_stays_locked_is_refused_and_the_journal_says_so(desk):
    change = edited(desk)
    desk.editor.apply(edited(desk, 5, "So that a copy is there."), desk.context)
    with closing(sqlite3.connect(desk.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusyError):
            desk.editor.apply(change, desk.context)
        other.execute("ROLLBACK")
    newest = desk.editor.journal.entries(desk.editor.file)[0]
    assert newest.state is EntryState.NOT_WRITTEN
    assert isinstance(desk.editor.apply(change, desk.context), Saved)


def test_a_draft_is_kept_and_saved_later(desk):
    draft = desk.editor.keep_draft(edited(desk))
    assert desk.texts()[2] != "Another text."
    assert desk.editor.journal.entry(draft.id).state is EntryState.DRAFT
    assert desk.editor.stacks() == (None, None)
    saved = desk.editor.apply_again(draft.id, desk.context)
    assert isinstance(saved, Saved)
    assert desk.texts()[2] == "Another text."
    assert desk.editor.journal.entry(draft.id).state is EntryState.NOT_WRITTEN
    assert desk.editor.journal.entry(draft.id).saved_as == saved.entry.id
    assert saved.entry.of == draft.id
    desk.editor.undo(desk.context)
    desk.editor.redo(desk.context)
    assert desk.texts()[2] == "Another text."


def test_a_draft_can_be_given_up(desk):
    draft = desk.editor.keep_draft(edited(desk))
    desk.editor.discard_draft(draft.id)
    assert desk.editor.journal.entry(draft.id).state is EntryState.NOT_WRITTEN
    assert not desk.editor.journal.entry(draft.id).saved_as


@pytest.mark.parametrize("written", [True, False])
def test_after_a_crash_the_journal_finds_out_whether_the_change_was_written(desk, written):
    saved = desk.editor.apply(edited(desk), desk.context)
    journal = sqlite3.connect(desk.editor.journal.path, isolation_level=None)
    with closing(journal):
        table = next(
            name
            for (name,) in journal.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if "entr" in name
        )
        journal.execute(f"UPDATE {table} SET state = 'intended'")
    if not written:
        desk.run("DELETE FROM om_operation_log WHERE operation_id LIKE 'memloupe-%'")
    (found,) = open_editor(desk.source).recover()
    assert found.id == saved.entry.id
    assert found.state is (EntryState.WRITTEN if written else EntryState.NOT_WRITTEN)


def test_a_copy_of_the_file_is_made_before_the_first_change_of_a_session_only(desk):
    original = desk.rows()
    first = desk.editor.apply(edited(desk, 0), desk.context)
    second = desk.editor.apply(edited(desk, 1), desk.context)
    assert second.backup is None
    with closing(sqlite3.connect(first.backup)) as copy:
        copy.text_factory = bytes
        rows = copy.execute("SELECT rowid, * FROM om_memory_records ORDER BY memory_id").fetchall()
    assert rows == original["om_memory_records"]


def test_cancelling_while_the_file_is_copied_is_no_failure(desk):
    before = desk.rows()
    context = JobContext()
    change = edited(desk)
    context.cancel()
    with pytest.raises(JobCancelledError):
        desk.editor.apply(change, context)
    assert desk.rows() == before
