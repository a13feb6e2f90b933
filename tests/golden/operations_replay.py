"""A small engine for tests: applies the steps of the core with SQL, statement by statement."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import msgspec

from desktop_app.core.engine_text import decode
from desktop_app.core.engine_time import EngineTime, parse_column_time
from desktop_app.core.observational.engine_log import (
    Call,
    Ids,
    MarkerRow,
    OperationRow,
    Running,
    begin_operation,
    end_operation,
    requeue_stale,
)
from desktop_app.core.observational.engine_steps import (
    Answer,
    new_record,
    new_row,
    observe,
    reflect_now,
    set_enabled,
    unobserved,
)
from desktop_app.core.observational.record import ObservationConfig, Record, RecordRow
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.record_writer import rewrite_row
from desktop_app.core.scope import Scope, service_scope
from desktop_app.core.transcript import Message

if TYPE_CHECKING:
    from pathlib import Path

    from desktop_app.core.observational.engine_outcome import Outcome

WALL_CLOCK = EngineTime(4_102_444_800)
TABLES = {
    "om_memory_records": RecordRow,
    "om_operation_log": OperationRow,
    "om_markers": MarkerRow,
}
_SCHEMA = """
CREATE TABLE om_memory_records (
    memory_id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL, conversation_id TEXT NOT NULL,
    agent_id TEXT NOT NULL, enabled BOOLEAN NOT NULL, state_version BIGINT NOT NULL,
    last_observed_message_index BIGINT NOT NULL, active_observations_json TEXT NOT NULL,
    active_observation_tokens BIGINT NOT NULL, active_reflection TEXT NOT NULL,
    active_reflection_tokens BIGINT NOT NULL, last_reflected_observation_seq BIGINT NOT NULL,
    config_json TEXT NOT NULL, created_at TIMESTAMP NOT NULL, updated_at TIMESTAMP NOT NULL,
    UNIQUE (tenant_id, conversation_id, agent_id));
CREATE TABLE om_operation_log (
    operation_id TEXT PRIMARY KEY, memory_id TEXT NOT NULL, run_id TEXT NOT NULL,
    tool_call_id TEXT NOT NULL, scope_sequence BIGINT NOT NULL, operation_type TEXT NOT NULL,
    status TEXT NOT NULL, payload_json TEXT NOT NULL, error_text TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL, updated_at TIMESTAMP NOT NULL);
CREATE TABLE om_markers (
    marker_id TEXT PRIMARY KEY, memory_id TEXT NOT NULL, marker_type TEXT NOT NULL,
    cycle_id TEXT NOT NULL, message_index_start BIGINT NOT NULL,
    message_index_end BIGINT NOT NULL, token_count BIGINT NOT NULL, payload_json TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL);
"""


class EngineError(Exception):
    """A call failed; the text is what the engine says."""


class ReplayedEngine:
    """Runs the calls of one scenario on a real file, one process of the engine at a time."""

    def __init__(self, path: Path, *, enabled: bool, config: ObservationConfig) -> None:
        self._path = path
        self._enabled = enabled
        self._config = config
        self._ids = Ids()
        self._now = EngineTime(0)
        with closing(self._open()) as database:
            database.executescript(_SCHEMA)

    def set_clock(self, text: str) -> None:
        self._now = parse_column_time(text)

    def run_sql(self, script: str) -> None:
        """Change the file from another connection."""
        with closing(self._open()) as database:
            database.executescript(script)

    def rows(self) -> dict[str, list[dict[str, Any]]]:
        return {
            table: [msgspec.structs.asdict(row) for row in self._select(table)] for table in TABLES
        }

    def restart(self) -> None:
        self._ids = Ids()
        stale = requeue_stale(
            self._select("om_operation_log"), now=self._now, wall_clock=WALL_CLOCK
        )
        for operation in stale:
            self._write_operation(operation)

    def record(self, scope: Scope) -> Record:
        """Read the record, made anew where there is none."""
        return read_record(self._row(scope))

    def observe(self, step: dict[str, Any]) -> Outcome | None:
        scope, messages = scope_of(step), messages_of(step)
        source = unobserved(self.record(scope), messages)
        if source is None:
            return None
        row, running = self._begin(step, "observe", {"messages": len(source.messages)})
        if script := step.get("sql_while_observer_runs"):
            self.run_sql(script)
        outcome = observe(
            read_record(row),
            running,
            source,
            observer=answer_of(step["observer"]) or Answer(),
            reflector=answer_of(step["reflector"]),
        )
        return self._finish(row, outcome)

    def reflect_now(self, step: dict[str, Any]) -> Outcome:
        row, running = self._begin(step, "reflect_now", {})
        reflector = answer_of(step["reflector"])
        return self._finish(
            row,
            reflect_now(read_record(row), running, reflector),
        )

    def set_enabled(self, step: dict[str, Any]) -> Outcome:
        enabled = step["call"] == "enable"
        row, running = self._begin(step, step["call"], {"enabled": enabled})
        config = ObservationConfig(**step["config"]) if step.get("config") else None
        outcome = set_enabled(
            read_record(row),
            running,
            enabled=enabled,
            config=config,
        )
        return self._finish(row, outcome)

    def _row(self, scope: Scope) -> RecordRow:
        wanted = service_scope(scope).memory_id
        found = [row for row in self._select("om_memory_records") if row.memory_id == wanted]
        if found:
            return found[0]
        record = new_record(
            scope, enabled=self._enabled, service_config=self._config, now=self._now
        )
        self._insert("om_memory_records", new_row(record))
        return self._row(scope)

    def _begin(
        self, step: dict[str, Any], kind: str, payload: dict[str, Any]
    ) -> tuple[RecordRow, Running]:
        row = self._row(scope_of(step))
        memory_id = read_record(row).memory_id
        sequences = [
            operation.scope_sequence
            for operation in self._select("om_operation_log")
            if operation.memory_id == memory_id
        ]
        running = begin_operation(
            memory_id,
            kind,
            payload,
            Call(
                run_id=step["run_id"],
                tool_call_id=step["tool_call_id"],
                last_sequence=max(sequences, default=0),
                ids=self._ids,
                now=self._now,
            ),
        )
        self._ids = running.ids
        try:
            self._insert("om_operation_log", running.operation)
        except sqlite3.IntegrityError as error:
            raise EngineError(f"insert operation: {shown(error)}") from error
        return row, running

    def _finish(self, row: RecordRow, outcome: Outcome) -> Outcome:
        for marker in outcome.markers:
            self._ids = self._ids.after(1)
            try:
                self._insert("om_markers", marker)
            except sqlite3.IntegrityError as error:
                text = f"insert marker: {shown(error)}"
                self._write_operation(end_operation(outcome.operation, self._now, text))
                raise EngineError(text) from error
        assert self._ids == outcome.ids
        if not outcome.failed:
            self._update("om_memory_records", "memory_id", rewrite_row(row, outcome.record))
        self._write_operation(outcome.operation)
        if outcome.failed:
            raise EngineError(outcome.operation.error_text)
        return outcome

    def _write_operation(self, operation: OperationRow) -> None:
        self._update("om_operation_log", "operation_id", operation)

    def _open(self) -> sqlite3.Connection:
        database = sqlite3.connect(self._path, isolation_level=None)
        database.execute("PRAGMA synchronous = OFF")  # nothing here outlives the test
        database.text_factory = decode
        return database

    def _select(self, table: str) -> list[Any]:
        kind = TABLES[table]
        columns = ", ".join(kind.__struct_fields__)
        with closing(self._open()) as database:
            rows = database.execute(f"SELECT {columns} FROM {table} ORDER BY rowid").fetchall()
        return [kind(*row) for row in rows]

    def _insert(self, table: str, row: msgspec.Struct) -> None:
        values = msgspec.structs.astuple(row)
        marks = ", ".join("?" * len(values))
        with closing(self._open()) as database:
            database.execute(f"INSERT INTO {table} VALUES ({marks})", values)

    def _update(self, table: str, key: str, row: msgspec.Struct) -> None:
        values = msgspec.structs.asdict(row)
        settings = ", ".join(f"{name} = :{name}" for name in values)
        with closing(self._open()) as database:
            database.execute(f"UPDATE {table} SET {settings} WHERE {key} = :{key}", values)


def shown(error: sqlite3.IntegrityError) -> str:
    """Return the error as the engine's database driver words it."""
    return f"constraint failed: {error} ({error.sqlite_errorcode})"


def scope_of(step: dict[str, Any]) -> Scope:
    scope = step["scope"]
    return Scope(scope["tenant_id"], scope["conversation_id"], scope["agent_id"])


def messages_of(step: dict[str, Any]) -> list[Message]:
    return [
        Message(message["index"], message["role"], message["content"])
        for message in step["messages"]
    ]


def answer_of(model: dict[str, Any]) -> Answer | None:
    return Answer(model["output"], model["error"]) if model.get("configured", True) else None
