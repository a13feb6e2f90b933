"""Writes the memory files of the demo workspace, and when each was written."""

from __future__ import annotations

import json
import tomllib
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.core.ledger.offloading import offload_path, placeholder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

STORY = Path(__file__).with_name("demo")
NAMES = uuid.UUID("7f2c0a5e-5d0e-4c1b-9d53-2f6c1f1b8a10")
NOTES_WRITTEN = "2026-06-01T09:00:00Z"

Told = dict[str, Any]


@dataclass(frozen=True, slots=True)
class DemoFile:
    """One file: its path below the workspace, its text, when it was written."""

    path: str
    text: str
    written: str


def write_files(target: Path) -> dict[str, str]:
    """Write every memory file below ``target``; return when each was written, by its path."""
    times: dict[str, str] = {}
    for file in (*_ledger(_told("ledger")), *_ledger(_told("night")), *_notes(_told("notes"))):
        path = target / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.text.encode())
        times[file.path] = file.written
    return times


def _told(name: str) -> Told:
    return tomllib.loads((STORY / f"{name}.toml").read_text(encoding="utf-8"))


def _ledger(told: Told) -> Iterator[DemoFile]:
    folder = f"{told['folder']}/" if "folder" in told else ""
    watermark = told["watermark"]
    yield DemoFile(f"{folder}memory/.consolidation_state", watermark, watermark)
    yield DemoFile(f"{folder}MEMORY.md", _curated(told["memory"]), told["memory"]["written"])
    for log in told["log"]:
        path = f"{folder}{log.get('folder', 'memory')}/{log['day']}.md"
        yield DemoFile(path, "".join(map(_section, log["section"])), log["written"])
    for file in told.get("file", ()):
        yield DemoFile(file["path"], file["text"], file["written"])
    if "session" in told:
        yield from _Conversations(told).files()


def _section(section: Mapping[str, str]) -> str:
    kind = "flush" if "flush" in section else "save"
    return f"\n## Memory {kind.title()} — {section[kind]}\n{section['text']}\n"


def _curated(told: Told) -> str:
    """Return curated memory; in the shared one, the agent was asked to remember every board."""
    if "text" in told:
        return str(told["text"])
    boards = (_board(told, number) for number in range(1, told["boards"] + 1))
    return "".join((told["head"], "\n".join(boards), told["tail"]))


def _board(told: Told, number: int) -> str:
    def pick(name: str, step: int) -> str:
        among = told[name]
        return str(among[number * step % len(among)])

    station = told["stations"][number * len(told["stations"]) // (told["boards"] + 1)]
    place = f"{station}, platform {number % 4 + 1}"
    built = f"{2019 + number % 7}-{number * 5 % 12 + 1:02}"
    return (
        f"- Board {number} ({place}): model {pick('models', 7)}, built {built}, "
        f"feed {number % 9 + 1}; {pick('habits', 3)}."
    )


def _notes(told: Told) -> Iterator[DemoFile]:
    yield DemoFile("layers.json", told["layers"], NOTES_WRITTEN)
    for path, text in told["notes"].items():
        yield DemoFile(f"notes/{path}", text, NOTES_WRITTEN)


class _Conversations:
    """What the agent has kept of its conversations, and the result that was too long for one."""

    def __init__(self, told: Told) -> None:
        self.agent, self.sessions = told["agent"], told["session"]
        self.call = told["feed"]["call"]
        rows = [
            {"board": 201 + number % 8, "sent": f"17:{number % 60:02}", "zone": "UTC"}
            for number in range(told["feed"]["rows"])
        ]
        self.feed = json.dumps({"rows": rows})
        self.moved = offload_path(self.agent, self.call, self.feed)

    def files(self) -> Iterator[DemoFile]:
        """Return every file of it."""
        last = max(session["written"] for session in self.sessions)
        folder = f"agents/{self.agent}/sessions"
        yield DemoFile(self.moved, self.feed, last)
        index = {session["name"]: self._indexed(session) for session in self.sessions}
        text = json.dumps({"sessions": index, "version": 1}, indent=2)
        yield DemoFile(f"{folder}/sessions.json", text, last)
        for session in self.sessions:
            text = "".join(self._lines(session))
            torn = '{"type":"message","id":"' if session.get("torn") else ""
            path = f"{folder}/{session['name']}"
            yield DemoFile(f"{path}.log.jsonl", text, session["written"])
            yield DemoFile(f"{path}.jsonl", text + torn, session["written"])

    @staticmethod
    def _indexed(session: Told) -> dict[str, str]:
        count = len(session["entries"])
        return {
            "summary": f"transcript updated ({count} entries)",
            "updatedAt": session["written"],
        }

    def _lines(self, session: Told) -> Iterator[str]:
        end = datetime.fromisoformat(session["written"])
        before, tool = "", ""
        for number, (kind, *rest) in enumerate(session["entries"]):
            seconds = (end - timedelta(seconds=5 * (len(session["entries"]) - number))).timestamp()
            entry = {"id": str(uuid.uuid5(NAMES, f"{session['name']}/{number}"))}
            if before:
                entry["parentId"] = before
            tool = rest[0] if kind == "call" else tool
            made = self._entry(kind, rest, tool)
            before = entry["id"]
            parts = {"type": made.pop("type"), **entry, "timestamp": seconds, **made}
            yield json.dumps(parts, ensure_ascii=False, separators=(",", ":")) + "\n"

    def _entry(self, kind: str, rest: list[Any], tool: str) -> Told:
        called = self.call if tool == "feed_query" else f"call_{tool}"
        about = {"toolCallId": called, "name": tool}
        if kind == "call":
            return {"type": "tool_use", **about, "input": rest[1], "truncated": False}
        if kind == "result":
            output = placeholder(self.feed, self.moved) if rest[0] == "feed" else rest[0]
            return {
                "type": "tool_result", **about, "output": output,
                "outputBlockTypes": ["text"], "truncated": False,
            }  # fmt: skip
        return {"type": "message", "role": kind, "content": rest[0]}
