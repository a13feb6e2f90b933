"""Files to measure on: made by the project's own encoders, the same on every run."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from desktop_app.core.engine_encode import encode_observations
from desktop_app.core.engine_text import estimate_tokens
from desktop_app.core.observational.observation import Observation

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
TABLES = ROOT / "packaging" / "demo" / "state.sql"
CONFIG = '{"observe_min_tokens":1200,"snippet_max_tokens":900,"reflect_threshold_tokens":4000}'
BIG_SCOPE = "tenant-000|conversation-0000000|default"
RARE = "zanzibar"
"""A word that only a few observations of the big file have."""

_TEXT = (
    "invoice rounding timetable platform deploy review decision user prefers short answers never "
    "always database migration branch release customer delay panel feed encoding test failure"
)
_WORDS = _TEXT.split(" ")
_REFLECTION = (
    "SUMMARY:\nThe user works on a long task and wants short answers.\n\nSUPERSESSIONS:\n"
    "- [seq:3] replaces [seq:1]: decided anew\n\nCONTRADICTIONS:\n- [seq:2] vs [seq:4]: open"
)
_TIME = "2026-04-20T08:15:{second:02}.{fraction:09}Z"
_FEW = 1_000


def observations(count: int, *, words: int = 9, seed: int = 1) -> list[Observation]:
    """Return observations of about 225 bytes of JSON each, as in the engine's own benchmark."""
    random = Random(seed)
    return [_observation(random, seq, words) for seq in range(1, count + 1)]


def write_scope(path: Path, count: int) -> str:
    """Write a state file with one scope of ``count`` observations and return its key."""
    memory_id = "acme|bench|coder"
    with closing(_create(path)) as connection, connection:
        row = _record(memory_id, observations(count), count)
        connection.execute(f"INSERT INTO om_memory_records VALUES ({_marks(15)})", row)
    return memory_id


def write_big(path: Path, scopes: int) -> None:
    """Write a file with ten observations and ten operations a scope.

    Half of the operations belong to ``BIG_SCOPE``: a log as long as that is read in pages.
    """
    with closing(_create(path)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        with connection:
            connection.executemany(
                f"INSERT INTO om_memory_records VALUES ({_marks(15)})", _big_records(scopes)
            )
        with connection:
            connection.executemany(
                f"INSERT INTO om_operation_log VALUES ({_marks(11)})", _big_operations(scopes * 10)
            )


def big_key(number: int) -> str:
    """Return the key of a scope of the big file."""
    return f"tenant-{number // _FEW:03}|conversation-{number:07}|default"


def _observation(random: Random, seq: int, words: int, extra: str = "") -> Observation:
    content = " ".join(random.choices(_WORDS, k=words)) + extra
    created = _TIME.format(second=seq % 60, fraction=random.randrange(1, 10**9))
    importance = random.randrange(1, 100) / 100
    return Observation(
        seq, content, estimate_tokens(content), importance, created, 4 * seq, 4 * seq + 3
    )


def _create(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.executescript(TABLES.read_text(encoding="utf-8"))
    return connection


def _record(memory_id: str, stored: list[Observation], version: int) -> tuple[object, ...]:
    tokens = sum(one.token_count for one in stored)
    time = _TIME.format(second=0, fraction=1)
    return (
        memory_id, *memory_id.split("|"), 1, version, 4 * len(stored) + 3,
        str(encode_observations(stored)), tokens, _REFLECTION, estimate_tokens(_REFLECTION),
        len(stored), CONFIG, time, time,
    )  # fmt: skip


def _big_records(scopes: int) -> Iterator[tuple[object, ...]]:
    random = Random(7)
    # Text is drawn from a pool: making it anew for every scope would take minutes.
    pools = [
        [_observation(random, seq, 9) for seq in range(1, 11)] for _ in range(min(scopes, _FEW))
    ]
    rare = [_observation(random, seq, 8, f" {RARE}") for seq in range(1, 11)]
    ready = [_record("a|b|c", pool, 3)[4:] for pool in pools]
    rare_ready = _record("a|b|c", rare, 3)[4:]
    for number in range(scopes):
        key = big_key(number)
        is_rare = number % max(scopes // 20, 1) == max(scopes // 40, 1)
        yield (key, *key.split("|"), *(rare_ready if is_rare else ready[number % len(ready)]))


def _big_operations(count: int) -> Iterator[tuple[object, ...]]:
    for number in range(count):
        key = BIG_SCOPE if number % 2 else big_key(number // 10)
        failed = number % 97 == 0
        time = _TIME.format(second=number % 60, fraction=number + 1)
        yield (
            f"op_{number + 1}", key, f"run_{number // 50}", "system", number, "observe",
            "failed" if failed else "applied", f'{{"messages":{number % 90}}}',
            "observer returned empty output" if failed else "", time, time,
        )  # fmt: skip


def _marks(count: int) -> str:
    return ", ".join("?" * count)
