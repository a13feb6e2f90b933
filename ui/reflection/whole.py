"""What is done to a whole reflection: writing it in structured form, and clearing it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.core.text_diff import diff_lines
from desktop_app.services.editing.reflection_actions import clear_reflection, convert_reflection
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.planning import PlanReader, look_at
from ui.reflection.check_list import CheckLines
from ui.reflection.next_turn import NextTurn
from ui.reflection.reading import check_of
from ui.tokens import Meaning
from ui.widgets.diff_view import DiffView
from ui.widgets.labels import TextLabel
from ui.widgets.question import Asked, ask

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.text_diff import DiffLine
    from desktop_app.services.editing.plans import Intent, Plan
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.reflection.reading import Check
    from ui.session import Session
    from ui.widgets.question import Question

    Action = Callable[[ScopeSnapshot, Intent], Plan]


class WholeActions(QObject):
    """Works out what an action does, shows it with a question, and saves it."""

    refused = Signal(str)  # why it can't be done

    def __init__(self, session: Session, view: QWidget) -> None:
        super().__init__(view)
        self._session, self._view = session, view
        self._asked: Asked | None = None
        self._plan: Plan | None = None
        self._clears = False
        self.question: Question | None = None
        self._previewer = PlanReader(session, self)
        self._previewer.ready.connect(self._ask)
        self._previewer.refused.connect(self.refused)

    def convert(self, snapshot: ScopeSnapshot) -> None:
        """Ask whether the reflection shall be written in structured form."""
        self._asked = Asked(
            title=self.tr("Convert the reflection?"),
            text=self.tr("It is written with the three headings that the engine looks for."),
            primary=self.tr("Convert"),
            safe=self.tr("Leave it"),
            reason=self.tr("Reason, for the log"),
            icon=Icon.EDIT,
        )
        self._begin(snapshot, convert_reflection)

    def clear(self, snapshot: ScopeSnapshot) -> None:
        """Ask whether the reflection shall go."""
        self._asked = Asked(
            title=self.tr("Clear the reflection?"),
            text=self.tr("Observations stay; nothing is superseded any more. Undo brings it back."),
            primary=self.tr("Clear"),
            safe=self.tr("Keep it"),
            reason=self.tr("Reason, for the log"),
            icon=Icon.REMOVE,
            meaning=Meaning.DAMAGED,
        )
        self._begin(snapshot, clear_reflection)

    def _begin(self, snapshot: ScopeSnapshot, make: Action) -> None:
        self._plan, self._clears = None, make is clear_reflection
        self._previewer.request(look_at(partial(make, snapshot), _looked_at), at_once=True)

    @Slot(object)
    def _ask(self, found: tuple[Check, tuple[DiffLine, ...]]) -> None:
        if self._asked is None:
            return
        check, lines = found
        self._plan = check.preview.plan
        preview = _Preview(check, lines, clears=self._clears)
        self.question = ask(self._view, self._asked, preview=preview, width=760)
        self.question.agreed.connect(self._save)

    @Slot(str)
    def _save(self, reason: str) -> None:
        if self._plan is not None:
            self._session.editing.save(replace(self._plan.change, reason=reason))


class _Preview(QWidget):
    def __init__(self, check: Check, lines: tuple[DiffLine, ...], *, clears: bool) -> None:
        super().__init__()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        if not clears:
            read = CheckLines()
            read.show_check(check, can_go=False)
            title = TextLabel(
                self.tr("The stored text"), Role.SECONDARY, Weight.STRONG, tone="text2"
            )
            stored = DiffView(self.tr("The stored text, before and after"))
            stored.show_lines(lines)
            for part in (read, title, stored):
                layout.addWidget(part)
        turn = NextTurn()
        turn.show_words(self.tr("The next turn"), "")
        turn.show_preview(check.preview)
        layout.addWidget(turn)


def _looked_at(plan: Plan) -> tuple[Check, tuple[DiffLine, ...]]:
    check = check_of(plan)
    return check, diff_lines(*check.preview.texts)
