"""The page on which a column is edited as it is stored, character by character."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QTextEdit, QVBoxLayout, QWidget

from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.observations.damaged_words import column_words
from ui.observations.stored_draft import MOST_SHOWN, passage
from ui.observations.stored_verdict import StoredVerdict
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets.button import Button, ButtonKind, IconButton
from ui.widgets.display_map import DisplayMap, Span
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.line_edit import LineField
from ui.widgets.text_area import TextArea
from ui.widgets.unsaved_dot import UnsavedDot

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLayout

    from ui.observations.damaged_record import Wrong
    from ui.observations.stored_draft import StoredDraft, StoredEffect
    from ui.observations.stored_editor import StoredEditor

_MOST_MARKS = 200
_LEAST_LINES = 6


class StoredPage(QWidget):
    """Edits one column; a long one in parts. Ctrl S saves, Esc leaves and keeps the edit."""

    left = Signal()
    column_wanted = Signal(object)  # Wrong in another column

    def __init__(self, editor: StoredEditor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self._draft: StoredDraft | None = None
        self._shown = Span(0, 0)
        self._wrong: tuple[Wrong, ...] = ()
        self.title = TextLabel("", Role.BODY, Weight.STRONG)
        self.part = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.earlier = IconButton(Icon.CHEVRON_UP, self.tr("The part before"))
        self.later = IconButton(Icon.CHEVRON_DOWN, self.tr("The part after"))
        self.area = TextArea(self.tr("Stored text"), lines=_LEAST_LINES, most=160, role=Role.MONO)
        self.area.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.verdict = StoredVerdict()
        self.reason = LineField(self.tr("Reason"), placeholder=self.tr("Why, for the log"))
        self.dot = UnsavedDot()
        self.state = ElidedLabel(role=Role.SECONDARY)
        self.discard_button = Button(self.tr("Discard"), kind=ButtonKind.GHOST)
        self.back_button = Button(self.tr("Back"), key=self.tr("Esc"))
        self.save_button = Button(self.tr("Save"), kind=ButtonKind.PRIMARY, key=self.tr("Ctrl S"))
        self._lay_out()
        self._connect()
        self.setAccessibleName(self.tr("Edit of the stored text"))
        self.setFocusProxy(self.area)

    @property
    def draft(self) -> StoredDraft | None:
        """What is edited here; ``None`` while the page is not used."""
        return self._draft

    def show_draft(self, draft: StoredDraft, place: int = 0) -> None:
        """Edit a column, in the part around ``place``."""
        self._draft, self._wrong = draft, ()
        self.title.setText(self.tr("Stored text: {0}").format(column_words(draft.column)))
        self.reason.set_text(draft.reason)
        self._show_part(passage(draft.text, place), place)
        self.verdict.show_nothing(self.tr("Every character is stored as it stands here."))
        self._editor.keep(draft)
        self.area.edit.setFocus()

    def forget(self) -> None:
        """Edit nothing any more."""
        self._draft = None

    @Slot()
    def save(self) -> None:
        """Save what is edited."""
        if self._draft is not None:
            self._editor.save(self._draft)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        head, foot = QHBoxLayout(), QHBoxLayout()
        for part in (self.title, self.part, self.earlier, self.later):
            head.addWidget(part, 1 if part is self.part else 0)
        foot.setSpacing(6)
        buttons = (self.discard_button, self.back_button, self.save_button)
        for widget in (self.dot, self.state, *buttons):
            foot.addWidget(widget, 1 if widget is self.state else 0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(8)
        rows: tuple[QWidget | QLayout, ...] = (head, self.area, self.verdict, self.reason, foot)
        for row in rows:
            if isinstance(row, QWidget):
                layout.addWidget(row, 1 if row is self.area else 0)
            else:
                layout.addLayout(row)

    def _connect(self) -> None:
        self.area.edited.connect(self._take)
        self.reason.text_changed.connect(self._take)
        self.earlier.clicked.connect(self._show_earlier)
        self.later.clicked.connect(self._show_later)
        self.discard_button.clicked.connect(self._discard)
        self.back_button.clicked.connect(self.left)
        self.save_button.clicked.connect(self.save)
        self.verdict.chosen.connect(self._go_to)
        self._editor.ready.connect(self._show_effect)
        self._editor.refused.connect(self.verdict.show_problem)
        self._editor.changed.connect(self._show_state)

    def _show_part(self, span: Span, place: int) -> None:
        """Put a part of the text into the field, with the cursor at ``place``."""
        draft = self._draft
        assert draft is not None
        self._shown = span
        text = draft.text[span.start : span.end]
        self.area.edit.set_engine_text(text)
        total = len(draft.text)
        words = self.tr("Characters {0} to {1} of {2}; all others stay as they are.")
        part = words.format(f"{span.start + 1:,}", f"{span.end:,}", f"{total:,}")
        self.part.set_text(part if span.end - span.start < total else "")
        for button, is_end in ((self.earlier, not span.start), (self.later, span.end >= total)):
            button.setVisible(span.end - span.start < total)
            button.setEnabled(not is_end)
        self._put_cursor(place)
        self._show_marks()

    @Slot()
    def _take(self) -> None:
        """Take over what stands in the fields."""
        draft = self._draft
        if draft is None:
            return
        part, span = self.area.text, self._shown
        text = draft.text[: span.start] + part + draft.text[span.end :]
        self._shown = Span(span.start, span.start + len(part))
        self._draft = replace(draft, text=text, reason=self.reason.text.strip())
        self._editor.keep(self._draft)

    @Slot(object)
    def _show_effect(self, effect: StoredEffect) -> None:
        draft = self._draft
        if draft is None or effect.draft.key != draft.key or effect.draft.text != draft.text:
            return
        self._wrong = effect.wrong
        self.verdict.show_effect(effect)
        self._show_marks()

    @Slot()
    def _show_state(self) -> None:
        draft = self._draft
        if draft is None:
            return
        is_saving = self._editor.is_saving(draft)
        self.setEnabled(not is_saving)
        self.dot.setVisible(draft.is_edited)
        state = self.tr("Unsaved") if draft.is_edited else self.tr("As stored")
        self.state.set_text(self.tr("Saving…") if is_saving else state)
        reason = "" if draft.is_edited else self.tr("Nothing is edited yet.")
        self.save_button.set_unavailable(reason)
        self.discard_button.set_unavailable(reason)

    @Slot()
    def _discard(self) -> None:
        if self._draft is not None:
            self._editor.discard(self._draft)
        self.left.emit()

    @Slot()
    def _show_earlier(self) -> None:
        self._move_to(self._shown.start - MOST_SHOWN, self._shown.start - 1)

    @Slot()
    def _show_later(self) -> None:
        self._move_to(self._shown.end, self._shown.end)

    def _move_to(self, start: int, place: int) -> None:
        draft = self._draft
        if draft is not None:
            first = min(max(start, 0), max(len(draft.text) - MOST_SHOWN, 0))
            self._show_part(Span(first, min(first + MOST_SHOWN, len(draft.text))), place)
            self.area.edit.setFocus()

    @Slot(object)
    def _go_to(self, wrong: Wrong) -> None:
        draft, place = self._draft, wrong.span.start
        if draft is None:
            return
        if wrong.column != draft.column:
            self.column_wanted.emit(wrong)
            return
        if not self._shown.start <= place <= self._shown.end:
            self._show_part(passage(draft.text, place), place)
        self._put_cursor(place)
        self.area.edit.setFocus()

    def _put_cursor(self, place: int) -> None:
        edit, cursor = self.area.edit, self.area.edit.textCursor()
        shown = DisplayMap(self.area.text)
        cursor.setPosition(shown.to_position(place - self._shown.start))
        edit.setTextCursor(cursor)
        edit.centerCursor()

    def _show_marks(self) -> None:
        """Mark what the engine can't read, where it stands in the field."""
        draft = self._draft
        shown = DisplayMap(self.area.text)
        look = QTextCharFormat()
        shades = tokens().shades(Meaning.DAMAGED)
        look.setBackground(shades.tint)
        look.setUnderlineColor(shades.fill)
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        marks = []
        for wrong in self._wrong[:_MOST_MARKS]:
            if draft is None or wrong.column != draft.column:
                continue
            start, end = (at - self._shown.start for at in (wrong.span.start, wrong.span.end))
            span = shown.positions(Span(start, end))
            if span is not None:
                mark = QTextEdit.ExtraSelection()
                mark.cursor = QTextCursor(self.area.edit.document())
                mark.cursor.setPosition(span.start)
                mark.cursor.setPosition(span.end, QTextCursor.MoveMode.KeepAnchor)
                mark.format = look
                marks.append(mark)
        self.area.edit.setExtraSelections(marks)
