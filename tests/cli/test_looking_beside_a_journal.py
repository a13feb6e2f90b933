"""Looking changes nothing, whatever state the journal of changes is in."""

from __future__ import annotations

import sqlite3
import subprocess
import sys

import pytest

from desktop_app.core.editing.journal import Entry, EntryKind, EntryState
from desktop_app.core.engine_time import EngineTime
from tests.tree_state import snapshot

LOOKS = [
    ("history",),
    ("history", "--json"),
    ("undo", "--dry-run"),
    ("doctor",),
    ("doctor", "--repair", "all", "--dry-run"),
    ("scopes",),
    ("log",),
]
CRASH = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA cache_size = 1")
connection.execute("BEGIN")
connection.execute("UPDATE entries SET label = zeroblob(100000)")
connection.execute("CREATE TABLE filler AS SELECT zeroblob(1000000)")
os._exit(0)
"""


@pytest.fixture
def edited(agent):
    agent.done("edit observation", 1, "--text", "Changed.")
    return agent


def interrupted(agent):
    """Leave an entry as a process does that dies before it has written."""
    (old, *_) = agent.entries()
    journal = agent.editor.journal
    at = EngineTime(1_800_000_000)
    entry = Entry(
        id="1", file=agent.editor.file, kind=EntryKind.CHANGE, who="Ann", at=at, label="Lost"
    )
    journal.intend(entry, journal.change(old.id))


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("state", ["settled", "interrupted", "crashed"])
def test_looking_leaves_the_journal_as_it_is(edited, look, state):
    journal = edited.root / ".memloupe" / "journal.db"
    if state == "interrupted":
        interrupted(edited)
    if state == "crashed":
        subprocess.run([sys.executable, "-c", CRASH, str(journal)], check=True)
        assert journal.with_name("journal.db-journal").stat().st_size
    before = snapshot(edited.root)
    run = edited.run_plain(look[0], *look[1:])
    assert run.status in {0, 1}, run
    assert snapshot(edited.root) == before


def test_the_next_change_finds_out_what_became_of_an_interrupted_one(edited):
    interrupted(edited)
    assert "“Lost” was interrupted" in edited.run_plain("history").err
    edited.done("edit observation", 2, "--text", "Changed, too.")
    states = {entry.label: entry.state for entry in edited.entries()}
    assert states["Lost"] is EntryState.NOT_WRITTEN
    with sqlite3.connect(edited.root / ".memloupe" / "journal.db") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
