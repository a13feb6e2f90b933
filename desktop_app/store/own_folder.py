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
        StoreError: something else is there, or a link.
    """
    check_inside(folder, folder.parent)
    _make(folder)
    try:
        make_file(folder / ".gitignore", _IGNORED)
    except OSError as error:
        raise explain_file_error(error, folder) from error


def make_subfolder(folder: Path, name: str) -> Path:
    """Make a folder below ours and return it.

    Raises:
        StoreError: as ``make_folder``.
    """
    make_folder(folder)
    made = folder / name
    check_inside(made, folder.parent)
    _make(made)
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
    """Refuse a path with a link in it below the workspace.

    One that stays in the workspace can lead to the engine's file, or make git ignore all of it.

    Raises:
        StoreError: there is one.
    """
    real, root = real_path(path), real_path(workspace)
    if real != root / path.relative_to(workspace):
        leads = "to" if real.is_relative_to(root) else "that leads out of the workspace, to"
        raise StoreError(
            f"“{path}” is a link {leads} “{real}”. It was not followed.",
            "Nothing was written. Remove the link to edit here.",
        )


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=_FOLDER_MODE, exist_ok=True)
    except OSError as error:
        if folder.exists() and not folder.is_dir():
            raise in_the_way(folder) from error
        raise explain_file_error(error, folder) from error


def in_the_way(folder: Path) -> StoreError:
    """Say that a file has the name of a folder of ours."""
    return StoreError(
        f"“{folder}” is a file. Memloupe keeps the journal of changes and copies of the engine's "
        "file in a folder of this name.",
        "Nothing was written. Move the file away to edit here.",
    )
