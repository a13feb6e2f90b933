"""One part of a proposal in full, and what the ticked ones do to the next turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.observational.reflection import Supersession
from desktop_app.core.observational.reflection_writer import (
    write_contradiction,
    write_supersession,
)
from desktop_app.core.observational.renumbering import ends
from desktop_app.core.proposals.proposal_items import SUMMARY_ID
from desktop_app.core.proposals.reflection_proposal import ReflectionProposal
from desktop_app.core.text_diff import LineKind
from ui import fonts
from ui.fonts import Role, Weight
from ui.proposals.lanes import TurnLanes
from ui.proposals.scored import ScoredObservation
from ui.proposals.words import ANSWER_ID, ignored_words, tr
from ui.widgets.diff_view import DiffView
from ui.widgets.display_map import Span
from ui.widgets.exact_text import ExactText
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.text_box import TextBox

if TYPE_CHECKING:
    from desktop_app.core.proposals.proposal_items import Entry, ProposalItem
    from ui.proposals.effect import Effect
    from ui.proposals.model import Proposal


_ANSWER = 200


class ItemDetail(QWidget):
    """A difference of the summary or of one entry, or an observation with its importance."""

    importance_wanted = Signal(str, float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ElidedLabel(weight=Weight.STRONG)
        self._note = TextLabel(role=Role.SECONDARY, tone="text2")
        self._entry = QWidget(self)
        self.diff = DiffView(self.tr("What changes in this part"), self._entry)
        self.sources = TextBox(self.tr("The observations it is about"), self._entry)
        self.scored = ScoredObservation(self)
        self.scored.importance_wanted.connect(self.importance_wanted)
        parts = QVBoxLayout(self._entry)
        parts.setContentsMargins(0, 0, 0, 0)
        parts.setSpacing(8)
        parts.addWidget(self.diff)
        parts.addWidget(self.sources)
        self.answer = ExactText(self.tr("The answer as it came"), self)
        self.answer.setMinimumHeight(fonts.px(_ANSWER))
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._title, 1)
        head.addWidget(self._note)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(head)
        for part in (self._entry, self.scored, self.answer):
            part.hide()
            layout.addWidget(part)

    def show_item(self, proposal: Proposal, item_id: str) -> None:
        """Show the part that is the current one of the list."""
        if item_id == ANSWER_ID:
            self._show_answer(proposal)
        elif isinstance(proposal, ReflectionProposal):
            part = next(one for one in proposal.items if one.id == item_id)
            self._show_only(self._entry)
            if part.id == SUMMARY_ID:
                self._show_texts(part.title, proposal.old.summary, proposal.new.summary)
            else:
                self._show_entry(proposal, part)
        else:
            item = next(one for one in proposal.items if one.id == item_id)
            self._show_only(self.scored)
            self._title.set_text(tr("Observation"))
            self._note.setText("")
            self.scored.show_item(item)

    def _show_only(self, wanted: QWidget) -> None:
        for part in (self._entry, self.scored, self.answer):
            part.setVisible(part is wanted)

    def _show_answer(self, proposal: Proposal) -> None:
        self._show_only(self.answer)
        self._title.set_text(tr("The answer as it came"))
        self._note.setText(ignored_words(proposal))
        ignored = proposal.ignored_lines if isinstance(proposal, ReflectionProposal) else ()
        self.answer.set_quiet(tuple(Span(one.line.start, one.line.end) for one in ignored))
        self.answer.show_text(proposal.output)

    def _show_texts(self, title: str, before: str, after: str) -> None:
        self._title.set_text(title)
        marked = tr("words that change are marked") if before != after else tr("unchanged")
        self._note.setText(marked)
        self.diff.show_texts(before, after, context=None)
        self.sources.hide()

    def _show_entry(self, proposal: ReflectionProposal, part: ProposalItem) -> None:
        entry = part.after or part.before
        assert entry is not None
        self._show_texts(part.title, _line(part.before), _line(part.after))
        texts = {item.seq: item.content for item in proposal.record.observations or ()}
        numbers = [number for number in dict.fromkeys(ends(entry)) if number in texts]
        self.sources.show_text("\n".join(f"[{number}] {texts[number]}" for number in numbers))
        self.sources.setVisible(bool(numbers))


def _line(entry: Entry | None) -> str:
    if entry is None:
        return ""
    if isinstance(entry, Supersession):
        return write_supersession(entry)
    return write_contradiction(entry)


class TurnDetail(QWidget):
    """The next turn with what is ticked: two lanes and the difference of the injected text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = TextLabel(self.tr("The next turn, with what is ticked"), weight=Weight.STRONG)
        self.lanes = TurnLanes(self)
        self.diff = DiffView(self.tr("What changes in the text of the next turn"), self)
        self.same = TextLabel(self.tr("The next turn stays as it is."), tone="text2")
        self.same.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(title)
        layout.addWidget(self.lanes)
        layout.addWidget(self.same)
        layout.addWidget(self.diff, 1)
        layout.addStretch()

    @Slot(object)
    def show_effect(self, effect: Effect) -> None:
        """Show what other ticks do."""
        self.lanes.show_effect(effect)
        self.diff.show_lines(effect.snippet)
        same = {line.kind for line in effect.snippet} <= {LineKind.SAME, LineKind.FOLDED}
        self.diff.setHidden(same)
        self.same.setVisible(same)
