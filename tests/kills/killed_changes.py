"""Changes to be killed in, and what must hold afterwards; runs in processes of its own."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.proposals.accepting import Choice
from desktop_app.core.scope import Scope
from desktop_app.services.editing import (
    observation_actions,
    reflection_actions,
    scope_actions,
    working_actions,
)
from desktop_app.services.editing.outcomes import Outcome, Saved
from desktop_app.services.editing.plans import Intent, Plan
from desktop_app.services.jobs import JobContext
from desktop_app.services.models import reflecting
from desktop_app.services.workspace import Surroundings, open_editor, open_workspace

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.services.snapshot import ScopeSnapshot

SCOPE = "acme|conv-42|coder"
NOW = EngineTime(1_790_000_000, 123_456_789)
TABLES = {
    "om_memory_records": "memory_id",
    "om_operation_log": "rowid",
    "om_markers": "rowid",
    "working_memory_entries": "memory_id, entry_key",
}
_CHANCE = re.compile(rb"\d{8}-\d{6}-[0-9a-f]{8}")
"""The part of our ids that differs from run to run."""


class Bench:
    """A workspace with a clock that stands still."""

    def __init__(self, root: str) -> None:
        here = Surroundings({"LOGNAME": "somebody"}, None, lambda: NOW)
        self.source = open_workspace(Path(root), here).require_source()
        self.editor = open_editor(self.source, here)
        self.context = JobContext()
        self.intent = Intent(NOW, "because")

    def snapshot(self) -> ScopeSnapshot:
        return self.source.snapshot(SCOPE)

    def apply(self, plan: Plan) -> Outcome:
        return self.editor.apply(plan.change, self.context)

    def rows(self) -> dict[str, list[str]]:
        """Every row of the engine's tables with its place and types, chance taken out."""
        with closing(sqlite3.connect(f"file:{self.source.path}?mode=ro", uri=True)) as connection:
            connection.text_factory = bytes
            return {
                table: [
                    repr(tuple(map(_without_chance, row)))
                    for row in connection.execute(f"SELECT rowid, * FROM {table} ORDER BY {order}")
                ]
                for table, order in TABLES.items()
            }


def _without_chance(value: object) -> object:
    return _CHANCE.sub(b"CHANCE", value) if isinstance(value, bytes) else value


def _edit(bench: Bench) -> Outcome:
    plan = observation_actions.edit_observation
    return bench.apply(plan(bench.snapshot(), 2, bench.intent, text="Another.", importance=0.7))


def _remove(bench: Bench) -> Outcome:
    return bench.apply(
        observation_actions.remove_observations(bench.snapshot(), [1, 4], bench.intent)
    )


def _summary(bench: Bench) -> Outcome:
    return bench.apply(reflection_actions.set_summary(bench.snapshot(), "Short.", bench.intent))


def _working(bench: Bench) -> Outcome:
    value = '{"a": [1, 2.50, "x"]}'
    return bench.apply(working_actions.set_value(bench.snapshot(), "key", value, bench.intent))


def _rename(bench: Bench) -> Outcome:
    scope = Scope("acme", "conv-new", "coder")
    rows, target = (bench.editor.scope_rows(key) for key in (SCOPE, scope.memory_id))
    return bench.apply(
        scope_actions.rename_scope(bench.snapshot(), rows, scope, target, bench.intent)
    )


def _delete(bench: Bench) -> Outcome:
    rows = bench.editor.scope_rows(SCOPE)
    return bench.apply(scope_actions.delete_scope(bench.snapshot(), rows, bench.intent))


def _accept(bench: Bench) -> Outcome:
    snapshot = bench.snapshot()
    proposal = reflecting.reflect_by_rules(snapshot, NOW, bench.context)
    choice = Choice(ids=proposal.ticked, override=True, reason="because")
    change = reflecting.accepted_reflection(snapshot, proposal, choice, bench.editor)
    return bench.editor.apply(change, bench.context)


def _undo(bench: Bench) -> Outcome:
    return bench.editor.undo(bench.context)


def _redo(bench: Bench) -> Outcome:
    return bench.editor.redo(bench.context)


ACTIONS: dict[str, Callable[[Bench], Outcome]] = {
    "edit": _edit,
    "remove": _remove,
    "summary": _summary,
    "working": _working,
    "rename": _rename,
    "delete": _delete,
    "accept": _accept,
    "undo": _undo,
    "redo": _redo,
}
PREPARED: dict[str, tuple[str, ...]] = {"undo": ("remove",), "redo": ("rename", "undo")}
"""What was done before, by processes that lived."""
BACK = {"undo": "redo"}
"""What takes an action back, where that is not ``undo``."""


def prepare(root: str, action: str, journal_mode: str) -> None:
    """Bring a workspace to where ``action`` starts."""
    path = open_workspace(Path(root)).require_source().path
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA journal_mode = {journal_mode}").fetchall()
    for before in PREPARED.get(action, ()):
        assert isinstance(ACTIONS[before](Bench(root)), Saved)


def settle(root: str, action: str, *, engine_first: bool) -> dict[str, Any]:
    """Look at what a killed process left, and go on from there."""
    bench = Bench(root)
    look: list[Callable[[], dict[str, Any]]] = [
        partial(_as_the_engine, bench.source.path),
        partial(_recovered, bench),
    ]
    found: dict[str, Any] = {}
    for part in look if engine_first else reversed(look):
        found |= part()
    found["rows"] = bench.rows()
    found["unreadable"] = _unreadable(bench)
    return found


def go_on(root: str, action: str) -> dict[str, Any]:
    """Do what a person would do next."""
    bench = Bench(root)
    outcome = ACTIONS[action](bench)
    assert isinstance(outcome, Saved), outcome
    return {"rows": bench.rows(), "merged": len(outcome.merged)}


def _recovered(bench: Bench) -> dict[str, Any]:
    settled = bench.editor.recover()
    entries = bench.editor.journal.entries(bench.editor.file)
    return {
        "settled": [entry.state for entry in settled],
        "states": [entry.state for entry in entries],
        "open": len(bench.editor.journal.intended(bench.editor.file)),
    }


def _as_the_engine(path: Path) -> dict[str, Any]:
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")  # fails at once where a lock was left
        connection.execute("ROLLBACK")
        return {"integrity": connection.execute("PRAGMA integrity_check").fetchone()[0]}


def _unreadable(bench: Bench) -> list[str]:
    entries = bench.source.scopes(limit=100)
    snapshots = [bench.source.snapshot(entry.memory_id) for entry in entries]
    return [one.memory_id for one in snapshots if one.row and not one.explanation]
