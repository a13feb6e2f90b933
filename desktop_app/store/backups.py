"""Copies of an engine's file from before the first change of a session."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing, suppress
from datetime import datetime
from secrets import token_hex
from typing import TYPE_CHECKING

from desktop_app.core.engine_time import EngineTime, format_seconds
from desktop_app.store import sqlite_file
from desktop_app.store.file_header import same_file, unreadable
from desktop_app.store.file_state import companion
from desktop_app.store.own_folder import check_inside, make_file, make_subfolder
from desktop_app.store.sqlite_errors import ReadStoppedError, StoreChangedError, result_code
from desktop_app.store.sqlite_ways import ATTEMPTS, file_uri
from desktop_app.store.write_errors import explain_file_error, explain_write

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

KEPT = 5
_SUBFOLDER = "backups"
_PAGES_AT_ONCE = 256
_ABANDONED_SECONDS = 3_600
_OF_THE_COPY = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
)


class SqliteBackups:
    """Implements ``core.editing.ports.Backups`` with SQLite's own backup.

    The file is read as everywhere, without a trace and without keeping the engine from writing.

    Args:
        path: The engine's file.
        folder: From ``own_folder``; made with the first copy.
        now: The clock.
    """

    def __init__(self, path: Path, folder: Path, now: Callable[[], EngineTime]) -> None:
        self._path = path
        self._folder = folder
        self._now = now
        self._name = re.compile(re.escape(path.stem) + r"-(\d{8}-\d{6})(?:-(\d+))?\.db")

    @property
    def folder(self) -> Path:
        return self._folder / _SUBFOLDER

    def newest(self) -> EngineTime | None:
        """Return when the newest copy was made, ``None`` if there is none.

        One from the future is left out: it was made while a clock was wrong.
        """
        now, made = self._stamp(), self._made()
        stamp = self._order(made[-1])[0] if made else ""
        if not stamp or stamp > now:
            return None
        try:
            time = datetime.strptime(f"{stamp}+0000", "%Y%m%d-%H%M%S%z")
        except ValueError:
            return None  # a name that we did not give
        return EngineTime(int(time.timestamp()))

    def make(self, cancelled: Callable[[], bool]) -> Path:
        """Copy the file, remove the oldest copies, and return where the new one is.

        Raises:
            DiskFullError, ReadOnlyError: there is no room, or nobody may write here.
            ReadStoppedError: cancelled. What was copied is removed.
            StoreError: the file can't be read; says why.
        """
        folder = make_subfolder(self._folder, _SUBFOLDER)
        self._remove_abandoned()
        target = self._free_name(folder)
        # The random part keeps two processes apart.
        partial = target.with_name(f"{target.name}.{token_hex(4)}.partial")
        try:
            self._copy(partial, cancelled)
            partial.rename(target)
            for old in self._made()[:-KEPT]:
                old.unlink(missing_ok=True)
        except OSError as error:
            raise explain_file_error(error, partial) from error
        finally:
            _remove(partial)
        return target

    def _copy(self, partial: Path, cancelled: Callable[[], bool]) -> None:
        for attempt in range(ATTEMPTS):
            _remove(partial)
            make_file(partial)
            try:
                with sqlite_file.reading(same_file(self._path), cancelled=cancelled) as source:
                    _back_up(source, partial, cancelled)
            except StoreChangedError:
                if attempt == ATTEMPTS - 1:
                    raise
            else:
                return

    def _made(self) -> Sequence[Path]:
        """Return the copies of this file, oldest first; those from the future before them."""
        check_inside(self.folder, self._folder.parent)
        try:
            found = [path for path in self.folder.iterdir() if self._name.fullmatch(path.name)]
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise unreadable(self.folder, error) from error
        now = self._stamp()
        return sorted(found, key=lambda path: (self._order(path)[0] <= now, self._order(path)))

    def _order(self, path: Path) -> tuple[str, int]:
        match = self._name.fullmatch(path.name)
        assert match is not None
        return match[1], int(match[2] or 1)

    def _stamp(self) -> str:
        time = re.sub(r"\D", "", format_seconds(self._now()))
        return f"{time[:8]}-{time[8:]}"

    def _free_name(self, folder: Path) -> Path:
        stamp = self._stamp()
        taken = [number for made, number in map(self._order, self._made()) if made == stamp]
        number = max(taken, default=0) + 1
        ending = f"-{number}" if number > 1 else ""
        return folder / f"{self._path.stem}-{stamp}{ending}.db"

    def _remove_abandoned(self) -> None:
        """Remove what a process that died has left half copied."""
        now = self._now().unix_seconds
        for partial in self.folder.glob("*.partial"):
            with suppress(OSError):
                if now - partial.stat().st_mtime > _ABANDONED_SECONDS:
                    _remove(partial)


def _back_up(source: sqlite3.Connection, partial: Path, cancelled: Callable[[], bool]) -> None:
    def check(_status: int, _left: int, _all: int) -> None:
        if cancelled():
            raise ReadStoppedError("Copying the file was stopped.", "Nothing was written.")

    try:
        with closing(
            sqlite3.connect(f"{file_uri(partial)}?mode=rw", uri=True, isolation_level=None)
        ) as target:
            source.backup(target, pages=_PAGES_AT_ONCE, progress=check)
    except sqlite3.Error as error:
        if result_code(error) not in _OF_THE_COPY:
            raise
        raise explain_write(error, partial) from error


def _remove(partial: Path) -> None:
    for suffix in ("", "-journal", "-wal", "-shm"):
        companion(partial, suffix).unlink(missing_ok=True)
