"""Changes that wait in the journal until somebody saves them or gives them up."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.core.changes import Change
    from desktop_app.core.editing.journal import Entry, Journal, Names

_LATEST = 50


def waiting_as(change: Change, journal: Journal, names: Names) -> Entry | None:
    """Return the draft among the latest entries that has this change; ``None`` for none.

    Raises:
        StoreError: the journal can't be read.
    """
    latest = journal.entries(names, limit=_LATEST)
    drafts = (entry for entry in latest if entry.is_waiting and entry.label == change.label)
    return next((entry for entry in drafts if journal.change(entry.id) == change), None)
