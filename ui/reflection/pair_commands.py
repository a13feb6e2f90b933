"""What can be done with the chosen pair, for menu, palette and list of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.icons import Icon
from ui.reflection.choices import tr
from ui.reflection.commands import listed

if TYPE_CHECKING:
    from ui.reflection.commands import Entry
    from ui.reflection.contradictions import ContradictionsView
    from ui.view_protocols import ViewCommand


def pair_commands(view: ContradictionsView) -> list[ViewCommand]:
    """Return the commands of the workbench, with why they can't be used now."""
    workbench, pair = view.workbench, view.pair
    settled = "" if workbench.is_possible else tr("There is nothing to decide here.")
    none = "" if pair else tr("No pair is chosen.")
    exists = pair is not None and (pair.a.index is not None or pair.b.index is not None)
    table = none or ("" if exists else tr("Neither observation exists."))
    needs = settled or ("" if workbench.decision.choice else tr("Choose one of the four first."))
    entries: list[Entry] = [
        ("keep_a", tr("Keep A"), ("1",), Icon.CHECK, view.keep_a, settled),
        ("keep_b", tr("Keep B"), ("2",), Icon.CHECK, view.keep_b, settled),
        ("merge", tr("Merge both into one"), ("3",), Icon.MERGE, view.merge, settled),
        ("keep_both", tr("Keep both"), ("4",), Icon.BOTH, view.keep_both, settled),
        ("reason", tr("Write the reason"), ("E",), Icon.EDIT, view.edit_reason, needs),
        ("skip", tr("Skip this pair"), ("S",), Icon.CHEVRON_DOWN, view.skip, none),
        ("table", tr("Show in the table"), ("T",), Icon.JUMP, view.jump_to_table, table),
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
