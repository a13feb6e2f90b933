"""Names, keys and icons of what can be done to observations."""

from __future__ import annotations

from ui.actions import ActionSpec
from ui.icons import Icon
from ui.observations.words import tr
from ui.view_protocols import ViewCommand


def specs() -> tuple[ActionSpec, ...]:
    """Return the commands in the order of the menu."""
    place = tr("Observations")
    table = (
        ("edit", tr("Edit the text"), "E", Icon.EDIT, tr("change correct")),
        ("importance", tr("Set the importance"), "I", Icon.SLIDERS, tr("score weight")),
        ("add", tr("Add an observation"), "N", Icon.PLUS, tr("new")),
        ("mark", tr("Mark or unmark it"), "Space", Icon.CHECK, tr("select tick")),
        ("merge", tr("Merge the marked ones…"), "M", Icon.MERGE, tr("join combine")),
        ("move", tr("Move it to another scope…"), "V", Icon.JUMP, tr("transfer")),
        ("reach", tr("Get it in or out of the next turn…"), "G", Icon.CHEVRON_UP, tr("why fit")),
        ("remove", tr("Remove…"), "Del", Icon.REMOVE, tr("delete forget")),
    )
    return tuple(
        ActionSpec(
            id=f"observation.{name}", text=text, keys=(key,), icon=icon, words=words, place=place
        )
        for name, text, key, icon, words in table
    )


def all_refused(reason: str) -> tuple[ViewCommand, ...]:
    """Return the commands where none of them can be used."""
    return tuple(ViewCommand(spec=spec, run=_nothing, reason=reason) for spec in specs())


def _nothing() -> None:
    """Stand in for what can't be done."""
