"""The stored text of a column: laid out to be read, copied as it is stored."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from ui.clipboard import copy
from ui.observations.raw_layout import RawLayout
from ui.tokens import Meaning
from ui.widgets.display_map import Span
from ui.widgets.exact_parts import Ground, Strip, WordMark
from ui.widgets.exact_text import ExactText

if TYPE_CHECKING:
    from PySide6.QtGui import QTextBlock

    from ui.observations.damaged_record import ColumnText, Wrong

MOST_MARKS = 2_000
MOST_FOUND = 2_000


class RawText(ExactText):
    """Shows a column as text; everything that comes from outside is in stored characters."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._layout = RawLayout("")
        self._damaged: tuple[Span, ...] = ()
        self._hits: tuple[Span, ...] = ()

    @property
    def selected_text(self) -> str:
        """The stored text of the selection, without the breaks that were put in."""
        cursor = self.textCursor()
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        shown = (self.map.to_offset(start), self.map.to_offset(end))
        if end > self.map.to_position(shown[1]):
            shown = (shown[0], shown[1] + 1)
        first, last = self._layout.to_raw(shown[0]), self._layout.to_raw(shown[1])
        return self._layout.raw[first:last]

    def line_label(self, block: QTextBlock) -> str:
        """Return the number of a stored line; lines that were put in have none."""
        number = self.line_number(block)
        return "" if self._layout.is_broken and number > 1 else str(number)

    def show_column(self, column: ColumnText, wrong: tuple[Wrong, ...]) -> None:
        """Show a column with what is wrong in it marked."""
        self._layout = column.layout
        self._damaged = tuple(self._shown(one.span) for one in wrong[:MOST_MARKS])
        self._hits = ()
        self.show_text(column.layout.text)
        self.set_grounds(tuple(Ground(span, "removed") for span in self._damaged))
        self.set_strips(tuple(Strip(span, Meaning.DAMAGED) for span in self._damaged))
        self._mark()

    def go_to(self, span: Span) -> None:
        """Scroll to stored characters."""
        self.reveal(self._shown(span))
        self.centerCursor()

    def mark_all(self, text: str) -> int:
        """Mark every place with ``text`` in it, in any case; returns how many there are."""
        pattern = re.compile(re.escape(text), re.IGNORECASE)
        found = pattern.finditer(self._layout.raw) if text else iter(())
        spans = [Span(one.start(), one.end()) for one in islice(found, MOST_FOUND)]
        self._hits = tuple(spans)
        self._mark()
        return len(spans)

    def next_hit(self, step: int, at: int) -> int:
        """Scroll to a hit; returns its place among all of them."""
        if not self._hits:
            return 0
        place = (at + step) % len(self._hits)
        self._mark(place)
        self.go_to(self._hits[place])
        return place

    @Slot()
    def copy_exact(self) -> None:
        """Copy the selection, or the whole column without one."""
        has = self.textCursor().hasSelection()
        text = self.selected_text if has else self._layout.raw
        copy(text)

    def _mark(self, current: int = -1) -> None:
        marks = [WordMark(span, "removed_word") for span in self._damaged]
        marks += [
            WordMark(self._shown(span), "selected" if at != current else "added_word")
            for at, span in enumerate(self._hits)
        ]
        self.set_words(tuple(marks))

    def _shown(self, span: Span) -> Span:
        to_shown = self._layout.to_shown
        return Span(to_shown(span.start), to_shown(max(span.end - 1, span.start)) + 1)
