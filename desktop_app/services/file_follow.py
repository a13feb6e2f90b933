"""Sees which memory files somebody wrote, made, moved or removed, by what folders say of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from desktop_app.core.errors import MemloupeError
from desktop_app.core.files.facts import FileFacts, FileKind
from desktop_app.core.ledger.book import (
    AGENTS_FILE,
    KNOWLEDGE_FOLDER,
    MEMORY_FILE,
    MEMORY_FOLDER,
    OFFLOADED_FOLDER,
    SESSIONS_FOLDER,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from desktop_app.core.files.row import FileRow
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.file_outline import FileOutline

_FOLDERS = (MEMORY_FOLDER, KNOWLEDGE_FOLDER, SESSIONS_FOLDER, OFFLOADED_FOLDER)
_FILES = (MEMORY_FILE, AGENTS_FILE)
_LAYERS_FILE = "layers.json"
_PROJECT_FOLDER = ".agentscope"
MOST_FOLDERS = 500
"""Of a folder with more folders in it, new memory below the others is seen when it is reloaded."""


@dataclass(frozen=True, slots=True)
class Marks:
    """How everything stood at one time.

    Attributes:
        files: The files that memory is in, and the folders they stand in, by their paths.
        around: What else stands where memory may appear.
    """

    files: Mapping[str, FileFacts]
    around: Mapping[str, FileFacts]

    @property
    def folders(self) -> tuple[str, ...]:
        """Every folder in which something may happen; the workspace itself is one."""
        near = filter(_may_lead_on, self.around.values())
        both = (*self.files.values(), *near)
        inside = (one.path for one in both if one.kind is FileKind.FOLDER)
        return tuple(dict.fromkeys(["", *inside]))

    def changed_since(self, before: Marks) -> frozenset[str]:
        """Return the paths of memory files that differ.

        What changed in a folder shows in its files; its own time tells of temporary ones only.
        """
        ours, theirs = _without_folders(self.files), _without_folders(before.files)
        differing = {path for path, facts in ours.items() if theirs.get(path) != facts}
        return frozenset(differing | (theirs.keys() - ours.keys()))

    def has_news_since(self, before: Marks) -> bool:
        """Whether memory may have appeared, or gone, with the folder it stands in."""
        ours, theirs = self.around, before.around
        changed = (one for path, one in ours.items() if theirs.get(path) != one)
        return any(map(_may_lead_on, changed)) or bool(theirs.keys() - ours.keys())


class Listener(Protocol):
    """Hears at once that something happened in a folder, where the system tells."""

    @property
    def can_hear(self) -> bool: ...

    def watch(self, root: Path, folders: Iterable[str]) -> None:
        """Listen to these folders below ``root`` too."""

    def forget(self) -> None:
        """Listen to no folder any more."""

    def wait(self, seconds: float | None) -> frozenset[str] | None:
        """Wait and return in which folders something happened; ``None`` for any of them."""

    def wake(self) -> None:
        """Let ``wait`` return; safe from any thread."""

    def close(self) -> None:
        """Stop listening."""


class FileWatch:
    """Looks at the files of one workspace; opens none of them but those that we wrote."""

    def __init__(self, files: FileMemory, outline: FileOutline) -> None:
        self._folder = files.folder
        self.root = files.root
        buckets = [one.bucket for one in outline.buckets]
        self._buckets = frozenset(bucket.path for bucket in buckets)
        self._sources = tuple(one.layer.source for one in outline.layers if one.layer.is_usable)
        kept = (bucket.at(name) for bucket in buckets for name in _FOLDERS)
        self._below = frozenset([*kept, *self._sources])
        self._named = frozenset(
            [*(one.at(name) for one in buckets for name in _FILES), _LAYERS_FILE]
        )
        self._roots = tuple(dict.fromkeys(["", *(root.path for root in outline.roots)]))

    def look(self) -> Marks:
        """Return how everything stands now."""
        files: dict[str, FileFacts] = {}
        around: dict[str, FileFacts] = {}
        for path in self._buckets:
            for one in self._entries(path, levels=1):
                (files if self._is_memory(one.path) else around)[one.path] = one
                if one.path in self._below and one.kind is FileKind.FOLDER:
                    files |= _by_path(self._entries(one.path, levels=None))
        for source in self._sources:
            files |= _by_path(self._entries(source, levels=None))
        files |= _by_path(filter(None, map(self._facts, (*self._sources, _LAYERS_FILE))))
        around |= _by_path(one for one in self._around() if one.path not in files)
        return Marks(files, around)

    def look_at(self, before: Marks, folders: Iterable[str]) -> Marks:
        """Return how everything stands now, if something happened in these folders alone."""
        files, around = dict(before.files), dict(before.around)
        for folder in folders:
            now = _by_path(self._entries(folder, levels=1))
            known = {path: one for path, one in _both(before) if _parent(path) == folder}
            if _folders(known) != _folders(now):
                return self.look()  # what is in a folder that came or went counts too
            for path in known.keys() - now.keys():
                files.pop(path, None)
                around.pop(path, None)
            for path, facts in now.items():
                (files if self._is_memory(path) else around)[path] = facts
        return Marks(files, around)

    def is_ours(self, path: str, after: FileRow | None) -> bool:
        """Whether a file is as a write of ours has left it."""
        try:
            found = self._folder.read(path)
        except MemloupeError:
            return False
        if found is None or after is None:
            return found is None and after is None
        return found.data == after.data

    def _is_memory(self, path: str) -> bool:
        if path in self._named:
            return True
        while path and path not in self._below:
            path = _parent(path)
        return path in self._below

    def _around(self) -> Iterator[FileFacts]:
        for root in self._roots:
            inside = self._entries(root, levels=1)
            yield from inside
            folders = [one for one in inside if one.kind is FileKind.FOLDER and _may_lead_on(one)]
            for one in [one for one in folders if one.path not in self._buckets][:MOST_FOLDERS]:
                yield from self._entries(one.path, levels=1)

    def _entries(self, path: str, levels: int | None) -> tuple[FileFacts, ...]:
        try:
            return self._folder.entries(path, levels=levels)
        except MemloupeError:
            return ()

    def _facts(self, path: str) -> FileFacts | None:
        try:
            return self._folder.facts(path)
        except MemloupeError:
            return None


def _by_path(entries: Iterable[FileFacts]) -> dict[str, FileFacts]:
    return {one.path: one for one in entries}


def _both(marks: Marks) -> Iterator[tuple[str, FileFacts]]:
    yield from marks.files.items()
    yield from marks.around.items()


def _folders(entries: Mapping[str, FileFacts]) -> set[tuple[str, int]]:
    found = entries.values()
    return {(one.path, one.inode) for one in found if one.kind is FileKind.FOLDER}


def _without_folders(files: Mapping[str, FileFacts]) -> dict[str, FileFacts]:
    return {path: facts for path, facts in files.items() if facts.kind is not FileKind.FOLDER}


def _parent(path: str) -> str:
    return path.rpartition("/")[0]


def _may_lead_on(one: FileFacts) -> bool:
    return not one.name.startswith(".") or one.name == _PROJECT_FOLDER
