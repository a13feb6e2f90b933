"""One file of a change on its way to the disk: compared, prepared, swapped in, taken back."""

from __future__ import annotations

import errno
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.changes import Swap
from desktop_app.core.editing.ports import ReadOnlyError, RowsDifferError
from desktop_app.core.errors import StoreBusyError
from desktop_app.core.files.row import FileRow
from desktop_app.store.file_attributes import give_owner, set_rights, take_over
from desktop_app.store.file_lease import FileLease
from desktop_app.store.file_moves import exchange, link, move_new, move_over
from desktop_app.store.file_rows import read_row
from desktop_app.store.open_folder import QUIET, OpenFolder, shown

if TYPE_CHECKING:
    from collections.abc import Callable


_MAKE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | QUIET
_PRIVATE = 0o600
_QUIET_NS = 50_000_000
SPARE = ".memloupe-"
"""How names beside a file begin that are there while it is written."""


@dataclass(slots=True, kw_only=True)
class Step:
    """One file.

    Attributes:
        swap: The file before and after.
        path: Below the workspace.
        folder: Where the file stands.
        name: Its name there.
        place: Where the new file waits, and where the old one goes.
        spare: The name there.
        lease: Keeps others from writing the old file.
        found: The old file as it was compared.
        made: The new file as it was prepared.
        old: Name of the old file in ``place`` once it is there.
        is_done: Whether the new file is in its place.
    """

    swap: Swap[FileRow]
    path: str
    folder: OpenFolder
    name: str
    place: OpenFolder
    spare: str
    lease: FileLease | None = None
    found: os.stat_result | None = None
    made: os.stat_result | None = None
    old: str = ""
    is_done: bool = False

    def compare(self) -> None:
        """Check that the file is as before the change.

        Raises:
            RowsDifferError: it is not.
            StoreError, RefusedError, OSError: it can't be read, or is no regular file.
        """
        before = self.swap.before
        try:
            row, self.found = self._read_quiet()
        except FileNotFoundError:
            row = None
        if (row is None) != (before is None):
            raise differs(self.path)
        if row is None or before is None:
            return
        if row.data != before.data or before.mtime_ns not in {None, row.mtime_ns}:
            raise differs(self.path)
        if not os.access(self.folder.at(self.name), os.W_OK, dir_fd=self.folder.descriptor):
            raise ReadOnlyError(
                f"“{shown(self.path)}” is read-only.",
                "Nothing was written. You can look and export; ask its owner for permission to "
                "write the file.",
            )

    def prepare(self) -> None:
        """Write the new file where nobody looks for it.

        Raises:
            OSError: there is no room, or nobody may write there.
        """
        after = self.swap.after
        if after is None:
            return
        path = self.place.at(self.spare)
        descriptor = os.open(path, _MAKE, _PRIVATE, dir_fd=self.place.descriptor)
        with os.fdopen(descriptor, "wb") as file:
            file.write(after.data)
            file.flush()
            self._dress(descriptor, path, after)
            os.fsync(descriptor)
            self.made = os.fstat(descriptor)

    def swap_in(self) -> None:
        """Let the new file take its place, and the old one that of the new one.

        Raises:
            RowsDifferError: another file has taken the place meanwhile.
            OSError: it can't be done; nothing has.
        """
        try:
            self._swap_in()
        except OSError as error:
            if error.errno != errno.EXDEV or self.place is self.folder:
                raise
            # The folder is mounted from elsewhere: what moves into it has to be there already.
            self.remove_made()
            self.place, self.spare = self.folder, f"{SPARE}{self.spare}"
            self.prepare()
            self._swap_in()
        if self.found is not None and self.place.look(self.old).st_ino != self.found.st_ino:
            raise differs(self.path)

    def was_written(self) -> bool:
        """Whether another program wrote into the old file while it was replaced."""
        before = self.swap.before
        if before is None:
            return False
        try:
            row, _ = read_row(self.place, self.path, self.old)
        except StoreBusyError:
            return True
        return row.data != before.data

    def take_back(self) -> bool:
        """Put the old file back; false if that would undo what another program has written."""
        if not self.is_done:
            return True
        if self.swap.after is not None and not self._is_ours(self.folder, self.name):
            return False
        try:
            if not self.old:
                move_over(self.folder, self.name, self.place, self.spare)
            elif self.swap.after is None:
                move_new(self.place, self.old, self.folder, self.name)
            elif not exchange(self.place, self.old, self.folder, self.name):
                move_over(self.place, self.old, self.folder, self.name)
        except OSError:
            return False
        self.is_done = False
        return True

    def clear(self, keep: Callable[[OpenFolder, str, str], None]) -> None:
        """Remove what was ours alone; what was somebody's file goes to ``keep``."""
        for name in dict.fromkeys((self.spare, self.old)):
            with suppress(OSError):
                if self.made is None and not self.old:
                    self.remove_made()
                elif self._is_ours(self.place, name):
                    os.unlink(self.place.at(name), dir_fd=self.place.descriptor)
                elif name:
                    self.place.look(name)
                    keep(self.place, name, self.path)

    def remove_made(self) -> None:
        """Remove the new file before it has taken its place."""
        with suppress(OSError):
            os.unlink(self.place.at(self.spare), dir_fd=self.place.descriptor)

    def _read_quiet(self) -> tuple[FileRow, os.stat_result]:
        row, found = read_row(self.folder, self.path, self.name)
        age = time.time_ns() - found.st_mtime_ns
        if (self.lease and self.lease.is_held) or not 0 <= age < _QUIET_NS:
            return row, found
        # Without a lease nothing says whether its writer has only emptied it so far.
        time.sleep((_QUIET_NS - age) / 1_000_000_000)
        return read_row(self.folder, self.path, self.name)

    def _swap_in(self) -> None:
        ours = (self.place, self.spare, self.folder, self.name)
        if self.found is None:
            try:
                move_new(*ours)
            except FileExistsError as error:
                raise differs(self.path) from error
        elif self.swap.after is None:
            move_over(self.folder, self.name, self.place, self.spare)
            self.old = self.spare
        elif exchange(*ours):
            self.old = self.spare
        else:
            self._keep_old(f"{self.spare}.old")
            move_over(*ours)
        self.is_done = True

    def _keep_old(self, name: str) -> None:
        try:
            link(self.folder, self.name, self.place, name)
        except OSError as error:
            if error.errno == errno.EXDEV:
                raise
            self._copy_old(name)
        self.old = name

    def _copy_old(self, name: str) -> None:
        """Keep a copy where the file system has no links."""
        row, found = read_row(self.folder, self.path, self.name)
        path = self.place.at(name)
        descriptor = os.open(path, _MAKE, _PRIVATE, dir_fd=self.place.descriptor)
        with os.fdopen(descriptor, "wb") as file:
            file.write(row.data)
            file.flush()
            take_over(descriptor, path, found, None)
            _set_time(descriptor, path, found.st_mtime_ns)
            os.fsync(descriptor)
            self.found = os.fstat(descriptor)

    def _dress(self, descriptor: int, path: str, after: FileRow) -> None:
        if self.found is None:
            if hasattr(os, "geteuid") and os.geteuid() == 0:
                give_owner(descriptor, self.folder.look("."))
            set_rights(descriptor, path, after.mode)
        else:
            like = self.lease.descriptor if self.lease else None
            take_over(descriptor, path, self.found, like)
        if after.mtime_ns is not None:
            _set_time(descriptor, path, after.mtime_ns)

    def _is_ours(self, folder: OpenFolder, name: str) -> bool:
        if self.made is None or not name:
            return False
        try:
            found = folder.look(name)
        except OSError:
            return False
        return _mark(found) == _mark(self.made)


def differs(path: str) -> RowsDifferError:
    """Say that a file is not as a change expects it."""
    return RowsDifferError(f"“{shown(path)}” has changed.", "Nothing was written.")


def _set_time(descriptor: int, path: str, mtime_ns: int) -> None:
    read_at = os.fstat(descriptor).st_atime_ns
    os.utime(descriptor if os.utime in os.supports_fd else path, ns=(read_at, mtime_ns))


def _mark(found: os.stat_result) -> tuple[int, int, int]:
    return (found.st_ino, found.st_size, found.st_mtime_ns)
