"""A golden workspace that is going to be changed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from desktop_app.services.editing.plans import Intent
from desktop_app.services.jobs import JobContext
from desktop_app.services.workspace import open_editor, open_workspace

if TYPE_CHECKING:
    from collections.abc import Callable

TABLES = {
    "om_memory_records": "memory_id",
    "om_operation_log": "operation_id",
    "om_markers": "marker_id",
    "working_memory_entries": "memory_id, entry_key",
}


@dataclass
class Desk:
    """One scope of a workspace, with everything that changes it."""

    root: Path
    memory_id: str

    def __post_init__(self) -> None:
        self.source = open_workspace(self.root).require_source()
        self.editor = open_editor(self.source, busy_seconds=0.2)
        self.context = JobContext()

    @property
    def path(self) -> Path:
        return self.source.path

    @property
    def intent(self) -> Intent:
        return Intent(self.source.now(), "because")

    def snapshot(self) -> Any:
        return self.source.snapshot(self.memory_id)

    def texts(self) -> list[str]:
        return [one.content for one in self.snapshot().record.observations]

    def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """Everything in the engine's tables but our rows in its log, with rowids and types."""
        with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)) as connection:
            connection.text_factory = bytes
            found = {
                table: connection.execute(f"SELECT rowid, * FROM {table} ORDER BY {key}").fetchall()
                for table, key in TABLES.items()
            }
        log = found["om_operation_log"]
        found["om_operation_log"] = [row for row in log if not row[1].startswith(b"memloupe-")]
        return found

    def run(self, statement: str, *values: object) -> None:
        """Write as another program does."""
        with closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
            connection.execute(statement, values)


@pytest.fixture
def desk(golden_workspace: Callable[[str], Path]) -> Desk:
    return Desk(golden_workspace("rich-coding-agent"), "acme|conv-42|coder")
