"""Everything that one bucket of an AgentScope workspace remembers, as it was read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.files.facts import FileFacts
from desktop_app.core.files.row import FileRow
from desktop_app.core.files.text import FileText
from desktop_app.core.ledger.section import Section

if TYPE_CHECKING:
    from collections.abc import Mapping

MEMORY_FILE = "MEMORY.md"
MEMORY_FOLDER = "memory"
ARCHIVE_FOLDER = "memory/archive"
WATERMARK_FILE = "memory/.consolidation_state"
AGENTS_FILE = "AGENTS.md"
KNOWLEDGE_FOLDER = "knowledge"
SESSIONS_FOLDER = "agents"
OFFLOADED_FOLDER = "large_tool_results"
OPAQUE_FOLDER = ".agentscope-runtime"


@dataclass(frozen=True, slots=True)
class Bucket:
    """A folder that one user, one session, or everybody writes to.

    Attributes:
        path: Below the opened workspace; ``""`` for that folder itself.
        root: The AgentScope workspace it belongs to, likewise; equal to ``path`` for the shared
            bucket.
        project: The folder that the agent runs in, whose files stand in for missing ones;
            ``None`` where it is not known.
    """

    path: str
    root: str
    project: str | None = None

    @property
    def is_root(self) -> bool:
        """Whether it is the workspace's own bucket, which others fall back to."""
        return self.path == self.root

    @property
    def name(self) -> str:
        """What people call it: the user or session; ``""`` for the shared one."""
        return "" if self.is_root else self.path.rpartition("/")[2]

    def at(self, path: str) -> str:
        """Return a path of the bucket as one of the opened workspace."""
        return f"{self.path}/{path}" if self.path else path


@dataclass(frozen=True, slots=True)
class LedgerRoot:
    """One AgentScope workspace with its buckets, the shared one first if it has memory."""

    path: str
    buckets: tuple[Bucket, ...]


class Layer(Enum):
    """Which folder supplied a text; earlier ones win."""

    BUCKET = "bucket"
    PROJECT = "project"
    ROOT = "workspace root"


NO_FILE = "It is no file: a pipe, a socket or a device is never opened."
A_FOLDER = "It is a folder, not a file."
"""Why nothing is read of what stands under the name of a file and is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Supplied:
    """A file as the agent reads it: through the layers.

    Attributes:
        layer: Who supplied it; ``None`` if nobody has it.
        row: The file that was supplied.
        text: Its text.
        own: The bucket's own file, also where the agent can't read it and falls back.
        problem: Why the agent does not read the bucket's own file; ``""`` if it does.
    """

    layer: Layer | None = None
    row: FileRow | None = None
    text: FileText | None = None
    own: FileRow | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerFile:
    """One Markdown file below ``memory/``.

    Attributes:
        name: Its path below the bucket: ``memory/2026-06-15.md``.
        facts: What the folder says about it.
        row: The file; ``None`` if it is a link or can't be read.
        text: Its text, likewise.
        day: The day in its name; ``None`` if it has none, or one that no calendar has.
        sections: Its dated entries, in order.
        problem: Why it can't be read; ``""`` if it can.
        layer: Which folder supplied it: a bucket without logs of its own shows those of the
            next folder.
    """

    name: str
    facts: FileFacts
    row: FileRow | None = None
    text: FileText | None = None
    day: date | None = None
    sections: tuple[Section, ...] = ()
    problem: str = ""
    layer: Layer = Layer.BUCKET

    @property
    def is_archived(self) -> bool:
        """Whether it stands in the archive, where it is still searched."""
        return self.name.startswith(f"{ARCHIVE_FOLDER}/")


@dataclass(frozen=True, slots=True)
class Watermark:
    """When the last consolidation began.

    Attributes:
        row: The file; ``None`` if there is none.
        layer: Who supplied it.
        at: The instant; ``None`` for never: everything is consolidated again.
        problem: Why it counts as never although there is a file; ``""`` otherwise.
    """

    row: FileRow | None = None
    layer: Layer | None = None
    at: EngineTime | None = None
    problem: str = ""


class Reason(Enum):
    """Why a file goes into the next consolidation, or does not."""

    WRITTEN_SINCE = "written after the watermark"
    NEVER = "there is no watermark"
    WRITTEN_BEFORE = "not written since the watermark"
    SAME_MILLISECOND = "written in the millisecond of the watermark"
    BLANK = "nothing in it: a fixed sentence is sent in its place"
    LINK = "a link: the agent follows it, Memloupe does not"
    UNREADABLE = "it can't be read"


@dataclass(frozen=True, slots=True)
class Eligible:
    """Whether one file goes into the next consolidation."""

    name: str
    is_taken: bool
    reason: Reason


@dataclass(frozen=True, kw_only=True)
class Book:
    """What one bucket remembers, read at one time.

    Attributes:
        bucket: Which one.
        memory: ``MEMORY.md`` as the agent reads it.
        agents: ``AGENTS.md``, likewise.
        knowledge: The knowledge files, ``KNOWLEDGE.md`` first.
        logs: Every Markdown file below ``memory/`` that the agent would search, in its order.
        watermark: When the last consolidation began.
        eligible: One for each log, in the order in which a consolidation takes them.
        sessions: Files of the session history, in order of their names.
        offloaded: Tool results that were too long for the conversation.
        links: Links in the bucket; they are shown and never followed.
        opaque: Files of the native session log: never read.
        hidden: Hidden files below ``memory/`` but the watermark.
        unlisted: Folders that nobody may look into: what is in them is not known.
        read_at: When it was read.
    """

    bucket: Bucket
    memory: Supplied
    agents: Supplied
    knowledge: tuple[LedgerFile, ...] = ()
    logs: tuple[LedgerFile, ...] = ()
    watermark: Watermark = Watermark()
    eligible: tuple[Eligible, ...] = ()
    sessions: tuple[FileFacts, ...] = ()
    offloaded: tuple[FileFacts, ...] = ()
    links: tuple[FileFacts, ...] = ()
    opaque: tuple[FileFacts, ...] = ()
    hidden: tuple[FileFacts, ...] = ()
    unlisted: tuple[str, ...] = ()
    read_at: EngineTime

    def log(self, name: str) -> LedgerFile | None:
        """Return one log by its path below the bucket."""
        return self._logs_by_name.get(name)

    def judged(self, name: str) -> Eligible | None:
        """Return whether the next consolidation takes a log, by its path below the bucket."""
        return self._judged_by_name.get(name)

    @cached_property
    def _logs_by_name(self) -> Mapping[str, LedgerFile]:
        return {file.name: file for file in self.logs}

    @cached_property
    def _judged_by_name(self) -> Mapping[str, Eligible]:
        return {one.name: one for one in self.eligible}
