"""Below the fields of an edit: that it is not saved, what saving would do, and the two choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.core.observational.edit_preview import Note
from ui.fonts import Role
from ui.observations.effect_words import live_text, lost_text
from ui.observations.notes import notes_text
from ui.widgets.button import Button, ButtonKind
from ui.widgets.labels import TextLabel
from ui.widgets.outdated_banner import OutdatedBanner
from ui.widgets.unsaved_line import UnsavedLine

if TYPE_CHECKING:
    from ui.observations.effect import Effect


class SaveBar(QWidget):
    """Shown while something is not saved."""

    save_wanted = Signal()
    discard_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.effect = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        self.note = OutdatedBanner(self)
        self.discard_button = Button(self.tr("Discard"), kind=ButtonKind.GHOST, key=self.tr("Esc"))
        self.save_button = Button(self.tr("Save"), kind=ButtonKind.PRIMARY, key=self.tr("Ctrl S"))
        self.line = UnsavedLine((self.discard_button, self.save_button), self)
        self.save_button.clicked.connect(self.save_wanted)
        self.discard_button.clicked.connect(self.discard_wanted)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.note)
        layout.addWidget(self.effect)
        layout.addWidget(self.line)
        self.show_problem("")

    @Slot(object)
    def show_effect(self, effect: Effect) -> None:
        """Show what saving would do."""
        # What the importance counts as stands below its slider already.
        notes = notes_text(effect.plan.notes - {Note.UNSCORED, Note.SUPERSEDED})
        lines = [live_text(effect), *notes]
        if effect.plan.lost:
            lines.append(lost_text(effect.plan.lost))
        self.effect.setText("\n".join(lines))
        self.effect.setAccessibleName(self.tr("What saving does: {0}").format(self.effect.text()))
        self.effect.show()
        self.save_button.set_unavailable("")

    @Slot(str)
    def show_problem(self, reason: str) -> None:
        """Say why it can't be saved; an empty reason hides what was said."""
        self.effect.setText(reason)
        self.effect.setVisible(bool(reason))
        self.save_button.set_unavailable(reason)

    def show_state(self, words: str, *, outdated: bool = False) -> None:
        """Show how it stands."""
        self.line.state.set_text(words)
        self.note.show_outdated(outdated=outdated)
