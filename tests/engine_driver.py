"""Writes to a state file as the engine does, on a connection of its own."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from window_driver import NOW

from desktop_app.core.engine_time import EngineTime, format_column

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def state_db(folder: Path) -> Path:
    """Return the state file of a workspace."""
    return folder / ".harness" / "state.db"


def write_text(folder: Path, memory_id: str, index: int, text: str) -> None:
    """Give an observation another text, version and time."""
    with closing(sqlite3.connect(state_db(folder))) as connection, connection:
        select = "SELECT active_observations_json FROM om_memory_records WHERE memory_id = ?"
        observations = json.loads(connection.execute(select, (memory_id,)).fetchone()[0])
        observations[index]["content"] = text
        connection.execute(
            "UPDATE om_memory_records SET active_observations_json = ?,"
            " state_version = state_version + 1, updated_at = ? WHERE memory_id = ?",
            (json.dumps(observations), format_column(NOW), memory_id),
        )


def stored_text(folder: Path, memory_id: str, index: int) -> str:
    """Return the text of an observation as the file has it."""
    with closing(sqlite3.connect(state_db(folder))) as connection:
        select = "SELECT active_observations_json FROM om_memory_records WHERE memory_id = ?"
        observations = json.loads(connection.execute(select, (memory_id,)).fetchone()[0])
    text: str = observations[index]["content"]
    return text


def begin_call(folder: Path, memory_id: str, *, seconds: int = 3) -> None:
    """Store that the engine is in the middle of a call, for so many seconds already."""
    time = format_column(EngineTime(NOW.unix_seconds - seconds, 0))
    with closing(sqlite3.connect(state_db(folder))) as connection, connection:
        connection.execute(
            "INSERT INTO om_operation_log (operation_id, memory_id, run_id, tool_call_id,"
            " scope_sequence, operation_type, status, payload_json, error_text, created_at,"
            " updated_at) VALUES ('op_busy', ?, 'r', 't', 9999, 'observe', 'processing', '{}', '',"
            " ?, ?)",
            (memory_id, time, time),
        )


def end_call(folder: Path) -> None:
    """Store that the call is over."""
    with closing(sqlite3.connect(state_db(folder))) as connection, connection:
        connection.execute(
            "UPDATE om_operation_log SET status = 'applied' WHERE operation_id = 'op_busy'"
        )


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold the file's lock for writing."""
    with closing(sqlite3.connect(state_db(folder), isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            connection.execute("ROLLBACK")
