"""What a change of files would write, and what follows from it, ready to be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.files.text import read_text
from desktop_app.core.ledger.edits import edit_log, edit_memory
from desktop_app.core.text_diff import diff_lines
from ui.change_preview import Planned
from ui.ledger.words import tr
from ui.naming import shown_id

if TYPE_CHECKING:
    from desktop_app.core.changes import Swap
    from desktop_app.core.files.plan import FilePlan
    from desktop_app.core.files.row import FileRow
    from desktop_app.core.text_diff import DiffLine
    from ui.ledger.open_file import OpenFile


def plan_of(file: OpenFile, text: str) -> FilePlan:
    """Return what saves a text in the place of a file as it was seen.

    Raises:
        RefusedError: it can't be written.
    """
    if file.is_memory:
        return edit_memory(file.book, text)
    return edit_log(file.book, file.name, text)


def planned_of(plan: FilePlan) -> Planned:
    """Return a plan with what follows from it and the difference that it makes."""
    careful = [one for one in plan.consequences if one.needs_care]
    title = tr("Think about this first")
    return Planned(
        plan=plan,
        facts=tuple((one.name, one.text) for one in plan.consequences if not one.needs_care),
        caution=(title, *(one.text for one in careful)) if careful else (),
        diff_title=tr("What changes in {0}").format(", ".join(map(shown_id, plan.change.paths))),
        diff=tuple(line for swap in plan.change.files for line in _difference(swap)),
    )


def _difference(swap: Swap[FileRow]) -> tuple[DiffLine, ...]:
    before, after = (
        "" if row is None else read_text(row.data).text for row in (swap.before, swap.after)
    )
    return diff_lines(before, after)
