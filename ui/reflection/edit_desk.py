"""Joins the editor of reflections with its page, which is made when it is first needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from ui.reflection.edit_page import EditPage
from ui.reflection.editor import ReflectionEditor

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStackedWidget

    from ui.reflection.drafts import EditForm
    from ui.reflection.reading import Check, Reading
    from ui.session import Session


class EditDesk(QObject):
    """What the view asks of editing.

    Args:
        session: What is shown.
        stack: Where the page goes.
        parent: The view.
    """

    changed = Signal()  # the editor was opened or left, or shows something else
    left = Signal()  # by the person, or because it is saved

    def __init__(self, session: Session, stack: QStackedWidget, parent: QObject) -> None:
        super().__init__(parent)
        self._stack = stack
        self._page: EditPage | None = None
        self._reading: Reading | None = None
        self.editor = ReflectionEditor(session, self)
        self.editor.changed.connect(self._show)
        self.editor.checked.connect(self._show_check)
        self.editor.refused.connect(self._show_problem)
        self.editor.saved.connect(self.left)

    @property
    def page(self) -> EditPage:
        """The page with the fields."""
        if self._page is None:
            page = EditPage()
            page.edited.connect(self.editor.edit)
            page.back_wanted.connect(self.leave)
            page.discard_wanted.connect(self.editor.discard)
            page.save_wanted.connect(self.save)
            self._stack.addWidget(page)
            self._page = page
        return self._page

    @property
    def unsaved(self) -> tuple[str, ...]:
        """The keys of all memories whose reflections are edited and not saved."""
        self._flush()
        return self.editor.unsaved

    def follow(self, reading: Reading | None) -> None:
        """Turn to a scope, or to its newer state."""
        self._flush()
        self._reading = reading
        self.editor.follow(reading)

    def begin(self, form: EditForm) -> None:
        """Open the editor with the cursor in it."""
        self.editor.begin(form)
        if self.editor.is_open:
            self.page.begin()

    @Slot(str)
    def switch(self, form: str) -> None:
        """Edit in the other way."""
        self._flush()
        self.editor.switch(form)

    @Slot()
    def save(self) -> None:
        """Save every edited reflection."""
        self._flush()
        self.editor.save_all()

    def keep_drafts(self) -> None:
        """Keep every edited reflection among the changes."""
        self._flush()
        self.editor.save_all(as_drafts=True)

    @Slot()
    def leave(self) -> None:
        """Leave the editor; what was edited is kept."""
        self._flush()
        self.editor.close()
        self.left.emit()

    def _flush(self) -> None:
        """Take over what was typed a moment ago."""
        if self._page is not None:
            self._page.flush()

    @Slot()
    def _show(self) -> None:
        draft = self.editor.draft
        if draft is not None and draft.is_open and self._reading is not None:
            self.page.show_draft(draft, self._reading.texts)
        self.changed.emit()

    @Slot(object)
    def _show_check(self, check: Check) -> None:
        self.page.show_check(check)

    @Slot(str)
    def _show_problem(self, words: str) -> None:
        self.page.show_problem(words)
