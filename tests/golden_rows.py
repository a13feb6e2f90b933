"""Turns the rows of the golden vectors into what SQLite really gives for them."""

from __future__ import annotations

import base64
import sqlite3
from dataclasses import fields
from typing import Any

from desktop_app.core.engine_text import decode
from desktop_app.core.observational.record import RecordRow

COLUMNS = [field.name for field in fields(RecordRow)]
_TYPES = {
    "enabled": "BOOLEAN",
    "created_at": "TIMESTAMP",
    "updated_at": "TIMESTAMP",
    **dict.fromkeys(
        (
            "state_version",
            "last_observed_message_index",
            "active_observation_tokens",
            "active_reflection_tokens",
            "last_reflected_observation_seq",
        ),
        "BIGINT",
    ),
}


def text_of(case: dict[str, Any], name: str) -> str:
    """Return a string of a vector as engine text, whichever way it is written."""
    if f"{name}_b64" in case:
        return decode(base64.b64decode(case[f"{name}_b64"]))
    return case[name]


def stored_row(row: dict[str, Any]) -> RecordRow:
    """Insert ``row`` into a table with the engine's column types and read it back."""
    connection = sqlite3.connect(":memory:")
    connection.text_factory = decode
    columns = ", ".join(f"{name} {_TYPES.get(name, 'TEXT')}" for name in COLUMNS)
    connection.execute(f"CREATE TABLE om_memory_records ({columns})")
    marks = ["CAST(? AS TEXT)" if f"{name}_b64" in row else "?" for name in COLUMNS]
    values = [
        base64.b64decode(row[f"{name}_b64"]) if f"{name}_b64" in row else row[name]
        for name in COLUMNS
    ]
    connection.execute(f"INSERT INTO om_memory_records VALUES ({', '.join(marks)})", values)
    stored = connection.execute("SELECT * FROM om_memory_records").fetchone()
    connection.close()
    return RecordRow(**dict(zip(COLUMNS, stored, strict=True)))
