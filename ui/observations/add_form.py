"""The form of a new observation, in the place of the inspector."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from desktop_app.core.engine_text import estimate_tokens, trim, valid_unicode
from desktop_app.core.observational.edit_preview import Note
from ui.fonts import Role
from ui.observations.draft import NEW_IMPORTANCE
from ui.observations.inspector_frame import InspectorHead
from ui.observations.notes import note_text
from ui.observations.save_bar import SaveBar
from ui.widgets import counting
from ui.widgets.importance_field import ImportanceField
from ui.widgets.labels import TextLabel
from ui.widgets.link import Link
from ui.widgets.scrolled import Scrolled
from ui.widgets.section import Section
from ui.widgets.text_area import TextArea

if TYPE_CHECKING:
    from ui.observations.editor import ObservationEditor


class AddForm(QWidget):
    """Text and importance; what is typed stays with the scope until it is saved or discarded."""

    closed = Signal()

    def __init__(self, editor: ObservationEditor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self.head = InspectorHead(self.tr("New observation"), self)
        self._scrolled = Scrolled(self)
        self._inside = QWidget(self._scrolled.viewport())
        self._scrolled.setWidget(self._inside)
        section = self.section = Section(self.tr("Text"), self._inside)
        self.area = TextArea(self.tr("Text of the new observation"), section, lines=4, most=240)
        self.importance = ImportanceField(section)
        self.counts_as = TextLabel(
            note_text(Note.UNSCORED), Role.SECONDARY, tone="text2", wrap=True
        )
        self.bar = SaveBar(section)
        hint = TextLabel(
            self.tr("It becomes the newest one, under the engine’s next number."),
            Role.SECONDARY,
            tone="text2",
            wrap=True,
        )
        self.back = Link(self.tr("Bring back what was discarded"), section, role=Role.SECONDARY)
        for one in (self.area, self.importance, self.counts_as, hint, self.bar, self.back):
            section.body.addWidget(one)
        self._lay_out()
        self.setAccessibleName(self.tr("New observation"))
        self.setFocusProxy(self.area)
        self._connect()

    def begin(self) -> None:
        """Show what was typed before, with the focus in the text."""
        addition = self._editor.drafts.addition
        self.area.set_text(addition.text if addition else "")
        self.importance.show_value(addition.importance if addition else NEW_IMPORTANCE)
        self._show_state()
        self.bar.show_problem("")
        self.area.setFocus()
        self._tell()

    @property
    def holds_focus(self) -> bool:
        """Whether somebody is typing here."""
        inside = QApplication.focusWidget()
        return inside is not None and self.isAncestorOf(inside)

    def save(self) -> None:
        """Save it; an empty one is not."""
        if self.area.text.strip():
            self._editor.save_addition()

    def discard(self) -> None:
        """Leave the form; what was typed is given up."""
        scope = self._editor.drafts.scope
        if scope is not None:
            self._editor.drafts.discard_addition(scope)
        self.closed.emit()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.section)
        column.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self._scrolled, 1)

    def _connect(self) -> None:
        self.area.edited.connect(self._tell)
        self.importance.changed.connect(self._tell)
        self.importance.submitted.connect(self.save)
        self.bar.save_wanted.connect(self.save)
        self.bar.discard_wanted.connect(self.discard)
        self.head.close_button.clicked.connect(self.closed)
        self.back.clicked.connect(self._bring_back)
        self._editor.addition_planner.ready.connect(self.bar.show_effect)
        self._editor.addition_planner.refused.connect(self.bar.show_problem)

    @Slot()
    def _tell(self) -> None:
        self._editor.edit_addition(self.area.text, self.importance.value)
        self._show_state()
        if not self.area.text.strip():
            self.bar.show_problem(self.tr("An observation needs text."))

    @Slot()
    def _bring_back(self) -> None:
        given_up = self._editor.drafts.discarded_addition
        if given_up is not None:
            self.area.set_text(given_up.text)
            self.importance.show_value(given_up.importance)
            self.area.setFocus()
            self._tell()

    def _show_state(self) -> None:
        is_empty = not self.area.text.strip()
        self.back.setVisible(is_empty and self._editor.drafts.discarded_addition is not None)
        tokens = estimate_tokens(trim(valid_unicode(self.area.text)))
        self.section.set_note(counting.tokens(tokens))
        self.counts_as.setVisible(not self.importance.value)
        self.bar.show_state(self.tr("Unsaved"))
