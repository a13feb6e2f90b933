"""The reflection as a reader wants it: three sections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.reflection.entry import EntryList
from ui.reflection.prose import Prose
from ui.reflection.sides import PairKind
from ui.widgets.labels import TextLabel

if TYPE_CHECKING:
    from ui.reflection.reading import Reading

_WIDEST = 760
_MOST_SHOWN, _MOST_LINES = 20_000, 400


class ReadablePage(QScrollArea):
    """A column of text on the surface, as wide as lines should be."""

    jump_wanted = Signal(int)  # index of an observation

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self.viewport().setAutoFillBackground(False)
        self.setBackgroundRole(self.backgroundRole().Base)
        self.setAccessibleName(self.tr("Reflection to read"))
        inner = self._inner = QWidget(self.viewport())
        self.nothing = TextLabel(
            self.tr("No part of it reaches a turn; Raw shows what is stored."),
            tone="text2",
            wrap=True,
        )
        self.summary = Prose(self.tr("Summary"), inner, most=480)
        self.rest = TextLabel(
            self.tr("This is how it begins; Raw shows all of it."), Role.SECONDARY, tone="text2"
        )
        self.supersessions, self.contradictions = EntryList(inner), EntryList(inner)
        self._titles: dict[QWidget, TextLabel] = {}
        self._lay_out()
        self.supersessions.jump_wanted.connect(self.jump_wanted)
        self.contradictions.jump_wanted.connect(self.jump_wanted)

    def show_reading(self, reading: Reading) -> None:
        """Show what the engine reads."""
        summary, pairs = reading.parts.summary, reading.pairs
        self.summary.show_marked(_beginning(summary))
        self.rest.setVisible(len(summary) > len(self.summary.text))
        self._show_part(self.summary, shown=bool(summary))
        self.nothing.setVisible(not summary and not pairs)
        for kind, part in (
            (PairKind.SUPERSESSION, self.supersessions),
            (PairKind.CONTRADICTION, self.contradictions),
        ):
            chosen = tuple(pair for pair in pairs if pair.kind is kind)
            part.show_pairs(chosen)
            self._show_part(part, shown=bool(chosen))

    def _show_part(self, part: QWidget, *, shown: bool) -> None:
        part.setVisible(shown)
        self._titles[part].setVisible(shown)

    def _lay_out(self) -> None:
        inner = self._inner
        inner.setMaximumWidth(fonts.px(_WIDEST))
        column = QVBoxLayout(inner)
        column.setContentsMargins(16, 4, 16, 24)
        column.setSpacing(6)
        column.addWidget(self.nothing)
        for words, part in (
            (self.tr("Summary"), self.summary),
            (self.tr("Supersessions"), self.supersessions),
            (self.tr("Contradictions"), self.contradictions),
        ):
            title = TextLabel(words, Role.SECONDARY, Weight.STRONG, tone="text2")
            title.setContentsMargins(0, 10, 0, 0)
            self._titles[part] = title
            column.addWidget(title)
            column.addWidget(part)
            if part is self.summary:
                column.addWidget(self.rest)
        column.addStretch(1)
        self.setWidget(inner)
        inner.setAutoFillBackground(False)


def _beginning(text: str) -> str:
    """Return as much of a text as people read in a page; longer ones are for Raw."""
    if len(text) <= _MOST_SHOWN and text.count("\n") < _MOST_LINES:
        return text
    lines = text[:_MOST_SHOWN].split("\n")
    return "\n".join(lines[:_MOST_LINES])
