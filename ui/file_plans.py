"""What a change of files would write, and what follows from it, ready to be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.files.text import read_text
from desktop_app.core.text_diff import diff_lines
from ui.change_preview import Planned
from ui.naming import shown_id

if TYPE_CHECKING:
    from desktop_app.core.changes import Swap
    from desktop_app.core.files.plan import FilePlan
    from desktop_app.core.files.row import FileRow
    from ui.widgets.differences import Difference


def planned_of(plan: FilePlan, *facts: tuple[str, str]) -> Planned:
    """Return a plan with what follows from it, more facts, and what changes in each file."""
    careful = [one for one in plan.consequences if one.needs_care]
    title = _tr("Think about this first")
    told = tuple((one.name, one.text) for one in plan.consequences if not one.needs_care)
    return Planned(
        plan=plan,
        facts=(*told, *facts),
        caution=(title, *(one.text for one in careful)) if careful else (),
        differences=tuple(one for one in map(file_difference, plan.change.files) if one[1]),
    )


def file_difference(swap: Swap[FileRow]) -> Difference:
    """Return what differs in a file before and after a change, and a title for it."""
    before, after = (
        "" if row is None else read_text(row.data).text for row in (swap.before, swap.after)
    )
    row = swap.after or swap.before
    form = _tr("What changes in {0}") if swap.before else _tr("The new file {0}")
    return form.format(shown_id(row.path) if row else ""), diff_lines(before, after)


def _tr(text: str) -> str:
    return QCoreApplication.translate("FilePlans", text)
