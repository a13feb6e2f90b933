"""What can be done on the page of a proposal, with its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.actions import ActionSpec
from ui.icons import Icon
from ui.proposals.choosing_page import ChoosingPage
from ui.proposals.model import Choosing, Nothing, Running
from ui.proposals.ready_page import ReadyPage
from ui.proposals.words import tr
from ui.view_protocols import ViewCommand

if TYPE_CHECKING:
    from collections.abc import Callable

    from ui.proposals.view import ProposalView


def proposal_commands(view: ProposalView) -> list[ViewCommand]:
    """Return the commands of the page, with why they can't be used now."""
    page, presenter = view.page, view.presenter
    on_ready = isinstance(page, ReadyPage)
    no_list = "" if on_ready else tr("There is no proposal to tick.")
    confirm = tr("There is nothing to accept.")
    if isinstance(page, ReadyPage | ChoosingPage):
        confirm = page.reason
    no_again = ""
    if isinstance(presenter.phase, Running | Choosing):
        no_again = tr("Nothing is proposed yet.")
    nothing = tr("There is nothing to discard.")
    no_leave = nothing if isinstance(presenter.phase, Nothing) else ""
    return [
        _command("accept", tr("Accept what is ticked"), "Ctrl+Return", view.confirm, confirm),
        _command("again", tr("Propose again"), "R", presenter.again, no_again, Icon.REFLECT),
        _command("all", tr("Tick all"), "A", view.tick_all, no_list, Icon.CHECK),
        _command("none", tr("Tick none"), "Shift+A", view.tick_none, no_list, Icon.DASH),
        _command("discard", tr("Discard the proposal"), "Esc", view.leave, no_leave, Icon.CLOSE),
    ]


def _command(  # noqa: PLR0913, PLR0917 - one short row each
    name: str,
    text: str,
    key: str,
    run: Callable[[], object],
    reason: str,
    icon: Icon = Icon.CHECK,
) -> ViewCommand:
    spec = ActionSpec(
        id=f"proposal.{name}", text=text, keys=(key,), icon=icon, place=tr("Proposal")
    )
    return ViewCommand(spec=spec, run=run, reason=reason)
