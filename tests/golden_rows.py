"""Reads what golden vectors hold: text that need not be UTF-8, and rows as SQLite stores them."""

from __future__ import annotations

import base64
import sqlite3
from contextlib import closing
from typing import Any

from desktop_app.core.engine_text import decode
from desktop_app.core.observational.record import RecordRow

COLUMNS = {
    "memory_id": "TEXT",
    "tenant_id": "TEXT",
    "conversation_id": "TEXT",
    "agent_id": "TEXT",
    "enabled": "BOOLEAN",
    "state_version": "BIGINT",
    "last_observed_message_index": "BIGINT",
    "active_observations_json": "TEXT",
    "active_observation_tokens": "BIGINT",
    "active_reflection": "TEXT",
    "active_reflection_tokens": "BIGINT",
    "last_reflected_observation_seq": "BIGINT",
    "config_json": "TEXT",
    "created_at": "TIMESTAMP",
    "updated_at": "TIMESTAMP",
}


def text_of(case: dict[str, Any], key: str) -> str:
    """Return the string under ``key``, or under ``key_b64``, as engine text."""
    if f"{key}_b64" in case:
        return decode(base64.b64decode(case[f"{key}_b64"]))
    return case[key]


def has_text(case: dict[str, Any], key: str) -> bool:
    return key in case or f"{key}_b64" in case


def stored_row(row: dict[str, Any]) -> RecordRow:
    """Return ``row`` after a real table has stored it, column affinity applied."""
    values = [
        base64.b64decode(row[f"{name}_b64"]) if f"{name}_b64" in row else row[name]
        for name in COLUMNS
    ]
    marks = ", ".join("CAST(? AS TEXT)" if isinstance(value, bytes) else "?" for value in values)
    with closing(sqlite3.connect(":memory:")) as database:
        database.text_factory = decode
        columns = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
        database.execute(f"CREATE TABLE records ({columns})")
        database.execute(f"INSERT INTO records VALUES ({marks})", values)
        (stored,) = database.execute("SELECT * FROM records").fetchall()
    return RecordRow(**dict(zip(COLUMNS, stored, strict=True)))
