"""Colours inside exact text: names of invisible characters, quiet parts, JSON."""

from __future__ import annotations

import re
from bisect import bisect_left

from PySide6.QtGui import QSyntaxHighlighter, QTextCharFormat, QTextDocument

from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets.display_map import Span

_JSON = re.compile(
    r'(?P<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?P<string>"(?:[^"\\]|\\.)*")'
    r"|(?P<word>\b(?:true|false|null)\b)|(?P<number>-?\b\d[\d.eE+-]*)"
)
_FIRST_WIDE = "\uffff"
MOST_MARKS = 20_000
"""More tints than these would hold up the window; the names stay."""


class TextMarker(QSyntaxHighlighter):
    """Formats parts of a document; ranges are in positions of the document."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._marks: list[Span] = []
        self._quiet: list[Span] = []
        self._starts: list[int] = []
        self.json = False

    def set_marks(self, marks: list[Span]) -> None:
        """Tint these ranges; sorted, and set before the text is."""
        self._marks = joined(marks)[:MOST_MARKS]
        self._starts = [mark.start for mark in self._marks]

    def set_quiet(self, quiet: list[Span]) -> None:
        """Draw these ranges as captions."""
        if quiet != self._quiet:
            self._quiet = quiet
            self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        start = self.currentBlock().position()
        end = start + self.currentBlock().length()
        if self.json:
            self._colour_json(text)
        for span in self._quiet:
            self._format(span, start, end, _quiet())
        for index in range(bisect_left(self._starts, start), len(self._marks)):
            if self._marks[index].start >= end:
                break
            self._format(self._marks[index], start, end, _mark())

    def _format(self, span: Span, start: int, end: int, look: QTextCharFormat) -> None:
        first, last = max(span.start, start), min(span.end, end)
        if first < last:
            self.setFormat(first - start, last - first, look)

    def _colour_json(self, text: str) -> None:
        looks = _json_looks()
        wide = any(character > _FIRST_WIDE for character in text)
        for found in _JSON.finditer(text):
            start, length = found.start(), found.end() - found.start()
            if wide:
                start = _units(text[: found.start()])
                length = _units(found.group())
            self.setFormat(start, length, looks[found.lastgroup or "string"])


def joined(marks: list[Span]) -> list[Span]:
    """Join sorted ranges that touch.

    Example:
        >>> joined([Span(0, 2), Span(2, 4), Span(5, 6)])
        [Span(start=0, end=4), Span(start=5, end=6)]
    """
    result: list[Span] = []
    for mark in marks:
        if result and result[-1].end == mark.start:
            result[-1] = Span(result[-1].start, mark.end)
        else:
            result.append(mark)
    return result


def _mark() -> QTextCharFormat:
    look = QTextCharFormat()
    look.setBackground(tokens().shades(Meaning.CAUTION).tint)
    look.setForeground(tokens().shades(Meaning.CAUTION).foreground)
    return look


def _quiet() -> QTextCharFormat:
    look = QTextCharFormat()
    look.setForeground(tokens().text3)
    return look


def _json_looks() -> dict[str, QTextCharFormat]:
    colours = tokens()
    tones = {
        "key": colours.accent,
        "string": colours.text,
        "word": colours.shades(Meaning.SUPERSEDED).foreground,
        "number": colours.shades(Meaning.ENGINE).foreground,
    }
    looks = {}
    for kind, tone in tones.items():
        looks[kind] = QTextCharFormat()
        looks[kind].setForeground(tone)
    return looks


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
