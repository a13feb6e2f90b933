"""What an edit would do, beside the question whether to do it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.fonts import Role, Weight
from ui.naming import shown_id
from ui.observations.effect_words import lost_text, numbers, renumbered_text, turn_text
from ui.observations.notes import notes_text
from ui.observations.words import tr
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.banner import Banner
from ui.widgets.diff_view import DiffView
from ui.widgets.labels import TextLabel
from ui.widgets.section import Facts

if TYPE_CHECKING:
    from ui.observations.effect import Effect, TurnChange

Fact = tuple[str, str]


class PlanPreview(QWidget):
    """The next turn before and after, what follows, and what a person should know."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._said: list[Fact] = []
        self.note = Banner()
        self.state = TextLabel("", tone="text2", wrap=True)
        self.facts = Facts(label_width=76)
        self.diff_title = TextLabel(
            self.tr("The reflection"), Role.SECONDARY, Weight.STRONG, tone="text2"
        )
        self.diff = DiffView(self.tr("What changes in the reflection"))
        self.lost = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 4)
        layout.setSpacing(8)
        parts = (self.note, self.state, self.facts, self.diff_title, self.diff, self.lost)
        for part in parts:
            layout.addWidget(part)
        self.show_nothing(self.tr("Working out what it does…"))

    @Slot(object)
    def show_effect(self, effect: Effect) -> None:
        """Show what a plan does."""
        notes = notes_text(effect.plan.notes)
        if notes:
            self.note.show_banner(Meaning.CAUTION, notes[0], " ".join(notes[1:]))
        else:
            self.note.hide()
        self.state.hide()
        self._say([*_turns(effect), *_following(effect)])
        self.lost.setText(lost_text(effect.plan.lost) if effect.plan.lost else "")
        self.lost.setVisible(bool(effect.plan.lost))
        self.diff_title.setVisible(bool(effect.reflection))
        self.diff.setVisible(bool(effect.reflection))
        if effect.reflection:
            self.diff.show_lines(effect.reflection)

    @Slot(str)
    def show_nothing(self, reason: str) -> None:
        """Show why there is nothing to show."""
        for part in (self.note, self.facts, self.diff_title, self.diff, self.lost):
            part.hide()
        self._said = []
        self.state.setText(reason)
        self.state.setAccessibleName(reason)
        self.state.show()

    @property
    def words(self) -> str:
        """Everything that is said now, one line a fact."""
        if not self._said:
            return self.state.text()
        return "\n".join(f"{label}: {value}" for label, value in self._said)

    def _say(self, said: list[Fact]) -> None:
        self._said = said
        self.facts.clear()
        for label, value in said:
            self.facts.add(label, value)
        self.facts.setAccessibleName(self.words)
        self.facts.show()


def _turns(effect: Effect) -> list[Fact]:
    shown, *others = effect.turns
    facts = _turn(shown)
    for turn in others:
        facts += [(tr("there"), shown_id(turn.memory_id)), *_turn(turn)]
    return facts


def _turn(turn: TurnChange) -> list[Fact]:
    sides = ((tr("gets in"), turn.came_in), (tr("goes out"), turn.went_out))
    said = [(label, numbers(seqs)) for label, seqs in sides if seqs]
    return [(tr("next turn"), turn_text(turn)), *said]


def _following(effect: Effect) -> list[Fact]:
    plan, facts = effect.plan, []
    moved = [item for item in plan.renumbered if item.after is not None]
    if moved:
        facts.append((tr("numbers"), renumbered_text(moved)))
    if plan.references:
        forms = tr("{0} line of the reflection follows"), tr("{0} lines of the reflection follow")
        facts.append((tr("references"), counting.counted(len(plan.references), *forms)))
    return facts
