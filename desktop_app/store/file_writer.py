"""Writes files of a workspace: all files of a change, or none of them."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.changes import Change, Swap
from desktop_app.core.editing.ports import RowsDifferError
from desktop_app.core.errors import RefusedError, StoreError
from desktop_app.store.file_staging import alone, remove_leftovers
from desktop_app.store.file_step import differs
from desktop_app.store.file_transaction import FileTransaction
from desktop_app.store.made_folders import folders_to_make, remove_empty
from desktop_app.store.memory_folder import DiskFolder
from desktop_app.store.open_folder import shown, split
from desktop_app.store.own_folder import OWN_FOLDER
from desktop_app.store.replaced_files import ReplacedFiles

if TYPE_CHECKING:
    from pathlib import Path

    from desktop_app.core.files.row import FileRow


class DiskWriter:
    """Implements ``core.files.ports.FileWriter``.

    Args:
        root: The workspace, every link in its path followed.
        own: Our folder in it, from ``own_folder``; made with the first change.
    """

    def __init__(self, root: Path, own: Path) -> None:
        self._root = root
        self._own = own
        self._folder = DiskFolder(root)

    def present(self, change: Change) -> Change:
        """Return ``change`` with every ``before`` of its files as it stands on the disk now.

        It names the folders that are made for its files, too.

        Raises:
            StoreBusyError: a file is being written.
            StoreError, RefusedError: as in the port.
        """
        files = tuple(map(self._present, change.files))
        going = tuple(swap for swap in change.folders if swap.after is None)
        return replace(change, files=files, folders=(*folders_to_make(files, self._folder), *going))

    def write(self, change: Change) -> None:
        """Compare and swap all files of ``change``: all of them or none.

        Raises:
            RowsDifferError: a file is not as in ``before``.
            StoreBusyError: another program has a file open for writing.
            ReadOnlyError, DiskFullError, StoreError, RefusedError: as in the port.
        """
        _check(change)
        with alone(self._own) as waiting:
            self._refuse_made_by_others(change)
            self._write(change, waiting)

    def settle(self, change: Change) -> bool:
        """Return whether a change reached the disk; what was written in part is taken back.

        Empty folders that it was to make or to remove go too. Nothing tells whether they are its
        own: one that somebody has made in the place of one that it never came to make goes as well.

        Raises:
            ReadOnlyError, DiskFullError, StoreError: what was written in part can't be taken back.
        """
        _check(change)
        with alone(self._own) as waiting:
            reached = self._has_reached(change)
            if not reached:
                for swap in reversed(change.files):
                    self._take_back(swap, waiting)
            remove_empty(self._root, (change if reached else change.inverse()).folders)
            remove_leftovers(self._root, self._own, change)
        return reached

    def _write(self, change: Change, waiting: Path) -> None:
        kept = ReplacedFiles(self._own)
        with FileTransaction(self._root, waiting, kept.keep) as transaction:
            transaction.run(change.files)
        remove_empty(self._root, change.folders)

    def _refuse_made_by_others(self, change: Change) -> None:
        """Let the change be looked at anew: a folder that was there before is none of its own."""
        for swap in change.folders:
            if swap.after is not None and self._folder.facts(swap.after) is not None:
                raise differs(swap.after)

    def _present(self, swap: Swap[FileRow]) -> Swap[FileRow]:
        found, before = self._folder.read(_path(swap)), swap.before
        if found and before and before.mtime_ns is None and before.data == found.data:
            found = msgspec.structs.replace(found, mtime_ns=None)
        return replace(swap, before=found)

    def _has_reached(self, change: Change) -> bool:
        as_after = [self._is(swap, swap.after) for swap in change.files]
        as_before = [
            self._is(swap, swap.before)
            for swap, written in zip(change.files, as_after, strict=True)
            if not written
        ]
        # A file that is neither has been written by another program since.
        return any(as_after) and not any(as_before)

    def _take_back(self, swap: Swap[FileRow], waiting: Path) -> None:
        if not self._is(swap, swap.after) or self._is(swap, swap.before):
            return
        with suppress(RowsDifferError):  # somebody goes on from what we wrote
            self._write(Change(label="", files=(swap.inverse(),)), waiting)

    def _is(self, swap: Swap[FileRow], row: FileRow | None) -> bool:
        try:
            found = self._folder.read(_path(swap))
        except (StoreError, RefusedError):
            return False
        if found is None or row is None:
            return found is row
        return found.data == row.data and row.mtime_ns in {None, found.mtime_ns}


def _path(swap: Swap[FileRow]) -> str:
    row = swap.before or swap.after
    assert row is not None
    return row.path


def _check(change: Change) -> None:
    for path, times in Counter(map(_path, change.files)).items():
        if split(path)[:1] in {(), (OWN_FOLDER,)} or times > 1:
            raise RefusedError(
                f"“{shown(path)}” can't be changed: it is not one file of the agent's.",
                "Nothing was written.",
            )
