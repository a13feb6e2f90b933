"""Keeps programs that open a file for writing waiting while the file is replaced, on Linux.

A lease is given only while nobody has the file open for writing. A program that opens it then
waits, without noticing, until the lease is given back, and the holder can see that one waits.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.core.errors import StoreBusyError
from desktop_app.store.open_folder import OpenFolder, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

if sys.platform == "linux":
    import fcntl


_MOUNTS = Path("/proc/self/mountinfo")
_REMOTE = ("nfs", "cifs", "smb", "fuse", "9p", "afs", "ceph")
_ATTEMPTS = 25
_PAUSE = 0.002


@dataclass(slots=True)
class FileLease:
    """A lease on an open file.

    Attributes:
        descriptor: The file, open for reading; stays open as long as the lease.
        is_held: Whether there is one: only the file's owner gets it, and not from every file
            system.
    """

    descriptor: int
    is_held: bool = False

    def take(self) -> bool:
        """Take the lease if there can be one; false if another program is writing the file."""
        if sys.platform == "linux":
            try:
                # The signal that tells of a waiting program ends the process unless it is changed
                # for one that is ignored.
                fcntl.fcntl(self.descriptor, fcntl.F_SETSIG, signal.SIGURG)
                fcntl.fcntl(self.descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
            except OSError as error:
                return error.errno != errno.EAGAIN or _is_remote(os.fstat(self.descriptor).st_dev)
            self.is_held = True
        return True

    def is_wanted(self) -> bool:
        """Whether a program waits to write the file."""
        if sys.platform == "linux" and self.is_held:
            return fcntl.fcntl(self.descriptor, fcntl.F_GETLEASE) != fcntl.F_RDLCK
        return False

    def release(self) -> None:
        """Let others write again."""
        if sys.platform == "linux" and self.is_held:
            self.is_held = False
            with suppress(OSError):
                fcntl.fcntl(self.descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)


@contextmanager
def lease(folder: OpenFolder, name: str) -> Iterator[FileLease | None]:
    """Open a file and take a lease on it, ``None`` where there is no such thing.

    Raises:
        StoreBusyError: another program has it open for writing and does not close it.
        OSError: there is no such file, or it can't be opened.
        StoreError, RefusedError: it is no regular file.
    """
    if sys.platform != "linux":
        yield None
        return
    descriptor = folder.open(name)
    try:
        held = FileLease(descriptor)
        for attempt in range(_ATTEMPTS):
            time.sleep(_PAUSE * min(attempt, 1))
            if held.take():
                break
        else:
            raise StoreBusyError(
                f"Another program has “{shown(name)}” open for writing.",
                "Nothing was written. It works as soon as the file is closed there.",
            )
        yield held
    finally:
        os.close(descriptor)  # gives the lease back, too


def _is_remote(device: int) -> bool:
    """Whether a lease depends on a server, which may refuse it though nobody writes."""
    if sys.platform != "linux":
        return False
    number = f"{os.major(device)}:{os.minor(device)}"
    with suppress(OSError):
        for line in _MOUNTS.read_text("utf-8", "replace").splitlines():
            fields, _, kind = line.partition(" - ")
            if fields.split()[2:3] == [number]:
                return kind.startswith(_REMOTE)
    return False
