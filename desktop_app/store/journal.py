"""Our journal of changes in a workspace; SQLAlchemy is loaded only once there is one."""

from __future__ import annotations

import zlib
from contextlib import contextmanager
from io import BytesIO
from itertools import count
from typing import TYPE_CHECKING

from desktop_app.core.editing.codec import decode_change, encode_change
from desktop_app.core.errors import DamagedError, NotFoundError, StoreError
from desktop_app.store.file_header import unreadable
from desktop_app.store.file_state import companion
from desktop_app.store.own_folder import check_inside
from desktop_app.store.write_errors import explain_file_error

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from desktop_app.core.changes import Change
    from desktop_app.core.editing.journal import Entry, EntryState, Names
    from desktop_app.store.journal_queries import JournalQueries

_FAST = 1
_COMPANIONS = ("-journal", "-wal", "-shm", "")
_MOST_BYTES = 512 * 1024 * 1024
"""Of one change, unpacked. Few packed bytes can be made to unpack to any number of them."""
_PIECE = 1 << 16


class SqliteJournal:
    """Implements ``core.editing.journal.Journal`` on a file in our folder.

    Args:
        folder: From ``own_folder``; made with the first entry.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / "journal.db"

    @property
    def path(self) -> Path:
        return self._path

    def intend(self, entry: Entry, change: Change) -> None:
        length, packed = _packed(change)
        if length > _MOST_BYTES:
            raise StoreError(
                f"The content of “{entry.label}” takes {length >> 20} MB, more than the journal "
                f"of changes keeps of one change ({_MOST_BYTES >> 20} MB).",
                "Nothing was written. It could not be undone.",
            )
        with self._writing() as journal:
            journal.add(entry, packed)

    def settle(self, entry_id: str, state: EntryState) -> None:
        with self._writing() as journal:
            if not journal.settle(entry_id, state):
                raise _missing(entry_id)

    def entry(self, entry_id: str) -> Entry | None:
        with self._reading() as journal:
            return journal.entry(entry_id) if journal else None

    def change(self, entry_id: str) -> Change:
        try:
            with self._reading() as journal:
                data = journal.change(entry_id) if journal else None
            if data is None:
                raise _missing(entry_id)
            return decode_change(_unpacked(data))
        except (zlib.error, ValueError) as error:
            raise _damaged(entry_id, str(error)) from error

    def entries(
        self, names: Names, *, before: str = "", limit: int = 200, memory_id: str | None = None
    ) -> Sequence[Entry]:
        with self._reading() as journal:
            if journal is None:
                return ()
            return journal.page(_all(names), before=before, limit=limit, memory_id=memory_id)

    def members(self, names: Names, group: str) -> Sequence[Entry]:
        with self._reading() as journal:
            return journal.members(_all(names), group) if journal else ()

    def last_step(self, entry_id: str) -> Entry | None:
        with self._reading() as journal:
            return journal.last_step(entry_id) if journal else None

    def intended(self, names: Names) -> Sequence[Entry]:
        with self._reading() as journal:
            return journal.intended(_all(names)) if journal else ()

    def undoable(self, names: Names) -> Entry | None:
        with self._reading() as journal:
            return journal.undoable(_all(names)) if journal else None

    def redoable(self, names: Names) -> Entry | None:
        with self._reading() as journal:
            return journal.redoable(_all(names)) if journal else None

    def move_aside(self) -> Path:
        """Give a damaged journal another name, so that a new one can start; return that name.

        Raises:
            StoreError: it can't be renamed.
        """
        check_inside(self._path, self._path.parent.parent)
        target = next(path for path in self._names_aside() if not path.exists())
        try:
            for suffix in _COMPANIONS:
                file = companion(self._path, suffix)
                if file.exists():
                    file.rename(companion(target, suffix))
        except OSError as error:
            raise explain_file_error(error, self._path) from error
        return target

    def _names_aside(self) -> Iterator[Path]:
        return (self._path.with_name(f"journal-damaged-{number}.db") for number in count(1))

    @contextmanager
    def _reading(self) -> Iterator[JournalQueries | None]:
        try:
            is_there = self._path.exists()
        except OSError as error:
            raise unreadable(self._path, error) from error
        if not is_there:
            yield None
            return
        from desktop_app.store import journal_file  # noqa: PLC0415 - loads SQLAlchemy, 0.16 s

        with journal_file.reading(self._path) as journal:
            yield journal

    @contextmanager
    def _writing(self) -> Iterator[JournalQueries]:
        from desktop_app.store import journal_file  # noqa: PLC0415 - loads SQLAlchemy, 0.16 s

        with journal_file.writing(self._path) as journal:
            yield journal


def _all(names: Names) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else names


def _packed(change: Change) -> tuple[int, bytes]:
    """Return how many bytes a change has, and those bytes in less room."""
    packer, found, length = zlib.compressobj(_FAST), BytesIO(), 0
    for piece in encode_change(change):
        length += len(piece)
        found.write(packer.compress(piece))
    found.write(packer.flush())
    return length, found.getvalue()


def _unpacked(data: bytes) -> bytearray:
    packed = zlib.decompressobj()
    found = bytearray()
    # In pieces: to put a long text together at once keeps all other threads waiting.
    for start in range(0, len(data), _PIECE):
        found += packed.decompress(data[start : start + _PIECE], _MOST_BYTES + 1 - len(found))
        if packed.eof or len(found) > _MOST_BYTES:
            break
    if not packed.eof or len(found) > _MOST_BYTES:
        raise zlib.error("they are cut off, or larger than any that Memloupe stores")
    return found


def _damaged(entry_id: str, reason: str) -> DamagedError:
    return DamagedError(
        f"The stored rows of the change “{entry_id}” are damaged: {reason}.",
        "It can't be undone. Use the copy of the file from before the change.",
    )


def _missing(entry_id: str) -> NotFoundError:
    return NotFoundError(f"The journal has no entry “{entry_id}”.")
