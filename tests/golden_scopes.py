"""Scopes of golden workspaces in a session, as the window shows them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

from ui.jobs import JobRunner
from ui.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RICH = "default|conv-billing-rounding|default"


def sessions() -> Iterator[Session]:
    """Yield one session and stop its threads afterwards; the body of a fixture."""
    jobs = JobRunner()
    session = Session(jobs)
    yield session
    jobs.shut_down()


def show(qtbot: Any, session: Session, workspace: Path, memory_id: str) -> None:
    """Open a workspace and wait until the scope is shown."""
    with qtbot.waitSignal(session.source_changed):
        session.open(workspace)
    with qtbot.waitSignal(session.snapshot_changed):
        session.show_scope(memory_id)


def rewrite(workspace: Path, memory_id: str, **columns: object) -> None:
    """Change columns of a record in a copy; observations are given as dictionaries."""
    items = columns.get("active_observations_json")
    if isinstance(items, list):
        columns["active_observations_json"] = json.dumps(items, ensure_ascii=False)
    names = ", ".join(f"{name} = ?" for name in columns)
    with closing(sqlite3.connect(workspace / ".harness" / "state.db")) as state, state:
        state.execute(
            f"UPDATE om_memory_records SET {names} WHERE memory_id = ?",
            (*columns.values(), memory_id),
        )


def add_working(workspace: Path, memory_id: str, entries: dict[str, str]) -> None:
    """Add working memory entries to a copy."""
    with closing(sqlite3.connect(workspace / ".harness" / "state.db")) as state, state:
        state.executemany(
            "INSERT INTO working_memory_entries VALUES (?, ?, ?)",
            [(memory_id, key, value) for key, value in entries.items()],
        )


def observation(seq: int, content: str, **values: object) -> dict[str, object]:
    """Return an observation as the engine stores it."""
    return {
        "seq": seq,
        "content": content,
        "token_count": 5,
        "importance": 0.5,
        "created_at": "2026-04-20T08:00:00Z",
        "source_start_index": 0,
        "source_end_index": 3,
        **values,
    }
