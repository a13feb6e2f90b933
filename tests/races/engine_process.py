"""A program of its own that writes a state file as the engine does.

It reads, thinks, and writes the whole row without a look at its version (H6). Operations are
made in a deferred transaction that reads first (H31), and only one of its two connections waits
for locks (H32). Each operation is checked by the next one: what it wrote must still be there.

Usage: ``python engine_process.py FILE KEY COUNT SEED``; prints one line of JSON at the end.
"""

from __future__ import annotations

import json
import random
import sqlite3
import sys
import time
from contextlib import closing
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

COLUMNS = (
    "enabled, state_version, last_observed_message_index, active_observations_json,"
    " active_observation_tokens, active_reflection, active_reflection_tokens,"
    " last_reflected_observation_seq, config_json"
)
EARLY_READS = 0.3
"""Share of operations that read the record before they say that they are at work."""
OBSERVES = 0.2
LONGEST_THOUGHT, LONGEST_REST = 0.012, 0.08


@dataclass
class Figures:
    """What happened.

    Attributes:
        busy_at: When an operation failed on a lock, by the system's monotonic clock.
        lost: What it had written and did not find again.
    """

    applied: int = 0
    early: int = 0
    busy_at: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


class Engine:
    def __init__(self, path: str, memory_id: str, seed: int) -> None:
        self._memory_id = memory_id
        self._random = random.Random(seed)
        self._connections = [
            sqlite3.connect(path, timeout=seconds, isolation_level=None) for seconds in (5, 0)
        ]
        self._observed: list[str] = []
        self._reflection: str | None = None
        self._count = 0
        self.figures = Figures()

    def close(self) -> None:
        for connection in self._connections:
            connection.close()

    def work(self) -> None:
        """Do one operation from beginning to end, as far as locks let it."""
        self._count += 1
        is_early = self._random.random() < EARLY_READS
        try:
            row = self._read_early() if is_early else None
            name = self._begin()
            if row is None:
                row = self._read()
                self._check(row)
            time.sleep(self._random.random() * LONGEST_THOUGHT)
            self._write(row)
            self._execute(
                "UPDATE om_operation_log SET status = 'applied', updated_at = ?"
                " WHERE operation_id = ?",
                _now(),
                name,
            )
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            self.figures.busy_at.append(time.monotonic())
            self._give_up()
        else:
            self.figures.applied += 1
            self.figures.early += is_early

    def rest(self) -> None:
        """Do nothing for a while, as between two turns of an agent."""
        time.sleep(self._random.random() * LONGEST_REST)

    def check(self) -> None:
        """Look whether all that was written is there."""
        self._check(self._read())

    @property
    def _connection(self) -> sqlite3.Connection:
        return self._random.choice(self._connections)

    def _execute(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        with closing(self._connection.execute(statement, values)) as cursor:
            return cursor.fetchall()

    def _begin(self) -> str:
        name, connection = f"op_{self._count}", self._connection
        connection.execute("BEGIN")
        try:
            (last,) = connection.execute(
                "SELECT coalesce(max(scope_sequence), 0) FROM om_operation_log WHERE memory_id = ?",
                (self._memory_id,),
            ).fetchone()
            connection.execute(
                "INSERT INTO om_operation_log VALUES (?,?,'run','system',?,'observe','queued',"
                "'{}','',?,?)",
                (name, self._memory_id, last + 1, _now(), _now()),
            )
            connection.execute("COMMIT")
        except sqlite3.OperationalError:
            connection.execute("ROLLBACK")
            raise
        self._execute(
            "UPDATE om_operation_log SET status = 'processing', updated_at = ?"
            " WHERE operation_id = ?",
            _now(),
            name,
        )
        return name

    def _read(self) -> tuple[Any, ...]:
        (row,) = self._execute(
            f"SELECT {COLUMNS} FROM om_memory_records WHERE memory_id = ?", self._memory_id
        )
        return row

    def _read_early(self) -> tuple[Any, ...]:
        row = self._read()
        self._check(row)
        time.sleep(self._random.random() * LONGEST_THOUGHT)
        return row

    def _check(self, row: tuple[Any, ...]) -> None:
        texts = {item["content"] for item in json.loads(row[3])}
        self.figures.lost += [text for text in self._observed if text not in texts]
        if self._reflection is not None and row[5] != self._reflection:
            self.figures.lost.append(self._reflection)

    def _write(self, row: tuple[Any, ...]) -> None:
        values = list(row)
        values[1] += 1
        text = f"engine {self._count}"
        observes = self._random.random() < OBSERVES
        if observes:
            items = json.loads(row[3])
            items.append({**items[0], "seq": len(items) + 1, "content": text, "token_count": 4})
            values[3] = json.dumps(items, separators=(",", ":"), ensure_ascii=False)
            values[4] = sum(item["token_count"] for item in items)
        else:
            values[5] = f"SUMMARY:\n{text}"
        names = ", ".join(f"{name} = ?" for name in COLUMNS.split(", "))
        self._execute(
            f"UPDATE om_memory_records SET {names}, updated_at = ? WHERE memory_id = ?",
            *values,
            _now(),
            self._memory_id,
        )
        if observes:
            self._observed.append(text)
        else:
            self._reflection = values[5]

    def _give_up(self) -> None:
        """Say that the operation failed, as soon as the lock is gone."""
        self._connections[0].execute(
            "UPDATE om_operation_log SET status = 'failed', error_text = 'database is locked'"
            " WHERE operation_id = ? AND status != 'applied'",
            (f"op_{self._count}",),
        )


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def main(path: str, memory_id: str, count: str, seed: str) -> None:
    engine = Engine(path, memory_id, int(seed))
    with closing(engine):
        for _ in range(int(count)):
            engine.work()
            engine.rest()
        engine.check()
    sys.stdout.write(json.dumps(asdict(engine.figures)))


if __name__ == "__main__":
    main(*sys.argv[1:])
