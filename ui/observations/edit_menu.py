"""The menu of what can be done to observations, and words for what is not saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.command_menu import command_menu
from ui.observations.draft import Draft
from ui.observations.words import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ui.observations.draft import Addition


edit_menu = command_menu
"""The menu of the table."""


def unsaved_words(unsaved: Sequence[Draft | Addition]) -> str:
    """Return what is not saved; empty for nothing."""
    if not unsaved:
        return ""
    if unsaved[1:]:
        return tr("{0} edits of observations").format(f"{len(unsaved):,}")
    (edit,) = unsaved
    if not isinstance(edit, Draft):
        return tr("a new observation")
    part = tr("the importance of observation {0}") if edit.text is None else ""
    return (part or tr("the text of observation {0}")).format(edit.seen.seq)
