"""Edits: how long the engine's file is locked, and how long the person waits."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
from time import perf_counter
from typing import TYPE_CHECKING

from desktop_app.services.doctor import examine
from desktop_app.services.editing.observation_actions import edit_observation
from desktop_app.services.editing.outcomes import Saved
from desktop_app.services.editing.plans import Intent
from desktop_app.services.jobs import JobContext
from desktop_app.services.workspace import open_doctor_reader, open_editor
from tests.benchmarks.files import ROOT, write_scope
from tests.benchmarks.measure import Figure, timed
from tests.benchmarks.processes import DEMO, DEMO_SCOPE, environment
from tests.benchmarks.reading import open_source, unpack_golden
from tests.races.race import LONG_LOCK, race

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from desktop_app.services.editing.editor import Editor
    from desktop_app.services.harness_source import HarnessSource

SMALL, LONG = 40, 5_000
RUNS = {SMALL: 200, LONG: 40}
RACED, RACE_SCOPE = 60, "acme|conv-42|coder"


def edits(folder: Path, lengths: Mapping[int, int] = RUNS) -> Iterator[Figure]:
    """Measure editing one observation and taking it back, in a short and in a long scope."""
    for count, runs in lengths.items():
        workspace = folder / f"edited-{count}"
        memory_id = write_scope(workspace / ".harness" / "state.db", count)
        yield from _edits(open_source(workspace), memory_id, count, runs)


def command(folder: Path) -> Iterator[Figure]:
    """Measure ``memloupe edit`` from start to end."""
    demo = shutil.copytree(DEMO, folder / "demo-for-edits")
    numbers = iter(range(1_000_000))

    def run() -> None:
        arguments = ["edit", "observation", str(demo), "1", "--memory-id", DEMO_SCOPE]
        subprocess.run(
            [sys.executable, "-m", "desktop_app", *arguments, "--text", f"Edit {next(numbers)}."],
            check=True,
            capture_output=True,
            cwd=ROOT,
            env=environment(folder),
        )

    yield timed("memloupe edit, the whole process", run)


def doctor(folder: Path) -> Iterator[Figure]:
    """Measure the doctor on the golden workspace with 2,001 scopes."""
    source = open_source(unpack_golden("large", folder / "for-the-doctor"))
    reader = open_doctor_reader(source)
    yield timed(
        "doctor: all rules on 2,001 scopes",
        lambda: examine(source, reader, JobContext()),
        least_runs=3,
    )


def beside_engine(folder: Path) -> Iterator[Figure]:
    """Measure a short race against a program that writes as the engine does."""
    workspace = unpack_golden("rich-coding-agent", folder / "for-the-race")
    result = race(workspace, RACE_SCOPE, RACED)
    engine = result.engine
    yield Figure("race: operations of the engine", engine["applied"], "")
    yield Figure("  edits of ours beside them", result.saved, "")
    yield Figure("  reported as overwritten", result.overwritten, "")
    yield Figure("  lost, of either side", len(result.lost) + len(engine["lost"]), "", target=0)
    yield from _locks([lock.seconds for lock in result.locks], "  ")
    milliseconds = LONG_LOCK * 1e3
    yield Figure(
        f"  engine failed in a lock over {milliseconds:.0f} ms",
        result.failures_in_long_locks,
        "",
        target=0,
    )


def _edits(source: HarnessSource, memory_id: str, count: int, runs: int) -> Iterator[Figure]:
    editor = open_editor(source)
    outcomes = [_edit(source, editor, memory_id, number) for number in range(runs + 1)]
    # The first one copies the file and makes the journal.
    locks = [saved.locked_seconds for saved, _ in outcomes[1:]]
    times = [seconds for _, seconds in outcomes[1:]]
    title = f"edit in {count:,} observations"
    yield Figure(f"{title}: first, with a copy", outcomes[0][1])
    yield Figure(f"{title}: save", statistics.median(times), runs=runs)
    yield from _locks(locks, "  ")
    back = [_seconds(lambda: editor.undo(JobContext())) for _ in range(runs)]
    yield Figure("  undo", statistics.median(back), runs=runs)


def _edit(
    source: HarnessSource, editor: Editor, memory_id: str, number: int
) -> tuple[Saved, float]:
    snapshot, intent = source.snapshot(memory_id), Intent(source.now())
    plan = edit_observation(snapshot, 0, intent, text=f"Edit {number}.")
    start = perf_counter()
    saved = editor.apply(plan.change, JobContext())
    seconds = perf_counter() - start
    assert isinstance(saved, Saved)
    return saved, seconds


def _locks(seconds: list[float], indent: str) -> Iterator[Figure]:
    ordered = sorted(seconds)
    last, runs = len(ordered) - 1, len(ordered)
    yield Figure(f"{indent}locked: median", ordered[last // 2], target=LONG_LOCK, runs=runs)
    yield Figure(
        f"{indent}locked: 99 of 100 under",
        ordered[last * 99 // 100],
        target=LONG_LOCK,
        runs=runs,
    )
    yield Figure(f"{indent}locked: longest", ordered[last], runs=runs)


def _seconds(function: Callable[[], object]) -> float:
    start = perf_counter()
    function()
    return perf_counter() - start
