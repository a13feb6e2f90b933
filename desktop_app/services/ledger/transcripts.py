"""Reads the session history of a bucket; nothing of it is ever written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from desktop_app.core.errors import MemloupeError, NotFoundError, RefusedError
from desktop_app.core.files.text import read_text
from desktop_app.core.ledger.book import SESSIONS_FOLDER
from desktop_app.core.ledger.sessions import (
    INDEX_FILE,
    IndexEntry,
    Session,
    SessionLog,
    find_sessions,
    read_index,
    read_session,
)
from desktop_app.core.ledger.turn_messages import Transcript, read_transcript, session_transcript
from desktop_app.services.harness_source import never

if TYPE_CHECKING:
    from desktop_app.core.files.facts import FileFacts
    from desktop_app.core.ledger.book import Bucket
    from desktop_app.core.ports import Cancelled
    from desktop_app.services.file_memory import FileMemory

Source: TypeAlias = Session | Path
"""A conversation of the bucket, or a file that somebody has named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionView:
    """One conversation, as a viewer shows it.

    Attributes:
        session: Its files.
        path: The file that was read, below the opened workspace.
        log: Its lines; none of a conversation of an early version.
        plain: The text of such a one; ``""`` otherwise.
    """

    session: Session
    path: str
    log: SessionLog
    plain: str = ""


def list_sessions(
    files: FileMemory, bucket: Bucket, cancelled: Cancelled = never
) -> tuple[Session, ...]:
    """Return the conversations of a bucket, by agent and id.

    Raises:
        StoreError: the folder can't be read.
    """
    return find_sessions(_entries(files, bucket, cancelled))


def read_session_index(files: FileMemory, bucket: Bucket, agent: str) -> tuple[IndexEntry, ...]:
    """Return what ``sessions.json`` of an agent says; nothing if it can't be read."""
    try:
        row = files.folder.read(bucket.at(f"{SESSIONS_FOLDER}/{agent}/sessions/{INDEX_FILE}"))
    except MemloupeError:
        return ()
    return () if row is None else read_index(row.data)


def find_session(files: FileMemory, bucket: Bucket, name: str, agent: str | None = None) -> Session:
    """Return one conversation.

    Raises:
        NotFoundError: there is none of that id.
        RefusedError: several agents have one, and none was named.
    """
    sessions = list_sessions(files, bucket)
    found = [one for one in sessions if one.id == name and agent in {None, one.agent}]
    if not found:
        names = ", ".join(f"“{one.id}”" for one in sessions[:10])
        hint = f"There are {names}." if names else "There is no session history here."
        raise NotFoundError(f"There is no session “{name}”.", hint)
    if len(found) > 1:
        agents = " and ".join(f"“{one.agent}”" for one in found)
        raise RefusedError(f"The agents {agents} have a session “{name}”.", "Name the agent.")
    return found[0]


def read_session_view(files: FileMemory, session: Session) -> SessionView:
    """Return what the files of a conversation hold.

    Raises:
        StoreError: the file can't be read.
    """
    facts = session.shown
    row = files.folder.read(facts.path)
    data = b"" if row is None else row.data
    if facts is session.legacy:
        return SessionView(
            session=session, path=facts.path, log=SessionLog(), plain=read_text(data).text
        )
    return SessionView(session=session, path=facts.path, log=read_session(data))


def read_source(files: FileMemory, source: Source) -> Transcript:
    """Return a conversation of the bucket, or a file that somebody has named, as messages.

    Raises:
        RefusedError: it is no transcript, or one of an early version, which kept plain lines.
        StoreError: the file can't be read.
    """
    if isinstance(source, Path):
        from desktop_app.services.workspace import read_named  # noqa: PLC0415 - loads a store

        return read_transcript(read_named(source), source.name)
    return read_session_transcript(files, source)


def read_session_transcript(files: FileMemory, session: Session) -> Transcript:
    """Return a conversation as messages.

    Raises:
        RefusedError: it is one of an early version, which kept plain lines.
        StoreError: the file can't be read.
    """
    view = read_session_view(files, session)
    if view.plain:
        raise RefusedError(
            f"The session “{session.id}” is kept as plain lines.",
            "Nothing can be worked out from those; it can only be read.",
        )
    return session_transcript(view.log)


def _entries(files: FileMemory, bucket: Bucket, cancelled: Cancelled) -> tuple[FileFacts, ...]:
    return files.folder.entries(bucket.at(SESSIONS_FOLDER), cancelled=cancelled)
