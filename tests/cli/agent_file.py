"""A workspace on which commands are run, and what its file and its journal then hold."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.services.workspace import open_editor, open_workspace

if TYPE_CHECKING:
    from desktop_app.core.editing.journal import Entry
    from desktop_app.core.observational.record import Record
    from desktop_app.services.editing.editor import Editor
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.snapshot import ScopeSnapshot

CODER = "acme|conv-42|coder"
PLANNER = "acme|conv-42|planner"
BILLING = "default|conv-billing-rounding|default"
DRY_RUN = "memloupe: This was a dry run. Nothing was written.\n"


@dataclass
class AgentFile:
    """One workspace.

    Attributes:
        root: The folder.
        memloupe: Runs a command.
        memory_id: The scope that commands are about.
    """

    root: Path
    memloupe: Callable[..., Any]
    memory_id: str = CODER

    def run(self, command: str, *arguments: object) -> Any:
        """Run a command about the scope: its words, then what follows the workspace."""
        return self.memloupe(
            *command.split(), self.root, f"--memory-id={self.memory_id}", *arguments
        )

    def run_plain(self, command: str, *arguments: object) -> Any:
        """Run a command that takes no scope."""
        return self.memloupe(*command.split(), self.root, *arguments)

    def done(self, command: str, *arguments: object) -> Any:
        """Run a command about the scope that must succeed."""
        run = self.run(command, *arguments)
        assert run.status == 0, run
        return run

    @property
    def source(self) -> HarnessSource:
        return open_workspace(self.root).require_source()

    @property
    def editor(self) -> Editor:
        return open_editor(self.source)

    def snapshot(self, memory_id: str = "") -> ScopeSnapshot:
        return self.source.snapshot(memory_id or self.memory_id)

    def record(self, memory_id: str = "") -> Record:
        record = self.snapshot(memory_id).record
        assert record is not None
        return record

    def texts(self, memory_id: str = "") -> list[str]:
        return [one.content for one in self.record(memory_id).observations or ()]

    def numbers(self) -> list[int]:
        return [one.seq for one in self.record().observations or ()]

    def working(self) -> dict[str, str]:
        return {entry.key: entry.value_json for entry in self.snapshot().working}

    def entries(self) -> list[Entry]:
        return list(self.editor.journal.entries(self.editor.file))

    def query(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Read or write as another program does."""
        with closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
            return connection.execute(statement, values).fetchall()

    @property
    def path(self) -> Path:
        return self.root / ".harness" / "state.db"

    def our_log(self) -> list[tuple[Any, ...]]:
        """What the engine's log has from us: kind and payload."""
        return self.query(
            "SELECT operation_type, payload_json FROM om_operation_log"
            " WHERE operation_id LIKE 'memloupe-%' ORDER BY rowid"
        )
