"""What of the memory the next turn receives, in numbers and to the letter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.ledger.book import Layer
from desktop_app.core.ledger.injection import Fate, Vintage
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.ledger.block_end import BlockEnd
from ui.ledger.cut_bar import CutBar
from ui.ledger.room_section import RoomSection
from ui.ledger.words import layer_words, tr
from ui.naming import shown_line
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.button import Button
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.section import Section
from ui.widgets.segments import Segments

if TYPE_CHECKING:
    from PySide6.QtGui import QColor

    from ui.ledger.presenter import LedgerPresenter
    from ui.ledger.reach import Reach

_MOST_LISTED = 4


class _Lost(TextLabel):
    """How much is cut, in the colour of what needs care; or that nothing is."""

    def __init__(self, role: Role, weight: Weight, parent: QWidget | None = None) -> None:
        super().__init__("", role, weight, parent)
        self._is_lost = False

    def show_words(self, lost: str, otherwise: str, *, is_lost: bool) -> None:
        """Say how much is cut."""
        self._is_lost = is_lost
        self.setText(lost if is_lost else otherwise)

    @property
    def colour(self) -> QColor:
        caution = tokens().shades(Meaning.CAUTION).foreground
        return caution if self._is_lost else tokens().text


class ReachInspector(QWidget):
    """Room, cut, and the end of the block."""

    def __init__(self, presenter: LedgerPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self.room = RoomSection(self)
        self.cut = Section(tr("Cut"), self)
        self.bar = CutBar(self.cut)
        self.lost = _Lost(Role.SECONDARY, Weight.MEDIUM, self.cut)
        self.facts = ElidedLabel(parent=self.cut, role=Role.SECONDARY, tone="text2")
        self.line = Button(tr("Go to the line"), self.cut, icon=Icon.WATERLINE, key=tr("Ctrl G"))
        self.above = Button(
            tr("Move above the line"), self.cut, icon=Icon.CHEVRON_UP, key=tr("Alt ↑")
        )
        self.warnings = TextLabel("", Role.SECONDARY, parent=self.cut, tone="text2", wrap=True)
        self.end = Section(tr("The end of the injected block"), self)
        self.tail = BlockEnd(tr("The end of the injected block"), self.end)
        self.fresh = Section(tr("Saved, not yet consolidated"), self)
        self.fresh_facts = TextLabel("", Role.SECONDARY, parent=self.fresh, tone="text2", wrap=True)
        choices = [
            (Vintage.CHECKOUT.value, tr("System prompt (older)")),
            (Vintage.DOCUMENT.value, tr("Reference message")),
        ]
        self.vintage = Segments(tr("Version of the agent"), choices, self.end)
        self.vintage.choose(Vintage.DOCUMENT.value)
        self._lay_out()
        self.room.session_changed.connect(presenter.turn.set_session_tokens)
        self.vintage.changed.connect(self._choose)
        self.line.clicked.connect(presenter.line_wanted)
        self.above.clicked.connect(presenter.above_wanted)
        presenter.turn.room_changed.connect(self._show_room)
        presenter.book_changed.connect(self._show_fresh)
        presenter.turn.reach_changed.connect(self._show_reach)
        self._show_room()
        self._show_fresh()
        if presenter.turn.reach is not None:
            self._show_reach(presenter.turn.reach)

    def _lay_out(self) -> None:
        counts = QHBoxLayout()
        counts.addWidget(self.lost)
        counts.addStretch(1)
        counts.addWidget(self.facts)
        self.cut.body.setSpacing(6)
        self.cut.body.addWidget(self.bar)
        self.cut.body.addLayout(counts)
        self.cut.body.addSpacing(2)
        self.cut.body.addWidget(self.line)
        self.cut.body.addWidget(self.above)
        self.cut.body.addWidget(self.warnings)
        self.end.body.addWidget(self.tail)
        self.end.body.addWidget(self.vintage)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self.fresh.body.addWidget(self.fresh_facts)
        for section in (self.room, self.cut, self.end, self.fresh):
            layout.addWidget(section)
        layout.addStretch(1)

    @Slot(str)
    def _choose(self, vintage: str) -> None:
        self._presenter.turn.set_vintage(Vintage(vintage))

    @Slot()
    def _show_room(self) -> None:
        room = self._presenter.room
        if room is not None:
            self.room.show_room(room)

    @Slot()
    def _show_fresh(self) -> None:
        facts = self._presenter.fresh
        lines = [shown_line(fact.text.strip()) for fact in facts[:_MOST_LISTED]]
        if len(facts) > _MOST_LISTED:
            lines.append(tr("and {0} more").format(f"{len(facts) - _MOST_LISTED:,}"))
        safe = tr("It also stands in a daily log, so a consolidation does not lose it.")
        self.fresh_facts.setText("\n".join([*lines, safe]))
        self.fresh.set_note(f"{len(facts):,}")
        self.fresh.setVisible(bool(facts))

    def _supplier(self) -> str:
        """Return who supplies the text where the bucket has none that can be read."""
        book = self._presenter.book
        layer = book.memory.layer if book is not None else None
        return layer_words(layer) if layer in {Layer.PROJECT, Layer.ROOT} else ""

    @Slot(object)
    def _show_reach(self, reach: Reach) -> None:
        injected = reach.injection
        self.bar.show_lengths(injected.cut.kept, injected.length)
        self.cut.set_note(self._supplier())
        lost = counting.counted(
            injected.lost, tr("{0} character is cut"), tr("{0} characters are cut")
        )
        self.lost.show_words(lost, _fate_words(injected.fate), is_lost=bool(injected.lost))
        forms = tr("the newest fact"), tr("the {0} newest facts")
        facts = counting.counted(reach.lost_facts, *forms) if reach.lost_facts else ""
        self.facts.set_text(tr("{0} and more").format(facts) if reach.has_more_facts else facts)
        for button in (self.line, self.above):
            button.setVisible(injected.fate is Fate.CUT)
        # The end of the text is cut: the bar says so already.
        words = [one for one in injected.warnings if injected.fate is not Fate.CUT or _is_more(one)]
        self.warnings.setText("\n".join(words))
        self.warnings.setVisible(bool(words))
        older = injected.vintage is Vintage.CHECKOUT
        self.end.set_note(tr("2 blanks + tag") if older else tr("“<” is escaped"))
        self.tail.show_end(reach.tail or tr("This turn gets no block for the memory."))


def _fate_words(fate: Fate) -> str:
    return {
        Fate.WHOLE: tr("All of it is read"),
        Fate.NOTHING: tr("There is nothing in it"),
        Fate.DROPPED: tr("It is left out whole"),
        Fate.UNCUT: tr("Not cut, however long it is"),
        Fate.CUT: "",
    }[fate]


def _is_more(warning: str) -> bool:
    return not warning.startswith("The end is cut")
