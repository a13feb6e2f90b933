"""What can be done to observations: names and keys, when it can't be done, and doing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from desktop_app.services.editing.outcomes import Conflicted
from ui.observations.edit_specs import specs
from ui.observations.merge_dialog import MergeDialog
from ui.observations.move_dialog import MoveDialog
from ui.observations.remove_dialog import RemoveDialog
from ui.observations.ways_dialog import WaysDialog
from ui.view_protocols import commands_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from desktop_app.services.editing.outcomes import Outcome
    from ui.jobs import Job
    from ui.observations.editor import ObservationEditor
    from ui.observations.presenter import ObservationsPresenter
    from ui.observations.rows import Row
    from ui.observations.table import ObservationTable
    from ui.session import Session
    from ui.view_protocols import ViewCommand


class EditCommands(QObject):
    """Carries the commands out on the rows that are marked, or on the selected one.

    Args:
        session: What is shown.
        view: Where dialogs belong.
        table: The list.
        editor: What the inspector listens to.
    """

    def __init__(
        self,
        session: Session,
        view: QWidget,
        table: ObservationTable,
        editor: ObservationEditor,
        presenter: ObservationsPresenter,
    ) -> None:
        super().__init__(view)
        self._session, self._view, self._table = session, view, table
        self._editor, self._presenter = editor, presenter
        self._merged: tuple[str, int] | None = None

    def commands(self) -> tuple[ViewCommand, ...]:
        """Return all commands, with the reasons why some can't be used now."""
        runs: dict[str, Callable[[], None]] = {
            "edit": self.edit,
            "importance": self.set_importance,
            "add": self.add,
            "mark": self.mark,
            "merge": self.merge,
            "move": self.move,
            "reach": self.reach,
            "remove": self.remove,
        }
        return commands_of(specs(), runs, self.reason)

    @property
    def chosen(self) -> tuple[Row, ...]:
        """The marked rows, else the selected ones, in stored order."""
        all_rows = self._presenter.rows
        marked = sorted(self._presenter.marks.indexes)
        rows = [all_rows[index] for index in marked if index < len(all_rows)]
        rows = rows or self._table.selected_rows or [*filter(None, [self._presenter.selected_row])]
        return tuple(sorted(rows, key=lambda row: row.index))

    def reason(self, name: str) -> str:
        """Return why a command can't be used now; empty if it can."""
        snapshot = self._session.snapshot
        if snapshot is None:
            return self.tr("No scope is shown.")
        if snapshot.record is None:
            return self.tr("No record is stored for this scope.")
        if name == "add":
            return ""
        if name == "merge":
            few = len(self.chosen) <= 1
            return self.tr("Mark at least two with Space first.") if few else ""
        return "" if self._presenter.selected_row else self.tr("Select an observation first.")

    @Slot()
    def edit(self) -> None:
        """Put the cursor into the text."""
        self._begin("edit", self._editor.text_wanted.emit)

    @Slot()
    def set_importance(self) -> None:
        """Give the importance the focus."""
        self._begin("importance", self._editor.importance_wanted.emit)

    @Slot()
    def add(self) -> None:
        """Open the form of a new observation."""
        self._begin("add", self._editor.addition_wanted.emit)

    @Slot()
    def mark(self) -> None:
        """Mark the selected rows, or take their marks away."""
        rows = self._table.selected_rows
        if rows:
            self._presenter.marks.turn(rows)

    @Slot()
    def merge(self) -> None:
        """Ask how the marked ones become one."""
        snapshot, rows = self._session.snapshot, self.chosen
        if snapshot is None or self.reason("merge"):
            self._presenter.noted.emit(self.reason("merge"))
            return
        dialog = MergeDialog(self._session, self._view, snapshot, rows)
        self._merged = snapshot.memory_id, rows[-1].index - len(rows) + 1
        dialog.saving.connect(self._follow_merge)
        dialog.open(dialog.area.edit)

    @Slot()
    def move(self) -> None:
        """Ask where the selected one goes."""
        snapshot, row = self._session.snapshot, self._presenter.selected_row
        if snapshot is not None and row is not None and not self.reason("move"):
            dialog = MoveDialog(self._session, self._view, snapshot, row)
            dialog.open(dialog.field.line)

    @Slot()
    def reach(self) -> None:
        """Show the ways to get the selected one into the next turn, or out of it."""
        snapshot, row = self._session.snapshot, self._presenter.selected_row
        if snapshot is not None and row is not None and not self.reason("reach"):
            dialog = WaysDialog(self._session, self._view, snapshot, row)
            dialog.shortening_wanted.connect(self._shorten)
            dialog.open(dialog.safe_button)

    @Slot(int)
    def _shorten(self, tokens: int) -> None:
        self.edit()
        self._editor.aim_set.emit(tokens)

    @Slot()
    def remove(self) -> None:
        """Show what removing does, and ask."""
        snapshot, rows = self._session.snapshot, self.chosen
        if snapshot is not None and rows and not self.reason("remove"):
            dialog = RemoveDialog(self._session, self._view, snapshot, rows)
            dialog.open(dialog.reason.line)

    @Slot(object)
    def _follow_merge(self, job: Job) -> None:
        job.succeeded.connect(self._end_merge)

    @Slot(object)
    def _end_merge(self, outcome: Outcome) -> None:
        if isinstance(outcome, Conflicted):
            return
        self._presenter.marks.clear()
        if self._merged is not None:
            self._editor.reveal_later(*self._merged)

    def _begin(self, name: str, run: Callable[[], None]) -> None:
        if not self.reason(name):
            self._presenter.inspector_wanted.emit()
            run()
