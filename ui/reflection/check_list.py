"""What the engine will read of an edited reflection, in a few lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.fonts import Role, Weight
from ui.reflection.stored import tr, why_words
from ui.widgets import counting
from ui.widgets.labels import TextLabel
from ui.widgets.link import Link

if TYPE_CHECKING:
    from desktop_app.core.observational.reflection import Reflection
    from ui.reflection.reading import Check

_MOST_NAMED = 4


class CheckLines(QWidget):
    """Counts of what is read, then the lines that are ignored; a click goes to one."""

    line_wanted = Signal(int)  # number from 0

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = TextLabel(
            self.tr("What the engine will read"), Role.SECONDARY, Weight.STRONG, tone="text2"
        )
        self.words = TextLabel("", wrap=True)
        self.lines: list[Link] = []
        self.more = TextLabel("", Role.SECONDARY, tone="text2")
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 6, 0, 0)
        self._layout.setSpacing(2)
        for part in (self.title, self.words, self.more):
            self._layout.addWidget(part)
        self._show_ignored(())

    def show_check(self, check: Check, *, can_go: bool) -> None:
        """Show what is read; lines of a text that is not on the screen lead nowhere."""
        self.words.setText(_read_words(check.read, check.summary_tokens))
        ignored = [
            (number, self.tr("Line {0}: {1}").format(f"{number + 1:,}", why_words(why)))
            for number, why in check.ignored[:_MOST_NAMED]
        ]
        self._show_ignored(tuple(ignored), can_go=can_go)
        left = len(check.ignored) - _MOST_NAMED
        self.more.setText(self.tr("{0} more lines are ignored.").format(f"{left:,}"))
        self.more.setVisible(left > 0)

    def show_problem(self, problem: str) -> None:
        """Say why there is nothing to read."""
        self.words.setText(problem)
        self._show_ignored(())

    def _show_ignored(self, lines: tuple[tuple[int, str], ...], *, can_go: bool = False) -> None:
        for link in self.lines:
            link.hide()
            link.deleteLater()
        self.lines = []
        for number, words in lines:
            link = Link(words, role=Role.SECONDARY)
            link.setEnabled(can_go)
            link.setProperty("line", number)
            link.clicked.connect(self._go)
            self.lines.append(link)
            self._layout.insertWidget(self._layout.count() - 1, link)
        self.more.hide()

    @Slot()
    def _go(self) -> None:
        sender = self.sender()
        if sender is not None:
            self.line_wanted.emit(int(sender.property("line")))


def _read_words(read: Reflection, summary_tokens: int) -> str:
    newer, both = len(read.supersessions), len(read.contradictions)
    if not read.summary and not newer and not both:
        return tr("Nothing: no part of this text reaches a turn.")
    if not read.is_structured:
        return tr("A plain text without sections, injected as it is: {0}.").format(
            counting.tokens(summary_tokens)
        )
    return tr("A summary of {0}, {1}, {2}.").format(
        counting.tokens(summary_tokens),
        counting.counted(newer, tr("{0} supersession"), tr("{0} supersessions")),
        counting.counted(both, tr("{0} contradiction"), tr("{0} contradictions")),
    )
