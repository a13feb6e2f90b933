"""Our own folder in a workspace: journal and copies; made at the first change, kept from git."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from desktop_app.core.errors import StoreError
from desktop_app.store.file_header import real_path
from desktop_app.store.write_errors import explain_file_error

if TYPE_CHECKING:
    from pathlib import Path

OWN_FOLDER = ".memloupe"
_FOLDER_MODE = 0o700
_FILE_MODE = 0o600
_IGNORED = b"*\n"


def own_folder(workspace: Path) -> Path:
    """Return where our folder in ``workspace`` is or will be; nothing is made."""
    return workspace / OWN_FOLDER


def make_folder(folder: Path) -> None:
    """Make our folder, for its owner alone, with a rule that keeps it out of git.

    Raises:
        ReadOnlyError, DiskFullError: it can't be made.
        StoreError: something else is there, or a link that leads out of the workspace.
    """
    check_inside(folder, folder.parent)
    try:
        folder.mkdir(mode=_FOLDER_MODE, exist_ok=True)
        make_file(folder / ".gitignore", _IGNORED)
    except OSError as error:
        if folder.exists() and not folder.is_dir():
            raise _in_the_way(folder) from error
        raise explain_file_error(error, folder) from error


def make_subfolder(folder: Path, name: str) -> Path:
    """Make a folder below ours and return it.

    Raises:
        StoreError: as ``make_folder``.
    """
    make_folder(folder)
    made = folder / name
    check_inside(made, folder.parent)
    try:
        made.mkdir(mode=_FOLDER_MODE, exist_ok=True)
    except OSError as error:
        raise explain_file_error(error, made) from error
    return made


def make_file(path: Path, content: bytes = b"") -> None:
    """Make a file that only its owner reads; one that is there stays.

    Raises:
        OSError: it can't be made.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _FILE_MODE)
    except FileExistsError:
        return
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(content)


def check_inside(path: Path, workspace: Path) -> None:
    """Refuse a path that leads out of the workspace over a link.

    Raises:
        StoreError: it does.
    """
    if not real_path(path).is_relative_to(real_path(workspace)):
        raise StoreError(
            f"“{path}” is a link that leads out of the workspace, to “{real_path(path)}”. It was "
            "not followed.",
            "Nothing was written. Remove the link to edit here.",
        )


def _in_the_way(folder: Path) -> StoreError:
    return StoreError(
        f"“{folder}” is a file. Memloupe keeps the journal of changes in a folder of this name.",
        "Nothing was written. Move the file away to edit here.",
    )
