"""The text and the importance of an observation, to read and to edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from desktop_app.core.engine_text import estimate_tokens, trim, valid_unicode
from desktop_app.core.observational.edit_preview import Note
from ui.fonts import Role
from ui.observations import words
from ui.observations.notes import note_text
from ui.observations.save_bar import SaveBar
from ui.widgets import counting
from ui.widgets.importance_field import ImportanceField
from ui.widgets.labels import TextLabel
from ui.widgets.link import Link
from ui.widgets.section import Section
from ui.widgets.text_area import TextArea
from ui.widgets.text_box import TextBox

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from ui.observations.draft import Draft
    from ui.observations.rows import Row

LONG = 20_000
"""Texts from here on are laid out for editing only when somebody wants to edit them."""


class EditSection(Section):
    """Shows the edit of an observation if there is one, else what is stored."""

    edited = Signal(str, float)
    save_wanted = Signal()
    discard_wanted = Signal()
    bring_back_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.set_title(self.tr("Text"))
        self._row: Row | None = None
        name = self.tr("Text of the observation")
        self.area = TextArea(name, self, lines=3, most=240)
        self.box = TextBox(name, self)
        self.box.hide()
        self.differs = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        self.aim = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        self.aim.hide()
        self.importance = ImportanceField(self)
        self.counts_as = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        self.bar = SaveBar(self)
        self.back = Link(self.tr("Bring back what was discarded"), self, role=Role.SECONDARY)
        texts = (self.area, self.box, self.differs, self.aim)
        for one in (*texts, self.importance, self.counts_as, self.bar, self.back):
            self.body.addWidget(one)
        self.area.edited.connect(self._tell)
        self.importance.changed.connect(self._tell)
        self.importance.submitted.connect(self.save_wanted)
        self.bar.save_wanted.connect(self.save_wanted)
        self.bar.discard_wanted.connect(self.discard_wanted)
        self.back.clicked.connect(self.bring_back_wanted)

    @property
    def text(self) -> str:
        """The text as it stands here, exactly."""
        return self.box.view.text if self._is_read_only else self.area.text

    def show_row(
        self, row: Row, draft: Draft | None, discarded: Draft | None, *, saving: bool = False
    ) -> None:
        """Show an observation, with what is edited of it.

        Args:
            row: The observation.
            draft: The edit of it.
            discarded: The edit of it that was given up last.
            saving: Whether the edit is on its way to the file.
        """
        if self._row is None or self._row.index != row.index:
            self.bar.show_problem("")  # what was worked out belongs to another one
            self.aim.hide()
        self._row = row
        stored = row.observation
        text = stored.content if draft is None or draft.text is None else draft.text
        importance = draft.importance if draft else None
        self._show_text(text, edited=draft is not None and draft.text is not None)
        self.importance.show_value(stored.importance if importance is None else importance)
        self._show_counts()
        unsaved = draft is not None and not draft.is_sent
        self.bar.setVisible(unsaved)
        if draft is not None and unsaved:
            words = self.tr("Saving…") if saving else self.tr("Unsaved")
            self.bar.show_state(words, outdated=draft.is_outdated)
        self.back.setVisible(draft is None and discarded is not None)

    @Slot(int)
    def show_aim(self, tokens: int) -> None:
        """Say how short the text has to become; until another one is shown."""
        words = self.tr("It gets in with {0} or fewer.").format(counting.tokens(tokens))
        self.aim.setText(words)
        self.aim.show()

    def begin_text(self) -> None:
        """Put the cursor at the end of the text."""
        if self._is_read_only:
            self._show_text(self.box.view.text, edited=True)
        edit = self.area.edit
        edit.setFocus()
        edit.moveCursor(edit.textCursor().MoveOperation.End)

    def begin_importance(self) -> None:
        """Give the slider the focus."""
        self.importance.slider.setFocus()

    @property
    def _is_read_only(self) -> bool:
        return not self.box.isHidden()

    def _show_text(self, text: str, *, edited: bool) -> None:
        reads = len(text) >= LONG and not edited and not self.area.edit.hasFocus()
        self.area.setHidden(reads)
        self.box.setVisible(reads)
        if reads:
            self.box.show_text(text)
        else:
            self.area.set_text(text)

    @Slot()
    def _tell(self) -> None:
        if self._row is not None:
            self._show_counts()
            self.edited.emit(self.text, self.importance.value)

    def _show_counts(self) -> None:
        row = self._row
        if row is None:
            return
        stored, text = row.observation.token_count, self.text
        as_stored = text == row.observation.content
        measured = estimate_tokens(text if as_stored else trim(valid_unicode(text)))
        self.set_note(
            counting.tokens(stored)
            if as_stored
            else self.tr("{0} → {1}").format(f"{stored:,}", counting.tokens(measured))
        )
        forms = (
            self.tr("{0} token is stored and counted"),
            self.tr("{0} tokens are stored and counted"),
        )
        measures = self.tr("the text measures {0}.").format(f"{measured:,}")
        self.differs.setText(f"{counting.counted(stored, *forms)}; {measures}")
        self.differs.setVisible(as_stored and stored != measured)
        self._show_counts_as(row)

    def _show_counts_as(self, row: Row) -> None:
        place, value = row.standing, self.importance.value
        sentence = note_text(Note.UNSCORED) if not value else ""
        if place is not None and place.superseded_by:
            by = words.seq_list(place.superseded_by)
            sentence = self.tr(
                "Superseded by {0}: the engine counts exactly 0.1, whatever stands here."
            ).format(by)
        self.counts_as.setText(sentence)
        self.counts_as.setVisible(bool(sentence))
