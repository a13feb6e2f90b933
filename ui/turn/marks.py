"""Marks in the observational text: strips of its pieces, the hovered and the selected item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from ui.tokens import Meaning
from ui.widgets.exact_parts import Ground, Strip, WordMark

if TYPE_CHECKING:
    from ui.turn.block import Block
    from ui.turn.presenter import TurnPresenter
    from ui.widgets.exact_text import ExactText


class TextMarks(QObject):
    """Keeps an ``ExactText`` in step with the presenter, both ways."""

    def __init__(self, presenter: TurnPresenter, parent: QObject) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._block: Block | None = None
        self._from_text = False
        presenter.hovered_changed.connect(self._mark)
        presenter.selected_changed.connect(self._follow_selection)
        presenter.revealed.connect(self._reveal)

    @property
    def text(self) -> ExactText | None:
        """The text that is marked."""
        return self._block.text if self._block is not None else None

    def follow(self, block: Block | None) -> None:
        """Mark the text of ``block``, as it is now."""
        if block is not self._block and block is not None and block.text is not None:
            block.text.offset_hovered.connect(self._hover)
            block.text.caret_moved.connect(self._select)
        self._block = block
        if self.text is None:
            return
        self.text.set_quiet(self._presenter.text.quiet)
        self._mark()

    @Slot(int)
    def _hover(self, offset: int) -> None:
        self._presenter.hover_offset(offset)

    @Slot(int)
    def _select(self, offset: int) -> None:
        self._from_text = True
        self._presenter.select_offset(offset)
        self._from_text = False

    @Slot(str)
    def _follow_selection(self, _key: str) -> None:
        self._mark()
        # A click must not scroll the text under the pointer.
        if not self._from_text:
            self.show_selected()

    def show_selected(self) -> None:
        """Scroll to the selected item."""
        item = self._presenter.item
        if item is None or self.text is None:
            return
        bar = self.text.verticalScrollBar()
        before = bar.value()
        self.text.reveal(item.span)
        if bar.value() != before:
            self.text.centerCursor()

    @Slot(str)
    def _reveal(self, _key: str) -> None:
        item = self._presenter.item
        if self._block is None or self.text is None or item is None:
            return
        if not self._block.head.isChecked():
            self._block.head.click()
        self.text.reveal(item.span)
        self.text.setFocus()

    @Slot()
    def _mark(self) -> None:
        if self.text is None:
            return
        presenter = self._presenter
        hovered, selected = presenter.text.item(presenter.hovered), presenter.item
        grounds: list[Ground] = []
        words: list[WordMark] = []
        strips = presenter.text.strips
        if hovered is not None and hovered is not selected:
            grounds.append(Ground(hovered.span, "hover"))
            words.extend(WordMark(span, "hover") for span in hovered.mentions)
        if selected is not None:
            grounds.append(Ground(selected.span, "selected"))
            words.extend(WordMark(span, "selected") for span in selected.mentions)
            strips = (*strips, Strip(selected.span, Meaning.ACCENT))
        self.text.set_grounds(tuple(grounds))
        self.text.set_words(tuple(words))
        self.text.set_strips(strips)
