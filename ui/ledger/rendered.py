"""A file as its Markdown reads, and the exact block that the model gets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.fonts import Role
from ui.ledger.newest import Newest
from ui.ledger.words import tr
from ui.widgets.exact_text import ExactText
from ui.widgets.labels import TextLabel
from ui.widgets.markdown_blocks import Block, markdown_blocks
from ui.widgets.markdown_view import MarkdownView
from ui.widgets.text_window_bar import TextWindowBar

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.ledger.injection import Injection
    from ui.session import Session

_MOST = 200_000


@dataclass(frozen=True, slots=True)
class _Read:
    blocks: tuple[Block, ...]
    is_whole: bool


class RenderedPage(QWidget):
    """Shows Markdown as plain blocks; nothing in it can be clicked."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._newest = Newest(session, self)
        self._newest.ready.connect(self._show)
        self.view = MarkdownView(tr("The file as it reads"), self)
        self.more = TextLabel("", Role.SECONDARY, parent=self, tone="text2", wrap=True)
        self.more.setContentsMargins(16, 8, 16, 8)
        self.more.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.more)
        self.setFocusProxy(self.view)

    def show_text(self, give: Callable[[], str]) -> None:
        """Show the text that ``give`` gives, on a reader's thread."""
        self._newest.ask(partial(_read, give), at_once=True)

    @Slot(object)
    def _show(self, read: _Read) -> None:
        self.view.show_blocks(read.blocks)
        words = tr("Only the first {0} characters are laid out; “Edit” has all of them.")
        self.more.setText(words.format(f"{_MOST:,}"))
        self.more.setVisible(not read.is_whole)


class BlockPage(QWidget):
    """The block of a turn, character for character."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note = TextLabel("", Role.SECONDARY, parent=self, tone="text2", wrap=True)
        self.note.setContentsMargins(16, 8, 16, 0)
        self.text = ExactText(tr("The injected block"), self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.note)
        layout.addWidget(self.text, 1)
        layout.addWidget(TextWindowBar(self.text, self))
        self.setFocusProxy(self.text)

    def show_injection(self, injected: Injection) -> None:
        """Show what a turn receives."""
        self.text.show_text(injected.block)
        words = [*injected.warnings]
        if not injected.block:
            words = [tr("This turn gets no block for the memory."), *words]
        self.note.setText("\n".join(words))
        self.note.setVisible(bool(words))


def _read(give: Callable[[], str]) -> _Read:
    text = give()
    return _Read(markdown_blocks(text[:_MOST]), len(text) <= _MOST)
