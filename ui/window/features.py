"""The views of the window, each made when it is first shown."""

# ruff: noqa: PLC0415 - a view is imported when it is first shown, so that the window starts fast

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from ui.navigation import Place

if TYPE_CHECKING:
    from ui.session import Session

Parts = Iterator[QWidget]
"""The view, then its inspector if it has one; each is made when it is asked for."""
Factory = Callable[["Session"], Parts]
DAMAGED = "damaged"
"""Stands in for the observations of a record that the engine can't read."""


def observations(session: Session) -> Parts:
    """Make the table of observations and its inspector."""
    from ui.observations.inspector import ObservationInspector
    from ui.observations.view import ObservationsView

    yield ObservationsView(session)
    yield ObservationInspector(session)


def damaged(session: Session) -> Parts:
    """Make the view of a damaged record and what is wrong with it."""
    from ui.observations.damaged import DamagedInspector, DamagedView

    yield DamagedView(session)
    yield DamagedInspector(session)


def reflection(session: Session) -> Parts:
    """Make the reflection."""
    from ui.reflection.view import ReflectionView

    yield ReflectionView(session)


def working(session: Session) -> Parts:
    """Return working memory and its inspector."""
    from ui.working.inspector import WorkingInspector
    from ui.working.view import WorkingView

    yield WorkingView(session)
    yield WorkingInspector(session)


def turn(session: Session) -> Parts:
    """Make the next turn and its inspector."""
    from ui.turn.inspector import TurnInspector
    from ui.turn.view import TurnView

    yield TurnView(session)
    yield TurnInspector(session)


def history(session: Session) -> Parts:
    """Make the log of the engine's operations and its inspector."""
    from ui.history.inspector import HistoryInspector
    from ui.history.view import HistoryView

    yield HistoryView(session)
    yield HistoryInspector(session)


def contradictions(session: Session) -> Parts:
    """Make the contradictions of the reflection."""
    from ui.reflection.contradictions import ContradictionsView

    yield ContradictionsView(session)


def review(session: Session) -> Parts:
    """Make the page on which people decide about what is new, item by item."""
    from ui.review.view import ReviewView

    yield ReviewView(session)


def changes(session: Session) -> Parts:
    """Make what was changed, and one change in full."""
    from ui.changes.inspector import ChangeInspector
    from ui.changes.view import ChangesView

    yield ChangesView(session)
    yield ChangeInspector(session)


def doctor(session: Session) -> Parts:
    """Make what is wrong in the file, and one finding in full."""
    from ui.doctor.inspector import DoctorInspector
    from ui.doctor.view import DoctorView

    yield DoctorView(session)
    yield DoctorInspector(session)


def proposal(session: Session) -> Parts:
    """Make the page of what reflect now or observe now proposes."""
    from ui.proposals.view import ProposalView

    yield ProposalView(session)


def status(session: Session) -> Parts:
    """Make counts and thresholds."""
    from ui.status.view import StatusView

    yield StatusView(session)


def configuration(session: Session) -> Parts:
    """Make the engine's configuration."""
    from ui.status.configuration import ConfigurationView

    yield ConfigurationView(session)


def search(session: Session) -> Parts:
    """Make the page with every hit of a search."""
    from ui.search.view import SearchPage

    yield SearchPage(session)


def ledger(session: Session) -> Parts:
    """Make the daily logs and the curated memory of a bucket, and what reaches the model."""
    from ui.ledger.inspector import LedgerInspector
    from ui.ledger.view import LedgerView

    yield LedgerView(session)
    yield LedgerInspector(session)


def notes(session: Session) -> Parts:
    """Make the notes of a layer, and what a turn gets of them."""
    from ui.notes.inspector import NotesInspector
    from ui.notes.view import NotesView

    yield NotesView(session)
    yield NotesInspector(session)


def tools(session: Session) -> Parts:
    """Make the tools for memory, as the agent has them."""
    from ui.agent_tools.view import ToolsView

    yield ToolsView(session)


def consolidation(session: Session) -> Parts:
    """Make the page of what a consolidation of the daily logs proposes."""
    from ui.consolidation.view import ConsolidationView

    yield ConsolidationView(session)


def flush(session: Session) -> Parts:
    """Make the page that extracts facts from a conversation."""
    from ui.consolidation.flush_view import FlushView

    yield FlushView(session)


FACTORIES: dict[str, Factory] = {
    Place.OBSERVATIONS: observations,
    Place.REFLECTION: reflection,
    Place.WORKING: working,
    Place.TURN: turn,
    Place.HISTORY: history,
    Place.CONTRADICTIONS: contradictions,
    Place.DOCTOR: doctor,
    Place.REVIEW: review,
    Place.CHANGES: changes,
    Place.PROPOSAL: proposal,
    Place.STATUS: status,
    Place.CONFIGURATION: configuration,
    Place.SEARCH: search,
    Place.LEDGER: ledger,
    Place.NOTES: notes,
    Place.TOOLS: tools,
    Place.CONSOLIDATION: consolidation,
    Place.FLUSH: flush,
    DAMAGED: damaged,
}


MODULES: dict[str, tuple[str, ...]] = {
    Place.OBSERVATIONS: ("ui.observations.inspector", "ui.observations.view"),
    Place.TURN: ("ui.turn.budget", "ui.turn.inspector", "ui.turn.view"),
    Place.REFLECTION: ("ui.reflection.view",),
    Place.WORKING: ("ui.working.inspector", "ui.working.view"),
    Place.HISTORY: ("ui.history.inspector", "ui.history.view"),
    Place.CONTRADICTIONS: ("ui.reflection.contradictions",),
    Place.DOCTOR: ("ui.doctor.inspector", "ui.doctor.view"),
    Place.CHANGES: ("ui.changes.inspector", "ui.changes.view"),
    Place.PROPOSAL: ("ui.proposals.ready_page", "ui.proposals.view"),
    Place.REVIEW: ("ui.review.view",),
    Place.STATUS: ("ui.status.view",),
    Place.CONFIGURATION: ("ui.status.configuration",),
    DAMAGED: ("ui.observations.damaged",),
}
"""What building a view imports, in the order in which people are likely to open the views."""
FILE_MODULES: dict[str, tuple[str, ...]] = {
    Place.LEDGER: (
        "ui.ledger.log_inspector",
        "ui.ledger.listing",
        "ui.ledger.open_file",
        "ui.ledger.drafts",
        "ui.ledger.presenter",
        "ui.ledger.inspector",
        "ui.ledger.left",
        "ui.ledger.editor",
        "ui.widgets.markdown_view",
        "ui.ledger.pages",
        "ui.ledger.view",
    ),
    Place.NOTES: (
        "ui.notes.fields",
        "ui.notes.rows",
        "ui.notes.presenter",
        "ui.notes.inspector",
        "ui.notes.list_page",
        "ui.notes.turn_page",
        "ui.notes.view",
    ),
    Place.TOOLS: (
        "ui.agent_tools.sessions_page",
        "ui.agent_tools.compaction_page",
        "ui.agent_tools.view",
    ),
    Place.CONSOLIDATION: ("ui.consolidation.presenter", "ui.consolidation.view"),
    Place.FLUSH: ("ui.consolidation.flush_view",),
}
"""The same for the pages of memory files; small steps, each but the last for the next ones."""
READERS: tuple[str, ...] = (
    "markdown_it",
    "desktop_app.services.ledger.reading",
    "desktop_app.services.ledger.turn",
    "desktop_app.services.editing.outcomes",
    "desktop_app.services.editing.plans",
    "desktop_app.core.ledger.edits",
    "desktop_app.services.notes.reading",
    "desktop_app.services.notes.searching",
    "desktop_app.services.notes.turns",
)
"""What the first of those pages needs that has no widgets: a reader's thread can import it."""
LATER_READERS: tuple[str, ...] = (
    "desktop_app.core.ledger.moving",
    "desktop_app.core.notes.edits",
    "desktop_app.core.ledger.compaction_settings",
    "desktop_app.core.ledger.compaction",
    "desktop_app.core.ledger.tools",
    "desktop_app.services.ledger.consolidating",
    "desktop_app.services.ledger.flushing",
    "desktop_app.services.ledger.transcripts",
    "desktop_app.services.turn.files",
    "desktop_app.services.file_search",
    "desktop_app.core.doctor.finding",
    "desktop_app.core.editing.readable",
)
"""The same for the others."""


def load(module: str) -> None:
    """Import one module of a view ahead of its first use."""
    import_module(module)


def load_all(modules: Iterable[str], _context: object) -> None:
    """Import what has no widgets, on a reader's thread."""
    for module in modules:
        import_module(module)


def are_loaded(modules: Iterable[str]) -> bool:
    """Return whether everything was imported before."""
    return all(module in sys.modules for module in modules)


def build(key: str, session: Session) -> Parts:
    """Begin to make a view and its inspector, if it has one."""
    return FACTORIES[key](session)
