"""A dialog about a change: what it would do, a reason, and the choice to do it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from ui.change_preview import ChangePreview
from ui.fonts import Role
from ui.icons import Icon
from ui.planning import PlanReader
from ui.widgets.dialog import Dialog
from ui.widgets.labels import TextLabel
from ui.widgets.line_edit import LineField
from ui.widgets.question import Asked, ask

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from ui.change_preview import Planned
    from ui.planning import Make
    from ui.session import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """What the dialog says."""

    title: str
    primary: str
    sentence: str = ""
    icon: Icon | None = None


class ChangeDialog(Dialog):
    """Subclasses ``put`` their fields and call ``plan`` with what gives a ``Planned``.

    Choosing to do it hands the change to the session's editing and closes the dialog: waiting,
    conflicts and undo are the window's.
    """

    saving = Signal(object)  # Job that succeeds with an Outcome

    def __init__(
        self, session: Session, parent: QWidget, wording: Wording, *, width: int = 620
    ) -> None:
        super().__init__(
            parent,
            wording.title,
            primary=wording.primary,
            safe=self.tr("Cancel"),
            sentence=wording.sentence,
            icon=wording.icon,
            width=width,
        )
        self._session = session
        self.planned: Planned | None = None
        self.planner = PlanReader(session, self)
        self.preview = ChangePreview()
        self.reason = LineField(self.tr("Reason"), placeholder=self.tr("Why, for the log"))
        self.planner.ready.connect(self.take)
        self.planner.refused.connect(self.wait)
        self.confirmed.connect(self._save)
        self.wait(self.tr("Working out what it does…"))

    def put(self, *fields: QWidget) -> None:
        """Fill the body: fields, what they do, the reason."""
        for field in fields:
            self.body.addWidget(field)
        self.body.addWidget(self.preview)
        self.body.addWidget(TextLabel(self.tr("Reason"), Role.SECONDARY, tone="text2"))
        self.body.addWidget(self.reason)
        self.reason.submitted.connect(self.confirm)

    def plan(self, make: Make, *, at_once: bool = False) -> None:
        """Work out what the fields do now."""
        self.planned = None
        self.primary_button.set_unavailable(self.tr("Still working out what it does."))
        self.planner.request(make, at_once=at_once)

    @Slot(str)
    def wait(self, why: str) -> None:
        """Let nothing be done, and say why."""
        self.planned = None
        self.planner.cancel()
        self.preview.show_nothing(why)
        self.primary_button.set_unavailable(why)

    @Slot(object)
    def take(self, planned: Planned) -> None:
        """Show a plan, and let it be carried out."""
        self.planned = planned
        self.preview.show_planned(planned)
        self.primary_button.set_unavailable("")

    @property
    def has_typed(self) -> bool:
        """Whether closing it without a choice would lose what somebody has typed."""
        return False

    @Slot()
    def dismiss(self) -> None:
        """Take the safe choice; a typed text is not thrown away without a question."""
        if not self.has_typed or not self.isVisible():
            super().dismiss()
            return
        asked = Asked(
            title=self.tr("Throw away what you typed?"),
            text=self.tr("It is nowhere else: it is not saved and not among the drafts."),
            primary=self.tr("Throw it away"),
            safe=self.tr("Keep typing"),
            icon=Icon.EDIT,
        )
        ask(self, asked).agreed.connect(self._throw_away)

    @Slot(str)
    def _throw_away(self, _reason: str) -> None:
        super().dismiss()

    @Slot()
    def _save(self) -> None:
        if self.planned is not None:
            reason = self.reason.text.strip()
            change = replace(self.planned.plan.change, reason=reason)
            self.saving.emit(self._session.editing.save(change))
