"""Nothing is lost when a program writes a memory file in place while we replace it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest

from desktop_app.core.changes import Change, Swap
from desktop_app.core.editing.ports import RowsDifferError
from desktop_app.core.errors import StoreBusyError
from desktop_app.services.editing.outcomes import Saved
from desktop_app.services.jobs import JobContext
from desktop_app.services.workspace import open_editor
from desktop_app.services.workspace_files import open_files
from desktop_app.store.file_lease import FileLease
from desktop_app.store.file_writer import DiskWriter
from desktop_app.store.memory_folder import DiskFolder

ENGINE = Path(__file__).with_name("file_engine_process.py")
COUNT = 500
RESTS = 0.006
LONG_RESTS = 0.2
PAUSE = 0.004


Save = Callable[[Change], bool]
"""Saves a change, or says or raises that it did not."""


@dataclass
class Race:
    """What our side did: when each of its lines was saved, and which it found overwritten."""

    saved: dict[str, tuple[float, float]] = field(default_factory=dict)
    overwritten: list[str] = field(default_factory=list)
    refused: int = 0


def run(
    root: Path, save: Save, count: int, longest_empty: float, longest_rest: float
) -> tuple[Race, dict[str, Any], list[str]]:
    """Let both write ``log.md`` until the other program has come to its end."""
    path, race = root / "log.md", Race()
    path.write_text("start\n", "utf-8")
    numbers = [str(number) for number in (count, 7, longest_empty, longest_rest)]
    command = [sys.executable, str(ENGINE), str(path), *numbers]
    answer = root / "answer.json"
    with answer.open("wb") as file, subprocess.Popen(command, stdout=file) as process:
        folder = DiskFolder(root)
        while process.poll() is None:
            add_line(folder, save, race)
            time.sleep(PAUSE)
    return race, json.loads(answer.read_bytes()), path.read_text("utf-8").splitlines()


def add_line(folder: DiskFolder, save: Save, race: Race) -> None:
    line = f"ours {len(race.saved)}"
    started = time.monotonic()
    try:
        row = folder.read("log.md")
        assert row is not None
        there = set(row.data.decode().splitlines())
        after = msgspec.structs.replace(row, data=f"{line}\n".encode() + row.data, mtime_ns=None)
        is_saved = save(Change(label="Add", files=(Swap(row, after),)))
    except (RowsDifferError, StoreBusyError):
        is_saved = False
    if not is_saved:
        race.refused += 1
        return
    gone = [one for one in race.saved if one not in there and one not in race.overwritten]
    race.overwritten += gone
    race.saved[line] = (started, time.monotonic())


def by_writer(root: Path) -> Save:
    writer = DiskWriter(root, root / ".memloupe")
    return lambda change: writer.write(change) is None


def by_editor(root: Path) -> Save:
    editor = open_editor(open_files(root))
    return lambda change: isinstance(editor.apply(change, JobContext()), Saved)


def unexplained(race: Race, report: dict[str, Any], last: list[str]) -> list[str]:
    """Return lines of ours that are gone though the other program could have read them."""
    return [
        line
        for line, (started, ended) in race.saved.items()
        if line not in last
        and not any(
            read_at < ended and written_at > started and line not in lines
            for read_at, written_at, lines in report["writes"]
        )
    ]


@pytest.mark.timeout(120)
@pytest.mark.parametrize("longest_empty", [0.0, 0.003])
@pytest.mark.skipif(sys.platform != "linux", reason="there are no leases")
def test_every_line_of_both_stays_unless_the_engine_had_read_before_we_wrote(
    tmp_path, longest_empty, capsys
):
    race, report, last = run(tmp_path, by_writer(tmp_path), COUNT, longest_empty, RESTS)

    assert report["lost"] == []
    assert [line for line in last if line.startswith("engine")] == [
        f"engine {number}" for number in range(COUNT)
    ]
    assert unexplained(race, report, last) == []
    assert race.saved
    _show(race, last, capsys)


@pytest.mark.timeout(120)
def test_it_holds_without_leases_for_a_program_that_empties_and_writes_at_once(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(FileLease, "take", lambda _lease: True)
    race, report, last = run(tmp_path, by_writer(tmp_path), COUNT // 10, 0.0, LONG_RESTS)

    assert report["lost"] == []
    assert unexplained(race, report, last) == []
    assert race.saved
    _show(race, last, capsys)


@pytest.mark.timeout(120)
def test_the_editor_merges_its_lines_with_those_of_the_engine(tmp_path, capsys):
    race, report, last = run(tmp_path, by_editor(tmp_path), COUNT // 2, 0.0, 0.04)

    assert report["lost"] == []
    assert unexplained(race, report, last) == []
    assert race.saved
    _show(race, last, capsys)


def _show(race: Race, last: list[str], capsys) -> None:
    gone = [line for line in race.saved if line not in last]
    with capsys.disabled():
        print(  # noqa: T201 - the figures are the proof
            f"\n  saved {len(race.saved)}, refused {race.refused}, overwritten by the engine"
            f" {len(gone)}, of these seen while it went on {len(race.overwritten)}"
        )
