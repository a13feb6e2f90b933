"""Names, keys and icons of what can be done to working memory."""

from __future__ import annotations

from ui.actions import ActionSpec
from ui.icons import Icon
from ui.working.value_effect import tr


def specs() -> tuple[ActionSpec, ...]:
    """Return the commands in the order of the menu."""
    place = tr("Working memory")
    table = (
        ("edit", tr("Edit the value"), "E", Icon.EDIT, tr("change json")),
        ("add", tr("Add an entry"), "N", Icon.PLUS, tr("new set key")),
        ("rename", tr("Rename the key…"), "F2", Icon.KEY, tr("change")),
        ("trim", tr("Trim the key…"), "", Icon.DOCTOR, tr("repair mend blanks white space")),
        ("remove", tr("Remove the entry…"), "Del", Icon.REMOVE, tr("delete forget")),
        ("save", tr("Save the value"), "Ctrl+Return", Icon.CHECK, tr("write store")),
    )
    return tuple(
        ActionSpec(
            id=f"working.{name}",
            text=text,
            keys=(key,) if key else (),
            icon=icon,
            words=words,
            place=place,
        )
        for name, text, key, icon, words in table
    )
