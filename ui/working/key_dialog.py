"""What the dialogs about one entry share: what a plan does to the text of the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from desktop_app.core.engine_text import estimate_tokens, trim
from desktop_app.core.text_diff import diff_lines
from desktop_app.services.editing.plans import Plan
from ui.change_dialog import ChangeDialog
from ui.change_preview import Planned
from ui.widgets import counting
from ui.working.value_effect import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.change_dialog import Wording
    from ui.jobs import Job
    from ui.session import Session
    from ui.working.model import WorkingRow

_MOST_SHOWN = 120


class KeyDialog(ChangeDialog):
    """A dialog that gives an entry another key."""

    renaming = Signal(object, str)  # job that writes it, the new key

    def __init__(
        self,
        session: Session,
        parent: QWidget,
        wording: Wording,
        snapshot: ScopeSnapshot,
        row: WorkingRow,
    ) -> None:
        super().__init__(session, parent, wording)
        self._snapshot, self._row = snapshot, row
        self.saving.connect(self._tell)

    @Slot(object)
    def _tell(self, job: Job) -> None:
        assert self.planned is not None
        plan = self.planned.plan
        assert isinstance(plan, Plan)
        keys = [entry.key for entry in plan.after.working]
        before = {entry.key for entry in self._snapshot.working}
        new = [key for key in keys if key not in before]
        # Where two become one, the key was there before.
        self.renaming.emit(job, new[0] if new else trim(self._row.entry.key))


def planned_of(plan: Plan, *facts: tuple[str, str]) -> Planned:
    """Return a plan with the text of the turn before and after."""
    before, after = plan.before.working_text, plan.after.working_text
    tokens = estimate_tokens(before), estimate_tokens(after)
    said = counting.tokens(tokens[1])
    if tokens[0] != tokens[1]:
        said = f"{tokens[0]:,} → {said}"
    lines = diff_lines(before, after, context=1)
    return Planned(
        plan=plan,
        facts=(*facts, (tr("every turn"), tr("{0} of working memory, never counted").format(said))),
        caution=plan.warnings,
        differences=((tr("Working memory in the turn"), lines),) if lines else (),
    )


def cut(text: str) -> str:
    """Return the beginning of a long text."""
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
