"""The lines of a conversation, each read when it comes into sight: there may be very many."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias, overload

from desktop_app.core.ledger.sessions import SessionEntry, TornLine, read_session

if TYPE_CHECKING:
    from desktop_app.core.ledger.sessions import SessionLog
    from desktop_app.services.jobs import JobContext

Line: TypeAlias = SessionEntry | TornLine
_AT_ONCE = 500


class StoredLines(Sequence[Line]):
    """Keeps the bytes of a file and where its lines begin; blank ones are left out, as read."""

    def __init__(self, data: bytes = b"") -> None:
        self._data = data
        self._starts, self._numbers = array("q"), array("q")
        start, number = 0, 1
        while start < len(data):
            end = data.find(b"\n", start)
            end = len(data) if end < 0 else end
            if data[start:end].strip():
                self._starts.append(start)
                self._numbers.append(number)
            start, number = end + 1, number + 1

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, at: int) -> Line: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Line]: ...

    def __getitem__(self, at: int | slice) -> Line | Sequence[Line]:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self)))]
        start = self._starts[at]
        end = self._data.find(b"\n", start)
        log = read_session(self._data[start : len(self._data) if end < 0 else end])
        number = self._numbers[at]
        if log.entries:
            return replace(log.entries[0], number=number)
        return replace(log.torn[0], number=number)

    def place_of(self, number: int) -> int:
        """Return where the line of a number is; -1 if there is none."""
        return self._numbers.index(number) if number in self._numbers else -1

    def logs(self, context: JobContext) -> Iterator[SessionLog]:
        """Yield the lines some at a time, so that nothing waits for all of them."""
        for first in range(0, len(self), _AT_ONCE):
            context.check()
            after = first + _AT_ONCE
            end = self._starts[after] if after < len(self) else len(self._data)
            yield read_session(self._data[self._starts[first] : end])
