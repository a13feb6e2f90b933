"""The rows of a review: which are left, which one is looked at, what was decided in which order."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ui.review.joining import joined
from ui.review.rows import Row, State, arranged

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
        self._places: dict[int, int] = {}
        self._left = 0
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
        return self._left

    @property
    def done(self) -> int:
        """How many rows have one."""
        return len(self._rows) - self._left

    def restore(self, rows: list[Row]) -> None:
        """Take over what was decided before the program was started."""
        self.trail, self.decided = list(rows), list(rows)

    def forget_decided(self) -> None:
        """Keep only what waits for a decision in sight; ``trail`` still knows the others."""
        self.decided = [row for row in self.decided if row.is_left]
        self.replace([row for row in self._rows if row.is_left])

    def replace(self, rows: Iterable[Row]) -> None:
        """Show other rows; the one that is looked at stays, or the one in its place."""
        at = self._at(self._current)
        rows = list(rows)
        if rows == self._rows:
            return
        self._rows = rows
        self._places = {id(row): at for at, row in enumerate(rows)}
        self._left = sum(row.is_left for row in rows)
        self.replaced.emit()
        same = self._current if id(self._current) in self._places else None
        self.go(same or self._left_from(at) or (rows[min(at, len(rows) - 1)] if rows else None))

    def join(
        self,
        found: Iterable[Difference],
        since: int,
        *,
        memory_id: str | None = None,
        is_part: bool = False,
    ) -> None:
        """List what was found open, in the whole file or in one scope (see ``joined``)."""
        here, others = list(self._rows), list[Row]()
        if memory_id is not None:
            here = [row for row in self._rows if row.memory_id == memory_id]
            others = [row for row in self._rows if row.memory_id != memory_id]
        result = joined(here, found, since, is_part=is_part)
        self.replace(arranged([*others, *result.rows]) if others else result.rows)
        for row in result.renumbered:
            self.row_changed.emit(row)

    def set_state(self, row: Row, state: State, problem: str = "") -> None:
        """Say what became of a row."""
        was_left = row.is_left
        row.state, row.problem = state, problem
        if id(row) in self._places:
            self._left += row.is_left - was_left
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

    def go_to_first(self) -> None:
        """Look at the first row that waits for a decision."""
        self.go(self._left_from(0) or self._current)

    def go_on(self) -> None:
        """Look at the next row that waits for a decision."""
        self.go(self._left_from(self._at(self._current) + 1) or self._left_from(0) or self._current)

    def _left_from(self, start: int) -> Row | None:
        if not self._left:
            return None
        return next((row for row in islice(self._rows, max(start, 0), None) if row.is_left), None)

    def _at(self, wanted: Row | None) -> int:
        return self._places.get(id(wanted), 0)
