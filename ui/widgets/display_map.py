"""One mapping between engine text, the text on the screen, and Qt's UTF-16 positions."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import islice

_CONTROLS = [
    "NUL",
    "SOH",
    "STX",
    "ETX",
    "EOT",
    "ENQ",
    "ACK",
    "BEL",
    "BS",
    "TAB",
    "LF",
    "VT",
    "FF",
    "CR",
    "SO",
    "SI",
    "DLE",
    "DC1",
    "DC2",
    "DC3",
    "DC4",
    "NAK",
    "SYN",
    "ETB",
    "CAN",
    "EM",
    "SUB",
    "ESC",
    "FS",
    "GS",
    "RS",
    "US",
]
_INVISIBLE = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufdd0-\ufdef\ufeff\uffa0\ufff0-\uffff\ud800-\udfff"
    "\U000e0000-\U000e0fff\U0001fffe\U0001ffff\U0010fffe\U0010ffff"
)
_ODD_SPACES = "\xa0\u1680\u2000-\u200a\u202f\u205f"
_INTERESTING = re.compile(f"[{_INVISIBLE}{_ODD_SPACES}\U00010000-\U0010ffff]")
_HIDDEN = re.compile(f"[{_INVISIBLE}]")
_SPACE = re.compile(f"[{_ODD_SPACES}]")
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_ISOLATE, _END_ISOLATE = "\u2066", "\u2069"
_JOINERS = "\u200c\u200d"
_FIRST_ESCAPED, _LAST_ESCAPED = 0xDC80, 0xDCFF
_FIRST_ASTRAL = 0x10000
_DELETE = 0x7F
_FIRST_JOINED = 0x0600  # the first script whose letters change with joiners


@dataclass(frozen=True, slots=True)
class Span:
    """A range, ``start`` up to but not including ``end``."""

    start: int
    end: int


class DisplayMap:
    r"""Engine text made showable, with offsets mapped both ways.

    *Engine offsets* count code points of engine text (``surrogateescape``), as the engine
    counts runes. *Positions* count UTF-16 units of ``display``, as Qt does. What nobody could
    see is replaced by a name in angle quotation marks, such as ``‹ESC›``. In a line with letters
    that run from right to left a name is isolated, or its letters and its marks would be torn
    apart.

    Args:
        text: The whole engine text.
        start: First engine offset to show.
        end: End of what is shown; the rest of a long text stays out.

    Example:
        >>> shown = DisplayMap("a\x1bb")
        >>> shown.display
        'a‹ESC›b'
        >>> shown.to_position(2), shown.to_offset(3)
        (6, 1)
    """

    def __init__(self, text: str, start: int = 0, end: int | None = None) -> None:
        self.text = text
        self.start = start
        self.end = len(text) if end is None else min(end, len(text))
        self.marks: list[Span] = []
        # Where one engine character is not one unit: its offset, its position, its length.
        self._offsets: list[int] = []
        self._positions: list[int] = []
        self._lengths: list[int] = []
        self._line_end = -1 if self._runs_left(self.start, self.end) else self.end
        self._isolates = False
        self.display = self._build()
        self.length = self.to_position(self.end)

    def to_position(self, offset: int) -> int:
        """Return the Qt position of an engine offset; clamped to what is shown."""
        offset = min(max(offset, self.start), self.end)
        at = bisect_right(self._offsets, offset) - 1
        if at < 0:
            return offset - self.start
        if self._offsets[at] == offset:
            return self._positions[at]
        after = offset - self._offsets[at] - 1
        return self._positions[at] + self._lengths[at] + after

    def to_offset(self, position: int) -> int:
        """Return the engine offset of the character at a Qt position."""
        at = bisect_right(self._positions, position) - 1
        if at < 0:
            return min(self.start + max(position, 0), self.end)
        inside = position - self._positions[at]
        if inside < self._lengths[at]:
            return self._offsets[at]
        return min(self._offsets[at] + 1 + inside - self._lengths[at], self.end)

    def engine_text(self, first: int, last: int) -> str:
        """Return the engine text between two positions; a replaced character counts whole."""
        start, end = self.to_offset(first), self.to_offset(last)
        if last > self.to_position(end):
            end += 1
        return self.text[start:end]

    def positions(self, span: Span) -> Span | None:
        """Return a range of engine offsets in positions; ``None`` when nothing of it is shown."""
        if span.end <= self.start or span.start >= self.end:
            return None
        return Span(self.to_position(span.start), self.to_position(span.end))

    def _build(self) -> str:
        pieces: list[str] = []
        last, position = self.start, 0
        for found in _INTERESTING.finditer(self.text, self.start, self.end):
            offset = found.start()
            shown, mark = self._show(offset)
            pieces.extend((self.text[last:offset], shown))
            position += offset - last
            units = _units(shown)
            if mark:
                self.marks.append(Span(position, position + units))
            if units != 1:
                self._note(offset, position, units)
            position += units
            last = offset + 1
        pieces.append(self.text[last : self.end])
        return "".join(pieces)

    def _show(self, offset: int) -> tuple[str, bool]:
        character = self.text[offset]
        if _SPACE.match(character):
            return character, True
        if not _HIDDEN.match(character) or self._joins(offset):
            return character, False
        return self._named(offset), True

    def _named(self, offset: int) -> str:
        if offset > self._line_end:
            start = self.text.rfind("\n", self.start, offset) + 1
            end = self.text.find("\n", offset, self.end)
            self._line_end = self.end if end < 0 else end
            self._isolates = self._runs_left(max(start, self.start), self._line_end)
        shown = name(self.text[offset])
        return f"{_ISOLATE}{shown}{_END_ISOLATE}" if self._isolates else shown

    def _runs_left(self, start: int, end: int) -> bool:
        return _RIGHT_TO_LEFT.search(self.text, start, end) is not None

    def _joins(self, offset: int) -> bool:
        """Whether a joiner does its work between two letters or emoji, and so can be seen."""
        if self.text[offset] not in _JOINERS or not 0 < offset < len(self.text) - 1:
            return False
        before, after = self.text[offset - 1], self.text[offset + 1]
        both = min(ord(before), ord(after)) >= _FIRST_JOINED
        return both and not (_HIDDEN.match(before) or _HIDDEN.match(after))

    def _note(self, offset: int, position: int, length: int) -> None:
        self._offsets.append(offset)
        self._positions.append(position)
        self._lengths.append(length)


def odd_limit(text: str, start: int, end: int, most: int) -> int:
    r"""Return where a part of a text has ``most`` characters that are not one place each.

    Example:
        >>> odd_limit("a\x1bb\x1bc", 0, 5, 1), odd_limit("a\x1bb", 0, 3, 1)
        (3, 3)
    """
    found = next(islice(_INTERESTING.finditer(text, start, end), most, None), None)
    return end if found is None else found.start()


def name(character: str) -> str:
    r"""Return what stands for a character that can't be seen.

    Example:
        >>> name("\x1b"), name("\u200b"), name("\udcff")
        ('‹ESC›', '‹U+200B›', '‹0xFF›')
    """
    code = ord(character)
    if code < len(_CONTROLS):
        return f"‹{_CONTROLS[code]}›"
    if code == _DELETE:
        return "‹DEL›"
    if _FIRST_ESCAPED <= code <= _LAST_ESCAPED:
        return f"‹0x{code - 0xDC00:02X}›"
    return f"‹U+{code:04X}›"


def _units(text: str) -> int:
    return sum(2 if ord(character) >= _FIRST_ASTRAL else 1 for character in text)
