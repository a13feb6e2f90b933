"""Whoever is killed while changing something has changed all of it or nothing, and it shows."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.kills.killed_changes import ACTIONS, BACK

ROOT = Path(__file__).parents[2]
KILLS_AT_STEPS = 150
KILLS_IN_A_STEP = 30
KILLS_AT_ANY_TIME = 20
WAYS = ("wal", "delete", "engine beside")

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
    pytest.mark.timeout(600),
]


class Server:
    """Does every task in a process of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, task: str, root: Path, **how: Any) -> dict[str, Any]:
        line = json.dumps({"task": task, "root": str(root), **how})
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def result(self, task: str, root: Path, **how: Any) -> dict[str, Any]:
        answer = self.ask(task, root, **how)
        assert answer["signal"] == 0, answer
        assert answer["result"] is not None, "it failed; its error is above"
        return answer["result"]


@pytest.fixture(scope="module")
def server():
    command = [sys.executable, "-m", "tests.kills.kill_server"]
    with subprocess.Popen(
        command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        yield Server(process)


@dataclass(frozen=True)
class Case:
    """A change in a workspace that is ready for it, and what it does when nobody is killed."""

    action: str
    way: str
    root: Path
    old: dict[str, list[str]]
    new: dict[str, list[str]]
    steps: list[str]
    seconds: float


@dataclass(frozen=True)
class Kill:
    """When to die: at a step, so many seconds after one, or so many after the start."""

    case: Case
    step: int = 0
    delay: float = 0.0
    after: float | None = None


@pytest.fixture(scope="module")
def cases(server, golden_originals, tmp_path_factory):
    folder = tmp_path_factory.mktemp("kills")
    return [
        _case(server, golden_originals, folder / f"{action}-{way}", action, way)
        for action in ACTIONS
        for way in WAYS
    ]


def _case(server, originals, folder, action, way):
    template = Path(shutil.copytree(originals / "rich-coding-agent", folder / "template"))
    mode = "delete" if way == "delete" else "wal"
    old = server.result("start", template, action=action, journal_mode=mode)
    with _workspace(template, folder / "alive", way) as root:
        alive = server.result("change", root, action=action, kill_at=0, delay=0.0)
    assert alive["saved"]
    assert alive["rows"] != old["rows"]
    return Case(action, way, template, old["rows"], alive["rows"], alive["steps"], alive["seconds"])


@contextmanager
def _workspace(template: Path, folder: Path, way: str):
    root = Path(shutil.copytree(template, folder))
    path = root / ".harness" / "state.db"
    # This process opens a file once, and closes it last: its locks would go with any closing.
    beside = closing(sqlite3.connect(path)) if way == "engine beside" else nullcontext()
    with beside as connection:
        if connection:
            connection.execute("SELECT count(*) FROM om_memory_records").fetchone()
        yield root
    shutil.rmtree(root)


def _ours_left_out(rows):
    return {
        table: [row for row in found if "'memloupe-" not in row] for table, found in rows.items()
    } | {"om_operation_log": [r for r in rows["om_operation_log"] if "b'memloupe-" not in r]}


def _kill_and_look(server, kill: Kill, folder: Path, *, engine_first: bool) -> str:
    case = kill.case
    how = {} if kill.after is None else {"kill_after": kill.after}
    with _workspace(case.root, folder, case.way) as root:
        died = server.ask(
            "change", root, action=case.action, kill_at=kill.step, delay=kill.delay, **how
        )
        if kill.step and not kill.delay:
            assert died["signal"] == signal.SIGKILL
        left = server.result("settle", root, action=case.action, engine_first=engine_first)
        assert left["integrity"] == "ok"
        assert left["unreadable"] == []
        assert left["open"] == 0
        assert left["rows"] in (case.old, case.new)
        is_new = left["rows"] == case.new
        _check_journal(left, case, is_new=is_new)
        after = BACK.get(case.action, "undo") if is_new else case.action
        then = server.result("go_on", root, action=after)
        assert then["merged"] == 0
        wanted = case.old if is_new else case.new
        assert _ours_left_out(then["rows"]) == _ours_left_out(wanted)
    return "new" if is_new else "old"


def _check_journal(left, case, *, is_new):
    """The killed change is written if, and only if, it is in the file."""
    written = left["states"].count("written")
    before = {"undo": 1, "redo": 2}.get(case.action, 0)
    assert written == before + is_new
    assert len(left["states"]) - before in ({1} if is_new else {0, 1})
    assert left["settled"] in ([], ["written" if is_new else "not written"])


def _at_steps(cases, count):
    """Every step of the first case, and the rest of the kills spread over all others."""
    every = [[Kill(case, step) for step in range(1, len(case.steps) + 1)] for case in cases]
    first, others = every[0], [kill for kills in every[1:] for kill in kills]
    rest = count - len(first)
    return [*first, *(others[number * len(others) // rest] for number in range(rest))]


def test_a_change_that_is_killed_at_a_step_is_old_or_new_and_can_go_on(server, cases, tmp_path):
    ends = [
        _kill_and_look(server, kill, tmp_path / str(number), engine_first=bool(number % 2))
        for number, kill in enumerate(_at_steps(cases, KILLS_AT_STEPS))
    ]
    assert len(ends) == KILLS_AT_STEPS
    assert set(ends) == {"old", "new"}


def test_a_change_that_is_killed_in_the_middle_of_a_commit_is_old_or_new(server, cases, tmp_path):
    chance = random.Random(1)
    for number in range(KILLS_IN_A_STEP):
        case = chance.choice(cases)
        commits = [at for at, step in enumerate(case.steps, 1) if step.endswith("COMMIT")]
        kill = Kill(case, chance.choice(commits), delay=chance.random() * 0.003)
        _kill_and_look(server, kill, tmp_path / str(number), engine_first=bool(number % 2))


def test_a_change_that_is_killed_at_any_time_is_old_or_new(server, cases, tmp_path):
    chance = random.Random(2)
    for number in range(KILLS_AT_ANY_TIME):
        case = chance.choice(cases)
        kill = Kill(case, after=chance.random() * case.seconds * 1.2)
        _kill_and_look(server, kill, tmp_path / str(number), engine_first=bool(number % 2))
