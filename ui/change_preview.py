"""What a change would do, beside the question whether to do it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.core.files.plan import FilePlan
from desktop_app.services.editing.plans import Plan
from ui.fonts import Role, Weight
from ui.tokens import Meaning
from ui.widgets.banner import Banner
from ui.widgets.differences import Difference, Differences
from ui.widgets.labels import TextLabel
from ui.widgets.section import Facts

_LABELS = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A plan with what to show of it.

    Attributes:
        plan: What will be saved.
        facts: What follows, as labels and sentences.
        caution: What a person should know first: a title and more sentences.
        differences: What differs, to show below the facts: in one text, or in each of several.
        more_differences: In how many more texts something differs.
        below: What else to say, below everything.
    """

    plan: Plan | FilePlan
    facts: tuple[tuple[str, str], ...] = ()
    caution: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    more_differences: int = 0
    below: str = ""


class ChangePreview(QWidget):
    """Caution, facts and what differs; or why there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.caution = Banner()
        self.state = TextLabel("", tone="text2", wrap=True)
        self.facts = Facts(label_width=_LABELS)
        more = self.tr("{0} more files; once it is written, Changes has all of them.")
        self.differences = Differences(more, weight=Weight.STRONG)
        self.below = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 4)
        layout.setSpacing(8)
        for part in (self.caution, self.state, self.facts, self.differences, self.below):
            layout.addWidget(part)
        self.show_nothing("")

    @property
    def words(self) -> str:
        """Everything that is said now, one line a fact."""
        return self.state.text() or self.facts.accessibleName()

    def show_planned(self, planned: Planned) -> None:
        """Show what a plan does."""
        if planned.caution:
            title, *more = planned.caution
            self.caution.show_banner(Meaning.CAUTION, title, " ".join(more))
        else:
            self.caution.hide()
        self._say("")
        self.facts.clear()
        for label, value in planned.facts:
            self.facts.add(label, TextLabel(value, Role.SECONDARY, wrap=True))
        said = "\n".join(f"{label}: {value}" for label, value in planned.facts)
        self.facts.setAccessibleName(said)
        self.facts.setVisible(bool(planned.facts))
        self.differences.setVisible(bool(planned.differences))
        shown = planned.differences
        self.differences.show_all(shown, len(shown) + planned.more_differences)
        self.below.setText(planned.below)
        self.below.setVisible(bool(planned.below))

    def show_nothing(self, reason: str) -> None:
        """Show why there is nothing to show."""
        for part in (self.caution, self.facts, self.differences, self.below):
            part.hide()
        self._say(reason)

    def _say(self, reason: str) -> None:
        self.state.setText(reason)
        self.state.setAccessibleName(reason)
        self.state.setVisible(bool(reason))
