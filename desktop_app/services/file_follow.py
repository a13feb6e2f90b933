"""Sees which memory files somebody wrote, made, moved or removed, by what folders say of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
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
    from collections.abc import Callable, Iterable, Iterator
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
        looked_in: The folders that were listed.
    """

    files: Mapping[str, FileFacts]
    around: Mapping[str, FileFacts]
    looked_in: tuple[str, ...]

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
        ours, theirs = self.files, before.files
        differing = {*_differing(ours, theirs), *(theirs.keys() - ours.keys())}
        return frozenset(
            path for path in differing if _is_file(ours.get(path)) or _is_file(theirs.get(path))
        )

    def has_news_since(self, before: Marks) -> bool:
        """Whether memory may have appeared, or gone, with the folder it stands in."""
        ours, theirs = self.around, before.around
        changed = (ours[path] for path in _differing(ours, theirs))
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
    """Looks at the files of one workspace; opens none of them but those that we wrote.

    Args:
        files: The workspace.
        outline: What memory there is in it.
        give_way: Called in each folder: lets what is more urgent go first.
    """

    def __init__(
        self, files: FileMemory, outline: FileOutline, give_way: Callable[[], None] = lambda: None
    ) -> None:
        self._folder = files.folder
        self._give_way = give_way
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
        near = self._around()
        around |= _by_path(one for one in chain(*near.values()) if one.path not in files)
        below = (one.path for one in files.values() if one.kind is FileKind.FOLDER)
        everywhere = (*near, *self._buckets, *self._sources, *below)
        return Marks(files, around, tuple(dict.fromkeys(everywhere)))

    def look_at(self, before: Marks, folders: Iterable[str]) -> Marks:
        """Return how everything stands now, if something happened in these folders alone."""
        files, around = dict(before.files), dict(before.around)
        for folder, known in _inside(before, folders).items():
            now = _by_path(self._entries(folder, levels=1))
            if _folders(known) != _folders(now) or self._is_new_source(folder, before):
                return self.look()  # what is in a folder that came or went counts too
            for path in known.keys() - now.keys():
                files.pop(path, None)
                around.pop(path, None)
            for path, facts in now.items():
                (files if self._is_memory(path) else around)[path] = facts
        return Marks(files, around, before.looked_in)

    def token(self, folder: str) -> object:
        """Return a mark of what stands in one folder; costs less than to look at it."""
        try:
            return self._folder.token([folder], levels=1)
        except MemloupeError:
            return None

    def is_ours(self, path: str, after: FileRow | None) -> bool:
        """Whether a file is as a write of ours has left it."""
        self._give_way()
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

    def _is_new_source(self, folder: str, before: Marks) -> bool:
        if folder not in self._sources:
            return False
        now, known = self._facts(folder), before.files.get(folder)
        return (now and now.inode) != (known and known.inode)

    def _around(self) -> dict[str, tuple[FileFacts, ...]]:
        """Return what stands in the folders beside memory, in which more of it may appear."""
        around: dict[str, tuple[FileFacts, ...]] = {}
        listed = self._buckets | self._below
        for root in self._roots:
            inside = around[root] = self._entries(root, levels=1)
            folders = [one for one in inside if one.kind is FileKind.FOLDER and _may_lead_on(one)]
            near = [one.path for one in folders if one.path not in listed][:MOST_FOLDERS]
            around |= {path: self._entries(path, levels=1) for path in near}
        return around

    def _entries(self, path: str, levels: int | None) -> tuple[FileFacts, ...]:
        try:
            return self._folder.entries(path, levels=levels, cancelled=self._is_cancelled)
        except MemloupeError:
            return ()

    def _is_cancelled(self) -> bool:
        self._give_way()  # asked in each folder
        return False

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


def _inside(marks: Marks, folders: Iterable[str]) -> dict[str, dict[str, FileFacts]]:
    inside: dict[str, dict[str, FileFacts]] = {folder: {} for folder in folders}
    for path, facts in _both(marks):
        parent = _parent(path)
        if parent in inside:
            inside[parent][path] = facts
    return inside


def _differing(ours: Mapping[str, FileFacts], theirs: Mapping[str, FileFacts]) -> Iterator[str]:
    for path, facts in ours.items():
        known = theirs.get(path)
        # What was not looked at again is the same object: most of thousands.
        if known is not facts and known != facts:
            yield path


def _folders(entries: Mapping[str, FileFacts]) -> set[tuple[str, int]]:
    found = entries.values()
    return {(one.path, one.inode) for one in found if one.kind is FileKind.FOLDER}


def _is_file(one: FileFacts | None) -> bool:
    return one is not None and one.kind is not FileKind.FOLDER


def _parent(path: str) -> str:
    return path.rpartition("/")[0]


def _may_lead_on(one: FileFacts) -> bool:
    return not one.name.startswith(".") or one.name == _PROJECT_FOLDER
