"""Tells what this program has written from what somebody else has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from desktop_app.core.engine_text import decode

if TYPE_CHECKING:
    from desktop_app.core.observational.record import RecordRow
    from desktop_app.services.editing.outcomes import Saved
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.session import Session


_MOST = 20
"""More changes than can be saved between two readings of the file."""


class OwnWrites(QObject):
    """Remembers the rows before and after the changes that this window has saved."""

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._steps: list[tuple[int, int]] = []
        session.editing.saved.connect(self._note)
        session.source_changed.connect(self._forget)

    def made(self, before: ScopeSnapshot | None, after: ScopeSnapshot | None) -> bool:
        """Whether nothing but changes from here lies between two snapshots of a scope."""
        if before is None or after is None:
            return False
        if self._session.editing.is_saving:
            # The file may have been read before it was told that the change is in it.
            return True
        row, wanted = _mark(after.row), _mark(before.row)
        for step in reversed(self._steps):
            if step[1] == row:
                row = step[0]
            if row == wanted:
                return True
        return False

    @Slot(object)
    def _note(self, saved: Saved) -> None:
        swaps = saved.change.records
        self._steps += [(_mark(swap.before), _mark(swap.after)) for swap in swaps]
        del self._steps[:-_MOST]

    @Slot()
    def _forget(self) -> None:
        self._steps.clear()


def _mark(row: RecordRow | None) -> int:
    """Return what tells rows apart; what is read is bytes where what is written is text."""
    values = (getattr(row, name) for name in row.__struct_fields__) if row is not None else ()
    # Only the hash is kept: a row can have some megabytes.
    return hash(tuple(decode(one) if isinstance(one, bytes) else one for one in values))
