"""A change that can't be written although nothing it saw has changed."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing
from dataclasses import replace

import pytest

from desktop_app.core.changes import Change, Swap, WorkingRow
from desktop_app.core.editing.journal import EntryState
from desktop_app.core.errors import RefusedError, StoreError
from desktop_app.services.editing.observation_actions import edit_observation
from desktop_app.store import journal_file
from desktop_app.store.harness_writer import SqliteStateWriter


def test_a_key_that_was_taken_meanwhile_is_refused_and_said(desk):
    row = WorkingRow(desk.memory_id, "a", "1")
    for key, value in (("a", "1"), ("b", "2")):
        desk.run("INSERT INTO working_memory_entries VALUES (?,?,?)", desk.memory_id, key, value)
    before = desk.rows()
    rename = Change(
        label="Rename a to b", working=(Swap(row, WorkingRow(desk.memory_id, "b", "1")),)
    )
    with pytest.raises(RefusedError, match=r"“Rename a to b” can't be saved"):
        desk.editor.apply(rename, desk.context)
    assert desk.rows() == before


def test_a_change_that_the_journal_can_not_be_told_of_is_said_to_be_in_the_file(desk, monkeypatch):
    monkeypatch.setattr(journal_file, "_BUSY_SECONDS", 0.05)
    usual = SqliteStateWriter.write
    with ExitStack() as locks:

        def write(writer, *arguments, **named):
            written = usual(writer, *arguments, **named)
            lock = locks.enter_context(closing(sqlite3.connect(desk.editor.journal.path)))
            lock.execute("BEGIN EXCLUSIVE")
            return written

        monkeypatch.setattr(SqliteStateWriter, "write", write)
        plan = edit_observation(desk.snapshot(), 0, desk.intent, text="Changed.")
        with pytest.raises(StoreError, match="“Edit observation 1” is in the file, but"):
            desk.editor.apply(plan.change, desk.context)
    monkeypatch.undo()
    assert desk.texts()[0] == "Changed."
    assert [entry.state for entry in desk.editor.recover()] == [EntryState.WRITTEN]
    desk.editor.undo(desk.context)
    assert desk.texts()[0] != "Changed."


def test_an_interrupted_entry_without_rows_keeps_nobody_from_editing(desk):
    plan = edit_observation(desk.snapshot(), 0, desk.intent, text="Changed.")
    desk.editor.apply(plan.change, desk.context)
    (entry,) = desk.editor.journal.entries(desk.editor.file)
    empty = Change(label="Nothing", working=(Swap(None, None),))
    for number, change in enumerate((empty, Change(label="Nothing at all"))):
        intended = replace(entry, id=f"empty-{number}", state=EntryState.INTENDED)
        desk.editor.journal.intend(intended, change)
    assert {one.state for one in desk.editor.recover()} == {EntryState.NOT_WRITTEN}
