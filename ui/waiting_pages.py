"""While somebody thinks: who, for how long, how far; and what to do when there is no answer."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.models.errors import FailureKind, ModelError
from ui.fonts import Role, Weight
from ui.naming import shown_line
from ui.widgets.button import Button, ButtonKind
from ui.widgets.labels import TextLabel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.errors import MemloupeError

_TICK_MS = 1000
_WIDE = 520


def tr(text: str) -> str:
    """Return a text of these pages in the language of the person."""
    return QCoreApplication.translate("Waiting", text)


class _Middle(QWidget):
    """A title, a sentence, and buttons, in the middle of the page."""

    def __init__(self, buttons: Sequence[Button], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = TextLabel(role=Role.TITLE, weight=Weight.STRONG, wrap=True)
        self.sentence = TextLabel(tone="text2", wrap=True)
        for label in (self.title, self.sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setMaximumWidth(_WIDE)
            label.setMinimumWidth(280)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        for button in buttons:
            row.addWidget(button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.addStretch(2)
        for part in (self.title, self.sentence):
            line = QHBoxLayout()
            line.addStretch(1)
            line.addWidget(part, 8)
            line.addStretch(1)
            layout.addLayout(line)
        layout.addLayout(row)
        layout.addStretch(3)

    def say(self, title: str, sentence: str) -> None:
        self.title.setText(title)
        self.sentence.setText(sentence)
        self.sentence.setVisible(bool(sentence))
        self.setAccessibleName(f"{title} {sentence}".strip())


class RunningPage(_Middle):
    """Counts the seconds; nothing in it spins."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.cancel = Button(tr("Cancel"), key=tr("Esc"), large=True)
        super().__init__((self.cancel,), parent)
        self._author, self._note, self._started = "", "", 0.0
        self._tick = QTimer(self, interval=_TICK_MS)
        self._tick.timeout.connect(self._show)

    def show_running(self, author: str, started: float, *, is_remote: bool) -> None:
        """Show who thinks, and since when."""
        self._author, self._started = shown_line(author), started
        self._note = "" if is_remote else tr("No model is asked.")
        self._show()
        self._tick.start()

    @Slot(str)
    def show_note(self, note: str) -> None:
        """Say how far it is."""
        self._note = shown_line(note)
        self._show()

    def stop(self) -> None:
        """Count no further."""
        self._tick.stop()

    @Slot()
    def _show(self) -> None:
        seconds = int(monotonic() - self._started)
        title = tr("{0} is at work, {1} s").format(self._author, f"{seconds:,}")
        self.say(title, self._note)


class FailedPage(_Middle):
    """Says why there is no proposal; the first button is what helps most.

    Args:
        has_rules: Whether the same can be done without a model.
    """

    again_wanted = Signal()
    key_wanted = Signal()
    model_wanted = Signal()
    rules_wanted = Signal()
    back_wanted = Signal()

    def __init__(self, parent: QWidget | None = None, *, has_rules: bool = True) -> None:
        self._has_rules = has_rules
        self.again = Button(tr("Try again"), key="R", large=True)
        self.key = Button(tr("Enter another key…"), kind=ButtonKind.PRIMARY, large=True)
        self.model = Button(tr("Choose another model…"), large=True)
        self.rules = Button(tr("Use built-in rules"), large=True)
        self.back = Button(tr("Back"), key=tr("Esc"), kind=ButtonKind.GHOST, large=True)
        super().__init__((self.back, self.key, self.again, self.model, self.rules), parent)
        for button, wanted in (
            (self.again, self.again_wanted),
            (self.key, self.key_wanted),
            (self.model, self.model_wanted),
            (self.rules, self.rules_wanted),
            (self.back, self.back_wanted),
        ):
            button.clicked.connect(wanted)

    def show_failed(self, error: MemloupeError) -> QWidget:
        """Show a failure; return the button that helps most."""
        self.say(shown_line(error.message), shown_line(error.advice))
        of_model = isinstance(error, ModelError)
        refused = isinstance(error, ModelError) and error.kind is FailureKind.REFUSED_KEY
        self.key.setVisible(refused)
        self.model.setVisible(of_model and not refused)
        self.rules.setVisible(of_model and self._has_rules)
        return self.key if refused else self.again
