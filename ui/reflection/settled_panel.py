"""What became of a pair, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.widgets.button import Button
from ui.widgets.labels import ElidedLabel, TextLabel

if TYPE_CHECKING:
    from ui.reflection.sides import Pair


class SettledPanel(QWidget):
    """What became of a pair, and the way back."""

    change_wanted = Signal()
    again_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = ElidedLabel(weight=Weight.MEDIUM)
        self.explanation = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        self.change = Button(self.tr("Show the change"), icon=Icon.HISTORY)
        self.again = Button(self.tr("Look at it again"), icon=Icon.UNDO)
        self.change.clicked.connect(self.change_wanted)
        self.again.clicked.connect(self.again_wanted)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(8)
        for part in (self.words, self.explanation, self.change, self.again):
            layout.addWidget(part)

    def show_pair(self, pair: Pair) -> None:
        """Show what became of it."""
        self.words.set_text(self.tr("Settled: {0}").format(pair.words))
        written = bool(pair.entry)
        self.explanation.setText(
            self.tr("The texts are those from before.")
            if written
            else self.tr("Nothing was written: this program remembers it, the workspace does not.")
        )
        self.change.setVisible(written)
        self.again.setVisible(not written)
