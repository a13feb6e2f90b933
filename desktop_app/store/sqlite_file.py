"""Opens SQLite files for reading and leaves no trace: no file made, no byte or time changed."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from desktop_app.store.file_header import real_path
from desktop_app.store.file_state import StoreState, store_state
from desktop_app.store.sqlite_errors import SQLITE_ERRORS, StoreChangedError, explain, result_code
from desktop_app.store.sqlite_guard import limit_time
from desktop_app.store.sqlite_ways import ATTEMPTS, open_settled

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator
    from pathlib import Path

LONGEST_READ_SECONDS = 120.0
Result = TypeVar("Result")


def never() -> bool:
    """Nobody asks to stop."""
    return False


def read(
    path: Path,
    function: Callable[[sqlite3.Connection], Result],
    *,
    cancelled: Callable[[], bool] = never,
    seconds: float = LONGEST_READ_SECONDS,
) -> Result:
    """Run ``function`` on one consistent state of the file, again if it changes meanwhile.

    Raises:
        StoreBusyError: a writer keeps the file locked; asking again later can work.
        StoreError: the file can't be read; says why.
    """
    for _ in range(ATTEMPTS - 1):
        with (
            suppress(StoreChangedError),
            reading(path, cancelled=cancelled, seconds=seconds) as connection,
        ):
            return function(connection)
    with reading(path, cancelled=cancelled, seconds=seconds) as connection:
        return function(connection)


@contextmanager
def reading(
    path: Path,
    *,
    cancelled: Callable[[], bool] = never,
    seconds: float = LONGEST_READ_SECONDS,
) -> Iterator[sqlite3.Connection]:
    """Open ``path`` for one read transaction; the connection is closed after the block.

    Keep the block short: an open read keeps the engine's log from being reset (hazard H33).

    Args:
        path: The database file.
        cancelled: Asked while statements run; true interrupts them.
        seconds: Statements that run longer than this after opening are interrupted.

    Raises:
        StoreBusyError: a writer keeps the file locked.
        StoreChangedError: the file changed while it was read: use nothing of what was read.
        ReadStoppedError: cancelled, or out of time.
        StoreError: the file can't be read; says why.
    """
    real = real_path(path)
    with ExitStack() as stack:
        connection, before = open_settled(real, stack)
        limit_time(connection, cancelled, seconds)
        try:
            yield connection
        except SQLITE_ERRORS as error:
            _check_unchanged(real, before)
            if not result_code(error):
                # Not from SQLite: a statement of ours is wrong.
                raise
            raise explain(error, real) from error
        _check_unchanged(real, before)


def _check_unchanged(path: Path, before: StoreState | None) -> None:
    if before is not None and store_state(path).main != before.main:
        raise StoreChangedError(f"“{path}” was changed while it was read.", "Read it again.")
