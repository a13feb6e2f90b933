"""Reads the files below one workspace; follows no link and leaves no trace."""

from __future__ import annotations

import os
import stat
from operator import attrgetter
from typing import TYPE_CHECKING

from desktop_app.core.errors import JobCancelledError, RefusedError, StoreError
from desktop_app.core.files.facts import FileFacts, FileKind
from desktop_app.store.file_header import unreadable
from desktop_app.store.file_rows import read_row
from desktop_app.store.link_target import LinkTarget, link_target
from desktop_app.store.open_folder import (
    OpenFolder,
    engine_name,
    is_link,
    open_folder,
    shown,
    split,
)
from desktop_app.store.own_folder import OWN_FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from desktop_app.core.files.row import FileRow
    from desktop_app.core.ports import Cancelled

_ABSENT = (FileNotFoundError, NotADirectoryError)


def _never() -> bool:
    return False


class DiskFolder:
    """Implements ``core.files.ports.MemoryFolder``.

    Args:
        root: The workspace, every link in its path followed.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    @property
    def root(self) -> Path:
        return self._root

    def entries(
        self, below: str = "", *, levels: int | None = None, cancelled: Cancelled = _never
    ) -> tuple[FileFacts, ...]:
        """Return what is below a folder, in code-point order of the paths; hidden ones too.

        Raises:
            RefusedError: the path leads out of the workspace, or through a link.
            JobCancelledError: cancelled.
        """
        start = split(below)
        found: list[FileFacts] = []
        waiting = [start]
        while waiting:
            if cancelled():
                raise JobCancelledError
            parts = waiting.pop()
            prefix = "".join(f"{part}/" for part in parts)
            goes_on = levels is None or len(parts) - len(start) + 1 < levels
            for folder, native, stats in self._scanned(parts, start):
                name = engine_name(native)
                found.append(self._facts(folder, prefix + name, name, stats))
                if goes_on and stat.S_ISDIR(stats.st_mode):
                    waiting.append((*parts, name))
        return tuple(sorted(found, key=attrgetter("path")))

    def unlisted(self, below: str = "") -> tuple[str, ...]:
        """Return the folders that nobody may look into, the given one too, in order."""
        found: list[str] = []
        waiting = [split(below)]
        while waiting:
            parts = waiting.pop()
            try:
                with open_folder(self._root, parts) as folder:
                    folder.look(".")  # the right to list it alone tells nothing of what is in it
                    waiting += [
                        (*parts, engine_name(entry.name))
                        for entry in folder.scan()
                        if entry.is_dir(follow_symlinks=False)
                        and (parts or entry.name != OWN_FOLDER)
                    ]
            except (*_ABSENT, RefusedError):
                continue  # nothing is there, or a link, which is told as such
            except OSError:
                found.append("/".join(parts))
        return tuple(sorted(found))

    def facts(self, path: str) -> FileFacts | None:
        """Return what stands under a name, ``None`` if nothing does.

        Raises:
            StoreError, RefusedError: as in the port.
        """
        *parents, name = split(path) or (".",)
        try:
            with open_folder(self._root, tuple(parents)) as folder:
                return self._facts(folder, path, name, folder.look(name))
        except _ABSENT:
            return None
        except OSError as error:
            raise self._unreadable(path, error) from error

    def read(self, path: str) -> FileRow | None:
        """Return a whole file, ``None`` if there is none; read again if it changes meanwhile.

        Raises:
            StoreBusyError: another program did not stop writing it.
            StoreError, RefusedError: as in the port.
        """
        *parents, name = split(path) or (".",)
        try:
            with open_folder(self._root, tuple(parents)) as folder:
                return read_row(folder, path, name)[0]
        except _ABSENT:
            return None
        except OSError as error:
            raise self._unreadable(path, error) from error

    def head(self, path: str, most: int) -> bytes:
        """Return the first bytes of a file, no more than ``most``.

        Raises:
            StoreError, RefusedError: as in the port; there is no such file.
        """
        *parents, name = split(path) or (".",)
        try:
            with (
                open_folder(self._root, tuple(parents)) as folder,
                os.fdopen(folder.open(name), "rb") as file,
            ):
                return file.read(most)
        except OSError as error:
            raise self._unreadable(path, error) from error

    def token(
        self, folders: Sequence[str], files: Sequence[str] = (), *, levels: int | None = None
    ) -> object:
        """Return a mark of what is below these folders, and of these files."""
        marks: dict[tuple[str, ...], int] = {}
        for start in map(split, folders):
            waiting = [start]
            while waiting:
                parts = waiting.pop()
                found = {name: stats for _, name, stats in self._scanned(parts, start)}
                marks[parts] = hash(frozenset(zip(found, map(_mark, found.values()), strict=True)))
                if levels is not None and len(parts) - len(start) + 1 >= levels:
                    continue
                waiting += [
                    (*parts, engine_name(name))
                    for name, stats in found.items()
                    if stat.S_ISDIR(stats.st_mode)
                ]
        return frozenset(marks.items()), tuple(self.facts(path) for path in files)

    def _scanned(
        self, parts: tuple[str, ...], start: tuple[str, ...]
    ) -> Iterator[tuple[OpenFolder, str, os.stat_result]]:
        """Yield what stands in a folder, by the system's names; nothing if nobody may look."""
        try:
            with open_folder(self._root, parts) as folder:
                for entry in folder.scan():
                    try:
                        stats = entry.stat(follow_symlinks=False)
                    except OSError:
                        continue  # it has gone meanwhile
                    if parts or entry.name != OWN_FOLDER:
                        yield folder, entry.name, stats
        except OSError:
            return
        except RefusedError:
            if parts == start:
                raise  # below it, a folder has become a link meanwhile

    def _facts(self, folder: OpenFolder, path: str, name: str, found: os.stat_result) -> FileFacts:
        target = _target(folder, name) if is_link(found) else ""
        end = link_target(self._root, path, target) if target else LinkTarget()
        return FileFacts(
            path=path,
            kind=_kind(found),
            size=found.st_size,
            mtime_ns=found.st_mtime_ns,
            mode=stat.S_IMODE(found.st_mode),
            inode=found.st_ino,
            target=target,
            leads_out=bool(target) and not end.is_there,
            end=end.path,
            changed_ns=found.st_ctime_ns,
        )

    def _unreadable(self, path: str, error: OSError) -> StoreError:
        return unreadable(self._root / shown(path), error)


_mark = attrgetter("st_ino", "st_size", "st_mtime_ns", "st_ctime_ns")
"""Returns what differs after a file was written, replaced, or got other rights."""


def _kind(found: os.stat_result) -> FileKind:
    if is_link(found):
        return FileKind.LINK
    if stat.S_ISREG(found.st_mode):
        return FileKind.FILE
    return FileKind.FOLDER if stat.S_ISDIR(found.st_mode) else FileKind.OTHER


def _target(folder: OpenFolder, name: str) -> str:
    try:
        return engine_name(os.readlink(folder.at(name), dir_fd=folder.descriptor))
    except (OSError, ValueError):
        return "?"  # it has gone, or is one of Windows' that says nothing
