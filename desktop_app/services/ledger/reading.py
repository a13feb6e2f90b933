"""Reads what one bucket of an AgentScope workspace remembers."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from desktop_app.core.errors import MemloupeError
from desktop_app.core.files.facts import FileKind
from desktop_app.core.files.text import read_text
from desktop_app.core.ledger.book import (
    A_FOLDER,
    AGENTS_FILE,
    KNOWLEDGE_FOLDER,
    MEMORY_FILE,
    MEMORY_FOLDER,
    NO_FILE,
    OFFLOADED_FOLDER,
    OPAQUE_FOLDER,
    SESSIONS_FOLDER,
    WATERMARK_FILE,
    Book,
    Layer,
    LedgerFile,
    Supplied,
    Watermark,
)
from desktop_app.core.ledger.layers import Candidate, joined, layers_of, supply
from desktop_app.core.ledger.sections import read_sections
from desktop_app.core.ledger.watermark import find_eligible, read_watermark, utf16_order
from desktop_app.services.harness_source import never
from desktop_app.services.jobs import JobCancelledError
from desktop_app.services.ledger.finding import find_roots

if TYPE_CHECKING:
    from desktop_app.core.files.facts import FileFacts
    from desktop_app.core.files.ports import MemoryFolder
    from desktop_app.core.ledger.book import Bucket, LedgerRoot
    from desktop_app.core.ports import Cancelled
    from desktop_app.services.file_memory import FileMemory

_DAY = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})\.md")
_KNOWLEDGE_FIRST = "KNOWLEDGE.md"
LINK = "It is a link: the agent follows it, Memloupe only shows where it leads."


def find_ledgers(files: FileMemory, cancelled: Cancelled = never) -> tuple[LedgerRoot, ...]:
    """Return the AgentScope workspaces at or below the opened folder, and their buckets.

    Raises:
        StoreError: the opened folder can't be read.
    """
    return find_roots(files, cancelled)


def read_book(files: FileMemory, bucket: Bucket, cancelled: Cancelled = never) -> Book:
    """Return everything that a bucket remembers; one file that can't be read hides no other.

    Raises:
        StoreError: the workspace can't be read.
    """
    return _BookReader(files, bucket, cancelled).read()


def read_as_agent(files: FileMemory, bucket: Bucket, name: str) -> Supplied:
    """Return any file of a bucket as the agent reads it, by its path below the bucket."""
    return _BookReader(files, bucket, never).supplied(name)


def day_of(name: str) -> date | None:
    """Return the day that a log is named after; ``None`` for any other name."""
    match = _DAY.fullmatch(name.rpartition("/")[2])
    try:
        return date.fromisoformat(match[1]) if match else None
    except ValueError:
        return None


class _BookReader:
    def __init__(self, files: FileMemory, bucket: Bucket, cancelled: Cancelled) -> None:
        self._folder: MemoryFolder = files.folder
        self._now = files.now
        self._bucket = bucket
        self._cancelled = cancelled
        self._layers = layers_of(bucket)

    def read(self) -> Book:
        now = self._now()
        memory = self._below(self._bucket.path, MEMORY_FOLDER)
        logs = self._logs(memory)
        watermark = self._watermark()
        sessions = self._below(self._bucket.path, SESSIONS_FOLDER)
        offloaded = self._below(self._bucket.path, OFFLOADED_FOLDER)
        knowledge = self._below(self._bucket.path, KNOWLEDGE_FOLDER)
        top = self._entries(self._bucket.path, levels=1)
        return Book(
            bucket=self._bucket,
            memory=self.supplied(MEMORY_FILE),
            agents=self.supplied(AGENTS_FILE),
            knowledge=self._knowledge(),
            logs=logs,
            watermark=watermark,
            eligible=find_eligible(logs, watermark),
            sessions=tuple(one for one in _regular(sessions) if "/sessions/" in one.path),
            offloaded=_regular(offloaded),
            links=_links(*(top, memory, knowledge, sessions, offloaded)),
            opaque=_regular(self._below(self._bucket.path, OPAQUE_FOLDER)),
            hidden=tuple(
                one
                for one in memory
                if one.kind is not FileKind.FOLDER
                and self._is_hidden(one)
                and one.path != self._bucket.at(WATERMARK_FILE)
            ),
            unlisted=self._unlisted(),
            read_at=now,
        )

    def _logs(self, own: tuple[FileFacts, ...]) -> tuple[LedgerFile, ...]:
        for layer, folder in self._layers:
            entries = own if layer is Layer.BUCKET else self._below(folder, MEMORY_FOLDER)
            found = [
                one
                for one in entries
                if one.kind is not FileKind.FOLDER and one.name.endswith(".md")
            ]
            if found or self._is_link(joined(folder, MEMORY_FOLDER)):
                found.sort(key=lambda one: utf16_order(one.path))
                return tuple(self._file(one, layer, folder) for one in found)
        return ()

    def _is_link(self, path: str) -> bool:
        # The agent follows it and reads no other folder in its place.
        try:
            facts = self._folder.facts(path)
        except MemloupeError:
            return False
        return facts is not None and facts.kind is FileKind.LINK

    def _knowledge(self) -> tuple[LedgerFile, ...]:
        for layer, folder in self._layers:
            found = _regular(self._below(folder, KNOWLEDGE_FOLDER))
            if found:
                files = [self._file(one, layer, folder) for one in found]
                first = f"{KNOWLEDGE_FOLDER}/{_KNOWLEDGE_FIRST}"
                return tuple(sorted(files, key=lambda file: (file.name != first, file.name)))
        return ()

    def _file(self, facts: FileFacts, layer: Layer, folder: str) -> LedgerFile:
        self._check()
        name = facts.path[len(folder) + 1 :] if folder else facts.path
        day = day_of(name)
        if facts.kind is not FileKind.FILE:
            problem = LINK if facts.kind is FileKind.LINK else NO_FILE
            return LedgerFile(name=name, facts=facts, day=day, problem=problem, layer=layer)
        try:
            row = self._folder.read(facts.path)
        except MemloupeError as error:
            return LedgerFile(name=name, facts=facts, day=day, problem=error.words, layer=layer)
        if row is None:
            problem = "It was there a moment ago and is gone."
            return LedgerFile(name=name, facts=facts, day=day, problem=problem, layer=layer)
        text = read_text(row.data)
        return LedgerFile(
            name=name,
            facts=facts,
            row=row,
            text=text,
            day=day,
            sections=read_sections(text.text),
            problem="" if text.is_utf8 else "It is not UTF-8: the agent can't read it.",
            layer=layer,
        )

    def supplied(self, name: str) -> Supplied:
        """Return one file through the layers."""
        return supply(
            self._bucket.at(name),
            [self._candidate(layer, joined(folder, name)) for layer, folder in self._layers],
        )

    def _watermark(self) -> Watermark:
        for layer, folder in self._layers:
            found = self._candidate(layer, joined(folder, WATERMARK_FILE))
            if found.row is not None:
                return read_watermark(found.row, layer)
            if found.problem:
                return Watermark(layer=layer, problem=found.problem)
        return Watermark()

    def _candidate(self, layer: Layer, path: str) -> Candidate:
        self._check()
        try:
            facts = self._folder.facts(path)
            if facts is None:
                return Candidate(layer)
            if facts.kind is FileKind.LINK:
                return Candidate(layer, None, LINK, is_link=True)
            if facts.kind is not FileKind.FILE:
                is_folder = facts.kind is FileKind.FOLDER
                return Candidate(layer, None, A_FOLDER if is_folder else NO_FILE)
            return Candidate(layer, self._folder.read(path))
        except MemloupeError as error:
            return Candidate(layer, None, error.words)

    def _below(self, folder: str, name: str) -> tuple[FileFacts, ...]:
        return self._entries(joined(folder, name))

    def _unlisted(self) -> tuple[str, ...]:
        folders = (MEMORY_FOLDER, SESSIONS_FOLDER, OFFLOADED_FOLDER, KNOWLEDGE_FOLDER)
        return tuple(
            path
            for name in folders
            for path in self._folder.unlisted(joined(self._bucket.path, name))
        )

    def _entries(self, path: str, levels: int | None = None) -> tuple[FileFacts, ...]:
        try:
            return self._folder.entries(path, levels=levels, cancelled=self._cancelled)
        except MemloupeError:
            self._check()
            # A folder that is a link: it is listed among the links.
            return ()

    def _is_hidden(self, one: FileFacts) -> bool:
        below = one.path[len(self._bucket.path) :]
        return any(part.startswith(".") for part in below.split("/"))

    def _check(self) -> None:
        if self._cancelled():
            raise JobCancelledError


def _regular(entries: tuple[FileFacts, ...]) -> tuple[FileFacts, ...]:
    return tuple(one for one in entries if one.kind is FileKind.FILE)


def _links(*groups: tuple[FileFacts, ...]) -> tuple[FileFacts, ...]:
    found = {one.path: one for group in groups for one in group if one.kind is FileKind.LINK}
    return tuple(found[path] for path in sorted(found))
