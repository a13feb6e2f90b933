"""What the inspector shows of one observation: head, sections, and keys at the foot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from ui.observations import words
from ui.observations.edit_section import EditSection
from ui.observations.inspector_frame import InspectorHead
from ui.observations.sections import ScoreSection, SourceSection, WhySection
from ui.tokens import Meaning
from ui.widgets.empty_state import EmptyState
from ui.widgets.key_buttons import KeyButton, KeyButtons
from ui.widgets.scrolled import Scrolled
from ui.widgets.unlisted import Unlisted

if TYPE_CHECKING:
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.observations.rows import Row


class ObservationPage(QWidget):
    """Shows a row, or that none is selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = InspectorHead(self.tr("Observation"), self)
        self.unlisted = Unlisted(self)
        self.edit_button = KeyButton("E", self.tr("edit"))
        self.importance_button = KeyButton("I", self.tr("importance"))
        self.merge_button = KeyButton("M", self.tr("merge"))
        self.remove_button = KeyButton(self.tr("Del"), self.tr("remove"))
        keys = (self.edit_button, self.importance_button, self.merge_button, self.remove_button)
        self._keys = KeyButtons(keys, self)
        self.nothing = EmptyState(
            self.tr("No observation is selected"),
            self.tr("Select one to see why it is in the next turn or not."),
            parent=self,
        )
        self._area = Scrolled(self)
        inside = self._inside = QWidget(self._area.viewport())
        self._area.setWidget(inside)
        self.text = EditSection(inside)
        self.score = ScoreSection(inside)
        self.why = WhySection(inside)
        self.source = SourceSection(inside)
        self._pages = QStackedLayout()
        # Into the layout first: a page added before would show as a window of its own.
        self._lay_out()
        self._pages.addWidget(self.nothing)
        self._pages.addWidget(self._area)

    def show_row(self, row: Row | None, snapshot: ScopeSnapshot | None, *, stored: bool) -> None:
        """Show everything but the text; ``stored`` says whether there are conversations."""
        reason = "" if row else self.tr("Select an observation first.")
        for button in (self.edit_button, self.importance_button, self.remove_button):
            button.set_unavailable(reason)
        self._pages.setCurrentIndex(0 if row is None else 1)
        if row is None or snapshot is None:
            self.head.show_title(self.tr("Observation"))
            return
        meaning = Meaning.IN if row.injected else Meaning.OUT
        title = self.tr("Observation {0}").format(row.observation.seq)
        self.head.show_title(title, words.verdict_text(row), meaning)
        self.score.show_row(row, snapshot.observation_count)
        self.why.show_row(row, snapshot)
        self.source.show_row(row, stored=stored)

    def _lay_out_sections(self) -> None:
        layout = QVBoxLayout(self._inside)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for section in (self.text, self.score, self.why, self.source):
            layout.addWidget(section)
        layout.addStretch(1)

    def _lay_out(self) -> None:
        self._lay_out_sections()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self.unlisted)
        layout.addLayout(self._pages, 1)
        layout.addWidget(self._keys)
