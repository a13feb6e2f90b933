"""Opening for reading shows the newest state and leaves no trace."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import struct
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.core.errors import StoreBusyError, StoreError
from desktop_app.store.private_copy import forget_copies
from desktop_app.store.sqlite_errors import ReadStoppedError, StoreChangedError
from desktop_app.store.sqlite_file import read, reading
from tests.tree_state import snapshot

OPERATIONS = "SELECT count(*) FROM om_operation_log"
ENTRIES = "SELECT count(*) FROM working_memory_entries"


def count(path, statement=OPERATIONS):
    with reading(path) as connection:
        return connection.execute(statement).fetchone()[0]


def observations(path):
    with reading(path) as connection:
        (text,) = connection.execute(
            "SELECT active_observations_json FROM om_memory_records"
        ).fetchone()
    return text.count('"seq":')


def insert(key):
    return f"INSERT INTO working_memory_entries VALUES ('a', '{key}', '1')"


def make_rollback(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    return path


@pytest.fixture
def unchanged():
    """Check at the end of a test that a folder is as it was."""
    seen = []

    def watch(folder):
        seen.append((folder, snapshot(folder)))

    yield watch
    assert seen
    for folder, before in seen:
        assert snapshot(folder) == before


def test_every_golden_workspace_is_read_without_a_trace(golden_workspace, golden_workspace_names):
    for name in golden_workspace_names:
        workspace = golden_workspace(name)
        before = snapshot(workspace)
        for path in workspace.rglob("*.db"):
            with reading(path) as connection:
                tables = connection.execute(
                    "SELECT name FROM sqlite_master WHERE type = 'table'"
                ).fetchall()
                assert tables, path
        assert snapshot(workspace) == before, name


def test_a_log_with_its_index_is_read(state_db, unchanged):
    path = state_db("wal-present")
    unchanged(path.parent)
    assert (observations(path), count(path)) == (24, 7)


def test_a_log_without_its_index_is_read(state_db, unchanged):
    path = state_db("wal-present")
    Path(f"{path}-shm").unlink()
    unchanged(path.parent)
    assert (observations(path), count(path)) == (24, 7)


def test_a_broken_index_does_not_matter(state_db, unchanged):
    path = state_db("wal-present")
    Path(f"{path}-shm").write_bytes(b"\xff" * 100)
    unchanged(path.parent)
    assert (observations(path), count(path)) == (24, 7)


def test_without_its_log_the_main_file_alone_is_read(state_db, unchanged):
    path = state_db("wal-present")
    Path(f"{path}-shm").unlink()
    Path(f"{path}-wal").unlink()
    unchanged(path.parent)
    assert (observations(path), count(path)) == (12, 3)


@pytest.mark.parametrize("leftovers", [["-wal"], ["-shm"], ["-wal", "-shm"]])
def test_empty_leftovers_are_left_alone(state_db, unchanged, leftovers):
    path = state_db("rich-coding-agent")
    for suffix in leftovers:
        Path(f"{path}{suffix}").touch()
    unchanged(path.parent)
    assert count(path) == 21


def test_a_commit_of_a_running_program_is_seen_at_once(state_db, other_process, unchanged):
    path = state_db("empty-scope")
    engine = other_process(path)
    engine.run("PRAGMA wal_autocheckpoint=0", insert("one"))
    unchanged(path.parent)
    assert count(path, ENTRIES) == 1


def test_an_open_change_of_a_running_program_is_not_seen(state_db, other_process, unchanged):
    path = state_db("empty-scope")
    engine = other_process(path)
    engine.run(insert("one"), "BEGIN IMMEDIATE", insert("two"))
    unchanged(path.parent)
    assert count(path, ENTRIES) == 1


def test_what_a_crashed_program_committed_is_seen(state_db, other_process, unchanged):
    path = state_db("empty-scope")
    engine = other_process(path)
    engine.run(insert("one"))
    engine.kill()
    unchanged(path.parent)
    assert count(path, ENTRIES) == 1


def test_a_program_that_ends_while_we_read_leaves_nothing_but_its_own(state_db, other_process):
    path = state_db("empty-scope")
    engine = other_process(path)
    engine.run(insert("one"))
    with reading(path) as connection:
        engine.close()
        assert connection.execute(ENTRIES).fetchone() == (1,)
    assert count(path, ENTRIES) == 1
    later = other_process(path)
    later.run(insert("two"))
    later.close()
    assert list(path.parent.iterdir()) == [path]


def test_reading_does_not_hinder_a_writer(state_db, other_process):
    path = state_db("empty-scope")
    engine = other_process(path)
    engine.run(insert("one"))
    with reading(path) as connection:
        engine.run(insert("two"), "BEGIN IMMEDIATE", insert("three"), "COMMIT")
        assert connection.execute(ENTRIES).fetchone() == (1,)
    assert count(path, ENTRIES) == 3


def test_a_program_that_has_the_log_to_itself_does_not_hide_it(state_db, other_process, unchanged):
    path = state_db("empty-scope")
    engine = other_process(path)
    engine.run("PRAGMA locking_mode=EXCLUSIVE", insert("one"))
    unchanged(path.parent)
    assert count(path, ENTRIES) == 1


def test_a_locked_file_is_reported_with_the_program_that_locked_it(
    state_db, other_process, unchanged
):
    path = make_rollback(state_db("empty-scope"))
    engine = other_process(path)
    engine.run("BEGIN EXCLUSIVE", insert("one"))
    unchanged(path.parent)
    with pytest.raises(StoreBusyError) as caught:
        count(path)
    assert str(path) in caught.value.message
    if sys.platform == "linux":
        assert f"(process {engine.id})" in caught.value.message
    assert caught.value.advice


def test_the_file_is_read_when_the_lock_is_gone(state_db, other_process):
    path = make_rollback(state_db("empty-scope"))
    engine = other_process(path)
    engine.run("BEGIN EXCLUSIVE", insert("one"))
    with pytest.raises(StoreBusyError):
        count(path)
    engine.run("COMMIT")
    assert count(path, ENTRIES) == 1


def test_a_rollback_journal_file_is_read_while_a_change_is_prepared(
    state_db, other_process, unchanged
):
    path = make_rollback(state_db("empty-scope"))
    engine = other_process(path)
    engine.run("BEGIN IMMEDIATE", insert("one"))
    unchanged(path.parent)
    assert count(path, ENTRIES) == 0


def leave_hot_journal(path, other_process):
    engine = other_process(path)
    engine.run(
        "PRAGMA cache_size=1",
        "BEGIN",
        "CREATE TABLE filler AS WITH RECURSIVE n(i) AS "
        "(SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT i, hex(i) AS h FROM n",
        insert("half done"),
    )
    engine.kill()
    assert Path(f"{path}-journal").stat().st_size > 0


def test_a_change_that_a_crash_cut_short_is_undone_in_a_copy(state_db, other_process, unchanged):
    path = make_rollback(state_db("operations-mixed"))
    expected = count(path)
    leave_hot_journal(path, other_process)
    unchanged(path.parent)
    assert count(path) == expected
    assert count(path, ENTRIES) == 0


def test_a_journal_that_names_another_file_is_not_followed(state_db, other_process, tmp_path):
    path = make_rollback(state_db("operations-mixed"))
    leave_hot_journal(path, other_process)
    victim = tmp_path / "precious.txt"
    victim.write_text("mine")
    name = os.fsencode(victim)
    checksum = sum(byte if byte < 128 else byte - 256 for byte in name) & 0xFFFFFFFF
    with Path(f"{path}-journal").open("ab") as journal:
        journal.write((0x40000000 // 4096 + 1).to_bytes(4, "big") + name)
        journal.write(len(name).to_bytes(4, "big") + checksum.to_bytes(4, "big"))
        journal.write(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7")
    with pytest.raises(StoreError, match="several database files"):
        count(path)
    assert victim.read_text() == "mine"


@pytest.mark.parametrize(
    "name",
    ["a b", "what?", "50%", "%41", "#1", "ünï ☃", "a&mode=rwc", "file:x", "'q\"", "new\nline"],
)
def test_any_name_is_opened_as_it_is(state_db, tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    path = Path(shutil.copy(state_db("rich-coding-agent"), folder / f"{name}.db"))
    before = snapshot(tmp_path)
    assert count(path) == 21
    assert snapshot(tmp_path) == before


@pytest.mark.skipif(sys.platform != "linux", reason="other systems allow only text in names")
def test_a_name_that_is_not_text_is_opened(state_db, tmp_path):
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.db"))
    shutil.copy(state_db("rich-coding-agent"), path)
    assert count(path) == 21


def test_a_link_to_a_file_is_read_with_the_log_of_that_file(state_db, tmp_path):
    path = state_db("wal-present")
    link = tmp_path / "link.db"
    link.symlink_to(path)
    assert count(link) == 7


def answer(path):
    try:
        return str(count(path))
    except StoreError as error:
        return error.message


def answer_as_nobody(path):
    """Return what ``answer`` gives in a process without rights over other people's files."""
    receive, send = os.pipe()
    with warnings.catch_warnings():
        # Python warns when other threads run; the child only reads a file and ends.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            os.setgid(65534)
            os.setuid(65534)
            os.write(send, answer(path).encode())
            forget_copies()
        finally:
            os._exit(0)
    os.close(send)
    with os.fdopen(receive, "rb") as pipe:
        text = pipe.read().decode()
    os.waitpid(child, 0)
    return text


@pytest.fixture
def nobody(tmp_path):
    """Give a function that reads with the rights that the modes of the files say."""
    if not hasattr(os, "geteuid"):
        pytest.skip("this system has no modes")
    if os.geteuid() != 0:
        yield answer
        return
    closed = [folder for folder in (tmp_path, *tmp_path.parents) if folder.stat().st_uid == 0]
    modes = {folder: folder.stat().st_mode for folder in closed if len(folder.parts) > 2}
    for folder, mode in modes.items():
        folder.chmod(mode | 0o055)
    forget_copies()
    yield answer_as_nobody
    for folder, mode in modes.items():
        folder.chmod(mode)


def close_to_writing(folder):
    for path in folder.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    folder.chmod(0o555)


@pytest.mark.parametrize(
    ("workspace", "missing", "expected"),
    [
        ("rich-coding-agent", [], "21"),
        ("wal-present", [], "7"),
        ("wal-present", ["-shm"], "7"),
    ],
)
def test_a_folder_that_may_not_be_written_is_read(state_db, nobody, workspace, missing, expected):
    path = state_db(workspace)
    for suffix in missing:
        Path(f"{path}{suffix}").unlink()
    close_to_writing(path.parents[1])
    before = snapshot(path.parents[1])
    assert nobody(path) == expected
    assert snapshot(path.parents[1]) == before


def test_a_file_that_may_not_be_read_says_so(state_db, nobody):
    path = state_db("rich-coding-agent")
    close_to_writing(path.parents[1])
    path.chmod(0)
    assert nobody(path) == f"You may not read “{path}”."


def test_a_file_closed_to_writing_is_read(state_db, unchanged):
    path = state_db("wal-present")
    close_to_writing(path.parent)
    unchanged(path.parent)
    assert count(path) == 7


def test_a_copy_is_used_again_until_the_file_changes(state_db, monkeypatch):
    path = state_db("wal-present")
    Path(f"{path}-shm").unlink()
    forget_copies()
    made = []
    original = shutil.disk_usage
    monkeypatch.setattr(
        shutil, "disk_usage", lambda place: (made.append(place), original(place))[1]
    )
    assert [count(path), count(path)] == [7, 7]
    assert len(made) == 1
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM om_operation_log")
        connection.commit()
    assert count(path) == 0


def test_copies_are_private_and_removed(state_db, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "copies"))
    (tmp_path / "copies").mkdir()
    path = state_db("wal-present")
    Path(f"{path}-shm").unlink()
    assert count(path) == 7
    (folder,) = (tmp_path / "copies").iterdir()
    assert folder.stat().st_mode & 0o777 == 0o700
    forget_copies()
    assert list((tmp_path / "copies").iterdir()) == []


def test_a_copy_for_which_there_is_no_room_is_refused(state_db, monkeypatch):
    path = state_db("wal-present")
    Path(f"{path}-shm").unlink()
    forget_copies()
    usage = shutil.disk_usage(path)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _place: usage)
    with pytest.raises(StoreError, match="not enough room"):
        count(path)


def test_a_file_that_changes_while_it_is_read_is_read_again(state_db):
    path = state_db("rich-coding-agent")
    seen = []

    def function(connection):
        seen.append(connection.execute(OPERATIONS).fetchone()[0])
        if len(seen) == 1:
            with closing(sqlite3.connect(path)) as writer:
                writer.execute("DELETE FROM om_operation_log")
                writer.commit()
        return seen[-1]

    assert read(path, function) == 0
    assert len(seen) == 2


def test_a_file_that_never_keeps_still_is_given_up(state_db):
    path = state_db("rich-coding-agent")

    def function(connection):
        (found,) = connection.execute(ENTRIES).fetchone()
        with closing(sqlite3.connect(path)) as writer:
            writer.execute(insert(f"key {found}"))
            writer.commit()

    with pytest.raises(StoreChangedError):
        read(path, function)


def test_reading_can_be_cancelled(state_db):
    path = state_db("large")
    endless = (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    )
    for limits in ({"cancelled": lambda: True}, {"seconds": 0.01}):
        with pytest.raises(ReadStoppedError), reading(path, **limits) as connection:
            connection.execute(endless).fetchone()


def test_own_readers_keep_their_lock_while_the_file_is_looked_at(state_db, other_process):
    path = make_rollback(state_db("empty-scope"))
    engine = other_process(path)
    with reading(path) as connection:
        connection.execute(ENTRIES).fetchone()
        # Each of these opens and closes the file once more.
        assert count(path, ENTRIES) == 0
        engine.run("PRAGMA busy_timeout=0", "BEGIN IMMEDIATE", insert("one"))
        with pytest.raises(AssertionError):
            engine.run("COMMIT")


def test_a_crash_in_the_change_to_log_mode_is_undone_in_a_copy(state_db, other_process, unchanged):
    path = make_rollback(state_db("operations-mixed"))
    expected = count(path)
    leave_hot_journal(path, other_process)
    with path.open("r+b") as file:
        file.seek(18)
        file.write(b"\x02\x02")
    unchanged(path.parent)
    assert count(path) == expected
    assert count(path, ENTRIES) == 0


def test_many_readers_and_a_writer_do_not_disturb_each_other(state_db, other_process):
    path = state_db("empty-scope")
    engine = other_process(path)
    engine.run(insert("first"))

    def look(_number):
        return read(path, lambda connection: connection.execute(ENTRIES).fetchone()[0])

    with ThreadPoolExecutor(4) as pool, reading(path) as outer:
        numbers = pool.map(look, range(200))
        for key in range(50):
            engine.run(insert(f"key {key}"))
        seen = list(numbers)
        assert outer.execute(ENTRIES).fetchone() == (1,)
        descriptors = len(list(Path("/proc/self/fd").iterdir())) if sys.platform == "linux" else 0
    assert 1 <= min(seen) <= max(seen) <= 51
    assert descriptors < 100
    assert look(0) == 51
    engine.close()
    assert list(path.parent.iterdir()) == [path]


def test_a_wrong_statement_of_ours_is_not_blamed_on_the_file(state_db):
    with pytest.raises(sqlite3.ProgrammingError), reading(state_db("empty-scope")) as connection:
        connection.execute("SELECT ?", ())


def test_a_log_that_another_program_keeps_to_itself_names_that_program(
    state_db, other_process, unchanged
):
    path = state_db("empty-scope")
    engine = other_process(path)
    engine.run(insert("one"), "PRAGMA locking_mode=EXCLUSIVE", insert("two"))
    unchanged(path.parent)
    with pytest.raises(StoreBusyError) as caught:
        count(path)
    if sys.platform == "linux":
        assert f"(process {engine.id})" in caught.value.message


@pytest.mark.skipif(sys.platform != "linux", reason="needs locks that belong to a descriptor")
def test_a_lock_whose_owner_nobody_knows_is_reported_too(state_db, unchanged):
    import fcntl  # noqa: PLC0415 - not on every system

    path = state_db("wal-present")
    unchanged(path.parent)
    with path.open("r+b") as file:
        whole = struct.pack("hhqqi0q", fcntl.F_WRLCK, 0, 0x40000000, 512, 0)
        fcntl.fcntl(file, fcntl.F_OFD_SETLK, whole)
        with pytest.raises(StoreBusyError, match="is locked by another program"):
            count(path)
    assert count(path) == 7


def test_copies_are_made_where_the_system_can_not_clone_files(state_db, monkeypatch):
    def refuse(*_arguments):
        raise OSError(errno.EXDEV, "not between these")

    path = state_db("wal-present")
    Path(f"{path}-shm").unlink()
    forget_copies()
    monkeypatch.setattr(os, "copy_file_range", refuse, raising=False)
    assert count(path) == 7


def test_a_copy_that_can_not_be_written_says_why(state_db, monkeypatch):
    def refuse(*_arguments, **_options):
        raise OSError(errno.ENOSPC, "No space left on device")

    path = state_db("wal-present")
    Path(f"{path}-shm").unlink()
    forget_copies()
    monkeypatch.setattr(shutil, "disk_usage", refuse)
    with pytest.raises(StoreError, match="could not be copied for reading: No space left"):
        count(path)


def test_only_a_few_copies_are_kept(state_db, monkeypatch, tmp_path):
    (tmp_path / "copies").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "copies"))
    forget_copies()
    for _ in range(6):
        path = state_db("wal-present")
        Path(f"{path}-shm").unlink()
        assert count(path) == 7
    assert len(list((tmp_path / "copies").iterdir())) == 4


def test_a_file_that_was_just_written_is_copied_only_when_it_rests(state_db, monkeypatch):
    path = state_db("wal-present")
    Path(f"{path}-shm").unlink()
    forget_copies()
    written = path.stat().st_mtime_ns
    times = iter([written + 1, written + 1, written + 10**9])
    monkeypatch.setattr("desktop_app.store.private_copy.now_ns", lambda: next(times))
    assert count(path) == 7
    assert list(times) == []
