"""The rows of a review: which are left, which one is looked at, what was decided in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ui.review.rows import Row, State, arranged, merged

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from desktop_app.core.review.differences import Difference


class Board(QObject):
    """Rows by scope, then number, and the one that is looked at.

    ``trail`` has what was decided, oldest first; ``decided`` every row that is not open, also those
    that a filter hides.
    """

    replaced = Signal()  # other rows
    row_changed = Signal(object)  # Row: another state
    current_changed = Signal(object)  # Row | None

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._current: Row | None = None
        self.trail: list[Row] = []
        self.decided: list[Row] = []

    @property
    def rows(self) -> Sequence[Row]:
        """All rows in order."""
        return self._rows

    @property
    def current(self) -> Row | None:
        """The one that is looked at."""
        return self._current

    @property
    def left(self) -> int:
        """How many rows wait for a decision."""
        return sum(row.is_left for row in self._rows)

    @property
    def done(self) -> int:
        """How many rows have one."""
        return len(self._rows) - self.left

    def restore(self, rows: list[Row]) -> None:
        """Take over what was decided before the program was started."""
        self.trail, self.decided = list(rows), list(rows)

    def add(self, found: Iterable[Difference]) -> None:
        """List further items."""
        self.replace(merged(self._rows, found))

    def replace(self, rows: Iterable[Row]) -> None:
        """Show other rows; the one that is looked at stays, or the one in its place."""
        at = self._at(self._current)
        rows = list(rows)
        if rows == self._rows:
            return
        self._rows = rows
        self.replaced.emit()
        key = self._current.key if self._current else None
        same = next((row for row in rows if row.key == key), None)
        self.go(same or self._left_from(at) or (rows[min(at, len(rows) - 1)] if rows else None))

    def renew(self, memory_id: str, found: Iterable[Difference]) -> None:
        """List what is open in one scope now."""
        others = [row for row in self._rows if row.memory_id != memory_id]
        own = [row for row in self._rows if row.memory_id == memory_id]
        self.replace(arranged([*others, *renewed(own, found)]))

    def set_state(self, row: Row, state: State, problem: str = "") -> None:
        """Say what became of a row."""
        row.state, row.problem = state, problem
        others = [one for one in self.decided if one is not row]
        self.decided = others if state is State.OPEN else [*others, row]
        self.row_changed.emit(row)

    def go(self, row: Row | None) -> None:
        """Look at a row."""
        if row is not self._current:
            self._current = row
            self.current_changed.emit(row)

    def step(self, by: int) -> None:
        """Look at the next or the previous row; after the last one, at the first that is left."""
        at = self._at(self._current) + by
        if 0 <= at < len(self._rows):
            self.go(self._rows[at])
        elif by > 0 and self._rows:
            self.go(self._left_from(0) or self._current)

    def go_on(self) -> None:
        """Look at the next row that waits for a decision."""
        self.go(self._left_from(self._at(self._current) + 1) or self._left_from(0) or self._current)

    def _left_from(self, start: int) -> Row | None:
        return next((row for row in self._rows[max(start, 0) :] if row.is_left), None)

    def _at(self, wanted: Row | None) -> int:
        return next((at for at, row in enumerate(self._rows) if row is wanted), 0)


def renewed(rows: Sequence[Row], found: Iterable[Difference]) -> list[Row]:
    """Return rows after reading again: decided ones stay, open ones are those that were found."""
    old = {row.key: row for row in rows}
    fresh = [old.get(row.key, row) for row in map(Row, found)]
    keys = {row.key for row in fresh}
    stay = [row for row in rows if row.state is not State.OPEN and row.key not in keys]
    return arranged([*stay, *fresh])
