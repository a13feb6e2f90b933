"""Notices that a store changed, from file times alone: nothing is opened, no lock is taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.errors import StoreError
from desktop_app.store.file_state import FileStat, now_ns, store_state

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class ProbeToken:
    """What was seen; compare tokens with ``FileProbe.changed_since``.

    Attributes:
        main: The database file; ``None`` when there is none.
        wal: Its ``-wal``.
        journal: Its ``-journal``.
        is_settled: False when a file was written so shortly before that another write in the
            same tick of the clock would leave no mark.
    """

    main: FileStat | None
    wal: FileStat | None
    journal: FileStat | None
    is_settled: bool

    def same_files(self, other: ProbeToken) -> bool:
        """Whether both saw the same files with the same sizes and times."""
        return (self.main, self.wal, self.journal) == (other.main, other.wal, other.journal)


class FileProbe:
    """Looks at one database file; cheap enough to ask several times a second."""

    def __init__(self, path: Path, clock: Callable[[], int] = now_ns) -> None:
        """Watch ``path``; ``clock`` gives nanoseconds since 1970, as file times do."""
        self._path = path
        self._clock = clock

    def token(self) -> ProbeToken:
        """Look now. Take the token before reading, so that no later commit is missed."""
        now = self._clock()
        try:
            state = store_state(self._path)
        except StoreError:
            return ProbeToken(None, None, None, is_settled=True)
        return ProbeToken(state.main, state.wal, state.journal, state.is_settled(now))

    def changed_since(self, seen: ProbeToken) -> bool:
        """Whether anything changed, or may have changed unseen, since ``seen`` was taken.

        A file that is replaced by another of the same size and time counts as changed. After an
        unsettled token the answer is true once more, even if nothing else is seen.
        """
        return not seen.is_settled or not self.token().same_files(seen)
