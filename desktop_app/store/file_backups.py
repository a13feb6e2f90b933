"""Copies of memory files from before the first change of each in a session."""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import encode
from desktop_app.store.file_header import unreadable
from desktop_app.store.own_folder import check_inside, make_subfolder
from desktop_app.store.write_errors import explain_file_error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from desktop_app.core.changes import Change
    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.files.row import FileRow

KEPT = 10
"""Sessions; the journal has what was before every change anyway."""
_SUBFOLDERS = "backups", "before"
_NAME = re.compile(r"\d{8}-\d{6}")
_FORMAT = "%Y%m%d-%H%M%S"
_FOLDER_MODE, _FILE_MODE = 0o700, 0o600
_MAKE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


class DiskBackups:
    """Implements ``core.editing.ports.FileBackups``: a folder for each session, paths below it.

    Args:
        own: From ``own_folder``; made with the first copy.
    """

    def __init__(self, own: Path) -> None:
        self._own = own
        self._folder = own.joinpath(*_SUBFOLDERS)

    def keep(
        self,
        change: Change,
        now: EngineTime,
        session_seconds: int,
        cancelled: Callable[[], bool],
    ) -> Path | None:
        rows = [swap.before for swap in change.files if swap.before is not None]
        session = self._session(now, session_seconds)
        made: list[Path] = []
        for row in rows:
            target = session / os.fsdecode(encode(row.path))
            if cancelled():
                break
            if not os.path.lexists(target):
                self._copy(row, target)
                made.append(target)
        if made:
            self._remove_old()
        return next(iter(made), None)

    def _session(self, now: EngineTime, session_seconds: int) -> Path:
        """Return the folder of this session, which may not be there yet."""
        newest = max(self._sessions(), default=None)
        oldest = datetime.fromtimestamp(now.unix_seconds - session_seconds, UTC)
        if newest is not None and newest.name > oldest.strftime(_FORMAT):
            return newest
        return self._folder / datetime.fromtimestamp(now.unix_seconds, UTC).strftime(_FORMAT)

    def _sessions(self) -> Iterator[Path]:
        check_inside(self._folder, self._own.parent)
        try:
            yield from (one for one in self._folder.iterdir() if _NAME.fullmatch(one.name))
        except FileNotFoundError:
            return
        except OSError as error:
            raise unreadable(self._folder, error) from error

    def _copy(self, row: FileRow, target: Path) -> None:
        make_subfolder(self._own, _SUBFOLDERS[0])
        check_inside(target, self._own.parent)
        # Short, for the name may be as long as a name can be.
        partial = target.parent / f".{os.urandom(8).hex()}"
        try:
            target.parent.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
            try:
                _write(row, partial)
                partial.replace(target)
            finally:
                partial.unlink(missing_ok=True)
        except OSError as error:
            raise explain_file_error(error, target) from error

    def _remove_old(self) -> None:
        for old in sorted(self._sessions())[:-KEPT]:
            with suppress(OSError):
                shutil.rmtree(old)


def _write(row: FileRow, path: Path) -> None:
    with os.fdopen(os.open(path, _MAKE, _FILE_MODE), "wb") as file:
        file.write(row.data)
    if row.mtime_ns is not None:
        os.utime(path, ns=(row.mtime_ns, row.mtime_ns))
