"""Gives a file that takes the place of another one its owner, rights and further attributes."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress

_RIGHTS = 0o777


def take_over(descriptor: int, path: str, found: os.stat_result, like: int | None) -> None:
    """Make a new file look like the one that it replaces, as far as this person may.

    Args:
        descriptor: The new file, open for writing.
        path: The same file, where the platform does not do this with descriptors.
        found: The file that it replaces.
        like: A descriptor of that, for what ``found`` does not say.
    """
    if sys.platform == "linux" and like is not None:
        _copy_attributes(like, descriptor)
    give_owner(descriptor, found)
    set_rights(descriptor, path, stat.S_IMODE(found.st_mode))


def set_rights(descriptor: int, path: str, mode: int) -> None:
    """Set who may do what; bits beyond that are not ours to give."""
    os.chmod(descriptor if os.chmod in os.supports_fd else path, mode & _RIGHTS)  # noqa: PTH101 - a descriptor


def give_owner(descriptor: int, found: os.stat_result) -> None:
    """Give a file owner and group; only the administrator may give one away."""
    if sys.platform != "win32":
        made = os.fstat(descriptor)
        if (made.st_uid, made.st_gid) != (found.st_uid, found.st_gid):
            with suppress(PermissionError):
                os.fchown(descriptor, found.st_uid, found.st_gid)


def _copy_attributes(source: int, target: int) -> None:
    if sys.platform == "linux":
        with suppress(OSError):  # not every file system has them
            for name in os.listxattr(source):
                with suppress(OSError):  # some are for the system alone
                    os.setxattr(target, name, os.getxattr(source, name))
