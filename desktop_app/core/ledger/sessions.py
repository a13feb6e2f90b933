"""The session history that AgentScope keeps beside its memory: read, never written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

import msgspec

from desktop_app.core.engine_text import decode
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.files.facts import FileFacts, FileKind
from desktop_app.core.ledger.java_text import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

INDEX_FILE = "sessions.json"
LOG_ENDING, CONTEXT_ENDING, LEGACY_ENDING = ".log.jsonl", ".jsonl", ".json"
_PLACE = re.compile(r"(?:.*/)?agents/([^/]+)/sessions/([^/]+)", re.DOTALL)
_SECONDS = re.compile(r"(-?[0-9]{1,12})(?:\.([0-9]+))?")
_FIRST_SECOND, _LAST_SECOND = -62_135_596_800, 253_402_300_799
"""The years that a calendar shows."""
_NO_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class EntryKind(Enum):
    """What a line of the history is about."""

    MESSAGE = "message"
    TOOL_USE = "tool_use"
    TOOL_RESULT = "tool_result"
    COMPACTION = "compaction"
    SUMMARY = "summary"


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEntry:
    """One line.

    Attributes:
        number: Which line of the file, from 1.
        kind: What it is about.
        id: Its own id.
        parent: The entry before it; ``""`` for the first.
        at: When it was written; ``None`` if that can't be read.
        role: Who spoke, of a message.
        text: What was said, answered or summed up; ``None`` if the line has none.
        tool: The tool that was called, or that answered.
        call: The id of the call.
        input: The arguments of a call, as they were decoded.
        block_types: What it consisted of, where it was more or less than a text.
        is_cut: Whether the history kept only the start of it.
        original_size: How long it was before, if it was cut.
        raw: The line.
    """

    number: int
    kind: EntryKind
    id: str
    parent: str = ""
    at: EngineTime | None = None
    role: str = ""
    text: str | None = None
    tool: str = ""
    call: str = ""
    input: Any = None
    block_types: tuple[str, ...] = ()
    is_cut: bool = False
    original_size: int | None = None
    raw: str = ""


@dataclass(frozen=True, slots=True)
class TornLine:
    """A line that the agent skips when it reads the file."""

    number: int
    raw: str
    problem: str


@dataclass(frozen=True, slots=True)
class SessionLog:
    """Every line of one file, in order; what can't be read is kept apart."""

    entries: tuple[SessionEntry, ...] = ()
    torn: tuple[TornLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """The files of one conversation.

    Attributes:
        agent: Whose conversation it is.
        id: Its id.
        context: What the agent reads and searches.
        log: The whole history, of which ``context`` is a copy.
        legacy: Plain lines of an early version.
    """

    agent: str
    id: str
    context: FileFacts | None = None
    log: FileFacts | None = None
    legacy: FileFacts | None = None

    @property
    def shown(self) -> FileFacts:
        """What a viewer reads: the context, the log if there is none, else the plain lines."""
        found = self.context or self.log or self.legacy
        if found is None:
            raise ValueError(self.id)
        return found

    @property
    def remark(self) -> str:
        """What is odd about the files, in a sentence; ``""`` if nothing is."""
        if self.log is not None and self.context is None:
            return (
                "The context file is missing. The agent's session_search finds nothing in this "
                "conversation, because it reads that file; shown is the log."
            )
        return ""


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """What ``sessions.json`` says about a conversation."""

    id: str
    summary: str
    updated_at: str


def find_sessions(facts: Iterable[FileFacts]) -> tuple[Session, ...]:
    """Return the conversations that files belong to, by agent and id; links are left out."""
    found: dict[tuple[str, str], dict[str, FileFacts]] = {}
    for fact in facts:
        match = _PLACE.fullmatch(fact.path)
        if match is None or fact.kind is not FileKind.FILE or match[2] == INDEX_FILE:
            continue
        for ending, field in _FIELDS.items():
            if match[2].endswith(ending):
                session = match[1], match[2].removesuffix(ending)
                found.setdefault(session, {})[field] = fact
                break
    return tuple(Session(agent=key[0], id=key[1], **found[key]) for key in sorted(found))


def read_session(data: bytes) -> SessionLog:
    """Return what is in one ``.jsonl`` file; never fails."""
    entries: list[SessionEntry] = []
    torn: list[TornLine] = []
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        found = _read_line(number, line)
        if isinstance(found, SessionEntry):
            entries.append(found)
        else:
            torn.append(TornLine(number, decode(line), found))
    return SessionLog(tuple(entries), tuple(torn))


def read_index(data: bytes) -> tuple[IndexEntry, ...]:
    """Return what ``sessions.json`` says; nothing if it can't be read."""
    try:
        sessions = msgspec.json.decode(data)["sessions"]
    except (*_NO_JSON, TypeError, KeyError):
        return ()
    if not isinstance(sessions, dict):
        return ()
    return tuple(
        IndexEntry(name, _text(entry, "summary"), _text(entry, "updatedAt"))
        for name, entry in sessions.items()
        if isinstance(entry, dict)
    )


def read_decimal_seconds(text: str) -> EngineTime | None:
    """Return the time that decimal seconds since 1970 stand for, exactly.

    >>> read_decimal_seconds("1781580004.250000000")
    EngineTime(unix_seconds=1781580004, nanoseconds=250000000, offset_seconds=0)
    """
    match = _SECONDS.fullmatch(text)
    if match is None:
        return None
    seconds, fraction = int(match[1]), int((match[2] or "").ljust(9, "0")[:9])
    if text.startswith("-") and fraction:
        seconds, fraction = seconds - 1, 1_000_000_000 - fraction
    return EngineTime(seconds, fraction) if _FIRST_SECOND <= seconds <= _LAST_SECOND else None


class _Timed(msgspec.Struct):
    timestamp: msgspec.Raw = msgspec.Raw(b"")


def _read_line(number: int, line: bytes) -> SessionEntry | str:
    """Return the entry of a line, or why there is none."""
    try:
        fields = msgspec.json.decode(line)
        if not isinstance(fields, dict):
            return "It is no JSON object."
        timed = msgspec.json.decode(line, type=_Timed)
        kind = EntryKind(fields.get("type"))
    except _NO_JSON as error:
        return f"It is not JSON: {error}."
    except ValueError:
        return f"Its type is {fields.get('type')!r}, which is not known."
    return _entry(number, kind, fields, timed, line)


def _entry(
    number: int, kind: EntryKind, fields: dict[str, Any], timed: _Timed, line: bytes
) -> SessionEntry:
    text = fields.get(_TEXT.get(kind, ""))
    types = fields.get("blockTypes") or fields.get("outputBlockTypes")
    given = fields.get("input")
    size = fields.get("originalSize")
    if size is None and isinstance(given, dict):
        size = given.get("_originalSize")
    return SessionEntry(
        number=number,
        kind=kind,
        id=_text(fields, "id"),
        parent=_text(fields, "parentId"),
        at=read_decimal_seconds(bytes(timed.timestamp).decode("ascii", "replace").strip()),
        role=_text(fields, "role"),
        text=None if text is None else plain(text),
        tool=_text(fields, "name"),
        call=_text(fields, "toolCallId"),
        input=given,
        block_types=tuple(map(plain, types)) if isinstance(types, list) else (),
        is_cut=fields.get("truncated") is True,
        original_size=size if isinstance(size, int) else None,
        raw=decode(line),
    )


def _text(fields: dict[str, Any], name: str) -> str:
    value = fields.get(name)
    return "" if value is None else plain(value)


_TEXT = {
    EntryKind.MESSAGE: "content",
    EntryKind.TOOL_RESULT: "output",
    EntryKind.SUMMARY: "summary",
}
_FIELDS = {LOG_ENDING: "log", CONTEXT_ENDING: "context", LEGACY_ENDING: "legacy"}
