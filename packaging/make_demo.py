"""Writes the demo workspace from its story in ``packaging/demo``.

Usage: ``python packaging/make_demo.py [FOLDER]``; without a folder, ``resources/demo`` is renewed.
Everything in it is invented. The same story gives the same bytes, whatever the day and machine.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
import tomllib
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from demo_engine import DemoEngine, Scene  # noqa: E402 - beside this script
from demo_files import write_files  # noqa: E402 - beside this script

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

STORY = Path(__file__).with_name("demo")
SCENES = ("rail.toml", "library.toml")
WRITER = (96, 3_046_000)
"""Where a SQLite file says which version wrote it last, and the version that the engine brings."""


def main(arguments: list[str]) -> int:
    """Write the workspace."""
    target = Path(arguments[0]) if arguments else ROOT / "resources" / "demo"
    write_demo(target)
    print(target)
    return 0


def write_demo(target: Path) -> None:
    """Write the demo workspace to ``target``, in place of what is there.

    Beside it goes the list of the times at which its files were written: no checkout keeps them,
    and what is consolidated next depends on them.
    """
    shutil.rmtree(target, ignore_errors=True)
    folder = target / ".harness"
    folder.mkdir(parents=True)
    shutil.copyfile(STORY / "config.toml", folder / "config.toml")
    engine = DemoEngine()
    engine.play(load_scenes())
    _write_database(folder / "state.db", "state.sql", engine.state_tables())
    _write_database(folder / "conversations.db", "conversations.sql", engine.transcript_tables())
    times = json.dumps(write_files(target), indent=1, ensure_ascii=False, sort_keys=True)
    target.with_name(f"{target.name}-times.json").write_bytes(f"{times}\n".encode())


def load_scenes() -> list[Scene]:
    """Return what happens in each scope."""
    scenes: list[Scene] = []
    for name in SCENES:
        told: dict[str, list[dict[str, Any]]] = tomllib.loads(
            (STORY / name).read_text(encoding="utf-8")
        )
        scenes += map(Scene, told["scope"])
    return scenes


def _write_database(
    path: Path, tables: str, rows: Mapping[str, Iterable[Sequence[object]]]
) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript((STORY / tables).read_text(encoding="utf-8"))
        with connection:
            for table, values in rows.items():
                _insert(connection, table, values)
    offset, version = WRITER
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(version.to_bytes(4, "big"))


def _insert(connection: sqlite3.Connection, table: str, rows: Iterable[Sequence[object]]) -> None:
    for row in rows:
        marks = ", ".join("?" * len(row))
        connection.execute(f"INSERT INTO {table} VALUES ({marks})", row)  # noqa: S608 - our names


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
