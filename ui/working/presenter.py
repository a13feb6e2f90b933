"""What the table of working memory and its inspector share: rows, filter, order, selection."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot

from ui.navigation import Place, Target
from ui.working.model import Column, WorkingRow, arranged, working_rows

if TYPE_CHECKING:
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.session import Session


class WorkingPresenter(QObject):
    """One for each session; take it with ``working_presenter``."""

    rows_changed = Signal()
    selected_changed = Signal(object)  # WorkingRow | None

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._all: tuple[WorkingRow, ...] = ()
        self._memory_id: str | None = None
        self._wanted: tuple[str | None, str] | None = None
        self.rows: list[WorkingRow] = []
        self.filter_text = ""
        self.column: Column | None = None
        self.falling = False
        self.selected: WorkingRow | None = None
        session.snapshot_changed.connect(self._take_snapshot)
        session.target_requested.connect(self._go)
        self._take_snapshot(session.snapshot)

    @property
    def total(self) -> int:
        """Entries in the scope, shown or filtered away."""
        return len(self._all)

    @property
    def has_scope(self) -> bool:
        """Whether a scope is shown."""
        return self._memory_id is not None

    @property
    def is_damaged(self) -> bool:
        """Whether the engine can't read the scope's record; working memory is injected anyway."""
        snapshot = self._session.snapshot
        return snapshot is not None and bool(snapshot.damages)

    @Slot(str)
    def filter(self, text: str) -> None:
        """Show the entries with ``text`` in key or value."""
        self.filter_text = text
        self._arrange()

    def sort(self, column: Column) -> None:
        """Order by a column; again turns it round, a third time gives the engine's order."""
        if self.column is not column:
            self.column, self.falling = column, False
        elif not self.falling:
            self.falling = True
        else:
            self.column, self.falling = None, False
        self._arrange()

    @Slot(object)
    def select(self, row: WorkingRow | None) -> None:
        """Select an entry."""
        if row is not self.selected:
            self.selected = row
            self.selected_changed.emit(row)

    def select_later(self, memory_id: str, key: str) -> None:
        """Select an entry once it is there, whatever the filter leaves."""
        if self.filter_text.casefold() not in key.casefold():
            self.filter_text = ""
        if memory_id == self._memory_id and any(row.entry.key == key for row in self._all):
            self._arrange(key)
        else:
            self._wanted = memory_id, key

    @Slot(object)
    def _take_snapshot(self, snapshot: ScopeSnapshot | None) -> None:
        memory_id = snapshot.memory_id if snapshot else None
        same = memory_id == self._memory_id
        key = self.selected.entry.key if self.selected and same else None
        if not same:
            self.rows = []
        self._memory_id = memory_id
        self._all = working_rows(snapshot.working, self._all) if snapshot else ()
        if self._wanted is not None and self._wanted[0] in {None, memory_id}:
            key, self._wanted = self._wanted[1], None
        self._arrange(key)

    def _arrange(self, key: str | None = None) -> None:
        before = next((at for at, row in enumerate(self.rows) if row is self.selected), 0)
        wanted = key if key is not None else self.selected.entry.key if self.selected else None
        self.rows = arranged(self._all, self.filter_text, self.column, falling=self.falling)
        self.rows_changed.emit()
        found = next((row for row in self.rows if row.entry.key == wanted), None)
        # Of one that is gone, the neighbour.
        at = min(before, len(self.rows) - 1)
        self.select(found or (self.rows[at] if self.rows else None))

    @Slot(object)
    def _go(self, target: Target) -> None:
        if target.place is not Place.WORKING or target.key is None:
            return
        self.filter_text = ""
        if target.memory_id in {None, self._memory_id}:
            self._arrange(target.key)
        else:
            self._wanted = target.memory_id, target.key


def working_presenter(session: Session) -> WorkingPresenter:
    """Return the session's presenter of working memory."""
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    found = session.findChild(WorkingPresenter, options=direct)
    return found if isinstance(found, WorkingPresenter) else WorkingPresenter(session)
