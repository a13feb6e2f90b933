"""Waiting for a file that another process holds."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from threading import Event, Thread

import pytest

from desktop_app.core.errors import StoreBusyError
from desktop_app.services.jobs import JobCancelledError, JobContext, Progress
from desktop_app.services.waiting import patient_stream, patiently
from desktop_app.services.workspace import open_workspace

HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA locking_mode = EXCLUSIVE")
connection.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.readline()
connection.execute("ROLLBACK")
"""


@pytest.fixture
def locked(golden_workspace):
    root = golden_workspace("rich-coding-agent")
    path = root / ".harness" / "state.db"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    source = open_workspace(root).sources[0]
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        yield source, holder
        holder.kill()


def test_it_says_who_holds_the_file_and_goes_on_when_it_is_free(locked):
    source, holder = locked
    heard = Event()
    notes: list[str] = []

    def report(progress: Progress) -> None:
        notes.append(progress.note)
        heard.set()

    found = []
    thread = Thread(
        target=lambda: found.append(patiently(source.scopes, JobContext(report), limit=60))
    )
    thread.start()
    assert heard.wait(30)
    assert holder.stdin is not None
    holder.stdin.close()
    thread.join(30)
    assert len(found[0]) == 6
    assert "state.db" in notes[0]
    assert "s so far" in notes[0]
    if sys.platform == "linux":
        assert str(holder.pid) in notes[0]


def test_a_cancel_ends_the_waiting(locked):
    source, _holder = locked
    context = JobContext(lambda _progress: context.cancel())
    with pytest.raises(JobCancelledError):
        patiently(source.scopes, context)


def test_a_limit_ends_the_waiting(locked):
    source, _holder = locked
    with pytest.raises(StoreBusyError):
        patiently(source.scopes, JobContext(), limit=0)


def test_a_workspace_that_is_busy_when_it_is_opened_is_opened(locked):
    source, _holder = locked
    again = open_workspace(source.workspace)
    assert [found.path for found in again.sources] == [source.path]


def test_a_stream_that_is_interrupted_goes_on_where_it_was():
    runs = []

    def make():
        runs.append(len(runs))
        yield from ("a", "b")
        if len(runs) == 1:
            raise StoreBusyError("locked")
        yield "c"

    found = list(patient_stream(make, str, JobContext(), limit=60))
    assert found == ["a", "b", "c"]
    assert runs == [0, 1]


def test_a_stream_gives_up_when_its_limit_is_over():
    def make():
        yield "a"
        raise StoreBusyError("locked")

    stream = patient_stream(make, str, JobContext(), limit=0)
    assert next(stream) == "a"
    with pytest.raises(StoreBusyError):
        next(stream)
