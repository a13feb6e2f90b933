"""What a change of files would write, and what follows from it, ready to be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.files.text import read_text
from desktop_app.core.text_diff import diff_lines
from ui.change_preview import Planned
from ui.naming import shown_id
from ui.widgets.differences import MOST_SHOWN

if TYPE_CHECKING:
    from desktop_app.core.changes import Swap
    from desktop_app.core.files.plan import FilePlan
    from desktop_app.core.files.row import FileRow
    from ui.widgets.differences import Difference


def planned_of(plan: FilePlan, *facts: tuple[str, str], with_differences: bool = True) -> Planned:
    """Return a plan with what follows from it, more facts, and what changes in the first files.

    Args:
        plan: What would be saved.
        facts: Labels and sentences to add.
        with_differences: Whether anybody wants to see what changes in the files.
    """
    differing = list(filter(_differs, plan.change.files)) if with_differences else []
    careful = [one for one in plan.consequences if one.needs_care]
    title = _tr("Think about this first")
    told = tuple((one.name, one.text) for one in plan.consequences if not one.needs_care)
    return Planned(
        plan=plan,
        facts=(*told, *facts),
        caution=(title, *(one.text for one in careful)) if careful else (),
        differences=tuple(map(file_difference, differing[:MOST_SHOWN])),
        more_differences=len(differing[MOST_SHOWN:]),
    )


def file_difference(swap: Swap[FileRow]) -> Difference:
    """Return what differs in a file before and after a change, and a title for it."""
    row = swap.after or swap.before
    form = _tr("What changes in {0}") if swap.before else _tr("The new file {0}")
    return form.format(shown_id(row.path) if row else ""), diff_lines(*_texts(swap))


def _differs(swap: Swap[FileRow]) -> bool:
    before, after = _texts(swap)
    return before != after


def _texts(swap: Swap[FileRow]) -> tuple[str, str]:
    before, after = (
        "" if row is None else read_text(row.data).text for row in (swap.before, swap.after)
    )
    return before, after


def _tr(text: str) -> str:
    return QCoreApplication.translate("FilePlans", text)
