"""A journal with one entry that is only intended."""

from __future__ import annotations

from desktop_app.core.changes import Change
from desktop_app.core.editing.journal import Entry, EntryKind
from desktop_app.core.engine_time import EngineTime
from desktop_app.store.journal import SqliteJournal
from desktop_app.store.own_folder import own_folder

FILE = ".harness/state.db"
CHANGE = Change(label="x")
ENTRY = Entry(id="1", file=FILE, kind=EntryKind.CHANGE, who="Ann", at=EngineTime(1), label="x")


def begun_journal(root):
    """Return the journal of a workspace, with ``ENTRY`` in it."""
    journal = SqliteJournal(own_folder(root))
    journal.intend(ENTRY, CHANGE)
    return journal
