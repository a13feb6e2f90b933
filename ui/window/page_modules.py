"""What the pages of the window import, in steps that are short each."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from ui.navigation import Place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from desktop_app.services.jobs import JobContext

DAMAGED = "damaged"
"""Stands in for the observations of a record that the engine can't read."""
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
        "ui.widgets.calendar",
        "ui.ledger.listing",
        "ui.widgets.mapped_text",
        "ui.ledger.open_file",
        "ui.ledger.drafts",
        "ui.ledger.turn_room",
        "ui.ledger.presenter",
        "ui.widgets.segments",
        "ui.ledger.inspector",
        "ui.ledger.left",
        "ui.widgets.exact_parts",
        "ui.ledger.editor",
        "ui.widgets.markdown_view",
        "ui.widgets.exact_text",
        "ui.ledger.sections",
        "ui.ledger.pages",
        "ui.ledger.file_actions",
        "ui.ledger.view",
    ),
    Place.NOTES: (
        "ui.notes.rows",
        "ui.notes.open_note",
        "ui.widgets.text_area",
        "ui.notes.fields",
        "ui.notes.presenter",
        "ui.notes.inspector",
        "ui.notes.list_page",
        "ui.notes.turn_page",
        "ui.widgets.dialog",
        "ui.notes.note_actions",
        "ui.notes.section_page",
        "ui.notes.view",
    ),
    Place.TOOLS: (
        "ui.agent_tools.answer_pane",
        "ui.agent_tools.history_pane",
        "ui.agent_tools.sessions_page",
        "ui.agent_tools.compaction_result",
        "ui.agent_tools.compaction_page",
        "ui.agent_tools.save_page",
        "ui.agent_tools.view",
    ),
    Place.CONSOLIDATION: (
        "ui.consolidation.presenter",
        "ui.consolidation.choosing_page",
        "ui.consolidation.ready_page",
        "ui.consolidation.view",
    ),
    Place.FLUSH: ("ui.consolidation.flush_view",),
}
"""The same for the pages of memory files; small steps, each but the last for the next ones."""
READERS: tuple[str, ...] = (
    "markdown_it",
    "desktop_app.services.ledger.reading",
    "desktop_app.services.ledger.turn",
    "desktop_app.services.editing.outcomes",
    "desktop_app.services.editing.plans",
    "desktop_app.core.ledger.consolidation",
    "desktop_app.core.ledger.edits",
    "desktop_app.core.ledger.moving",
    "desktop_app.core.notes.edits",
    "desktop_app.core.notes.turn_diff",
    "desktop_app.services.notes.reading",
    "desktop_app.services.notes.searching",
    "desktop_app.services.notes.turns",
)
"""What the first of those pages needs that has no widgets: a reader's thread can import it."""
LATER_READERS: tuple[str, ...] = (
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


def load_all(modules: Iterable[str], context: JobContext) -> None:
    """Import what has no widgets, on a reader's thread."""
    for module in modules:
        context.check()
        import_module(module)


def are_loaded(modules: Iterable[str]) -> bool:
    """Return whether everything was imported before."""
    return all(module in sys.modules for module in modules)
