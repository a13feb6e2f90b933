"""What can be done with the chosen pair, for menu, palette and list of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from ui.icons import Icon
from ui.reflection.choices import Choice, tr
from ui.reflection.commands import listed

if TYPE_CHECKING:
    from ui.reflection.commands import Entry
    from ui.reflection.contradictions import ContradictionsView
    from ui.view_protocols import ViewCommand


class PairActions(QObject):
    """Does what keys and menus ask for with the chosen pair.

    Args:
        view: The workbench.
    """

    def __init__(self, view: ContradictionsView) -> None:
        super().__init__(view)
        self._view = view

    @Slot()
    def keep_a(self) -> None:
        """Decide that A replaces B."""
        self._view.workbench.choose(Choice.KEEP_A)

    @Slot()
    def keep_b(self) -> None:
        """Decide that B replaces A."""
        self._view.workbench.choose(Choice.KEEP_B)

    @Slot()
    def merge(self) -> None:
        """Make one text of both."""
        self._view.workbench.choose(Choice.MERGE)
        if self._view.decide.text.isVisible():
            self._view.decide.text.setFocus()

    @Slot()
    def keep_both(self) -> None:
        """Decide that both are true."""
        self._view.workbench.choose(Choice.KEEP_BOTH)

    @Slot()
    def edit_reason(self) -> None:
        """Put the cursor into the reason."""
        if self._view.decide.reason.isVisible():
            self._view.decide.reason.setFocus()

    @Slot()
    def jump_to_table(self) -> None:
        """Go to the first of the two observations that exists."""
        for side in (self._view.pair.a, self._view.pair.b) if self._view.pair else ():
            if side.index is not None:
                self._view.presenter.jump(side.index)
                return


def pair_commands(view: ContradictionsView, actions: PairActions) -> list[ViewCommand]:
    """Return the commands of the workbench, with why they can't be used now."""
    workbench, pair = view.workbench, view.pair
    settled = "" if workbench.is_possible else tr("There is nothing to decide here.")
    none = "" if pair else tr("No pair is chosen.")
    exists = pair is not None and (pair.a.index is not None or pair.b.index is not None)
    table = none or ("" if exists else tr("Neither observation exists."))
    needs = settled or ("" if workbench.decision.choice else tr("Choose one of the four first."))
    entries: list[Entry] = [
        ("keep_a", tr("Keep A"), ("1",), Icon.CHECK, actions.keep_a, settled),
        ("keep_b", tr("Keep B"), ("2",), Icon.CHECK, actions.keep_b, settled),
        ("merge", tr("Merge both into one"), ("3",), Icon.MERGE, actions.merge, settled),
        ("keep_both", tr("Keep both"), ("4",), Icon.BOTH, actions.keep_both, settled),
        ("reason", tr("Write the reason"), ("E",), Icon.EDIT, actions.edit_reason, needs),
        ("skip", tr("Skip this pair"), ("S",), Icon.CHEVRON_DOWN, view.skip, none),
        ("table", tr("Show in the table"), ("T",), Icon.JUMP, actions.jump_to_table, table),
        (
            "save",
            tr("Save and next"),
            ("Return", "Enter"),
            Icon.CHECK,
            view.save_and_next,
            workbench.problem,
        ),
    ]
    return listed("contradiction", tr("Contradictions"), entries)
