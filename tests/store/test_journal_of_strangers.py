"""A journal with something in it that we never wrote."""

from __future__ import annotations

import os
import zlib
from dataclasses import replace

import msgspec
import pytest

from desktop_app.core.changes import Change
from desktop_app.core.editing.journal import EntryState
from desktop_app.core.errors import DamagedError, StoreError
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


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE entries SET kind = 'unheard of'",
        "UPDATE entries SET state = 'unheard of'",
        "UPDATE entries SET state = CAST(x'ff' AS TEXT)",
        "UPDATE entries SET label = x'ffc3'",
        "UPDATE entries SET label = 'text'",
        "UPDATE entries SET label = 9000000000000",
        "UPDATE entries SET at_seconds = 'yesterday'",
        "UPDATE entries SET at_seconds = 9000000000000000000",
        "UPDATE entries SET at_nanoseconds = -5",
        "UPDATE memories SET memory_id = 9000000000000",
    ],
)
def test_an_entry_that_we_never_wrote_is_damage(tmp_path, damage):
    journal = SqliteJournal(own_folder(tmp_path))
    journal.intend(replace(ENTRY, memory_ids=("a|b|c",)), CHANGE)
    run(journal.path, damage)
    with pytest.raises(StoreError, match=r"journal .* can't be read"):
        journal.entries(FILE)


@pytest.mark.parametrize(
    "data",
    [
        "'text'",
        "9000000000000",
        "x'00'",
        zlib.compress(b"\xc1"),
        zlib.compress(b"\x91" * 100_000),
        zlib.compress(msgspec.msgpack.encode([1, "x", "", False, []])),
        zlib.compress(msgspec.msgpack.encode([1, 5, "", False, [[], [], [], []]])),
        zlib.compress(
            msgspec.msgpack.encode([1, "x", "", False, [[], [[None, None, ""]], [], []]])
        ),
        zlib.compress(
            msgspec.msgpack.encode([1, "x", "", False, [[], [[["a", "b", []], None, 1]], [], []]])
        ),
        zlib.compress(
            msgspec.msgpack.encode(
                [1, "x", "", False, [[], [[["a", "b", 2**64 - 1], None, 1]], [], []]]
            )
        ),
        zlib.compress(msgspec.msgpack.encode([1, "x", "", False, [[], [], [], []]]))[:-6],
    ],
)
def test_rows_that_we_never_wrote_are_damage(journal, data):
    written = data if isinstance(data, str) else f"x'{data.hex()}'"
    run(journal.path, f"UPDATE changes SET data = {written}")
    with pytest.raises(DamagedError, match=r"stored rows of .* are damaged"):
        journal.change("1")


def test_few_bytes_do_not_unpack_to_more_than_we_ever_write(journal, monkeypatch):
    monkeypatch.setattr("desktop_app.store.journal._MOST_BYTES", 1 << 20)
    bomb = zlib.compress(bytes(1 << 26), 9)
    run(journal.path, f"UPDATE changes SET data = x'{bomb.hex()}'")
    with pytest.raises(DamagedError, match="larger than any"):
        journal.change("1")


def test_a_change_that_could_not_be_read_back_is_not_stored(journal, monkeypatch):
    monkeypatch.setattr("desktop_app.store.journal._MOST_BYTES", 1 << 10)
    with pytest.raises(StoreError, match="more than the journal"):
        journal.intend(replace(ENTRY, id="2"), Change(label="x" * 2000))
    assert journal.entry("2") is None


@pytest.mark.parametrize(
    "made",
    [
        ("CREATE TABLE songs (name)",),
        ("PRAGMA user_version = 1", "CREATE TABLE songs (name)"),
        ("PRAGMA user_version = -1",),
        ("PRAGMA journal_mode = wal", "CREATE TABLE songs (name)"),
    ],
)
def test_a_database_of_another_program_is_not_made_our_journal(tmp_path, made):
    folder = own_folder(tmp_path)
    folder.mkdir()
    journal = SqliteJournal(folder)
    run(journal.path, *made)
    before = snapshot(folder)
    with pytest.raises(DamagedStoreError, match="not a journal"):
        journal.entries(FILE)
    assert snapshot(folder) == before
    content = journal.path.read_bytes()
    with pytest.raises(DamagedStoreError, match="not a journal"):
        journal.intend(ENTRY, CHANGE)
    assert journal.path.read_bytes() == content


@pytest.mark.parametrize(
    "added",
    [
        "CREATE TRIGGER theirs AFTER INSERT ON entries BEGIN DELETE FROM memories; END",
        "CREATE VIEW theirs AS SELECT 1",
    ],
)
def test_a_journal_with_code_in_it_is_not_used(journal, added):
    run(journal.path, added)
    for use in (lambda: journal.entries(FILE), lambda: journal.intend(ENTRY, CHANGE)):
        with pytest.raises(DamagedStoreError, match="not a journal"):
            use()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names")
def test_something_in_place_of_the_journal_is_named(tmp_path):
    folder = own_folder(tmp_path)
    folder.mkdir()
    journal = SqliteJournal(folder)
    os.mkfifo(journal.path)
    for use in (lambda: journal.entries(FILE), lambda: journal.intend(ENTRY, CHANGE)):
        with pytest.raises(StoreError, match="is not a file") as refused:
            use()
        assert "Move it away" in refused.value.advice
    journal.path.unlink()
    journal.path.mkdir()
    with pytest.raises(StoreError, match="is not a file"):
        journal.entries(FILE)


def test_looking_leaves_what_a_crash_left(journal, other_process):
    leave_hot_journal(journal.path, other_process, "UPDATE entries SET state = 'written'")
    before = snapshot(journal.path.parent)
    assert [entry.state for entry in journal.entries(FILE)] == [EntryState.INTENDED]
    assert snapshot(journal.path.parent) == before
