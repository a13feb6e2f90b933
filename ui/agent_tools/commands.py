"""What can be done on the page of memory tools, with its keys."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ui.actions import ActionSpec
from ui.agent_tools.sessions_page import SessionsPage
from ui.agent_tools.words import tr
from ui.icons import Icon
from ui.view_protocols import ViewCommand

if TYPE_CHECKING:
    from collections.abc import Callable

    from ui.agent_tools.view import ToolsView


def tool_commands(view: ToolsView) -> list[ViewCommand]:
    """Return the commands, with why they can't be used now."""
    page, nowhere = view.page, "" if view.presenter.bucket else tr("There are no memory files.")
    no_preview = view.preview_reason
    idle = "" if page.asking.is_busy else tr("Nothing is being worked out.")
    only = "" if view.head.has_choice else tr("There is only one bucket.")
    rows = [
        _command(f"to_{key}", words, str(at), partial(view.show_tab, key), nowhere)
        for at, (key, words) in enumerate(view.names.items(), start=1)
    ]
    rows += [
        _command("next", tr("Next tool"), "Ctrl+Tab", view.next_tab, nowhere),
        _command("previous", tr("Previous tool"), "Ctrl+Shift+Tab", view.previous_tab, nowhere),
        _command("find", tr("Go to the field"), "F", view.go_to_field, nowhere, Icon.SEARCH),
        _command("run", tr("Run the tool"), "Ctrl+Return", view.run, nowhere or page.reason),
        _command("preview", tr("Preview compaction"), "P", view.preview, nowhere or no_preview),
        _command(
            "facts", tr("Extract facts…"), "X", partial(_extract, view), nowhere or no_preview
        ),
        _command("file", tr("Preview the compaction of a file…"), "O", view.open_file, nowhere),
        _command("stop", tr("Stop"), "Esc", view.stop, idle, Icon.CLOSE),
        _command("bucket", tr("Choose the bucket"), "B", view.head.open_menu, only, Icon.LAYERS),
    ]
    return rows


def _extract(view: ToolsView) -> None:
    page = view.page
    if isinstance(page, SessionsPage):
        page.extract_facts()


def _command(  # noqa: PLR0913, PLR0917 - a row of a table
    name: str,
    text: str,
    keys: str,
    run: Callable[[], object],
    reason: str,
    icon: Icon | None = None,
) -> ViewCommand:
    spec = ActionSpec(
        id=f"tools.{name}", text=text, keys=(keys,), icon=icon, place=tr("Memory tools")
    )
    return ViewCommand(spec=spec, run=run, reason=reason)
