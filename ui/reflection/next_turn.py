"""What the next turn would be: sums, and what differs in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.text_diff import LineKind
from ui.fonts import Weight
from ui.reflection.plan_words import plan_words
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets.diff_view import DiffView
from ui.widgets.labels import TextLabel

if TYPE_CHECKING:
    from PySide6.QtGui import QColor

    from ui.reflection.preview import Preview

_UNCHANGED = {LineKind.SAME, LineKind.FOLDED}


class _Change(TextLabel):
    """Two numbers; green where the second one is smaller."""

    def __init__(self) -> None:
        super().__init__("", weight=Weight.STRONG, tone="text2")
        self._less = False

    @property
    def colour(self) -> QColor:
        return tokens().shades(Meaning.IN).foreground if self._less else super().colour

    def show_numbers(self, before: int, after: int) -> None:
        """Show a number before and after."""
        self._less = after < before
        self.setText(f"{before:,} → {after:,}")
        self.update()


class NextTurn(QWidget):
    """What the next turn would be: sums, and what differs in it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = TextLabel("", weight=Weight.STRONG)
        self.counted, self.measured = _Change(), _Change()
        self.sums = QWidget(self)
        sums = QHBoxLayout(self.sums)
        sums.setContentsMargins(0, 0, 0, 0)
        sums.setSpacing(4)
        sums.addWidget(self.counted)
        sums.addWidget(TextLabel(self.tr("counted"), tone="text2"))
        sums.addSpacing(10)
        sums.addWidget(self.measured)
        sums.addWidget(TextLabel(self.tr("measured"), tone="text2"))
        self.sentence = TextLabel("", tone="text2", wrap=True)
        self.diff = DiffView(self.tr("The next turn, before and after"), self)
        head = QHBoxLayout()
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(self.sums)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(self.sentence)
        layout.addWidget(self.diff, 100)
        layout.addStretch(1)
        self.show_words("", "")

    def show_words(self, title: str, sentence: str) -> None:
        """Say something in place of a difference."""
        self.title.setText(title)
        self.sentence.setText(sentence)
        self.sentence.setVisible(bool(sentence))
        self.sums.hide()
        self.diff.hide()

    def show_preview(self, preview: Preview) -> None:
        """Show what a plan does."""
        self.counted.show_numbers(preview.before.counted, preview.after.counted)
        self.measured.show_numbers(preview.before.measured, preview.after.measured)
        self.sums.setAccessibleName(
            self.tr("{0} counted, {1} measured").format(self.counted.text(), self.measured.text())
        )
        same = all(line.kind in _UNCHANGED for line in preview.turn)
        stays = self.tr("The next turn stays as it is.") if same else ""
        words = f"{stays} {plan_words(preview.plan)}".strip()
        self.sentence.setText(words)
        self.sentence.setVisible(bool(words))
        self.sums.show()
        self.diff.show_lines(preview.turn)
        self.diff.setVisible(not same)
