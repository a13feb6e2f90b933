"""What is needed of a workspace's files, as interfaces; ``store`` has the real ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from desktop_app.core.changes import Change
    from desktop_app.core.files.facts import FileFacts
    from desktop_app.core.files.row import FileRow
    from desktop_app.core.ports import Cancelled


class MemoryFolder(Protocol):
    """Reads the files below one workspace; follows no link and leaves no trace.

    Paths are relative to the workspace, with ``/``, as engine text. ``..``, an absolute path and
    a path through a link are refused.

    Raises (every call):
        StoreError: it can't be read; says why.
        RefusedError: the path leads out of the workspace, or through a link.
    """

    @property
    def root(self) -> Path: ...

    def entries(
        self, below: str = "", *, levels: int | None = None, cancelled: Cancelled = ...
    ) -> tuple[FileFacts, ...]:
        """Return what is below a folder, in code-point order of the paths; hidden ones too.

        Folders are listed before what is in them. Our own folder is left out. A folder that
        nobody may look into, or that is not there, has nothing in it.

        Args:
            below: The folder; ``""`` for the workspace.
            levels: How deep to look, 1 for the folder alone; ``None`` for everything.
            cancelled: Asked now and then; true ends it with ``JobCancelledError``.
        """

    def unlisted(self, below: str = "") -> tuple[str, ...]:
        """Return the folders that nobody may look into, the given one too: they seem empty."""

    def facts(self, path: str) -> FileFacts | None:
        """Return what stands under a name, ``None`` if nothing does."""

    def read(self, path: str) -> FileRow | None:
        """Return a whole file, ``None`` if there is none; read again if it changes meanwhile."""

    def head(self, path: str, most: int) -> bytes:
        """Return the first bytes of a file, no more than ``most``."""

    def token(
        self, folders: Sequence[str], files: Sequence[str] = (), *, levels: int | None = None
    ) -> object:
        """Return a mark of what is below these folders, so many levels deep, and of these files.

        Two marks are equal if nothing was written, made, removed or replaced in between.
        """


class FileWriter(Protocol):
    """Writes files of one workspace.

    Raises (every call):
        ReadOnlyError, DiskFullError, StoreError: says what is wrong and what is safe.
        RefusedError: a path leads out of the workspace, or through a link.
    """

    def present(self, change: Change) -> Change:
        """Return ``change`` with every ``before`` of its files as it stands on the disk now.

        One whose bytes are as expected keeps a time of ``None``. The folders that are missing
        for new files are named in it: taken back, the change removes them if they are empty.
        """

    def write(self, change: Change) -> None:
        """Compare and swap all files of ``change``: all of them or none.

        Each is written beside its place and renamed into it; mode and owner stay. What another
        program writes into a file while it is replaced is not lost: it is put back in its place.

        Raises:
            RowsDifferError: a file is not as in ``before``.
        """

    def settle(self, change: Change) -> bool:
        """Return whether a change reached the disk; what was written in part is taken back."""
