"""Finds AgentScope workspaces and their buckets below an opened folder."""

from __future__ import annotations

import posixpath
from collections import deque
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.errors import MemloupeError
from desktop_app.core.files.facts import FileKind
from desktop_app.core.ledger.book import (
    AGENTS_FILE,
    ARCHIVE_FOLDER,
    KNOWLEDGE_FOLDER,
    MEMORY_FILE,
    MEMORY_FOLDER,
    OFFLOADED_FOLDER,
    SESSIONS_FOLDER,
    WATERMARK_FILE,
    Bucket,
    LedgerRoot,
)
from desktop_app.core.ledger.layers import PROJECT_ENDING, joined, project_of
from desktop_app.services.jobs import JobCancelledError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.files.facts import FileFacts
    from desktop_app.core.files.ports import MemoryFolder
    from desktop_app.core.ports import Cancelled
    from desktop_app.services.file_memory import FileMemory

LEVELS = 3
MOST_FOLDERS, MOST_ENTRIES = 2_000, 20_000
"""A folder with more in it is no workspace of an agent, and its owner does not wait."""

LAYERS_FILE = "layers.json"

_NEVER_BUCKETS = {
    MEMORY_FOLDER,
    KNOWLEDGE_FOLDER,
    SESSIONS_FOLDER,
    OFFLOADED_FOLDER,
    "skills",
    "subagents",
    "plans",
}
_AGENT_FOLDER = PROJECT_ENDING.partition("/")[0]
_NOT_LOOKED_INTO = {"node_modules", "__pycache__", "venv", "target", "build", "dist"}


def find_roots(files: FileMemory, cancelled: Cancelled) -> tuple[LedgerRoot, ...]:
    """Return every AgentScope workspace at or below the opened folder, in order of the paths."""
    search = _Search(files.folder, cancelled)
    return tuple(sorted(search.roots(), key=lambda root: root.path))


class _Search:
    def __init__(self, folder: MemoryFolder, cancelled: Cancelled) -> None:
        self._folder = folder
        self._cancelled = cancelled
        self._notes: set[str] = set()

    def roots(self) -> Iterator[LedgerRoot]:
        waiting, folders, entries = deque([("", 0)]), 0, 0
        while waiting and folders < MOST_FOLDERS and entries < MOST_ENTRIES:
            if self._cancelled():
                raise JobCancelledError
            path, level = waiting.popleft()
            inside = self._entries(path)
            folders, entries = folders + 1, entries + len(inside)
            self._notes |= self._note_folders(path, inside)
            if path in self._notes:
                continue
            root, nested = self._root(path, inside)
            if root is not None:
                yield root
            hidden_only = root is not None or level >= LEVELS
            waiting += [
                (one.path, level + 1)
                for one in inside
                if one.path in nested or _leads_on(one, hidden_only=hidden_only)
            ]

    def _root(
        self, path: str, inside: tuple[FileFacts, ...]
    ) -> tuple[LedgerRoot | None, list[str]]:
        """Return the workspace that a folder is, and workspaces right below it."""
        if path.rpartition("/")[2] == _AGENT_FOLDER:
            return None, []
        has_own = self._has_memory(path)
        below = [one.path for one in inside if _may_be_bucket(one) and self._has_memory(one.path)]
        nested = [folder for folder in below if self._has_buckets(folder)]
        if not has_own and (nested or not below or self._are_workspaces(path, below)):
            return None, nested
        project = project_of(path)
        folders = [path] * has_own + [folder for folder in below if folder not in nested]
        return LedgerRoot(path, tuple(Bucket(one, path, project) for one in folders)), nested

    def _has_buckets(self, folder: str) -> bool:
        below = (one for one in self._entries(folder) if _may_be_bucket(one))
        return any(self._has_memory(one.path) for one in below)

    def _are_workspaces(self, path: str, below: list[str]) -> bool:
        """Whether folders with memory are workspaces themselves: they are set up, it is not."""
        if self._facts(joined(path, AGENTS_FILE)):
            return False
        return all(self._facts(joined(folder, AGENTS_FILE)) for folder in below)

    def _has_memory(self, folder: str) -> bool:
        if folder in self._notes or joined(folder, MEMORY_FOLDER) in self._notes:
            return False
        if self._facts(joined(folder, MEMORY_FILE)) is not None:
            return True
        memory = joined(folder, MEMORY_FOLDER)
        facts = self._facts(memory)
        if facts is None or facts.kind is not FileKind.FOLDER:
            return False
        signs = {joined(folder, WATERMARK_FILE), joined(folder, ARCHIVE_FOLDER)}
        return any(
            one.path in signs or (one.name.endswith(".md") and one.kind is not FileKind.FOLDER)
            for one in self._entries(memory)
        )

    def _note_folders(self, path: str, inside: tuple[FileFacts, ...]) -> set[str]:
        """Return the folders that a ``layers.json`` names: notes are in them, and no logs."""
        if not any(one.name == LAYERS_FILE and one.kind is FileKind.FILE for one in inside):
            return set()
        try:
            row = self._folder.read(joined(path, LAYERS_FILE))
            read = msgspec.json.decode(row.data, type=_Layers) if row else _Layers()
        except (MemloupeError, msgspec.MsgspecError, UnicodeError):
            return set()
        base = joined(path, read.dataDir)
        names = [posixpath.normpath(joined(base, layer.sourceDir)) for layer in read.layers]
        return {posixpath.normpath(name.partition("{")[0]) for name in names}

    def _entries(self, path: str) -> tuple[FileFacts, ...]:
        try:
            return self._folder.entries(path, levels=1, cancelled=self._cancelled)
        except MemloupeError:
            return ()

    def _facts(self, path: str) -> FileFacts | None:
        try:
            return self._folder.facts(path)
        except MemloupeError:
            return None


class _LayerSource(msgspec.Struct):
    sourceDir: str = ""  # noqa: N815 - the name of the key


class _Layers(msgspec.Struct):
    dataDir: str = ""  # noqa: N815 - the name of the key
    layers: list[_LayerSource] = []


def _may_be_bucket(one: FileFacts) -> bool:
    is_folder = one.kind is FileKind.FOLDER
    return is_folder and not one.name.startswith(".") and one.name not in _NEVER_BUCKETS


def _leads_on(one: FileFacts, *, hidden_only: bool) -> bool:
    """Whether a workspace can be in a folder.

    What is below a workspace belongs to it, but for the one that an agent started there makes.
    """
    if one.kind is not FileKind.FOLDER:
        return False
    if one.name == _AGENT_FOLDER or f"/{one.path}".endswith(f"/{PROJECT_ENDING}"):
        return True
    return not hidden_only and not one.name.startswith(".") and one.name not in _NOT_LOOKED_INTO
