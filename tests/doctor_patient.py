"""A real workspace made ill on purpose, examined and repaired as the program does it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

from desktop_app.core.engine_encode import encode
from desktop_app.core.engine_text import decode, estimate_tokens
from desktop_app.core.engine_time import EngineTime, parse_column_time
from desktop_app.services.doctor import Report, examine
from desktop_app.services.jobs import JobContext
from desktop_app.services.workspace import Surroundings, open_workspace
from desktop_app.store.doctor_reader import SqliteDoctorReader
from desktop_app.store.harness_writer import SqliteStateWriter

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from desktop_app.core.changes import Change
    from desktop_app.core.doctor.finding import Finding, Repair

KEY = "acme|chat|coder"
NOW = parse_column_time("2026-06-15T12:00:00Z")
EARLIER = "2026-06-15T08:00:00Z"
LIMITS = {"observe_min_tokens": 1200, "snippet_max_tokens": 900, "reflect_threshold_tokens": 4000}


def observation(seq: int, content: str = "Prices are rounded half up.", **values: Any) -> Any:
    return {
        "seq": seq,
        "content": content,
        "token_count": estimate_tokens(content),
        "created_at": EARLIER,
        "source_start_index": 0,
        "source_end_index": 3,
        **values,
    }


class Patient:
    """One workspace."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.path = root / ".harness" / "state.db"
        self.now: EngineTime = NOW

    def sql(self, statement: str, values: Iterable[Any] = ()) -> list[Any]:
        with closing(sqlite3.connect(self.path)) as state, state:
            state.text_factory = decode
            return state.execute(statement, tuple(values)).fetchall()

    def record(self, observations: Any = (), key: str = KEY, **columns: Any) -> None:
        """Add a record; it is in order unless ``columns`` says otherwise."""
        items = list(observations) if not isinstance(observations, str) else []
        text = observations if isinstance(observations, str) else encode(items)
        tenant, conversation, agent = (*key.split("|"), "", "", "")[:3]
        reflection = columns.get("active_reflection", "")
        row = {
            "memory_id": key,
            "tenant_id": tenant,
            "conversation_id": conversation,
            "agent_id": agent,
            "enabled": 1,
            "state_version": 3,
            "last_observed_message_index": 3,
            "active_observations_json": text,
            "active_observation_tokens": sum(item["token_count"] for item in items),
            "active_reflection": reflection,
            "active_reflection_tokens": estimate_tokens(reflection),
            "last_reflected_observation_seq": 0,
            "config_json": json.dumps(LIMITS, separators=(",", ":")),
            "created_at": EARLIER,
            "updated_at": EARLIER,
            **columns,
        }
        self._insert("om_memory_records", row)

    def operation(self, name: str, key: str = KEY, **columns: Any) -> None:
        row = {
            "operation_id": name,
            "memory_id": key,
            "run_id": "run-1",
            "tool_call_id": "system",
            "scope_sequence": 1,
            "operation_type": "observe",
            "status": "applied",
            "payload_json": "{}",
            "error_text": "",
            "created_at": EARLIER,
            "updated_at": EARLIER,
            **columns,
        }
        self._insert("om_operation_log", row)

    def marker(self, name: str, cycle: str, key: str = KEY, **columns: Any) -> None:
        row = {
            "marker_id": name,
            "memory_id": key,
            "marker_type": "observation_end",
            "cycle_id": cycle,
            "message_index_start": 3,
            "message_index_end": 3,
            "token_count": 7,
            "payload_json": '{"seq":1}',
            "created_at": EARLIER,
            **columns,
        }
        self._insert("om_markers", row)

    def working(self, name: str, value: str, key: str = KEY) -> None:
        row = {"memory_id": key, "entry_key": name, "entry_json": value}
        self._insert("working_memory_entries", row)

    def config(self, text: str) -> None:
        (self.root / ".harness" / "config.toml").write_text(text, encoding="utf-8")

    def look(self, *rules: str, context: JobContext | None = None) -> Report:
        surroundings = Surroundings({}, None, lambda: self.now)
        (source,) = open_workspace(self.root, surroundings).sources
        chats = source.transcripts.path if source.transcripts else None
        reader = SqliteDoctorReader(source.path, chats)
        chosen = {"rules": rules} if rules else {}
        return examine(source, reader, context or JobContext(), **chosen)

    def finding(self, rule: str) -> Finding:
        (found,) = self.look(rule).findings
        return found

    def names(self, *rules: str) -> list[str]:
        return [finding.rule for finding in self.look(*rules).findings]

    def save(self, repair: Repair | None) -> list[Change]:
        """Save every change of a repair; return them."""
        assert repair is not None
        writer = SqliteStateWriter(self.path)
        saved = []
        for change in repair.changes():
            writer.write(change, (), now=self.now)
            saved.append(change)
        return saved

    def repair(self, rule: str) -> list[Change]:
        return self.save(self.finding(rule).repair)

    def undo(self, saved: list[Change]) -> None:
        writer = SqliteStateWriter(self.path)
        for change in reversed(saved):
            writer.write(change.inverse(), (), now=self.now)

    def dump(self) -> dict[str, list[Any]]:
        tables = ("om_memory_records", "om_operation_log", "om_markers", "working_memory_entries")
        return {name: self.sql(f"SELECT rowid, * FROM {name} ORDER BY rowid") for name in tables}

    def column(self, name: str, key: str = KEY) -> Any:
        ((value,),) = self.sql(f"SELECT {name} FROM om_memory_records WHERE memory_id = ?", [key])
        return value

    def _insert(self, table: str, row: dict[str, Any]) -> None:
        marks = ", ".join("?" * len(row))
        self.sql(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", row.values())
