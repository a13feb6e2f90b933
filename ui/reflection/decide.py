"""The part of the workbench where a person decides: choices, reason, merged text, next turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.engine_text import estimate_tokens
from ui.fonts import Role
from ui.reflection.choices import Choice, is_only_remembered, kept_first, tr
from ui.reflection.next_turn import NextTurn
from ui.reflection.sides import Pair, PairKind
from ui.widgets import counting
from ui.widgets.choice_cards import CardChoice, ChoiceCards
from ui.widgets.labels import TextLabel
from ui.widgets.line_edit import LineField
from ui.widgets.text_area import TextArea

if TYPE_CHECKING:
    from ui.reflection.choices import Decision


class DecidePanel(QWidget):
    """Four choices, and what belongs to the one that was made."""

    chosen = Signal(str)  # Choice
    reason_edited = Signal(str)
    text_edited = Signal(str)
    submitted = Signal()  # Enter in the field for the reason

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pair: Pair | None = None
        self._showing = False
        self.choices = ChoiceCards(self.tr("What becomes of the two"), _choices(None), self)
        self.reason_label = TextLabel("", Role.SECONDARY, tone="text2")
        self.reason_note = TextLabel("", Role.SECONDARY, tone="text3")
        self.text_label = TextLabel(self.tr("One text for both"), Role.SECONDARY, tone="text2")
        self.text = TextArea(self.tr("One text for both"), self, lines=2, most=140)
        self.reason = LineField(self.tr("Reason"), self)
        self.turn = NextTurn(self)
        label = QHBoxLayout()
        label.addWidget(self.reason_label, 1)
        label.addWidget(self.reason_note)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.choices)
        layout.addSpacing(4)
        layout.addWidget(self.text_label)
        layout.addWidget(self.text)
        layout.addLayout(label)
        layout.addWidget(self.reason)
        layout.addSpacing(4)
        layout.addWidget(self.turn, 1)
        self.choices.choice_changed.connect(self.chosen)
        self.reason.text_changed.connect(self._tell_reason)
        self.reason.submitted.connect(self.submitted)
        self.text.edited.connect(self._tell_text)

    def show_decision(self, pair: Pair, decision: Decision) -> None:
        """Show what was decided so far about a pair."""
        self._showing = True
        other = pair != self._pair
        self._pair = pair
        filled, choice = decision.filled(pair), decision.choice
        if other:
            self.choices.show_choices(_choices(pair))
        self.choices.choose(choice or "")
        if self.reason.text != filled.reason:
            self.reason.set_text(filled.reason or "")
        self.text.set_text(filled.text or "")
        merges = choice is Choice.MERGE
        needs = choice is not None and not is_only_remembered(pair, choice)
        self.text_label.setVisible(merges)
        self.text.setVisible(merges)
        for part in (self.reason_label, self.reason_note, self.reason):
            part.setVisible(needs)
        self._show_reason_words(pair, decision)
        self._showing = False

    def _show_reason_words(self, pair: Pair, decision: Decision) -> None:
        kept = decision.choice in {Choice.KEEP_A, Choice.KEEP_B}
        words = self.tr("Reason, goes into the turn") if kept else self.tr("Reason, for the log")
        self.reason_label.setText(words)
        self.reason.line.setAccessibleName(words)
        count = counting.tokens(estimate_tokens(decision.filled(pair).reason or ""))
        self.reason_note.setText(self.tr("{0}, not counted").format(count) if kept else "")

    @Slot(str)
    def _tell_reason(self, text: str) -> None:
        if not self._showing:
            self.reason_edited.emit(text)

    @Slot()
    def _tell_text(self) -> None:
        if not self._showing:
            self.text_edited.emit(self.text.text)


def _choices(pair: Pair | None) -> list[CardChoice]:
    a, b = (pair.a.seq, pair.b.seq) if pair else (0, 0)
    both = tr("not a contradiction")
    if pair is not None and pair.place is not None:
        stored = pair.kind is PairKind.CONTRADICTION
        both = tr("drop the contradiction") if stored else tr("drop the supersession")
    replaces = tr("{0} replaces {1}")
    return [
        CardChoice(Choice.KEEP_A, "1", tr("Keep A"), replaces.format(a, b)),
        CardChoice(Choice.KEEP_B, "2", tr("Keep B"), replaces.format(b, a)),
        CardChoice(Choice.MERGE, "3", tr("Merge…"), tr("one text, two sources")),
        CardChoice(Choice.KEEP_BOTH, "4", tr("Keep both"), both),
    ]


def turn_title(choice: Choice | None) -> str:
    """Return what the preview shows."""
    return {
        None: tr("In the next turn"),
        Choice.KEEP_A: tr("The next turn, if you keep A"),
        Choice.KEEP_B: tr("The next turn, if you keep B"),
        Choice.MERGE: tr("The next turn, if you merge them"),
        Choice.KEEP_BOTH: tr("The next turn, if you keep both"),
    }[choice]


def written_words(pair: Pair, choice: Choice | None) -> str:
    """Return what saving writes, for the foot."""
    undo = tr("undo with Ctrl Z")
    if choice is None:
        return tr("Choose what becomes of the two")
    if choice is Choice.MERGE:
        return tr("Both become one observation; {0}").format(undo)
    if is_only_remembered(pair, choice):
        return tr("Nothing is written; it is no longer listed as open")
    if choice is Choice.KEEP_BOTH:
        stored = pair.kind is PairKind.CONTRADICTION
        words = tr("The contradiction goes; {0}") if stored else tr("The supersession goes; {0}")
        return words.format(undo)
    kept, other = kept_first(pair, choice)
    words = tr("{0} replaces {1} is written to the reflection; {2}")
    return words.format(kept.seq, other.seq, undo)


def no_line_words(pair: Pair) -> str:
    """Return why no line of the next turn speaks of a pair; empty if one does."""
    if pair.line:
        return ""
    if pair.kind is PairKind.FOUND and pair.superseded:
        return tr("The reflection says which of the two replaces the other.")
    if pair.kind is PairKind.FOUND:
        return tr("Nothing in the next turn warns of the difference.")
    return tr("The line is not in it: nothing of this memory is injected.")
