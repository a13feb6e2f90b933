"""The views of the window, each made when it is first shown."""

# ruff: noqa: PLC0415 - a view is imported when it is first shown, so that the window starts fast

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from ui.navigation import Place
from ui.window.page_modules import DAMAGED

if TYPE_CHECKING:
    from ui.session import Session

Parts = Iterator[QWidget]
"""The view, then its inspector if it has one; each is made when it is asked for."""
Factory = Callable[["Session", "Homes"], Parts]
Homes = tuple[QWidget, QWidget]
"""Where the view is shown, and where its inspector: to move a page later takes as long again."""


def observations(session: Session, homes: Homes) -> Parts:
    """Make the table of observations and its inspector."""
    from ui.observations.inspector import ObservationInspector
    from ui.observations.view import ObservationsView

    yield ObservationsView(session, homes[0])
    yield ObservationInspector(session, homes[1])


def damaged(session: Session, homes: Homes) -> Parts:
    """Make the view of a damaged record and what is wrong with it."""
    from ui.observations.damaged import DamagedInspector, DamagedView

    yield DamagedView(session, homes[0])
    yield DamagedInspector(session, homes[1])


def reflection(session: Session, homes: Homes) -> Parts:
    """Make the reflection."""
    from ui.reflection.view import ReflectionView

    yield ReflectionView(session, homes[0])


def working(session: Session, homes: Homes) -> Parts:
    """Return working memory and its inspector."""
    from ui.working.inspector import WorkingInspector
    from ui.working.view import WorkingView

    yield WorkingView(session, homes[0])
    yield WorkingInspector(session, homes[1])


def turn(session: Session, homes: Homes) -> Parts:
    """Make the next turn and its inspector."""
    from ui.turn.inspector import TurnInspector
    from ui.turn.view import TurnView

    yield TurnView(session, homes[0])
    yield TurnInspector(session, homes[1])


def history(session: Session, homes: Homes) -> Parts:
    """Make the log of the engine's operations and its inspector."""
    from ui.history.inspector import HistoryInspector
    from ui.history.view import HistoryView

    yield HistoryView(session, homes[0])
    yield HistoryInspector(session, homes[1])


def contradictions(session: Session, homes: Homes) -> Parts:
    """Make the contradictions of the reflection."""
    from ui.reflection.contradictions import ContradictionsView

    yield ContradictionsView(session, homes[0])


def review(session: Session, homes: Homes) -> Parts:
    """Make the page on which people decide about what is new, item by item."""
    from ui.review.view import ReviewView

    yield ReviewView(session, homes[0])


def changes(session: Session, homes: Homes) -> Parts:
    """Make what was changed, and one change in full."""
    from ui.changes.inspector import ChangeInspector
    from ui.changes.view import ChangesView

    yield ChangesView(session, homes[0])
    yield ChangeInspector(session, homes[1])


def doctor(session: Session, homes: Homes) -> Parts:
    """Make what is wrong in the file, and one finding in full."""
    from ui.doctor.inspector import DoctorInspector
    from ui.doctor.view import DoctorView

    yield DoctorView(session, homes[0])
    yield DoctorInspector(session, homes[1])


def proposal(session: Session, homes: Homes) -> Parts:
    """Make the page of what reflect now or observe now proposes."""
    from ui.proposals.view import ProposalView

    yield ProposalView(session, homes[0])


def status(session: Session, homes: Homes) -> Parts:
    """Make counts and thresholds."""
    from ui.status.view import StatusView

    yield StatusView(session, homes[0])


def configuration(session: Session, homes: Homes) -> Parts:
    """Make the engine's configuration."""
    from ui.status.configuration import ConfigurationView

    yield ConfigurationView(session, homes[0])


def search(session: Session, homes: Homes) -> Parts:
    """Make the page with every hit of a search."""
    from ui.search.view import SearchPage

    yield SearchPage(session, homes[0])


def ledger(session: Session, homes: Homes) -> Parts:
    """Make the daily logs and the curated memory of a bucket, and what reaches the model."""
    from ui.ledger.inspector import LedgerInspector
    from ui.ledger.view import LedgerView

    yield LedgerView(session, homes[0])
    yield LedgerInspector(session, homes[1])


def notes(session: Session, homes: Homes) -> Parts:
    """Make the notes of a layer, and what a turn gets of them."""
    from ui.notes.inspector import NotesInspector
    from ui.notes.view import NotesView

    yield NotesView(session, homes[0])
    yield NotesInspector(session, homes[1])


def tools(session: Session, homes: Homes) -> Parts:
    """Make the tools for memory, as the agent has them."""
    from ui.agent_tools.view import ToolsView

    yield ToolsView(session, homes[0])


def consolidation(session: Session, homes: Homes) -> Parts:
    """Make the page of what a consolidation of the daily logs proposes."""
    from ui.consolidation.view import ConsolidationView

    yield ConsolidationView(session, homes[0])


def flush(session: Session, homes: Homes) -> Parts:
    """Make the page that extracts facts from a conversation."""
    from ui.consolidation.flush_view import FlushView

    yield FlushView(session, homes[0])


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


def build(key: str, session: Session, homes: Homes) -> Parts:
    """Begin to make a view and its inspector, if it has one."""
    return FACTORIES[key](session, homes)
