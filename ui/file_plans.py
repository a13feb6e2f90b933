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
    from desktop_app.core.text_diff import DiffLine


def planned_of(plan: FilePlan, *facts: tuple[str, str]) -> Planned:
    """Return a plan with what follows from it, more facts, and the difference that it makes."""
    careful = [one for one in plan.consequences if one.needs_care]
    title = _tr("Think about this first")
    told = tuple((one.name, one.text) for one in plan.consequences if not one.needs_care)
    return Planned(
        plan=plan,
        facts=(*told, *facts),
        caution=(title, *(one.text for one in careful)) if careful else (),
        diff_title=_tr("What changes in {0}").format(", ".join(map(shown_id, plan.change.paths))),
        diff=tuple(line for swap in plan.change.files for line in _difference(swap)),
    )


def _difference(swap: Swap[FileRow]) -> tuple[DiffLine, ...]:
    before, after = (
        "" if row is None else read_text(row.data).text for row in (swap.before, swap.after)
    )
    return diff_lines(before, after)


def _tr(text: str) -> str:
    return QCoreApplication.translate("FilePlans", text)
