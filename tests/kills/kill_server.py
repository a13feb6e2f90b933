"""Forks a process for every task, so that imports are paid once.

Reads a task as a line of JSON, answers with one: ``signal`` that ended the process (0 if it
lived), ``result`` of one that lived.

Usage: ``python -m tests.kills.kill_server``
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import time
from typing import Any

import sqlalchemy.dialects.sqlite  # noqa: F401 - this and what follows is loaded before forking

from desktop_app.services.editing import editor  # noqa: F401
from desktop_app.store import (  # noqa: F401
    backups,
    engine_activity,
    harness_writer,
    journal,
    journal_file,
)
from tests.kills import killed_changes
from tests.kills.steps import Steps


def change(root: str, action: str, kill_at: int, delay: float) -> dict[str, Any]:
    """Do a change, or die."""
    bench = killed_changes.Bench(root)
    steps = Steps(kill_at, delay)
    steps.install()
    steps.start()
    started = time.perf_counter()
    outcome = killed_changes.ACTIONS[action](bench)
    seconds = time.perf_counter() - started
    steps.stop()
    return {
        "saved": isinstance(outcome, killed_changes.Saved),
        "steps": steps.passed,
        "seconds": seconds,
        "rows": bench.rows(),
    }


def start(root: str, action: str, journal_mode: str) -> dict[str, Any]:
    """Prepare a workspace and return what is in it."""
    killed_changes.prepare(root, action, journal_mode)
    return {"rows": killed_changes.Bench(root).rows()}


TASKS = {
    "start": start,
    "change": change,
    "settle": killed_changes.settle,
    "go_on": killed_changes.go_on,
}


def serve() -> None:
    """Do tasks until there is no more."""
    gc.freeze()
    for line in sys.stdin:
        print(json.dumps(_forked(json.loads(line))), flush=True)  # noqa: T201


def _forked(task: dict[str, Any]) -> dict[str, Any]:
    kill_after = task.pop("kill_after", None)
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        os.close(reading)
        _run(task, writing)
    os.close(writing)
    if kill_after is not None:
        time.sleep(kill_after)
        os.kill(process, signal.SIGKILL)
    with open(reading, encoding="utf-8") as answer:  # noqa: PTH123 - a descriptor
        text = answer.read()
    _, status = os.waitpid(process, 0)
    died_of = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    return {"signal": died_of, "result": json.loads(text) if text and not died_of else None}


def _run(task: dict[str, Any], writing: int) -> None:
    status = 1
    try:
        result = TASKS[task.pop("task")](**task)
        with open(writing, "w", encoding="utf-8") as answer:
            json.dump(result, answer)
        status = 0
    finally:
        if status:
            sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]  # it is there: status is 1
            sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    serve()
