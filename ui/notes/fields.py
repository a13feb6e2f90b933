"""Description and text of the shown note, side by side to edit, and the way to save them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.core.notes.line import MOST_CHARACTERS
from ui.fonts import Role
from ui.notes.open_note import Draft
from ui.notes.words import tr
from ui.widgets.button import Button, ButtonKind
from ui.widgets.labels import TextLabel
from ui.widgets.section import Section
from ui.widgets.text_area import TextArea
from ui.widgets.unsaved_line import UnsavedLine

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from ui.notes.open_note import Key, OpenNote, Preview
    from ui.notes.presenter import NotesPresenter

_LINES, _BODY_LINES, _MOST = 2, 5, 340


class NoteFields(QWidget):
    """What is typed is a draft of the presenter's at once."""

    left = Signal()  # Esc
    diff_wanted = Signal()

    def __init__(self, presenter: NotesPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._opened: OpenNote | None = None
        self._shown: Key | None = None
        self._problem = ""
        self.about = Section(tr("Description"), self)
        self.description = TextArea(tr("Description"), self.about, lines=_LINES)
        self.hint = TextLabel("", Role.SECONDARY, parent=self.about, tone="text2", wrap=True)
        self.about.body.addWidget(self.description)
        self.about.body.addWidget(self.hint)
        self.text = Section(tr("Text"), self)
        self.body = TextArea(tr("Text"), self.text, lines=_BODY_LINES, most=_MOST, role=Role.MONO)
        self.text.body.addWidget(self.body)
        self.discard = Button(tr("Discard"), kind=ButtonKind.GHOST)
        self.diff = Button(tr("Diff"), kind=ButtonKind.GHOST, key=tr("Ctrl D"))
        self.save_button = Button(tr("Save"), kind=ButtonKind.PRIMARY, key=tr("Ctrl S"))
        self.unsaved = UnsavedLine((self.discard, self.diff, self.save_button), self.text)
        self.problem = TextLabel("", Role.SECONDARY, parent=self.text, wrap=True)
        self.text.body.addWidget(self.problem)
        self.text.body.addWidget(self.unsaved)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.about)
        layout.addWidget(self.text)
        self._connect()
        self._show_state()

    def show_note(self, opened: OpenNote | None) -> None:
        """Show a note; the same one, newer, keeps what was typed and the cursor."""
        self._opened = opened
        key = opened.key if opened else None
        same, self._shown = key == self._shown, key
        if opened is None:
            return
        draft = self._presenter.drafts.of(opened.key)
        if draft is None:
            self._fill(opened.description, opened.body)
        elif not same:
            self._fill(draft.description, draft.body)
        has_text = opened.note is not None and bool(opened.body or opened.note.is_editable)
        self.about.setVisible(has_text)
        self.text.setVisible(has_text)
        self._lock(opened)
        self._show_state()

    def show_preview(self, found: Preview) -> None:
        """Show how long the description is, and why it can't be saved."""
        self._problem = found.problem
        count, most = f"{found.characters:,}", f"{MOST_CHARACTERS:,}"
        # Without a description the line is made of the text: the field beside it is empty.
        forms = tr("{0} of {1} characters"), tr("taken from the text: {0} of {1} characters")
        self.about.set_note(forms[not self.description.text].format(count, most))
        if found.is_over and self.description.text:
            words = tr("The agent sees the first {0} characters; the rest is cut.").format(most)
            self.hint.setText(words)
            self.hint.set_tone("text")
        elif self._opened is not None:
            self._show_hint(self._opened)
        self._show_state()

    @Slot()
    def save_shown(self) -> None:
        """Save the shown note."""
        if self._shown is not None:
            self._presenter.drafts.save(self._shown)

    @Slot()
    def discard_shown(self) -> None:
        """Give up what was typed into the shown note."""
        if self._shown is not None:
            self._presenter.drafts.discard(self._shown)

    @Slot()
    def begin(self) -> None:
        """Give the focus to the description, else to the text."""
        field = self.body if self.description.edit.isReadOnly() else self.description
        field.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(str, int)
    def find_text(self, text: str, line: int = 0) -> None:
        """Put the cursor on a text of the note: in a line of the file, or where it is first."""
        note = self._opened.note if self._opened else None
        if line and note is not None and note.text is not None:
            # Lines of the body are counted from its own start.
            line -= note.text.text.count("\n", 0, note.body_start)
        document = self.body.edit.document()
        found = document.find(text, document.findBlockByNumber(line - 1).position())
        if line > 0 and not found.isNull():
            self.body.edit.setTextCursor(found)
            return
        for field in (self.description, self.body):
            found = field.edit.document().find(text)
            if not found.isNull():
                field.edit.setTextCursor(found)
                return

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() == Qt.Key.Key_D and control:
            self.diff_wanted.emit()
        else:
            super().keyPressEvent(event)

    def _connect(self) -> None:
        for field in (self.description, self.body):
            field.edited.connect(self._take)
        self.save_button.clicked.connect(self.save_shown)
        self.discard.clicked.connect(self.discard_shown)
        self.diff.clicked.connect(self.diff_wanted)
        drafts = self._presenter.drafts
        drafts.changed.connect(self._show_state)
        drafts.settled.connect(self._settle)

    def _fill(self, description: str, body: str) -> None:
        self.description.set_text(description)
        self.body.set_text(body)

    def _lock(self, opened: OpenNote) -> None:
        locked = bool(opened.locked) or not opened.may_write
        self.body.set_read_only(locked)
        self.description.set_read_only(locked or bool(opened.description_locked))
        self._show_hint(opened)

    def _show_hint(self, opened: OpenNote) -> None:
        front = opened.note.front if opened.note else None
        words = opened.description_locked
        if not words and front is None and not self.description.text:
            words = tr(
                "There is no metadata: the agent sees the first words of the text. A"
                " description adds it."
            )
        self.hint.setText(words)
        self.hint.set_tone("text2")
        self.hint.setVisible(bool(words))

    @Slot()
    def _take(self) -> None:
        opened = self._opened
        if opened is not None and not self.body.edit.isReadOnly():
            description, body = self.description.text, self.body.text
            draft = Draft(seen=opened, description=description, body=body)
            self._presenter.drafts.edit(draft)

    @Slot(object)
    def _settle(self, key: Key) -> None:
        """Show the file again once an edit is over."""
        if key == self._shown:
            opened = self._presenter.note
            self._opened = opened
            if opened is not None:
                self._fill(opened.description, opened.body)
        self._show_state()

    @Slot()
    def _show_state(self) -> None:
        drafts = self._presenter.drafts
        edited = self._shown is not None and drafts.of(self._shown) is not None
        self.unsaved.setVisible(edited)
        self.unsaved.state.set_text(tr("Saving…") if drafts.is_saving else tr("Not saved"))
        problem = self._problem if edited else ""
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        busy = tr("It is being saved.") if drafts.is_saving else ""
        self.save_button.set_unavailable(busy or problem)
        self.discard.set_unavailable(busy)
        self.diff.set_unavailable(problem)
