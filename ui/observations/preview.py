"""What an edit would do, beside the question whether to do it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.fonts import Role, Weight
from ui.naming import shown_id
from ui.observations.effect_words import (
    lost_text,
    numbers,
    renumbered_text,
    turn_text,
)
from ui.observations.notes import notes_text
from ui.observations.words import tr
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.banner import Banner
from ui.widgets.diff_view import DiffView
from ui.widgets.labels import TextLabel

if TYPE_CHECKING:
    from ui.observations.effect import Effect, TurnChange


class PlanPreview(QWidget):
    """The next turn before and after, what follows, and what a person should know."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note = Banner()
        self.turn = _words()
        self.follows = _words()
        self.diff_title = TextLabel(
            self.tr("The reflection"), Role.SECONDARY, Weight.STRONG, tone="text2"
        )
        self.diff = DiffView(self.tr("What changes in the reflection"))
        self.other = _words()
        self.lost = _words()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        parts = (self.note, self.turn, self.other, self.follows, self.diff_title, self.diff)
        for part in (*parts, self.lost):
            layout.addWidget(part)
        self.setAccessibleName(self.tr("What it does"))
        self.show_nothing(self.tr("Working out what it does…"))

    @Slot(object)
    def show_effect(self, effect: Effect) -> None:
        """Show what a plan does."""
        notes = notes_text(effect.plan.notes)
        if notes:
            self.note.show_banner(Meaning.CAUTION, notes[0], " ".join(notes[1:]))
        else:
            self.note.hide()
        _say(self.turn, turn_lines(effect.turns[0]))
        _say(self.other, "\n".join(_other_lines(turn) for turn in effect.turns[1:]))
        _say(self.follows, _following(effect))
        _say(self.lost, lost_text(effect.plan.lost) if effect.plan.lost else "")
        has_diff = bool(effect.reflection)
        self.diff_title.setVisible(has_diff)
        self.diff.setVisible(has_diff)
        if has_diff:
            self.diff.show_lines(effect.reflection)

    @Slot(str)
    def show_nothing(self, reason: str) -> None:
        """Show why there is nothing to show."""
        for part in (self.note, self.follows, self.other, self.lost, self.diff, self.diff_title):
            part.hide()
        _say(self.turn, reason)

    @property
    def words(self) -> str:
        """Everything that is said now."""
        parts = (self.turn, self.other, self.follows, self.lost)
        return "\n".join(part.text() for part in parts if not part.isHidden())


def turn_lines(turn: TurnChange) -> str:
    """Return the next turn before and after, and who gets in and goes out."""
    sides = ((tr("Gets in: {0}"), turn.came_in), (tr("Goes out: {0}"), turn.went_out))
    said = [words.format(numbers(seqs)) for words, seqs in sides if seqs]
    return "\n".join([tr("Next turn: {0}").format(turn_text(turn)), *said])


def _other_lines(turn: TurnChange) -> str:
    return f"{shown_id(turn.memory_id)}\n{turn_lines(turn)}"


def _following(effect: Effect) -> str:
    plan, said = effect.plan, []
    moved = [item for item in plan.renumbered if item.after is not None]
    if moved:
        forms = tr("{0} later one gets another number"), tr("{0} later ones get other numbers")
        counted = counting.counted(len(moved), *forms)
        said.append(f"{counted}: {renumbered_text(moved)}")
    if plan.references:
        forms = tr("{0} line of the reflection follows"), tr("{0} lines of the reflection follow")
        said.append(counting.counted(len(plan.references), *forms))
    return "\n".join(said)


def _say(label: TextLabel, words: str) -> None:
    label.setText(words)
    label.setAccessibleName(words)
    label.setVisible(bool(words))


def _words() -> TextLabel:
    return TextLabel("", wrap=True)
