"""One state file that is changed in turns by us and by the engine, with a clock that counts."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.core.engine_text import decode, encode
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.observational.engine_log import (
    Call,
    Ids,
    MarkerRow,
    OperationRow,
    begin_operation,
)
from desktop_app.core.observational.record import RecordRow
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.record_writer import rewrite_row
from desktop_app.services.editing.plans import Intent
from desktop_app.services.jobs import JobContext
from desktop_app.services.workspace import Surroundings, open_editor, open_workspace

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.observational.engine_log import Running
    from desktop_app.core.observational.engine_outcome import Outcome
    from desktop_app.core.observational.record import Record
    from desktop_app.services.snapshot import ScopeSnapshot

TABLES = {
    "om_memory_records": "memory_id",
    "om_operation_log": "rowid",
    "om_markers": "rowid",
    "working_memory_entries": "memory_id, entry_key",
}
_OURS = b"memloupe-"
_FIRST_TIME = 1_790_000_000
_FIRST_ID = 10_000
"""The engine of this file has run before: with the same ids again it would fail (H1)."""


class StateFile:
    """A workspace of its own.

    Args:
        original: Copied, never opened.
    """

    def __init__(self, original: Path) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="memloupe-stateful-")
        root = Path(shutil.copytree(original, Path(self._folder.name) / "workspace"))
        self.seconds = 0
        self._ids = Ids("", _FIRST_ID)
        self._here = Surroundings({"LOGNAME": "somebody"}, None, self.now)
        self.source = open_workspace(root, self._here).require_source()
        self.context = JobContext()
        self.restart()

    def close(self) -> None:
        """Remove it."""
        self._folder.cleanup()

    def restart(self) -> None:
        """Go on with an editor that knows nothing but what is on the disk."""
        self.editor = open_editor(self.source, self._here)

    def now(self) -> EngineTime:
        return EngineTime(_FIRST_TIME + self.seconds, 120_000_000)

    def set_time(self, seconds: int) -> None:
        self.seconds = seconds

    def tick(self) -> None:
        """Let a second pass."""
        self.seconds += 1

    @property
    def intent(self) -> Intent:
        return Intent(self.now(), "because")

    def records(self) -> list[RecordRow]:
        """Every record, as another program reads it."""
        with self._reading() as connection:
            connection.text_factory = decode
            columns = ", ".join(RecordRow.__struct_fields__)
            found = connection.execute(f"SELECT {columns} FROM om_memory_records")
            return [RecordRow(*values) for values in found]

    def keys(self) -> list[str]:
        """The scope of every record."""
        return sorted(str(row.memory_id) for row in self.records())

    def snapshot(self, key: str) -> ScopeSnapshot:
        return self.source.snapshot(key)

    def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """Every row of the engine's tables with its place and types, but for ours in its log."""
        with self._reading() as connection:
            connection.text_factory = bytes
            found = {
                table: connection.execute(f"SELECT rowid, * FROM {table} ORDER BY {order}")
                for table, order in TABLES.items()
            }
            return {
                table: [row for row in rows if not _is_ours(row[1])]
                for table, rows in found.items()
            }

    def columns(self, table: str, names: tuple[str, ...]) -> list[tuple[Any, ...]]:
        """Some columns of every row of a table, but for our rows, in the order of writing."""
        with self._reading() as connection:
            found = connection.execute(f"SELECT {', '.join(names)} FROM {table} ORDER BY rowid")
            return [row for row in found if not str(row[0]).startswith("memloupe-")]

    def _reading(self) -> closing[sqlite3.Connection]:
        return closing(sqlite3.connect(f"file:{self.source.path}?mode=ro", uri=True))

    def engine(self, key: str, kind: str, step: Callable[[Record, Running], Outcome]) -> None:
        """Write what a step of the engine gives, on a connection as it has one."""
        with closing(sqlite3.connect(self.source.path)) as connection, connection:
            connection.text_factory = decode
            row = _stored(connection, key)
            (last,) = connection.execute(
                "SELECT coalesce(max(scope_sequence), 0) FROM om_operation_log WHERE memory_id = ?",
                (key,),
            ).fetchone()
            record = read_record(row)
            call = Call(run_id="run", last_sequence=last, ids=self._ids, now=self.now())
            outcome = step(record, begin_operation(key, kind, {}, call))
            self._ids = outcome.ids
            _write(connection, row, outcome)

    def engine_sets(self, key: str, name: str, value: str) -> None:
        """Set an entry of working memory as the engine's tool does."""
        with closing(sqlite3.connect(self.source.path)) as connection, connection:
            connection.execute(
                "INSERT INTO working_memory_entries VALUES (?, ?, ?) ON CONFLICT DO UPDATE"
                " SET entry_json = excluded.entry_json",
                (key, name, value),
            )


def _is_ours(name: object) -> bool:
    return isinstance(name, bytes) and name.startswith(_OURS)


def _stored(connection: sqlite3.Connection, key: str) -> RecordRow:
    columns = ", ".join(RecordRow.__struct_fields__)
    (values,) = connection.execute(
        f"SELECT {columns} FROM om_memory_records WHERE memory_id = ?", (key,)
    ).fetchall()
    return RecordRow(*values)


def _write(connection: sqlite3.Connection, row: RecordRow, outcome: Outcome) -> None:
    if not outcome.failed:
        after = rewrite_row(row, outcome.record)
        names, marks, values = _bound(after)
        pairs = ", ".join(f"{name} = {mark}" for name, mark in zip(names, marks, strict=True))
        connection.execute(
            f"UPDATE om_memory_records SET {pairs} WHERE memory_id = ?", (*values, row.memory_id)
        )
    _insert(connection, "om_operation_log", outcome.operation)
    for marker in outcome.markers:
        _insert(connection, "om_markers", marker)


def _insert(connection: sqlite3.Connection, table: str, row: OperationRow | MarkerRow) -> None:
    names, marks, values = _bound(row)
    connection.execute(
        f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join(marks)})", values
    )


def _bound(row: Any) -> tuple[tuple[str, ...], list[str], list[Any]]:
    """Return columns, marks and values; text need not be UTF-8."""
    names = row.__struct_fields__
    values = [getattr(row, name) for name in names]
    marks = ["CAST(? AS TEXT)" if isinstance(value, str) else "?" for value in values]
    return names, marks, [encode(value) if isinstance(value, str) else value for value in values]
