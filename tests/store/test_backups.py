"""Copies of the engine's file: whole, few, for their owner alone, and without hindering anybody."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import datetime

import pytest

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import StoreError
from desktop_app.store.backups import KEPT, SqliteBackups
from desktop_app.store.own_folder import own_folder
from desktop_app.store.sqlite_errors import ReadStoppedError
from tests.store.reading_state import insert, make_rollback
from tests.tree_state import snapshot

NOON = EngineTime(1_777_550_400)


class Clock:
    def __init__(self):
        self.seconds = 0

    def __call__(self):
        self.seconds += 1
        return EngineTime(NOON.unix_seconds + self.seconds)


def backups_of(path, now=lambda: NOON):
    return SqliteBackups(path, own_folder(path.parent.parent), now)


def never():
    return False


def dump(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = bytes
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            name: connection.execute(f'SELECT rowid, * FROM "{name.decode()}"').fetchall()
            for (name,) in tables.fetchall()
        }


@pytest.mark.parametrize(
    "name", ["rich-coding-agent", "wal-present", "hand-edited", "memory-mode-off", "harnessd-live"]
)
def test_a_copy_holds_what_the_file_holds_and_the_file_stays_untouched(name, state_db):
    path = state_db(name)
    before = snapshot(path.parent)
    copy = backups_of(path).make(never)
    assert snapshot(path.parent) == before
    assert dump(copy) == dump(path)


def test_a_copy_is_named_by_file_and_time_and_is_for_its_owner_alone(state_db):
    path = state_db("empty-scope")
    backups = backups_of(path)
    assert backups.newest() is None
    copy = backups.make(never)
    assert copy == path.parent.parent / ".memloupe" / "backups" / "state-20260430-120000.db"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert copy.parent.stat().st_mode & 0o777 == 0o700
    assert backups.newest() == NOON


def test_asking_for_the_newest_makes_nothing(state_db):
    path = state_db("empty-scope")
    before = snapshot(path.parent.parent)
    assert backups_of(path).newest() is None
    assert snapshot(path.parent.parent) == before


def test_the_last_few_copies_are_kept_and_other_files_stay(state_db):
    path = state_db("empty-scope")
    clock = Clock()
    backups = backups_of(path, clock)
    first = backups.make(never)
    others = [backups.folder / "memory-20200101-000000.db", backups.folder / "state-mine.db"]
    for other in others:
        other.touch()
    made = [backups.make(never) for _ in range(KEPT + 1)]
    kept = sorted(backups.folder.glob("state-2*.db"))
    assert kept == made[-KEPT:]
    assert not first.exists()
    assert all(other.exists() for other in others)
    stamp = made[-1].stem.removeprefix("state-")
    named = datetime.strptime(f"{stamp}+0000", "%Y%m%d-%H%M%S%z")
    assert backups.newest() == EngineTime(int(named.timestamp()))


def test_two_copies_within_a_second_are_two_files(state_db):
    backups = backups_of(state_db("empty-scope"))
    made = [backups.make(never) for _ in range(12)]
    assert len(set(made)) == 12
    assert [path for path in made if path.exists()] == made[-KEPT:]


def test_an_engine_writes_while_its_file_is_copied_and_the_copy_is_one_state(
    state_db, other_process
):
    path = state_db("large")
    engine = other_process(path)
    engine.run(insert("before"))
    during = iter(range(1_000_000))

    def write_meanwhile():
        engine.run(insert(f"during-{next(during)}"))
        return False

    copy = backups_of(path).make(write_meanwhile)
    assert next(during) > 3
    with closing(sqlite3.connect(copy)) as connection:
        found = {
            key for (key,) in connection.execute("SELECT entry_key FROM working_memory_entries")
        }
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert "before" in found
    assert not any(key.startswith("during") for key in found)


def test_a_writer_that_starts_meanwhile_is_not_hindered(state_db, other_process):
    path = state_db("large")
    engine = other_process(path)
    calls = iter(range(1_000_000))

    def write_once():
        if next(calls) == 1:
            engine.run(insert("meanwhile"))
            engine.close()
        return False

    copy = backups_of(path).make(write_once)
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert dump(copy)[b"om_memory_records"] == dump(path)[b"om_memory_records"]


def test_a_file_with_a_rollback_journal_is_copied_too(state_db):
    path = state_db("empty-scope")
    make_rollback(path)
    assert dump(backups_of(path).make(never)) == dump(path)


def test_a_cancelled_copy_leaves_nothing(state_db):
    backups = backups_of(state_db("large"))
    calls = iter([False, False, True])
    with pytest.raises(ReadStoppedError):
        backups.make(lambda: next(calls, True))
    assert list(backups.folder.iterdir()) == []


def test_a_damaged_file_is_named_and_no_copy_is_left(state_db):
    path = state_db("empty-scope")
    path.write_bytes(path.read_bytes()[:5000])
    backups = backups_of(path)
    with pytest.raises(StoreError, match="cut off"):
        backups.make(never)
    assert list(backups.folder.iterdir()) == []


def test_half_a_copy_of_a_process_that_died_is_removed_later(state_db):
    path = state_db("empty-scope")
    backups = backups_of(path)
    backups.make(never)
    old, new = (backups.folder / f"state-20200101-00000{n}.db.partial" for n in range(2))
    for partial, age in ((old, 7_200), (new, 60)):
        partial.touch()
        os.utime(partial, (NOON.unix_seconds - age,) * 2)
    backups.make(never)
    assert not old.exists()
    assert new.exists()


def test_a_link_that_leads_out_is_not_followed(state_db, tmp_path):
    path = state_db("empty-scope")
    outside = tmp_path / "outside"
    outside.mkdir()
    folder = own_folder(path.parent.parent)
    folder.mkdir()
    (folder / "backups").symlink_to(outside)
    for use in (backups_of(path).newest, lambda: backups_of(path).make(never)):
        with pytest.raises(StoreError, match="leads out"):
            use()
    assert list(outside.iterdir()) == []


_FULL = """
import sys
from pathlib import Path
from desktop_app.core.editing.ports import DiskFullError
from desktop_app.core.engine_time import EngineTime
from desktop_app.store.backups import SqliteBackups
workspace, full = map(Path, sys.argv[1:])
backups = SqliteBackups(workspace / ".harness/state.db", full / ".memloupe", lambda: EngineTime(1))
try:
    backups.make(lambda: False)
except DiskFullError as error:
    print(error.message, error.advice)
print(sorted(path.name for path in backups.folder.iterdir()))
"""


@pytest.mark.skipif(shutil.which("unshare") is None, reason="needs unshare")
def test_a_full_disk_is_named_and_no_half_copy_is_left(state_db, tmp_path):
    path = state_db("large")
    full = tmp_path / "full"
    full.mkdir()
    command = f'mount -t tmpfs -o size=2m none "{full}" && exec "$0" "$@"'
    program = [sys.executable, "-c", _FULL, str(path.parent.parent), str(full)]
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", command, *program],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode and done.stderr.startswith(("unshare:", "mount:")):
        pytest.skip(f"no small file system to be had: {done.stderr}")
    assert "The disk is full" in done.stdout
    assert "Make room" in done.stdout
    assert done.stdout.endswith("[]\n")


def test_copies_from_a_time_when_the_clock_was_wrong_keep_no_new_one_from_being_made(state_db):
    path = state_db("rich-coding-agent")
    folder = backups_of(path).make(never).parent
    for number in range(KEPT + 1):
        (folder / f"state-99990101-00000{number}.db").touch()
    clock = Clock()
    backups = backups_of(path, clock)
    assert backups.newest() == NOON
    made = [backups.make(never) for _ in range(KEPT)]
    assert all(copy.exists() for copy in made)
    assert sorted(folder.iterdir()) == sorted(made)
    assert backups.newest().unix_seconds > NOON.unix_seconds
