"""What can be done on the page of a proposal, with its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ui.actions import ActionSpec
from ui.consolidation.words import tr
from ui.icons import Icon
from ui.view_protocols import commands_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ui.consolidation.proposing_view import ProposingView
    from ui.view_protocols import ViewCommand


def proposing_commands(view: ProposingView[Any, Any]) -> Sequence[ViewCommand]:
    """Return the commands of the page, with why they can't be used now."""
    words, presenter = view.words, view.presenter
    runs = {
        "accept": view.confirm,
        "model": view.ask_model,
        "again": presenter.again,
        "edit": view.edit,
        "discard": view.leave,
    }
    reasons = _reasons(view)
    rows = (
        ("accept", words.accept, "Ctrl+Return", Icon.CHECK),
        ("model", words.ask, "M", Icon.REFLECT),
        ("again", tr("Propose again"), "R", Icon.REFLECT),
        ("edit", tr("Edit the proposed text"), "E", Icon.EDIT),
        ("discard", tr("Discard the proposal"), "Esc", Icon.CLOSE),
    )
    specs = [
        ActionSpec(id=f"{words.prefix}.{name}", text=text, keys=(key,), icon=icon, place=words.name)
        for name, text, key, icon in rows
    ]
    return commands_of(specs, runs, lambda name: reasons[name])


def _reasons(view: ProposingView[Any, Any]) -> dict[str, str]:
    """Return, by name, why each of them can't be used now."""
    ready, choices = view.proposal_page, view.choices
    nothing = "" if ready is not None else tr("Nothing is proposed yet.")
    decided = "" if view.is_choosing else tr("That is decided already.")
    to_accept = ready.reason if ready is not None else nothing
    return {
        "accept": choices.reason if view.is_choosing else to_accept,
        "model": decided or choices.model_reason,
        "again": "" if view.has_failed else nothing,
        "edit": nothing,
        "discard": "",
    }
