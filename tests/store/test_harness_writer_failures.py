"""Full disks, folders that nobody may write to, and processes that die: nothing half done."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import warnings

import pytest

from desktop_app.core.editing.ports import ReadOnlyError
from desktop_app.core.errors import MemloupeError
from desktop_app.store.harness_writer import SqliteStateWriter
from tests.store.reading_state import change, insert, make_rollback
from tests.store.writer_state import everything, operation, working, write

NEW = working((None, ("m", "k", "1")))


@pytest.fixture
def path(state_db):
    return state_db("rich-coding-agent")


def in_a_child(function):
    """Run ``function`` in a process without rights, and return the kind of its error and text."""
    receive, send = os.pipe()
    with warnings.catch_warnings():
        # Python warns when other threads run; the child only writes a file and ends.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            if os.getuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            function()
            os.write(send, b"done")
        except MemloupeError as error:
            os.write(send, f"{type(error).__name__}: {error.message} {error.advice}".encode())
        finally:
            os._exit(0)
    os.close(send)
    with os.fdopen(receive, "rb") as pipe:
        text = pipe.read().decode()
    os.waitpid(child, 0)
    return text


@pytest.fixture
def readable(path, tmp_path):
    """Let everybody look, and nobody else write."""
    for folder in (path.parent, *path.parents):
        if folder.is_relative_to(tmp_path) or not folder.stat().st_mode & 0o001:
            folder.chmod(0o755)
    path.chmod(0o644)
    return path


@pytest.mark.parametrize("rollback", [False, True])
def test_a_file_that_nobody_may_write_is_read_only(readable, rollback):
    if rollback:
        make_rollback(readable)
    before = everything(readable)
    text = in_a_child(lambda: write(readable, NEW))
    assert text.startswith("ReadOnlyError: ")
    assert "is read-only" in text
    assert "look and export" in text
    assert everything(readable) == before


@pytest.mark.parametrize("rollback", [False, True])
def test_a_folder_that_nobody_may_write_is_read_only_too(readable, rollback):
    if rollback:
        make_rollback(readable)
    readable.chmod(0o666)
    before = everything(readable)
    assert in_a_child(lambda: write(readable, NEW)).startswith("ReadOnlyError: ")
    assert everything(readable) == before


def test_a_log_that_belongs_to_somebody_else_is_read_only(readable, other_process):
    engine = other_process(readable)
    engine.run(insert("one"))
    readable.chmod(0o666)
    readable.parent.chmod(0o777)
    assert in_a_child(lambda: write(readable, NEW)).startswith("ReadOnlyError: ")


def test_read_only_is_an_error_of_the_store():
    assert issubclass(ReadOnlyError, MemloupeError)


_FULL = """
import sys
from pathlib import Path
from desktop_app.core.errors import MemloupeError
from desktop_app.store.harness_writer import SqliteStateWriter
from tests.store.writer_state import everything, operation, working, write
path = Path(sys.argv[1]) / "state.db"
path.write_bytes(Path(sys.argv[2]).read_bytes())
before = everything(path)
room = path.with_name("filler")
with room.open("wb", buffering=0) as filler:
    try:
        while True:
            filler.write(bytes(4096))
    except OSError:
        pass
big = working((None, ("m", "k", '"' + "x" * 3_000_000 + '"')))
try:
    write(path, big, operation("memloupe-1", "m"))
except MemloupeError as error:
    print(type(error).__name__, error.message, error.advice)
room.unlink()
print(everything(path, ours=True) == before)
write(path, working((None, ("m", "k", "1"))))
print(everything(path) != before)
"""


@pytest.mark.skipif(shutil.which("unshare") is None, reason="needs unshare")
@pytest.mark.parametrize("rollback", [False, True])
def test_a_full_disk_is_named_and_nothing_is_written(path, tmp_path, rollback):
    if rollback:
        make_rollback(path)
    full = tmp_path / "full"
    full.mkdir()
    command = f'mount -t tmpfs -o size=3m none "{full}" && exec "$0" "$@"'
    program = [sys.executable, "-c", _FULL, str(full), str(path)]
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", command, *program],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode and done.stderr.startswith(("unshare:", "mount:")):
        pytest.skip(f"no small file system to be had: {done.stderr}")
    assert done.stdout.startswith("DiskFullError The disk is full. Nothing was written"), (
        done.stdout + done.stderr
    )
    assert done.stdout.endswith("True\nTrue\n")


_KILLED = """
import os, signal, sys
from pathlib import Path
from desktop_app.store.write_connection import OpenFile
from tests.store.writer_state import operation, working, write
steps, last = [], int(sys.argv[2])
usual = OpenFile.version
def trace(statement):
    steps.append(statement)
    if len(steps) == last:
        os.kill(os.getpid(), signal.SIGKILL)
def version(file):
    file.connection.set_trace_callback(trace)
    return usual(file)
OpenFile.version = version
write(Path(sys.argv[1]), working((None, ("m", "k", "1"))), operation("memloupe-1", "m"))
print(len(steps))
"""


@pytest.mark.parametrize("rollback", [False, True])
def test_a_process_that_dies_at_any_statement_leaves_the_old_or_the_new(path, rollback):
    if rollback:
        make_rollback(path)
    before = everything(path)
    for last in range(1, 50):
        done = subprocess.run(
            [sys.executable, "-c", _KILLED, str(path), str(last)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode == 0:
            break
        assert done.returncode == -9, done.stderr
        if SqliteStateWriter(path).has_operation("memloupe-1"):
            break
        assert everything(path, ours=True) == before
    assert last > 3, "it died before the change, at several statements"
    assert SqliteStateWriter(path).has_operation("memloupe-1")
    write(path, NEW.inverse())
    assert everything(path) == before


def test_a_table_that_refuses_a_row_leaves_nothing_of_the_change(path):
    change(path, "CREATE UNIQUE INDEX only_one ON working_memory_entries (entry_json)")
    before = everything(path)
    two = working((None, ("m", "a", '"same"')), (None, ("m", "b", '"same"')))
    with pytest.raises(MemloupeError) as refused:
        write(path, two, operation("memloupe-1", "m"))
    assert "another row in this place" in refused.value.message
    assert everything(path, ours=True) == before
