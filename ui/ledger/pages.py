"""The ways of looking at a file, one at a time."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QWidget

from ui.ledger.editor import FileEditor
from ui.ledger.find_bar import FindBar
from ui.ledger.head import EDIT, RENDERED, THIRD
from ui.ledger.rendered import BlockPage, RenderedPage
from ui.ledger.sections import SectionsPage
from ui.ledger.words import tr
from ui.widgets.button import Button
from ui.widgets.empty_state import EmptyState

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.errors import MemloupeError
    from ui.ledger.open_file import Draft, OpenFile
    from ui.ledger.presenter import LedgerPresenter
    from ui.ledger.reach import Reach


class FilePages(QStackedWidget):
    """Edit, rendered, and the exact block or the sections."""

    changed = Signal()

    def __init__(self, presenter: LedgerPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._form = EDIT
        self.editor = FileEditor(presenter)
        self.find_bar = FindBar(self.editor, parent)
        self.rendered = RenderedPage(presenter.session, self)
        self.block = BlockPage(self)
        self.sections = SectionsPage(presenter, self)
        self.add = Button(tr("Add an entry…"), key="N")
        self.no_memory = EmptyState(
            tr("No MEMORY.md yet"),
            tr("The agent writes it when it first saves something or consolidates its logs."),
            (self.add,),
            self,
        )
        self.nothing = EmptyState(tr("Reading…"), parent=self)
        pages = (self.editor, self.rendered, self.block, self.sections)
        for page in (self.nothing, self.no_memory, *pages):
            self.addWidget(page)
        presenter.turn.reach_changed.connect(self._show_reach)
        presenter.refused.connect(self._show_refusal)

    @property
    def shows_sections(self) -> bool:
        """Whether the list of sections is on the screen."""
        return self.currentWidget() is self.sections

    def show_file(self, file: OpenFile | None, form: str) -> None:
        """Show a file in one of its forms."""
        self._form = form
        self.editor.show_file(file)
        page = self._page(file, form)
        if page is self.rendered:
            self.rendered.show_text(self._text(file))
        self.sections.show_file(file)
        self._show_reach(self._presenter.turn.reach)
        self.setCurrentWidget(page)
        if page is not self.editor:
            self.find_bar.hide()
        self.changed.emit()

    def _page(self, file: OpenFile | None, form: str) -> QWidget:
        if file is None:
            return self.nothing
        if file.is_memory and file.layer is None and self._presenter.drafts.of(file.path) is None:
            return self.no_memory
        third = self.block if file.is_memory else self.sections
        return {EDIT: self.editor, RENDERED: self.rendered, THIRD: third}[form]

    def _text(self, file: OpenFile | None) -> Callable[[], str]:
        self.editor.take()
        draft = self._presenter.drafts.of(file.path) if file else None
        return partial(_text, file, draft)

    @Slot(object)
    def _show_refusal(self, error: MemloupeError) -> None:
        self.nothing.set_words(tr("The files can't be read"), error.words)
        if self._presenter.file is None:
            self.setCurrentWidget(self.nothing)

    @Slot(object)
    def _show_reach(self, reach: Reach | None) -> None:
        if reach is not None:
            self.block.show_injection(reach.injection)


def _text(file: OpenFile | None, draft: Draft | None) -> str:
    if draft is not None:
        return draft.text
    return file.text.text if file else ""
