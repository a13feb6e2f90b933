"""What saving an edited file writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.ledger.edits import edit_log, edit_memory

if TYPE_CHECKING:
    from desktop_app.core.files.plan import FilePlan
    from ui.ledger.open_file import OpenFile


def plan_of(file: OpenFile, text: str, *, keep_time: bool = False) -> FilePlan:
    """Return what saves a text in the place of a file as it was seen.

    Raises:
        RefusedError: it can't be written.
    """
    if file.is_memory:
        return edit_memory(file.book, text)
    return edit_log(file.book, file.name, text, keep_time=keep_time)
