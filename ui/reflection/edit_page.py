"""The editor of a reflection, as a form or as text, with what the engine will read of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ui import fonts
from ui.fonts import Role, Weight
from ui.reflection.check_list import CheckLines
from ui.reflection.drafts import EditForm, EntryDraft, ReflectionDraft
from ui.reflection.entry_fields import EntryEditor
from ui.reflection.next_turn import NextTurn
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.banner import Banner
from ui.widgets.button import Button, ButtonKind
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.text_area import TextArea

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ui.reflection.reading import Check

_WIDEST = 860
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class FormFields(QWidget):
    """Summary, supersessions, contradictions."""

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.summary = TextArea(self.tr("Summary"), lines=3, most=280)
        self.supersessions = EntryEditor(is_supersession=True)
        self.contradictions = EntryEditor(is_supersession=False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for words, part in (
            (self.tr("Summary"), self.summary),
            (self.tr("Supersessions"), self.supersessions),
            (self.tr("Contradictions"), self.contradictions),
        ):
            title = TextLabel(words, Role.SECONDARY, Weight.STRONG, tone="text2")
            title.setContentsMargins(0, 6, 0, 0)
            layout.addWidget(title)
            layout.addWidget(part)
        for part in (self.supersessions, self.contradictions):
            part.edited.connect(self.edited)
        self.summary.edited.connect(self.edited)

    @property
    def entries(self) -> tuple[EntryDraft, ...]:
        """All entries, supersessions first."""
        return (*self.supersessions.entries, *self.contradictions.entries)

    def show_draft(self, draft: ReflectionDraft, texts: Mapping[int, str]) -> None:
        """Put a draft into the fields."""
        self.summary.set_text(draft.summary)
        for editor, newer in ((self.supersessions, True), (self.contradictions, False)):
            chosen = [entry for entry in draft.entries if entry.is_supersession is newer]
            if editor.entries != tuple(chosen) or not editor.is_filled:
                editor.show_entries(chosen, texts)


class EditFoot(QWidget):
    """That it is not saved, and what can be done."""

    back_wanted = Signal()
    discard_wanted = Signal()
    save_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.back = Button(self.tr("Back"), kind=ButtonKind.GHOST, key=self.tr("Esc"))
        self.discard = Button(self.tr("Discard"), kind=ButtonKind.GHOST)
        self.state = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.save = Button(
            self.tr("Save"), kind=ButtonKind.PRIMARY, key=self.tr("Ctrl ↵"), large=True
        )
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 16, 8)
        layout.setSpacing(8)
        layout.addWidget(self.back)
        layout.addWidget(self.discard)
        layout.addStretch(1)
        layout.addWidget(self.state)
        layout.addWidget(self.save)
        self.back.clicked.connect(self.back_wanted)
        self.discard.clicked.connect(self.discard_wanted)
        self.save.clicked.connect(self.save_wanted)

    def show_state(self, *, edited: bool, problem: str) -> None:
        """Show whether there is something to save, and whether it can be."""
        self.discard.set_unavailable("" if edited else self.tr("Nothing was changed."))
        self.state.set_text(self.tr("Not saved") if edited else self.tr("Nothing was changed"))
        self.save.set_unavailable(problem if edited else self.tr("Nothing was changed."))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().window)
        painting.hairline(painter, QPointF(0, 0), self.width())


class EditPage(QWidget):
    """Shows a draft; ``edited`` has it as it stands in the fields."""

    edited = Signal(object)  # ReflectionDraft
    back_wanted = Signal()
    discard_wanted = Signal()
    save_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft: ReflectionDraft | None = None
        self._showing = False
        self._problem = ""
        self.outdated = Banner()
        self.form = FormFields()
        self.text = TextArea(self.tr("Text of the reflection"), lines=6, most=420, role=Role.MONO)
        self.checked = CheckLines()
        self.turn = NextTurn()
        self.foot = EditFoot()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._scrolled(), 1)
        layout.addWidget(self.foot)
        self.form.edited.connect(self._take_form)
        self.text.edited.connect(self._take_text)
        self.checked.line_wanted.connect(self.go_to_line)
        self.foot.back_wanted.connect(self.back_wanted)
        self.foot.discard_wanted.connect(self.discard_wanted)
        self.foot.save_wanted.connect(self.save_wanted)

    def show_draft(self, draft: ReflectionDraft, texts: Mapping[int, str]) -> None:
        """Put a draft into the fields; what stands there already keeps the cursor."""
        self._showing, self._draft = True, draft
        as_text = draft.form is EditForm.TEXT
        if as_text:
            self.text.set_text(draft.text)
        else:
            self.form.show_draft(draft, texts)
        self.text.setVisible(as_text)
        self.form.setHidden(as_text)
        self._show_outdated(draft)
        self._showing = False
        self._show_state()

    def show_check(self, check: Check) -> None:
        """Show what the engine will read, and the next turn."""
        self._problem = ""
        as_text = self._draft is not None and self._draft.form is EditForm.TEXT
        self.checked.show_check(check, can_go=as_text)
        self.turn.show_words(self.tr("The next turn, if you save"), "")
        self.turn.show_preview(check.preview)
        self._show_state()

    def show_problem(self, problem: str) -> None:
        """Say why it can't be saved so."""
        self._problem = problem
        self.checked.show_problem(problem)
        self.turn.show_words("", "")
        self._show_state()

    @Slot(int)
    def go_to_line(self, number: int) -> None:
        """Put the cursor into a line of the text, counted from 0."""
        block = self.text.edit.document().findBlockByNumber(number)
        if block.isValid():
            cursor = self.text.edit.textCursor()
            cursor.setPosition(block.position())
            self.text.edit.setTextCursor(cursor)
            self.text.setFocus()

    def begin(self) -> None:
        """Put the cursor where editing begins."""
        draft = self._draft
        as_text = draft is not None and draft.form is EditForm.TEXT
        (self.text if as_text else self.form.summary).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.save_wanted.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.back_wanted.emit()
        else:
            super().keyPressEvent(event)

    def _scrolled(self) -> QScrollArea:
        inner = QWidget()
        inner.setMaximumWidth(fonts.px(_WIDEST))
        column = QVBoxLayout(inner)
        column.setContentsMargins(16, 4, 16, 16)
        column.setSpacing(10)
        for part in (self.outdated, self.form, self.text, self.checked, self.turn):
            column.addWidget(part)
        column.addStretch(1)
        page = QScrollArea()
        page.setWidgetResizable(True)
        page.setFrameShape(QFrame.Shape.NoFrame)
        page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page.setAlignment(Qt.AlignmentFlag.AlignLeft)
        page.setBackgroundRole(QPalette.ColorRole.Base)
        page.setWidget(inner)
        page.setAccessibleName(self.tr("Editor of the reflection"))
        inner.setAutoFillBackground(False)
        return page

    def _show_outdated(self, draft: ReflectionDraft) -> None:
        if draft.is_outdated:
            self.outdated.show_banner(
                Meaning.ENGINE,
                self.tr("It was changed underneath"),
                self.tr("Your text is kept. Saving shows both versions to choose from."),
            )
        else:
            self.outdated.hide()

    def _show_state(self) -> None:
        edited = self._draft is not None and self._draft.is_edited
        self.foot.show_state(edited=edited, problem=self._problem)

    @Slot()
    def _take_form(self) -> None:
        if self._draft is not None and not self._showing:
            fields = self.form
            self._emit(replace(self._draft, summary=fields.summary.text, entries=fields.entries))

    @Slot()
    def _take_text(self) -> None:
        if self._draft is not None and not self._showing:
            self._emit(replace(self._draft, text=self.text.text))

    def _emit(self, draft: ReflectionDraft) -> None:
        self._draft = draft
        self._show_state()
        self.edited.emit(draft)
