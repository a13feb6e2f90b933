"""Opens folders and files below a workspace name by name, so that no link on the way is followed.

Where the platform can open a name relative to an open folder, a folder that is replaced by a link
meanwhile changes nothing; elsewhere (Windows) every part of the path is looked at first.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import decode, encode, valid_unicode
from desktop_app.core.errors import RefusedError, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator

RELATIVE = os.open in os.supports_dir_fd and os.scandir in os.supports_fd
BINARY = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
QUIET = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | BINARY
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | QUIET
_LINKS = (errno.ELOOP, errno.ENOTDIR, getattr(errno, "EMLINK", errno.ELOOP))


@dataclass(frozen=True, slots=True)
class OpenFolder:
    """A folder that names are looked up in.

    Attributes:
        descriptor: Of the open folder; ``None`` where the platform has no such thing.
        path: The folder's path, in the platform's own form.
    """

    descriptor: int | None
    path: Path

    def at(self, name: str) -> str:
        """Return what the functions of ``os`` take for a name, beside ``dir_fd``."""
        native = os.fsdecode(encode(name))
        return str(self.path / native) if self.descriptor is None else native

    def look(self, name: str) -> os.stat_result:
        """Return what is under a name; a link itself.

        Raises:
            OSError: nothing, or nobody may look.
        """
        return os.stat(self.at(name), dir_fd=self.descriptor, follow_symlinks=False)

    def open(self, name: str, flags: int = os.O_RDONLY) -> int:
        """Open a regular file that is there and return its descriptor; never waits for it.

        Raises:
            OSError: there is none, or it can't be opened.
            StoreError, RefusedError: it is a link, a folder, a pipe or a device.
        """
        check_regular(self.look(name), name)
        descriptor = os.open(self.at(name), flags | QUIET, dir_fd=self.descriptor)
        try:
            check_regular(os.fstat(descriptor), name)
        except BaseException:
            os.close(descriptor)
            raise
        return descriptor

    def scan(self) -> list[os.DirEntry[str]]:
        """Return the entries of the folder.

        Raises:
            OSError: nobody may look.
        """
        with os.scandir(self.path if self.descriptor is None else self.descriptor) as entries:
            return list(entries)


@contextmanager
def open_folder(root: Path, parts: tuple[str, ...]) -> Iterator[OpenFolder]:
    """Open the folder that ``parts`` lead to below ``root``.

    Raises:
        OSError: there is none, or nobody may look.
        RefusedError: a part is a link.
    """
    if not RELATIVE:
        yield _checked(root, parts)
        return
    folder = OpenFolder(os.open(root, _FOLDER & ~getattr(os, "O_NOFOLLOW", 0)), root)
    try:
        for name in parts:
            folder = _entered(folder, name)
        yield folder
    finally:
        _close(folder)


def make_folders(root: Path, parts: tuple[str, ...], mode: int | None = None) -> list[int]:
    """Make the folders that are missing on the way; return how deep each stands.

    Args:
        root: An existing folder.
        parts: The names below it.
        mode: Rights of the new folders; those of the folder around each by default.

    Raises:
        OSError: one can't be made.
        RefusedError: a part is a link.
    """
    made = []
    for depth, name in enumerate(parts):
        with open_folder(root, parts[:depth]) as folder:
            rights = stat.S_IMODE(folder.look(".").st_mode) if mode is None else mode
            with suppress(FileExistsError):
                os.mkdir(folder.at(name), rights, dir_fd=folder.descriptor)
                os.chmod(folder.at(name), rights, dir_fd=folder.descriptor)
                made.append(depth)
    return made


def remove_folders(root: Path, parts: tuple[str, ...], made: list[int]) -> None:
    """Remove folders that ``make_folders`` made, as far as they are empty."""
    for depth in reversed(made):
        with suppress(OSError, RefusedError), open_folder(root, parts[:depth]) as folder:
            os.rmdir(folder.at(parts[depth]), dir_fd=folder.descriptor)


def remove_folder(root: Path, parts: tuple[str, ...]) -> None:
    """Remove a folder if it is there and nothing is in it; a link stays."""
    remove_folders(root, parts, [len(parts) - 1])


def sync(folder: OpenFolder) -> None:
    """Let what was moved in a folder outlast a power cut, where that can be asked for."""
    if folder.descriptor is not None:
        with suppress(OSError):
            os.fsync(folder.descriptor)


def split(path: str) -> tuple[str, ...]:
    """Return the names in a path below the workspace; none for the workspace itself.

    Raises:
        RefusedError: it leads out, or no file can have this name.
    """
    parts = tuple(path.split("/")) if path else ()
    drive = os.path.splitdrive(path)[0] or (os.sep != "/" and os.sep in path)
    if drive or "\0" in path or any(part in {"", ".", ".."} for part in parts):
        raise RefusedError(
            f"“{shown(path)}” is no path of a file in this workspace.",
            "Give a path below the workspace, without “..”.",
        )
    return parts


def check_regular(found: os.stat_result, name: str) -> None:
    """Refuse what is not a regular file.

    Raises:
        RefusedError: a link.
        StoreError: a folder, a pipe, a socket or a device.
    """
    if is_link(found):
        raise followed(name)
    if not stat.S_ISREG(found.st_mode):
        kind = "a folder" if stat.S_ISDIR(found.st_mode) else "a pipe, a socket or a device"
        raise StoreError(f"“{shown(name)}” is {kind}, not a file.", "It was not opened.")


def is_link(found: os.stat_result) -> bool:
    """Whether this is a link, or one of Windows' junctions."""
    tag = getattr(found, "st_reparse_tag", 0)
    return stat.S_ISLNK(found.st_mode) or tag == getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", -1)


def followed(name: str) -> RefusedError:
    """Say that a link is in the way."""
    return RefusedError(
        f"“{shown(name)}” is a link. It was not followed.",
        "Open the folder that it leads to as a workspace of its own, if you trust it.",
    )


def shown(path: str) -> str:
    """Return a path as people read it."""
    return valid_unicode(path)


def engine_name(native: str) -> str:
    """Return a name of the platform as engine text."""
    return decode(os.fsencode(native))


def _entered(folder: OpenFolder, name: str) -> OpenFolder:
    try:
        descriptor = os.open(folder.at(name), _FOLDER, dir_fd=folder.descriptor)
    except OSError as error:
        if error.errno in _LINKS and is_link(folder.look(name)):
            raise followed(name) from error
        raise
    _close(folder)
    return OpenFolder(descriptor, folder.path / os.fsdecode(encode(name)))


def _close(folder: OpenFolder) -> None:
    if folder.descriptor is not None:
        os.close(folder.descriptor)


def _checked(root: Path, parts: tuple[str, ...]) -> OpenFolder:
    folder = OpenFolder(None, root)
    for name in parts:
        found = folder.look(name)
        if is_link(found):
            raise followed(name)
        if not stat.S_ISDIR(found.st_mode):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), folder.at(name))
        folder = OpenFolder(None, Path(folder.at(name)))
    return folder
