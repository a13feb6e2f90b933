"""Colours inside exact text: names of invisible characters, quiet parts, JSON."""

from __future__ import annotations

import re

from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets.display_map import Span
from ui.widgets.span_index import SpanIndex

_JSON = re.compile(
    r'(?P<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?P<string>"(?:[^"\\]|\\.)*")'
    r"|(?P<word>\b(?:true|false|null)\b)|(?P<number>-?\b\d[\d.eE+-]*)"
)
_FIRST_WIDE = "\uffff"
_FEW = 50
MOST_MARKS = 20_000
"""More tints than these would hold up the window; the names stay."""


class TextMarker(QSyntaxHighlighter):
    """Formats parts of a document; ranges are in positions of the document."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._marks: list[Span] = []
        self._quiet: list[Span] = []
        self._places = _Places([], [])
        self._looks: _Looks | None = None
        self.json = False

    def set_ranges(self, marks: list[Span], quiet: list[Span]) -> None:
        """Tint and draw as captions in the text that is set next; ``marks`` are sorted."""
        self._marks, self._quiet = joined(marks)[:MOST_MARKS], quiet
        self._places = _Places(self._marks, quiet)

    def set_quiet(self, quiet: list[Span]) -> None:
        """Draw these ranges as captions."""
        if quiet != self._quiet:
            changed = {*self._quiet} ^ {*quiet}
            self._quiet = quiet
            self._places = _Places(self._marks, quiet)
            self._format_again(changed)

    def take_look(self) -> None:
        """Draw in the colours of now."""
        self._looks = None
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        if self._looks is None:
            self._looks = _Looks()
        if self.json:
            self._colour_json(text)
        if not self._marks and not self._quiet:
            return
        start = self.currentBlock().position()
        end = start + len(text) + 1
        if not text.isascii():
            end = start + self.currentBlock().length()
        for place in self._places.quiet.inside(start, end):
            self._format(self._quiet[place], start, end, self._looks.quiet)
        for place in self._places.marks.inside(start, end):
            self._format(self._marks[place], start, end, self._looks.mark)

    def _format_again(self, spans: set[Span]) -> None:
        if len(spans) > _FEW:
            self.rehighlight()
            return
        for span in spans:
            block = self.document().findBlock(span.start)
            while block.isValid() and block.position() < span.end:
                self.rehighlightBlock(block)
                block = block.next()

    def _format(self, span: Span, start: int, end: int, look: QTextCharFormat) -> None:
        first, last = max(span.start, start), min(span.end, end)
        if first < last:
            self.setFormat(first - start, last - first, look)

    def _colour_json(self, text: str) -> None:
        looks = self._looks.json if self._looks else {}
        wide = any(character > _FIRST_WIDE for character in text)
        for found in _JSON.finditer(text):
            start, length = found.start(), found.end() - found.start()
            if wide:
                start = _units(text[: found.start()])
                length = _units(found.group())
            self.setFormat(start, length, looks[found.lastgroup or "string"])


class _Places:
    """Where the ranges are."""

    def __init__(self, marks: list[Span], quiet: list[Span]) -> None:
        self.marks, self.quiet = SpanIndex(marks), SpanIndex(quiet)


class _Looks:
    """The formats in the colours of now; made once, not for every range."""

    def __init__(self) -> None:
        caution = tokens().shades(Meaning.CAUTION)
        self.mark = _coloured(caution.foreground)
        self.mark.setBackground(caution.tint)
        self.quiet = _coloured(tokens().text3)
        self.json = _json_looks()


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


def _json_looks() -> dict[str, QTextCharFormat]:
    colours = tokens()
    tones = {
        "key": colours.accent,
        "string": colours.text,
        "word": colours.shades(Meaning.SUPERSEDED).foreground,
        "number": colours.shades(Meaning.ENGINE).foreground,
    }
    return {kind: _coloured(tone) for kind, tone in tones.items()}


def _coloured(tone: QColor) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setForeground(tone)
    return look


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
