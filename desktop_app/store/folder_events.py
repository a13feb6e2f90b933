"""Hears from the system at once when something is written in folders, where it tells."""

from __future__ import annotations

import ctypes
import os
import select
import struct
import sys
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import encode

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

MOST_WATCHED = 6_000
"""Each takes memory of the kernel, and a person has only so many for all programs."""

_MODIFY, _ATTRIB, _MOVED, _MADE, _GONE = 0x2, 0x4, 0xC0, 0x100, 0x200
_DIRECTORY, _NO_LINK = 0x01000000, 0x02000000
_OVERFLOW, _ENDED, _OF_FOLDER = 0x4000, 0x8000, 0x40000000
_WANTED = _MODIFY | _ATTRIB | _MOVED | _MADE | _GONE | _DIRECTORY | _NO_LINK
_HEAD = struct.Struct("iIII")
_BUFFER = 64 * 1024


class FolderEvents:
    """Watches folders through Linux' inotify; on other systems it hears nothing.

    Who listens polls all the same: a network drive tells nothing of what others write.
    Used by one thread, but for ``wake`` and ``close``.
    """

    def __init__(self) -> None:
        self._folders: dict[int, str] = {}
        self._watched: set[str] = set()
        self._wake_out, self._wake_in = os.pipe()
        os.set_blocking(self._wake_out, False)
        self._library = _library()
        self._inotify = -1
        self.forget()

    @property
    def can_hear(self) -> bool:
        """Whether this system tells."""
        return self._inotify >= 0

    def forget(self) -> None:
        """Listen to no folder any more."""
        if self._inotify >= 0:
            os.close(self._inotify)
        self._folders, self._watched = {}, set()
        flags = os.O_NONBLOCK | os.O_CLOEXEC
        self._inotify = self._library.inotify_init1(flags) if self._library else -1

    def watch(self, root: Path, folders: Iterable[str]) -> None:
        """Listen to these folders below ``root`` too.

        Ones that are gone, or too many, are left to polling.
        """
        if self._library is None or self._inotify < 0:
            return
        for folder in folders:
            if folder in self._watched or len(self._watched) >= MOST_WATCHED:
                continue
            path = os.fsencode(root) + b"/" + encode(folder)
            number = self._library.inotify_add_watch(self._inotify, path, _WANTED)
            if number >= 0:
                self._folders[number] = folder
                self._watched.add(folder)

    def wait(self, seconds: float | None) -> frozenset[str] | None:
        """Wait and return the folders that something happened in; ``None`` for any of them.

        Returns early with nothing when it is woken.
        """
        heard = [self._wake_out, *([self._inotify] if self.can_hear else [])]
        ready, _writable, _failed = select.select(heard, [], [], seconds)
        if self._wake_out in ready:
            os.read(self._wake_out, _BUFFER)
        return self._heard() if self._inotify in ready else frozenset()

    def wake(self) -> None:
        """Let ``wait`` return; safe from any thread."""
        os.write(self._wake_in, b"!")

    def close(self) -> None:
        """Stop listening."""
        for number in (self._inotify, self._wake_in, self._wake_out):
            if number >= 0:
                os.close(number)
        self._inotify = -1

    def _heard(self) -> frozenset[str] | None:
        data, found, place = os.read(self._inotify, _BUFFER), set(), 0
        while place < len(data):
            number, mask, _cookie, length = _HEAD.unpack_from(data, place)
            place += _HEAD.size + length
            if mask & _OVERFLOW or (mask & _OF_FOLDER and mask & _MOVED):
                # A folder that was renamed is still listened to, by the name it had.
                self.forget()
                return None
            folder = self._folders.get(number)
            if folder is not None:
                found.add(folder)
            if mask & _ENDED:
                self._watched.discard(self._folders.pop(number, ""))
        return frozenset(found)


def _library() -> ctypes.CDLL | None:
    if not sys.platform.startswith("linux"):
        return None
    try:
        library = ctypes.CDLL(None, use_errno=True)
        library.inotify_add_watch.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_uint32]
    except (OSError, AttributeError):
        return None
    return library
