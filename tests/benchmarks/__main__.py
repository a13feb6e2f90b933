"""Measures speed and prints it beside the engine's published figures.

Usage: ``python -m tests.benchmarks [--full] [--scale SHARE] [--only PART ...] [--json FILE]``
"""

from __future__ import annotations

import argparse
import json
import platform
import sqlite3
import sys
import tempfile
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks import changing, filing, processes, reading
from tests.benchmarks.measure import Figure, Reference, as_json, table

if TYPE_CHECKING:
    from collections.abc import Iterator

BIG_SCOPES = 100_000
PARTS = (
    "snippet", "large", "process", "edit", "race", "doctor", "window", "changes", "files", "big",
)  # fmt: skip
MODERATE = 0.1


def main(arguments: list[str]) -> int:
    """Measure, print, write."""
    options = _options(arguments)
    reference = Reference()
    reference.sample()
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="memloupe-bench-") as folder:
        for figure in _measure(Path(folder), options):
            sys.stderr.write(f"\r{figure.name:60}")
            figures.append(figure)
            reference.sample()
    factor = reference.factor
    sys.stderr.write("\n")
    lines = [
        f"This machine takes {factor:.2f} times as long as the one of the engine's figures.",
        table(figures, factor),
        f"Written to {options.json}.",
    ]
    result = {
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "machine": platform.machine(),
        "factor": factor,
        "figures": as_json(figures, factor),
    }
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(result, indent=1, ensure_ascii=False), encoding="utf-8")
    sys.stdout.write("\n".join([*lines, ""]))
    return 0


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--full", action="store_true", help="the big file with 100,000 scopes")
    parser.add_argument("--scale", type=float, default=MODERATE, help="its size, 1 is the whole")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--json", type=Path, default=Path("build/benchmarks.json"))
    return parser.parse_args(arguments)


def _measure(folder: Path, options: argparse.Namespace) -> Iterator[Figure]:
    parts = {
        "snippet": reading.snippets,
        "large": reading.large,
        "process": processes.command_line,
        "edit": lambda place: chain(changing.edits(place), changing.command(place)),
        "race": changing.beside_engine,
        "doctor": changing.doctor,
        "window": processes.window,
        "changes": processes.changes,
        "files": lambda place: chain(
            filing.memory(place),
            filing.logs(place),
            filing.notes(place),
            processes.files_window(place),
        ),
    }
    for name, part in parts.items():
        if name in options.only:
            yield from part(folder)
    if "big" in options.only:
        scopes = round(BIG_SCOPES * (1.0 if options.full else options.scale))
        workspace = reading.make_big(folder, scopes)
        yield from reading.big(workspace)
        yield from processes.big_window(workspace)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
