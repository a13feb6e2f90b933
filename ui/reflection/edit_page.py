"""The editor of a reflection, as a form or as text, with what the engine will read of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QVBoxLayout,
    QWidget,
)

from ui import fonts
from ui.fonts import Role
from ui.reflection.area import FollowingArea
from ui.reflection.check_list import CheckLines
from ui.reflection.drafts import EditForm, ReflectionDraft
from ui.reflection.edit_foot import EditFoot
from ui.reflection.form_fields import FormFields
from ui.reflection.next_turn import NextTurn
from ui.reflection.plan_words import sums_words
from ui.widgets.outdated_banner import OutdatedBanner
from ui.widgets.text_area import TextArea

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QKeyEvent

    from ui.reflection.reading import Check

_WIDEST = 860
_PAUSE_MS = 80
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


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
        self._problem = self._sums = ""
        self._area = FollowingArea(self.tr("Editor of the reflection"), self)
        inside = self._area.inside
        self.outdated = OutdatedBanner(inside)
        self.form = FormFields(inside)
        self.text = TextArea(
            self.tr("Text of the reflection"), inside, lines=6, most=420, role=Role.MONO
        )
        self.checked = CheckLines(inside)
        self.turn = NextTurn(inside)
        self.foot = EditFoot(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._lay_out_inside()
        layout.addWidget(self._area, 1)
        layout.addWidget(self.foot)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._take_over)
        self.form.edited.connect(self._note)
        self.text.edited.connect(self._note)
        self.checked.line_wanted.connect(self.go_to_line)
        self.foot.back_wanted.connect(self.back_wanted)
        self.foot.discard_wanted.connect(self.discard_wanted)
        self.foot.save_wanted.connect(self.save_wanted)

    def show_draft(self, draft: ReflectionDraft, texts: Mapping[int, str]) -> None:
        """Put a draft into the fields; what stands there already keeps the cursor."""
        self._pause.stop()
        self._showing, self._draft = True, draft
        as_text = draft.form is EditForm.TEXT
        if as_text:
            self.text.set_text(draft.text)
        else:
            self.form.show_draft(draft, texts)
        self.text.setVisible(as_text)
        self.form.setHidden(as_text)
        self.outdated.show_outdated(outdated=draft.is_outdated)
        self._showing = False
        self._show_state()

    def flush(self) -> None:
        """Tell at once what was typed a moment ago."""
        if self._pause.isActive():
            self._pause.stop()
            self._take_over()

    def show_check(self, check: Check) -> None:
        """Show what the engine will read, and the next turn."""
        self._problem, self._sums = "", sums_words(check.preview)
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

    def _lay_out_inside(self) -> None:
        self._area.inside.setMaximumWidth(fonts.px(_WIDEST))
        column = QVBoxLayout(self._area.inside)
        column.setContentsMargins(16, 4, 16, 16)
        column.setSpacing(10)
        for part in (self.outdated, self.form, self.text, self.checked, self.turn):
            column.addWidget(part)
        column.addStretch(1)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def _show_state(self) -> None:
        edited = self._draft is not None and self._draft.is_edited
        self.foot.show_state(edited=edited, problem=self._problem, sums=self._sums)

    @Slot()
    def _note(self) -> None:
        if not self._showing:
            # Reading a long text out of its field takes a while: not at every key.
            self._pause.start()

    @Slot()
    def _take_over(self) -> None:
        draft, fields = self._draft, self.form
        if draft is None:
            return
        if draft.form is EditForm.TEXT:
            draft = replace(draft, text=self.text.text)
        else:
            draft = replace(draft, summary=fields.summary.text, entries=fields.entries)
        if draft != self._draft:
            self._draft = draft
            self._show_state()
            self.edited.emit(draft)
