"""A person's progress in reviewing a workspace: a SQLite file of ours in their own folder."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from desktop_app.core.errors import DamagedError, StoreBusyError, StoreError
from desktop_app.core.review.progress import Round
from desktop_app.store import review_tables as tables
from desktop_app.store.file_state import companion
from desktop_app.store.own_folder import make_file
from desktop_app.store.sqlite_errors import DamagedStoreError, result_code
from desktop_app.store.sqlite_ways import file_uri
from desktop_app.store.write_errors import explain_file_error, explain_write

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from desktop_app.core.review.progress import Decision, SeenScope

_BUSY_SECONDS = 5.0
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
_COMPANIONS = ("-journal", "")


class ReviewFile:
    """Implements ``core.review.progress.ReviewProgress``; made with the first decision.

    Each call is one transaction, so two programs may work on one review.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def path(self) -> Path:
        return self._path

    def is_begun(self) -> bool:
        with self._reading() as connection:
            return connection is not None

    def begin(self) -> None:
        with self._writing():
            pass

    def see(self, scopes: Iterable[SeenScope]) -> None:
        with self._writing() as connection:
            tables.forget_seen(connection)
            tables.write_seen(connection, scopes)

    def known(self) -> frozenset[str]:
        with self._reading() as connection:
            return tables.known(connection) if connection else frozenset()

    def seen(self, memory_ids: Sequence[str]) -> Mapping[str, SeenScope]:
        with self._reading() as connection:
            return tables.read_seen(connection, memory_ids) if connection else {}

    def decide(self, decision: Decision) -> Decision:
        with self._writing() as connection:
            return replace(decision, id=tables.add_decision(connection, decision))

    def take_back(self, decision: Decision) -> bool:
        with self._writing() as connection:
            return tables.take_decision_back(connection, decision)

    def round(self) -> Round:
        with self._reading() as connection:
            return tables.read_round(connection) if connection else Round()

    def finish_round(self) -> None:
        with self._writing() as connection:
            tables.end_round(connection)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        """Open the file for reading; ``None`` where nothing was decided yet."""
        if not self._path.exists():
            yield None
            return
        with self._translated(), closing(self._connect()) as connection:
            connection.execute("BEGIN")
            yield connection if tables.version(connection, self._path) else None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one transaction, made if need be; on the disk when it ends."""
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            make_file(self._path)
        except OSError as error:
            raise explain_file_error(error, self._path) from error
        with self._translated(), closing(self._connect()) as connection:
            connection.execute("BEGIN IMMEDIATE")
            if not tables.version(connection, self._path):
                tables.make_tables(connection)
            yield connection
            connection.execute("COMMIT")

    def _connect(self) -> sqlite3.Connection:
        # For writing even where it is only read: what a crash has left half done is undone so.
        connection = sqlite3.connect(
            f"{file_uri(self._path)}?mode=rw",
            uri=True,
            timeout=_BUSY_SECONDS,
            isolation_level=None,
        )
        connection.execute("PRAGMA trusted_schema=0").close()
        return connection

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except DamagedError as error:
            raise self._begun_anew(error) from error
        except sqlite3.Error as error:
            if result_code(error) in _DAMAGED:
                raise self._begun_anew(error) from error
            found = explain_write(error, self._path)
            if isinstance(found, StoreBusyError):
                raise StoreBusyError(
                    f"Another Memloupe is writing to “{self._path}”.", "Try again in a moment."
                ) from error
            raise found from error

    def _begun_anew(self, error: Exception) -> StoreError:
        """Move the damaged file aside and say so."""
        names = (self._path.with_name(f"{self._path.stem}-damaged-{at}.db") for at in count(1))
        aside = next(name for name in names if not name.exists())
        try:
            for suffix in _COMPANIONS:
                file = companion(self._path, suffix)
                if file.exists():
                    file.rename(companion(aside, suffix))
        except OSError as refusal:
            return explain_file_error(refusal, self._path)
        return DamagedStoreError(
            f"The progress of your review was damaged ({error}). It lies in “{aside}” now.",
            "The memory itself is not touched. The review begins anew.",
        )
