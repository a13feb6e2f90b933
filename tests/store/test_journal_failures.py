"""A journal that can't be used: damaged, too new, locked, or in the way."""

from __future__ import annotations

import os

import pytest

from desktop_app.core.editing.journal import EntryState
from desktop_app.core.errors import DamagedError, StoreBusyError, StoreError
from desktop_app.store import journal_file
from desktop_app.store.journal import SqliteJournal
from desktop_app.store.own_folder import own_folder
from desktop_app.store.sqlite_errors import DamagedStoreError
from tests.store.journal_entry import CHANGE, ENTRY, FILE, begun_journal
from tests.store.reading_state import change as run
from tests.store.reading_state import leave_hot_journal
from tests.tree_state import snapshot


@pytest.fixture
def journal(tmp_path):
    return begun_journal(tmp_path)


@pytest.mark.parametrize("content", [b"not a database, not at all" * 100, b"SQLite format 3\x00"])
def test_a_damaged_journal_is_neither_read_nor_started_anew(journal, content):
    journal.path.write_bytes(content)
    for use in (
        lambda: journal.entries(FILE),
        lambda: journal.intend(ENTRY, CHANGE),
        lambda: journal.settle("1", EntryState.WRITTEN),
    ):
        with pytest.raises(DamagedStoreError, match=r"journal of changes .* damaged") as refused:
            use()
        assert "moved aside" in refused.value.advice.replace("\n", " ")
    assert journal.path.read_bytes() == content


def test_a_damaged_journal_is_moved_aside_and_kept(journal):
    journal.path.write_bytes(b"broken" * 1000)
    aside = journal.move_aside()
    assert aside.read_bytes() == b"broken" * 1000
    assert journal.entries(FILE) == ()
    journal.intend(ENTRY, CHANGE)
    assert [entry.id for entry in journal.entries(FILE)] == ["1"]
    journal.path.write_bytes(b"broken again")
    assert journal.move_aside() != aside


def test_a_journal_of_a_newer_program_is_left_alone(journal):
    run(journal.path, "PRAGMA user_version = 99")
    before = snapshot(journal.path.parent)
    for use in (lambda: journal.entries(FILE), lambda: journal.settle("1", EntryState.WRITTEN)):
        with pytest.raises(StoreError, match="newer Memloupe"):
            use()
    assert snapshot(journal.path.parent) == before


def test_rows_that_do_not_unpack_are_reported_and_nothing_else(journal):
    run(journal.path, "UPDATE changes SET data = x'00'")
    with pytest.raises(DamagedError, match="damaged"):
        journal.change("1")
    assert journal.entry("1") == ENTRY


def test_a_journal_that_another_process_keeps_locked_is_busy(journal, other_process, monkeypatch):
    monkeypatch.setattr(journal_file, "_BUSY_SECONDS", 0.05)
    other = other_process(journal.path)
    other.run("BEGIN IMMEDIATE")
    assert journal.entry("1") == ENTRY
    with pytest.raises(StoreBusyError, match="Another Memloupe"):
        journal.settle("1", EntryState.WRITTEN)
    other.run("ROLLBACK")
    journal.settle("1", EntryState.WRITTEN)


def test_what_a_crashed_process_left_half_written_is_taken_back(journal, other_process):
    leave_hot_journal(journal.path, other_process, "UPDATE entries SET state = 'written'")
    assert journal.entry("1").state is EntryState.INTENDED
    journal.settle("1", EntryState.NOT_WRITTEN)


def test_a_journal_file_that_a_crash_left_empty_is_filled(tmp_path):
    folder = own_folder(tmp_path)
    folder.mkdir()
    (folder / "journal.db").touch()
    journal = SqliteJournal(folder)
    assert journal.entries(FILE) == ()
    journal.intend(ENTRY, CHANGE)
    assert journal.entry("1") == ENTRY


def test_a_link_that_leads_out_is_not_followed(tmp_path):
    outside, workspace = tmp_path / "outside", tmp_path / "workspace"
    outside.mkdir()
    workspace.mkdir()
    (workspace / ".memloupe").symlink_to(outside)
    journal = SqliteJournal(own_folder(workspace))
    with pytest.raises(StoreError, match="leads out of the workspace"):
        journal.intend(ENTRY, CHANGE)
    assert list(outside.iterdir()) == []


def test_a_journal_that_is_a_link_out_is_not_followed(journal, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "journal.db"
    journal.path.rename(outside)
    journal.path.symlink_to(outside)
    for use in (lambda: journal.entries(FILE), lambda: journal.intend(ENTRY, CHANGE)):
        with pytest.raises(StoreError, match="leads out of the workspace"):
            use()


@pytest.mark.parametrize("target", [".", "elsewhere"])
def test_a_link_within_the_workspace_is_not_followed_either(tmp_path, target):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / ".memloupe").symlink_to(target)
    before = snapshot(tmp_path)
    with pytest.raises(StoreError, match="is a link to"):
        SqliteJournal(own_folder(tmp_path)).intend(ENTRY, CHANGE)
    assert snapshot(tmp_path) == before


def test_a_journal_that_is_a_link_to_the_engines_file_is_not_written(tmp_path):
    folder = own_folder(tmp_path)
    folder.mkdir()
    state = tmp_path / "state.db"
    run(state, "CREATE TABLE om_memory_records (memory_id)")
    content = state.read_bytes()
    journal = SqliteJournal(folder)
    journal.path.symlink_to(state)
    with pytest.raises(StoreError, match="is a link to"):
        journal.intend(ENTRY, CHANGE)
    journal.path.unlink()
    os.link(state, journal.path)
    with pytest.raises(DamagedStoreError, match="not a journal"):
        journal.intend(ENTRY, CHANGE)
    assert state.read_bytes() == content


def test_a_file_where_our_folder_should_be_is_named(tmp_path):
    (tmp_path / ".memloupe").write_text("mine")
    journal = SqliteJournal(own_folder(tmp_path))
    assert journal.entries(FILE) == ()
    with pytest.raises(StoreError, match="is a file") as refused:
        journal.intend(ENTRY, CHANGE)
    assert "Move the file away" in refused.value.advice
