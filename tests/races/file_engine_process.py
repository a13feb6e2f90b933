"""A program of its own that appends to a file as an engine does: no lock, in place.

It reads the whole file, thinks, empties the file and writes all of it. Every line that it wrote
must still be there when it reads again.

Usage: ``python file_engine_process.py FILE COUNT SEED LONGEST_EMPTY LONGEST_REST``; prints one
line of JSON at the end: what it missed, and for each write when it had read, when it wrote, and
which of our lines it then wrote.
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path

LONGEST_THOUGHT = 0.002


def main(path: Path, count: int, seed: int, longest_empty: float, longest_rest: float) -> None:
    chance = random.Random(seed)
    written: list[str] = []
    lost: list[str] = []
    writes = []
    for number in range(count):
        read_at = time.monotonic()
        lines = path.read_text("utf-8").splitlines()
        lost += sorted(set(written) - set(lines))
        time.sleep(chance.random() * LONGEST_THOUGHT * chance.randrange(2))
        lines.append(f"engine {number}")
        with path.open("w", encoding="utf-8") as file:
            if longest_empty:
                time.sleep(chance.random() * longest_empty)
            file.write("".join(f"{line}\n" for line in lines))
        writes.append((read_at, time.monotonic(), [one for one in lines if one[:4] == "ours"]))
        written.append(lines[-1])
        time.sleep(chance.random() * longest_rest)
    lost += sorted(set(written) - set(path.read_text("utf-8").splitlines()))
    sys.stdout.write(json.dumps({"lost": sorted(set(lost)), "writes": writes}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), *map(float, sys.argv[4:]))
