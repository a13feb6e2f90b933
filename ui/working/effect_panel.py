"""Below a value that is being written: whether it is JSON, what will be stored, and saving it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.working.edits import InvalidValueError
from ui.fonts import Role, Weight
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.banner import Banner
from ui.widgets.button import Button, ButtonKind
from ui.widgets.diff_view import DiffView
from ui.widgets.labels import TextLabel
from ui.widgets.link import Link
from ui.widgets.outdated_banner import OutdatedBanner
from ui.widgets.unsaved_line import UnsavedLine
from ui.working.value_effect import ValueEffect

if TYPE_CHECKING:
    from desktop_app.core.errors import MemloupeError

    Known = ValueEffect | MemloupeError

_MOST_NAMED = 4
_SHOWN = 24


class EffectPanel(QWidget):
    """Shown while something is typed and not saved."""

    save_wanted = Signal()
    discard_wanted = Signal()
    place_wanted = Signal(int)  # offset of the error

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offset = 0
        self.note = OutdatedBanner(self)
        self.problem = TextLabel("", Role.SECONDARY, wrap=True)
        self.place = Link(self.tr("Go to it"), self)
        self.losses = Banner(self)
        self.rewritten = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        self.title = TextLabel(
            self.tr("Line in the next turn"), Role.SECONDARY, Weight.STRONG, tone="text2"
        )
        self.diff = DiffView(self.tr("Line in the next turn, before and after"), self)
        self.tokens = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        self.discard_button = Button(self.tr("Discard"), kind=ButtonKind.GHOST)
        self.save_button = Button(self.tr("Save"), kind=ButtonKind.PRIMARY, key=self.tr("Ctrl ↵"))
        self.line = UnsavedLine((self.discard_button, self.save_button), self)
        self._lay_out()
        self.place.clicked.connect(self._go)
        self.save_button.clicked.connect(self.save_wanted)
        self.discard_button.clicked.connect(self.discard_wanted)
        self.forget()

    @property
    def words(self) -> str:
        """Everything that is said of the value now, one line each."""
        parts = [self.problem.text(), self.rewritten.text(), self.tokens.text()]
        banners = [b.accessibleName() for b in (self.note, self.losses) if not b.isHidden()]
        return "\n".join(part for part in (*banners, *parts) if part)

    def show_state(self, words: str) -> None:
        """Say how the draft stands."""
        self.line.state.set_text(words)

    def show_outdated(self, *, outdated: bool) -> None:
        """Say that the entry was changed underneath."""
        self.note.show_outdated(outdated=outdated)

    def forget(self) -> None:
        """Say nothing of what was shown before, because this is about another entry."""
        for part in (self.note, self.losses, self.title, self.diff, self.place):
            part.hide()
        for label in (self.problem, self.rewritten, self.tokens):
            label.setText("")
            label.hide()
        self._judge_save(None)

    def show_known(self, known: Known | None) -> None:
        """Show what saving does, or why it can't be saved.

        While that is worked out, what holds for the text before it stays: nothing jumps.
        """
        if known is None:
            self._judge_save(None)
            return
        effect = known if isinstance(known, ValueEffect) else None
        self._show_problem(None if isinstance(known, ValueEffect) else known)
        self._show_losses(effect)
        self.rewritten.setText(_rewritten_words(self, effect) if effect else "")
        self.rewritten.setVisible(bool(self.rewritten.text()))
        changes = effect is not None and not effect.changes_nothing
        self.title.setVisible(changes)
        self.diff.setVisible(changes)
        if effect is not None and changes:
            self.diff.show_lines(effect.lines)
        self.tokens.setText(_token_words(self, effect) if effect else "")
        self.tokens.setVisible(bool(self.tokens.text()))
        self._judge_save(known)

    def _show_problem(self, error: MemloupeError | None) -> None:
        has_place = isinstance(error, InvalidValueError)
        self.place.setVisible(has_place)
        self.problem.setVisible(error is not None)
        self.problem.setText(_problem_words(error) if error else "")
        self.problem.setAccessibleName(self.problem.text())
        if isinstance(error, InvalidValueError):
            self._offset = error.offset

    def _show_losses(self, effect: ValueEffect | None) -> None:
        if effect is None or not effect.loses:
            self.losses.hide()
            return
        title = self.tr("Digits will be lost") if effect.lost else self.tr("A value will be lost")
        form = self.tr("{0} is stored as {1}.")
        said = [form.format(item.typed[:_SHOWN], item.stored) for item in effect.lost[:_MOST_NAMED]]
        if effect.lost[_MOST_NAMED:]:
            more = self.tr("So are {0} more numbers.")
            said.append(more.format(f"{len(effect.lost) - _MOST_NAMED:,}"))
        twice = self.tr("“{0}” is written twice; only the last value is stored.")
        keys = dict.fromkeys(item.key for item in effect.hidden)
        said += [twice.format(key[:_SHOWN]) for key in list(keys)[:_MOST_NAMED]]
        if effect.lost:
            said.append(self.tr("In quotes, a number keeps all its digits."))
        self.losses.show_banner(Meaning.CAUTION, title, " ".join(said))

    def _judge_save(self, known: Known | None) -> None:
        words = self.tr("Save")
        if known is None:
            reason = self.tr("Still working out what it does.")
        elif not isinstance(known, ValueEffect):
            reason = _problem_words(known)
        else:
            reason = ""
            words = self.tr("Save anyway") if known.loses else words
            if known.changes_nothing:
                reason = self.tr("The file says the same already.")
        self.save_button.setText(words)
        self.save_button.setAccessibleName(words)
        self.save_button.updateGeometry()
        self.save_button.set_unavailable(reason)

    @Slot()
    def _go(self) -> None:
        self.place_wanted.emit(self._offset)

    def _lay_out(self) -> None:
        problem = QHBoxLayout()
        problem.setSpacing(8)
        problem.addWidget(self.problem, 1)
        problem.addWidget(self.place)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.note)
        layout.addLayout(problem)
        for part in (self.losses, self.rewritten, self.title, self.diff, self.tokens):
            layout.addWidget(part)
        layout.addWidget(self.line)


def _problem_words(error: MemloupeError) -> str:
    if isinstance(error, InvalidValueError):
        # Nothing was asked to be written yet.
        return error.message
    return error.words


def _rewritten_words(panel: EffectPanel, effect: ValueEffect) -> str:
    if effect.changes_nothing:
        return panel.tr("The file says the same already.")
    if not effect.rewritten:
        return ""
    listed = ", ".join(effect.rewritten)
    return panel.tr("The engine spells it differently: {0}.").format(listed)


def _token_words(panel: EffectPanel, effect: ValueEffect) -> str:
    if effect.changes_nothing:
        return ""
    before, after = effect.tokens
    both = counting.tokens(after) if before == after else f"{before:,} → {counting.tokens(after)}"
    return panel.tr("Working memory in every turn: {0}, never counted.").format(both)
