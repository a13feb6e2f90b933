"""A dialog about an edit: what it would do, a reason, and the choice to do it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from ui.fonts import Role
from ui.icons import Icon
from ui.observations.planner import Planner
from ui.observations.preview import PlanPreview
from ui.widgets.dialog import Dialog
from ui.widgets.labels import TextLabel
from ui.widgets.line_edit import LineField

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from ui.observations.effect import Effect
    from ui.observations.planner import MakePlan
    from ui.session import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """What the dialog says."""

    title: str
    primary: str
    sentence: str = ""
    icon: Icon | None = None


class PlanDialog(Dialog):
    """Subclasses put their fields into ``fields`` and call ``plan``; saving goes on without it."""

    saving = Signal(object)  # Job that succeeds with an Outcome

    def __init__(self, session: Session, parent: QWidget, wording: Wording) -> None:
        super().__init__(
            parent,
            wording.title,
            primary=wording.primary,
            safe=self.tr("Cancel"),
            sentence=wording.sentence,
            icon=wording.icon,
            width=620,
        )
        self._session = session
        self._effect: Effect | None = None
        self.planner = Planner(session, self)
        self.preview = PlanPreview()
        self.reason = LineField(self.tr("Reason"), placeholder=self.tr("Why, for the log"))
        self.planner.ready.connect(self._take)
        self.planner.refused.connect(self._refuse)
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

    def plan(self, make: MakePlan, place: int | None = None, *, at_once: bool = False) -> None:
        """Work out what the fields do now."""
        self._effect = None
        self.primary_button.set_unavailable(self.tr("Still working out what it does."))
        self.planner.request(make, place, at_once=at_once)

    def wait(self, why: str) -> None:
        """Let nothing be done yet."""
        self._effect = None
        self.planner.cancel()
        self.preview.show_nothing(why)
        self.primary_button.set_unavailable(why)

    def show_plan(self, effect: Effect) -> None:
        """Show a plan that is there already."""
        self.planner.cancel()
        self._take(effect)

    @Slot(object)
    def _take(self, effect: Effect) -> None:
        self._effect = effect
        self.preview.show_effect(effect)
        self.primary_button.set_unavailable("")

    @Slot(str)
    def _refuse(self, reason: str) -> None:
        self.preview.show_nothing(reason)
        self.primary_button.set_unavailable(reason)

    @Slot()
    def _save(self) -> None:
        if self._effect is None:
            return
        change = replace(self._effect.plan.change, reason=self.reason.text.strip())
        self.saving.emit(self._session.editing.save(change))
