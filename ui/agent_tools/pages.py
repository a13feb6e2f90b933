"""The pages of the memory tools: their keys, their names, and how each is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.agent_tools.compaction_page import CompactionPage
from ui.agent_tools.lines_page import LinesPage
from ui.agent_tools.offloaded_page import OffloadedPage
from ui.agent_tools.save_page import SavePage
from ui.agent_tools.search_page import SearchPage
from ui.agent_tools.sessions_page import SessionsPage
from ui.agent_tools.words import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from ui.agent_tools.page import ToolPage
    from ui.agent_tools.presenter import ToolsPresenter

SEARCH, LINES, SAVE, SESSIONS = "search", "lines", "save", "sessions"
OFFLOADED, COMPACTION = "offloaded", "compaction"
MAKERS: dict[str, Callable[[ToolsPresenter, QWidget], ToolPage]] = {
    SEARCH: SearchPage,
    LINES: LinesPage,
    SAVE: SavePage,
    SESSIONS: SessionsPage,
    OFFLOADED: OffloadedPage,
    COMPACTION: CompactionPage,
}


def page_names() -> dict[str, str]:
    """Return what the tab of each page says."""
    return {
        SEARCH: tr("Search memory"),
        LINES: tr("Get lines"),
        SAVE: tr("Save"),
        SESSIONS: tr("Sessions"),
        OFFLOADED: tr("Offloaded results"),
        COMPACTION: tr("Compaction"),
    }
