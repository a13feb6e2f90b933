"""Finds text in the message that is open."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from ui import fonts
from ui.fonts import Role
from ui.widgets.display_map import Span
from ui.widgets.exact_parts import WordMark
from ui.widgets.fields import SearchField
from ui.widgets.labels import ElidedLabel

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from ui.widgets.exact_text import ExactText

MOST_FOUND = 2_000


class Finder(QObject):
    """A field and what it has found; Enter goes on to the next place."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = SearchField(self.tr("Find"), parent, key="Ctrl F")
        self.field.setMinimumWidth(fonts.px(110))
        self.field.setMaximumWidth(fonts.px(132))
        self.hits = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self._text: ExactText | None = None
        self._spans: tuple[Span, ...] = ()
        self._at = -1
        self.field.text_changed.connect(self._find)
        self.field.submitted.connect(self.find_next)
        self.field.left.connect(self._leave)

    def follow(self, text: ExactText | None) -> None:
        """Look in another text, or in the same one as it is now."""
        if self._text is not None and text is not self._text:
            self._text.set_found(())
        self._text = text
        self._find(self.field.text)

    @Slot()
    def find_next(self) -> None:
        """Go to the next place, and from the last to the first."""
        if self._text is None or not self._spans:
            return
        self._at = (self._at + 1) % len(self._spans)
        self._text.reveal(self._spans[self._at])
        self._text.centerCursor()
        self._show()

    @Slot(str)
    def _find(self, wanted: str) -> None:
        pattern = re.compile(re.escape(wanted), re.IGNORECASE)
        whole = self._text.text if self._text is not None and wanted else ""
        found = islice(pattern.finditer(whole), MOST_FOUND) if whole else ()
        self._spans = tuple(Span(*one.span()) for one in found)
        self._at = -1
        self._show()

    @Slot()
    def _leave(self) -> None:
        if self._text is not None:
            self._text.setFocus()

    def _show(self) -> None:
        if self._text is not None:
            colours = ("added_word" if at == self._at else "selected" for at in self._places())
            marks = zip(self._spans, colours, strict=True)
            self._text.set_found(tuple(WordMark(span, colour) for span, colour in marks))
        self.hits.set_text(self._words())

    def _places(self) -> range:
        return range(len(self._spans))

    def _words(self) -> str:
        if not self.field.text:
            return ""
        count = f"{len(self._spans):,}"
        if self._at < 0:
            return self.tr("{0} found").format(count)
        return self.tr("{0} of {1}").format(f"{self._at + 1:,}", count)
