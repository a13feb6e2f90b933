"""Progress of reviews: stored at every decision, by two programs at once, whatever happens."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.core.errors import StoreError
from desktop_app.core.review.differences import Difference
from desktop_app.core.review.item import Item, ItemKind
from desktop_app.core.review.progress import SeenScope, accepted, removed
from desktop_app.store.review_file import ReviewFile

ROOT = Path(__file__).parents[2]
SCOPE = "a|b|\udcff"
DECIDES = """
import sys
from pathlib import Path
from desktop_app.core.review.differences import Difference
from desktop_app.core.review.item import Item, ItemKind
from desktop_app.core.review.progress import accepted
from desktop_app.store.review_file import ReviewFile
file, name, count = ReviewFile(Path(sys.argv[1])), sys.argv[2], int(sys.argv[3])
for at in range(count):
    file.decide(accepted(Difference("s", Item(ItemKind.OBSERVATION, f"{name} {at}"))))
print("done", flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def file(tmp_path):
    return ReviewFile(tmp_path / "review" / "one.db")


def item(content):
    return Item(ItemKind.OBSERVATION, content, 0.5, 1, 2, 3)


def decide(file, content, before=None):
    return file.decide(accepted(Difference(SCOPE, item(content), before)))


def seen(file, memory_id=SCOPE):
    found = file.seen([memory_id]).get(memory_id)
    return [one.content for one in found.items] if found else []


def started(path, name, count):
    return subprocess.Popen(
        [sys.executable, "-c", DECIDES, str(path), name, str(count)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def test_looking_makes_nothing(file):
    assert not file.is_begun()
    assert file.seen([SCOPE]) == {}
    assert file.known() == frozenset()
    assert file.round().decisions == ()
    assert not file.path.parent.exists()


def test_what_was_decided_is_there_for_the_next_program(file):
    decide(file, "x\udcfe")
    again = ReviewFile(file.path)
    assert again.is_begun()
    assert seen(again) == ["x\udcfe"]
    assert [one.keep.content for one in again.round().decisions] == ["x\udcfe"]


def test_only_the_person_can_read_it(file):
    file.begin()
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.path.parent.stat().st_mode) == 0o700


def test_taking_back_brings_what_was_seen_before_and_only_once(file):
    decide(file, "old")
    decision = decide(file, "new", item("old"))
    assert seen(file) == ["new"]
    assert file.take_back(decision)
    assert seen(file) == ["old"]
    assert not file.take_back(decision)
    assert seen(file) == ["old"]


def test_a_round_ends_when_nothing_is_left_and_the_next_decision_begins_another(file):
    decide(file, "one")
    file.finish_round()
    assert file.round().is_done
    assert len(file.round().decisions) == 1
    decide(file, "two")
    assert [one.keep.content for one in file.round().decisions] == ["two"]
    assert seen(file) == ["one", "two"]


def test_a_removal_keeps_its_reason_and_its_entry(file):
    file.decide(removed(Difference(SCOPE, item("x")), "entry-1", "wrong \udc80"))
    (found,) = file.round().decisions
    assert (found.entry, found.reason, found.keep) == ("entry-1", "wrong \udc80", None)


def test_starting_from_now_replaces_what_was_seen(file):
    decide(file, "old")
    file.see([SeenScope("s", (item("a"), item("b")), b"mark")])
    assert seen(file) == []
    assert seen(file, "s") == ["a", "b"]
    assert file.seen(["s"])["s"].mark == b"mark"


def test_starting_from_now_that_is_broken_off_changes_nothing(file):
    decide(file, "old")

    def broken_off():
        yield SeenScope("s", (item("a"),))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        file.see(broken_off())
    assert seen(file) == ["old"]


def test_a_decision_forgets_that_nothing_was_open(file):
    file.see([SeenScope(SCOPE, (item("a"),), b"mark")])
    decide(file, "b")
    assert file.seen([SCOPE])[SCOPE].mark == b""


def test_more_scopes_than_one_statement_takes(file):
    file.see(SeenScope(f"s{at}", (item("a"),)) for at in range(1_200))
    assert len(file.seen([f"s{at}" for at in range(1_200)])) == 1_200
    assert len(file.known()) == 1_200


def test_two_programs_at_once_lose_nothing(file):
    programs = [started(file.path, name, 40) for name in ("one", "two")]
    for program in programs:
        program.communicate(b"\n")
        assert program.returncode == 0
    wanted = {f"{name} {at}" for name in ("one", "two") for at in range(40)}
    assert set(seen(file, "s")) == wanted
    assert len(file.round().decisions) == 80


def test_a_killed_program_leaves_every_decision(file):
    program = started(file.path, "x", 50)
    assert program.stdout.readline() == b"done\n"
    os.kill(program.pid, signal.SIGKILL)
    program.communicate()
    assert len(seen(file, "s")) == 50


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b"no database at all, but long enough to be looked at" * 9),
        lambda path: _execute(path, "DROP TABLE round"),
        lambda path: _execute(path, "UPDATE seen SET items = x'00'"),
    ],
    ids=["not SQLite", "a table gone", "items"],
)
def test_a_damaged_file_is_moved_aside_said_and_begun_anew(file, damage):
    decide(file, "old")
    damage(file.path)
    damaged = file.path.read_bytes()
    with pytest.raises(StoreError, match="was damaged") as refusal:
        _look(file)
    assert "begins anew" in refusal.value.advice
    aside = file.path.with_name("one-damaged-1.db")
    assert aside.read_bytes() == damaged
    assert not file.is_begun()
    decide(file, "new")
    assert seen(file) == ["new"]


def test_what_a_newer_program_wrote_is_left_alone(file):
    decide(file, "old")
    _execute(file.path, "PRAGMA user_version = 99")
    before = file.path.read_bytes()
    for act in (file.is_begun, lambda: decide(file, "new")):
        with pytest.raises(StoreError, match="newer Memloupe"):
            act()
    assert file.path.read_bytes() == before


def _look(file):
    file.round()
    file.seen([SCOPE])


def _execute(path, statement):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)
