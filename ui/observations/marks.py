"""Observations that were marked to do something to all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from ui.observations.found_again import find_again

if TYPE_CHECKING:
    from collections.abc import Iterable

    from desktop_app.core.observational.observation import Observation
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.observations.rows import Row
    from ui.session import Session


class Marks(QObject):
    """The marks of the shown scope; they stay with their observations."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._memory_id: str | None = None
        self._marked: dict[int, Observation] = {}
        session.snapshot_changed.connect(self._follow)

    @property
    def indexes(self) -> frozenset[int]:
        """Where the marked ones stand."""
        return frozenset(self._marked)

    def turn(self, rows: Iterable[Row]) -> None:
        """Mark these rows; take the marks away if all of them have one."""
        found = {row.index: row.observation for row in rows}
        if found.keys() <= self._marked.keys():
            for index in found:
                del self._marked[index]
        else:
            self._marked |= found
        self.changed.emit()

    @Slot()
    def clear(self) -> None:
        """Take all marks away."""
        if self._marked:
            self._marked = {}
            self.changed.emit()

    @Slot(object)
    def _follow(self, snapshot: ScopeSnapshot | None) -> None:
        memory_id = snapshot.memory_id if snapshot else None
        before, self._marked = self._marked, {}
        record = snapshot.record if snapshot else None
        if memory_id == self._memory_id and record is not None:
            for place, seen in before.items():
                index, _ = find_again(seen, place, record.observations or ())
                if index is not None:
                    self._marked[index] = (record.observations or ())[index]
        self._memory_id = memory_id
        if before:
            self.changed.emit()
