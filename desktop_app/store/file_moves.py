"""Moves of files that the standard library has no words for: exchange, and never replace."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.core.engine_text import encode

if TYPE_CHECKING:
    from desktop_app.store.open_folder import OpenFolder

_NO_REPLACE, _EXCHANGE = 1, 2
_NOT_FOLLOWED = {"follow_symlinks": False} if os.link in os.supports_follow_symlinks else {}
_UNKNOWN = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EPERM)


def exchange(folder: OpenFolder, name: str, other: OpenFolder, other_name: str) -> bool:
    """Let two files take each other's places at one moment; false where that can't be done.

    Raises:
        OSError: one of them is not there, or nobody may.
    """
    return _renamed(folder, name, other, other_name, _EXCHANGE)


def move_new(folder: OpenFolder, name: str, other: OpenFolder, other_name: str) -> None:
    """Move a file to a name that nothing has.

    Raises:
        FileExistsError: something has it.
        OSError: the file is not there, or nobody may.
    """
    if _renamed(folder, name, other, other_name, _NO_REPLACE):
        return
    if os.name == "nt":
        Path(folder.at(name)).rename(other.at(other_name))  # never replaces there
        return
    try:
        link(folder, name, other, other_name)
    except OSError as error:
        if error.errno not in _UNKNOWN:
            raise
        _move_where_nothing_links(folder, name, other, other_name)
        return
    os.unlink(folder.at(name), dir_fd=folder.descriptor)


def link(folder: OpenFolder, name: str, other: OpenFolder, other_name: str) -> None:
    """Give a file a second name.

    Raises:
        OSError: the file system has no such thing, or something has the name.
    """
    os.link(
        folder.at(name),
        other.at(other_name),
        src_dir_fd=folder.descriptor,
        dst_dir_fd=other.descriptor,
        **_NOT_FOLLOWED,
    )


def move_over(folder: OpenFolder, name: str, other: OpenFolder, other_name: str) -> None:
    """Move a file to a name, in place of what has it.

    Raises:
        OSError: the file is not there, or nobody may.
    """
    os.replace(
        folder.at(name),
        other.at(other_name),
        src_dir_fd=folder.descriptor,
        dst_dir_fd=other.descriptor,
    )


def _move_where_nothing_links(
    folder: OpenFolder, name: str, other: OpenFolder, other_name: str
) -> None:
    with suppress(FileNotFoundError):
        other.look(other_name)
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), other.at(other_name))
    move_over(folder, name, other, other_name)


def _renamed(folder: OpenFolder, name: str, other: OpenFolder, other_name: str, how: int) -> bool:
    call = _renameat2()
    if call is None or folder.descriptor is None or other.descriptor is None:
        return False
    if call(folder.descriptor, encode(name), other.descriptor, encode(other_name), how) == 0:
        return True
    number = ctypes.get_errno()
    if number in _UNKNOWN:
        return False
    raise OSError(number, os.strerror(number), other.at(other_name))


@cache
def _renameat2() -> Any:
    if sys.platform != "linux":
        return None
    try:
        call = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError):
        return None
    text = ctypes.c_char_p
    call.argtypes = (ctypes.c_int, text, ctypes.c_int, text, ctypes.c_uint)
    return call
