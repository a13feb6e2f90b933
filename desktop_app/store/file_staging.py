"""Where new files wait before they take their place, for one process at a time."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from desktop_app.core.errors import RefusedError, StoreBusyError, StoreError
from desktop_app.store.file_rows import read_row
from desktop_app.store.file_step import SPARE
from desktop_app.store.open_folder import OpenFolder, engine_name, open_folder
from desktop_app.store.own_folder import make_subfolder
from desktop_app.store.replaced_files import ReplacedFiles
from desktop_app.store.write_errors import explain_file_error

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from desktop_app.core.changes import Change
    from desktop_app.core.files.row import FileRow

STAGING = "files"
_ATTEMPTS = 200
_PAUSE = 0.01


@contextmanager
def alone(own: Path) -> Iterator[Path]:
    """Give the folder where files wait, while no other process of ours writes files here.

    Raises:
        StoreBusyError: another one does not come to an end.
        ReadOnlyError, DiskFullError, StoreError: it can't be made.
    """
    folder = make_subfolder(own, STAGING)
    if sys.platform == "win32":
        yield folder
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError as error:
        raise explain_file_error(error, folder) from error
    try:
        _lock(descriptor, folder)
        yield folder
    finally:
        os.close(descriptor)


def remove_leftovers(root: Path, own: Path, change: Change) -> None:
    """Remove what a process of ours that died has left waiting; nobody may be writing.

    A file of somebody else that had given up its place to a new one is kept with the others.
    """
    rows = [row for swap in change.files for row in (swap.before, swap.after) if row]
    kept = ReplacedFiles(own)
    folders = dict.fromkeys(tuple(row.path.split("/"))[:-1] for row in rows)
    places = [(root, parts, SPARE) for parts in folders]
    places += [(own, (STAGING,), "")]
    for start, parts, beginning in places:
        with suppress(OSError, RefusedError), open_folder(start, parts) as folder:
            for entry in folder.scan():
                if entry.name.startswith(beginning) and entry.is_file(follow_symlinks=False):
                    _remove_leftover(folder, engine_name(entry.name), rows, kept)


def _remove_leftover(
    folder: OpenFolder, name: str, rows: Sequence[FileRow], kept: ReplacedFiles
) -> None:
    with suppress(OSError, StoreError):
        data = read_row(folder, name, name)[0].data
        if any(row.data.startswith(data) for row in rows):
            os.unlink(folder.at(name), dir_fd=folder.descriptor)
        else:
            kept.keep(folder, name, rows[0].path)


def _lock(descriptor: int, folder: Path) -> None:
    for _ in range(_ATTEMPTS):
        if _is_locked(descriptor):
            return
        time.sleep(_PAUSE)
    raise StoreBusyError(
        f"Another window of Memloupe is writing files in “{folder.parent.parent}”.",
        "Nothing was written. It works as soon as that is done.",
    )


def _is_locked(descriptor: int) -> bool:
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks: one process is all that can be asked for
    return True
