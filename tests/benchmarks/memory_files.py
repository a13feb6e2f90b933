"""Memory files in great numbers and of great size: made here, the same on every run."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOTES, LOGS, MEMORY_BYTES = 10_000, 2_000, 50_000_000
RARE = "zanzibar"
"""A word that one log in a hundred has."""

_FIRST_DAY = date(2019, 1, 1)
_TEXT = (
    "invoice rounding timetable platform deploy review decision prefers short answers never always "
    "migration branch release customer delay panel feed encoding refund account staging webhook"
)
_WORDS = _TEXT.split(" ")
_SECTIONS_A_LOG, _FACTS_A_SECTION, _WORDS_A_FACT = 4, 4, 11
_FOLDERS = 40


def write_memory(root: Path, size: int = MEMORY_BYTES) -> Path:
    """Write a workspace whose ``MEMORY.md`` has ``size`` bytes, and one log; return it."""
    root.mkdir(parents=True)
    random = Random(11)
    # Drawn from a pool: making every line anew would take longer than all that is measured.
    pool = "".join(f"- {fact}.\n" for fact in _facts(random, 5_000)).encode()
    text = b"# Memory\n\n" + pool * (size // len(pool) + 1)
    (root / "MEMORY.md").write_bytes(text[: text.rfind(b"\n", 0, size) + 1])
    _write_logs(root / "memory", 1, random)
    return root


def write_logs(root: Path, count: int = LOGS) -> Path:
    """Write a workspace with ``count`` daily logs; return it."""
    root.mkdir(parents=True)
    random = Random(12)
    (root / "MEMORY.md").write_text("# Memory\n\n- Replies are short.\n", encoding="utf-8")
    _write_logs(root / "memory", count, random)
    return root


def write_notes(root: Path, count: int = NOTES) -> Path:
    """Write a workspace with one layer of ``count`` notes; return it."""
    root.mkdir(parents=True)
    layer = {"sourceDir": "notes", "harnessDir": "/persistent/notes", "canWrite": None}
    (root / "layers.json").write_text(json.dumps({"layers": [layer]}), encoding="utf-8")
    random = Random(13)
    for number, fact in enumerate(_facts(random, count)):
        folder = root / "notes" / f"topic-{number % _FOLDERS:02}"
        folder.mkdir(parents=True, exist_ok=True)
        body = "\n".join(_facts(random, 6))
        text = f"---\ndescription: {fact}\n---\n\n{body}\n"
        (folder / f"note-{number:05}.md").write_text(text, encoding="utf-8")
    return root


def _write_logs(folder: Path, count: int, random: Random) -> None:
    folder.mkdir()
    for number in range(count):
        day = _FIRST_DAY + timedelta(days=number)
        (folder / f"{day}.md").write_text("".join(_sections(random, day, number)), encoding="utf-8")


def _sections(random: Random, day: date, number: int) -> Iterator[str]:
    for hour in range(_SECTIONS_A_LOG):
        at = datetime(day.year, day.month, day.day, 8 + 3 * hour, tzinfo=UTC)
        kind = ("Flush", "Save")[hour % 2]
        yield f"\n## Memory {kind} — {at.isoformat().replace('+00:00', 'Z')}\n"
        yield from (f"- {fact}.\n" for fact in _facts(random, _FACTS_A_SECTION))
    if number % 100 == 0:
        yield f"- {RARE}\n"


def _facts(random: Random, count: int) -> Iterator[str]:
    return (" ".join(random.choices(_WORDS, k=_WORDS_A_FACT)) for _ in range(count))
