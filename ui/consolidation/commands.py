"""What can be done on the page of a consolidation, with its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.actions import ActionSpec
from ui.consolidation.choosing_page import ChoosingPage
from ui.consolidation.ready_page import ReadyPage
from ui.consolidation.words import tr
from ui.icons import Icon
from ui.view_protocols import commands_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ui.consolidation.view import ConsolidationView
    from ui.view_protocols import ViewCommand

_ROWS = (
    ("accept", "Accept the new MEMORY.md, or merge by rules", "Ctrl+Return", Icon.CHECK),
    ("model", "Ask a model to consolidate", "M", Icon.REFLECT),
    ("again", "Consolidate again", "R", Icon.REFLECT),
    ("edit", "Edit the proposed text", "E", Icon.EDIT),
    ("discard", "Discard the consolidation", "Esc", Icon.CLOSE),
)


def consolidation_commands(view: ConsolidationView) -> Sequence[ViewCommand]:
    """Return the commands of the page, with why they can't be used now."""
    page = view.page
    on_ready = isinstance(page, ReadyPage)
    nothing = tr("Nothing is proposed yet.")
    reasons = {
        "accept": page.reason if isinstance(page, ReadyPage | ChoosingPage) else nothing,
        "model": page.reason if isinstance(page, ChoosingPage) else tr("That is decided already."),
        "again": "" if on_ready or view.has_failed else nothing,
        "edit": "" if on_ready else nothing,
        "discard": "",
    }
    runs = {
        "accept": view.confirm,
        "model": view.presenter.ask_model,
        "again": view.presenter.again,
        "edit": view.edit,
        "discard": view.leave,
    }
    specs = [
        ActionSpec(
            id=f"consolidation.{name}",
            text=tr(text),
            keys=(key,),
            icon=icon,
            place=tr("Consolidation"),
        )
        for name, text, key, icon in _ROWS
    ]
    return commands_of(specs, runs, lambda name: reasons[name])
