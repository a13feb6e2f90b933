"""Our journal: what is in it, what is undone, and that looking makes nothing."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from desktop_app.core.changes import Change, Swap, WorkingRow
from desktop_app.core.editing.journal import Entry, EntryKind, EntryState
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import NotFoundError, StoreError
from desktop_app.store.journal import SqliteJournal
from desktop_app.store.own_folder import own_folder
from tests.tree_state import snapshot

FILE = ".harness/state.db"
CHANGE = Change(label="Set “k”", working=(Swap(None, WorkingRow("a|b|c", "k", '"v"')),))


@pytest.fixture
def journal(tmp_path):
    return SqliteJournal(own_folder(tmp_path))


def entry(name, kind=EntryKind.CHANGE, **fields):
    plain = Entry(id=name, file=FILE, kind=kind, who="Ann", at=EngineTime(1), label="Set “k”")
    return replace(plain, **fields)


def written(journal, *entries):
    for each in entries:
        journal.intend(each, CHANGE)
        journal.settle(each.id, EntryState.WRITTEN)


def ids(entries):
    return [each.id for each in entries]


def test_an_entry_and_its_change_come_back_exactly(journal):
    odd = entry(
        "1",
        file="caf\udce9/state.db",
        of="0",
        kind=EntryKind.RESTORE,
        who="\ud83d",
        at=EngineTime(-1, 5, 7200),
        label="bytes \udcff",
        reason="why\x00not",
        memory_ids=("b\udcff", "a", "c"),
    )
    journal.intend(odd, CHANGE)
    assert journal.entry("1") == odd
    assert journal.change("1") == CHANGE
    assert journal.entries(odd.file) == [odd]


def test_looking_into_a_journal_that_is_not_there_makes_nothing(journal, tmp_path):
    before = snapshot(tmp_path)
    assert journal.entry("1") is None
    assert journal.entries(FILE) == ()
    assert journal.intended(FILE) == ()
    assert journal.undoable(FILE) is None
    assert journal.redoable(FILE) is None
    with pytest.raises(NotFoundError):
        journal.change("1")
    assert snapshot(tmp_path) == before


def test_looking_into_a_journal_that_is_there_changes_nothing(journal, tmp_path):
    written(journal, entry("1"))
    before = snapshot(tmp_path)
    assert ids(journal.entries(FILE)) == ["1"]
    assert journal.undoable(FILE).id == "1"
    assert snapshot(tmp_path) == before


def test_the_first_entry_makes_a_folder_for_its_owner_alone_that_git_ignores(journal, tmp_path):
    journal.intend(entry("1"), CHANGE)
    folder = tmp_path / ".memloupe"
    assert {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()} == {
        "journal.db": 0o600,
        ".gitignore": 0o600,
    }
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / ".gitignore").read_text() == "*\n"


def test_entries_come_newest_first_page_by_page(journal):
    written(journal, *(entry(str(number)) for number in range(7)))
    first = journal.entries(FILE, limit=3)
    second = journal.entries(FILE, before=first[-1].id, limit=3)
    assert ids((*first, *second)) == ["6", "5", "4", "3", "2", "1"]
    assert journal.entries(FILE, before="nobody") == []
    assert journal.entries("other.db") == []


def test_entries_of_one_memory(journal):
    written(journal, entry("1", memory_ids=("a", "b")), entry("2", memory_ids=("b",)))
    assert ids(journal.entries(FILE, memory_id="a")) == ["1"]
    assert ids(journal.entries(FILE, memory_id="b")) == ["2", "1"]


def test_what_has_no_outcome_yet_is_found_oldest_first(journal):
    for name, state in (("1", None), ("2", EntryState.NOT_WRITTEN), ("3", EntryState.WRITTEN)):
        journal.intend(entry(name), CHANGE)
        if state:
            journal.settle(name, state)
    journal.intend(entry("4"), CHANGE)
    assert ids(journal.intended(FILE)) == ["1", "4"]


def test_what_is_written_stays_written(journal):
    written(journal, entry("1"))
    journal.settle("1", EntryState.NOT_WRITTEN)
    assert journal.entry("1").state is EntryState.WRITTEN
    with pytest.raises(NotFoundError):
        journal.settle("nobody", EntryState.WRITTEN)


def test_one_id_is_taken_once(journal):
    journal.intend(entry("1"), CHANGE)
    with pytest.raises(StoreError, match="has this entry already"):
        journal.intend(entry("1"), CHANGE)


def undo(name, of):
    return entry(name, EntryKind.UNDO, of=of)


def redo(name, of):
    return entry(name, EntryKind.REDO, of=of)


@pytest.mark.parametrize(
    ("steps", "undoable", "redoable"),
    [
        ([], None, None),
        ([entry("1"), entry("2")], "2", None),
        ([entry("1"), entry("2"), undo("3", "2")], "1", "2"),
        ([entry("1"), entry("2"), undo("3", "2"), undo("4", "1")], None, "1"),
        ([entry("1"), entry("2"), undo("3", "2"), undo("4", "1"), redo("5", "1")], "1", "2"),
        ([entry("1"), undo("2", "1"), redo("3", "1")], "1", None),
        ([entry("1"), undo("2", "1"), redo("3", "1"), undo("4", "1")], None, "1"),
        ([entry("1"), undo("2", "1"), entry("3")], "3", None),
        ([entry("1"), undo("2", "1"), entry("3"), undo("4", "3")], None, "3"),
        ([entry("1"), undo("2", "1"), entry("3", EntryKind.RESTORE, of="1")], "3", None),
        ([entry("1"), entry("2"), undo("3", "1")], "2", "1"),
        ([entry("1"), entry("2", file="other.db")], "1", None),
    ],
)
def test_what_can_be_undone_and_redone_follows_from_the_steps(journal, steps, undoable, redoable):
    written(journal, *steps)
    found = journal.undoable(FILE), journal.redoable(FILE)
    assert tuple(each and each.id for each in found) == (undoable, redoable)


def test_an_undo_counts_once_it_is_written(journal):
    written(journal, entry("1"))
    journal.intend(undo("2", "1"), CHANGE)
    assert journal.undoable(FILE).id == "1"
    assert not journal.entry("1").is_undone
    journal.settle("2", EntryState.WRITTEN)
    assert journal.undoable(FILE) is None
    assert journal.entry("1").is_undone


def test_a_list_of_entries_does_not_read_their_rows(journal, tmp_path):
    huge = Change(label="x", working=(Swap(None, WorkingRow("a", "k", "v" * 60_000)),))
    journal.intend(entry("1"), huge)
    data = (tmp_path / ".memloupe" / "journal.db").read_bytes()
    assert len(data) < 60_000, "rows are compressed"
    assert journal.change("1") == huge


def test_a_second_process_adds_to_the_same_journal(journal, tmp_path):
    journal.intend(entry("1"), CHANGE)
    script = (
        "import sys; from pathlib import Path\n"
        "from desktop_app.core.changes import Change\n"
        "from desktop_app.core.editing.journal import Entry, EntryKind\n"
        "from desktop_app.core.engine_time import EngineTime\n"
        "from desktop_app.store.journal import SqliteJournal\n"
        "journal = SqliteJournal(Path(sys.argv[1]))\n"
        "for number in range(20):\n"
        "    journal.intend(Entry(id=f'other-{number}', file='.harness/state.db', who='Bob',\n"
        "        kind=EntryKind.CHANGE, at=EngineTime(2), label='x'), Change(label='x'))\n"
    )
    other = subprocess.Popen([sys.executable, "-c", script, str(journal.path.parent)])
    for number in range(20):
        journal.intend(entry(f"own-{number}"), CHANGE)
    assert other.wait() == 0
    assert len(journal.entries(FILE)) == 41


def test_reading_where_nothing_was_changed_does_not_load_the_database_library(tmp_path):
    script = (
        "import sys; from pathlib import Path\n"
        "from desktop_app.store.journal import SqliteJournal\n"
        "journal = SqliteJournal(Path(sys.argv[1]) / '.memloupe')\n"
        "assert journal.undoable('x') is None\n"
        "assert 'sqlalchemy' not in sys.modules\n"
    )
    assert (
        subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False).returncode == 0
    )


def test_two_names_are_one_list_and_one_order_of_steps_back(journal):
    both = (FILE, ".")
    written(journal, entry("1"), entry("2", file="."), entry("3", group="g"))
    written(journal, entry("4", file=".", group="g"))
    assert ids(journal.entries(both)) == ["4", "3", "2", "1"]
    assert ids(journal.entries(FILE)) == ["3", "1"]
    assert [each.file for each in journal.members(both, "g")] == [FILE, "."]
    assert journal.undoable(both).id == "4"
    assert journal.undoable(FILE).id == "3"
    written(journal, entry("5", EntryKind.UNDO, of="4", file="."))
    assert journal.undoable(both).id == "3"
    assert journal.redoable(both).id == "4"
    written(journal, entry("6"))
    assert journal.redoable(both) is None
    journal.intend(entry("7", file="."), CHANGE)
    assert ids(journal.intended(both)) == ["7"]
    assert not journal.intended(FILE)
