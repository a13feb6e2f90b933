"""Keeps the files that ours took the place of: the very files, not copies.

A program that still has one of them open may write into it later; that is then here.
"""

from __future__ import annotations

import errno
import os
import time
from typing import TYPE_CHECKING

from desktop_app.core.errors import MemloupeError
from desktop_app.store.file_moves import move_new
from desktop_app.store.file_rows import read_row
from desktop_app.store.open_folder import QUIET, OpenFolder, make_folders, open_folder
from desktop_app.store.own_folder import make_subfolder

if TYPE_CHECKING:
    from pathlib import Path

KEPT = 5
_PLACE = ("backups", "replaced")
_FOLDER_MODE = 0o700
_MAKE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | QUIET
_DIGITS = "0123456789-"


class ReplacedFiles:
    """The newest five of each path, in a folder that has the file's path.

    Args:
        own: Our folder of the workspace.
    """

    def __init__(self, own: Path) -> None:
        self._own = own

    def keep(self, place: OpenFolder, name: str, path: str) -> None:
        """Take a file away from where it waits; one that can't be kept is removed.

        Nothing depends on it: the journal has what was in the file.
        """
        try:
            make_subfolder(self._own, _PLACE[0])
            parts = (*_PLACE, *path.split("/"))
            make_folders(self._own, parts, _FOLDER_MODE)
            with open_folder(self._own, parts) as folder:
                _move(place, name, folder)
                _remove_oldest(folder)
        except (OSError, MemloupeError):
            os.unlink(place.at(name), dir_fd=place.descriptor)


def _move(place: OpenFolder, name: str, folder: OpenFolder) -> None:
    seconds, rest = divmod(time.time_ns(), 1_000_000_000)
    stamp = f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime(seconds))}-{rest:09}"
    try:
        move_new(place, name, folder, stamp)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        row, _ = read_row(place, name, name)
        target = os.open(folder.at(stamp), _MAKE, 0o600, dir_fd=folder.descriptor)
        with os.fdopen(target, "wb") as file:
            file.write(row.data)
        os.unlink(place.at(name), dir_fd=place.descriptor)


def _remove_oldest(folder: OpenFolder) -> None:
    names = (entry.name for entry in folder.scan() if entry.is_file(follow_symlinks=False))
    ours = sorted(name for name in names if not name.strip(_DIGITS))
    for name in ours[:-KEPT]:
        os.unlink(folder.at(name), dir_fd=folder.descriptor)
