"""Folders that a change of files makes, and that go again when it is taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.changes import Swap
from desktop_app.store.open_folder import remove_folder, split

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from desktop_app.core.files.row import FileRow
    from desktop_app.store.memory_folder import DiskFolder


def folders_to_make(files: Iterable[Swap[FileRow]], folder: DiskFolder) -> tuple[Swap[str], ...]:
    """Return the folders that are missing above new files, outer ones first.

    Args:
        files: As they are on the disk, and as they shall be.
        folder: Looks whether a folder is there.
    """
    paths = (swap.after.path for swap in files if swap.before is None and swap.after is not None)
    above = dict.fromkeys(one for path in paths for one in _folders_above(path))
    missing: list[str] = []
    for path in above:
        outer = path.rpartition("/")[0]
        if outer in missing or folder.facts(path) is None:
            missing.append(path)
    return tuple(Swap(None, path) for path in missing)


def remove_empty(root: Path, folders: Sequence[Swap[str]]) -> None:
    """Remove those folders that a change takes away, as far as nothing is in them."""
    for swap in folders:
        if swap.before is not None:
            remove_folder(root, split(swap.before))


def _folders_above(path: str) -> Iterator[str]:
    parts = path.split("/")[:-1]
    return ("/".join(parts[:depth]) for depth in range(1, len(parts) + 1))
