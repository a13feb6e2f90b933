"""Stored JSON broken into lines to be read, with every offset mapped back to what is stored."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

WIDTH = 84
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"?|[{}\[\],:]|[^\s{}\[\],:"]+|\s+', re.DOTALL)
_ITEM, _MEMBER = "\n  ", "\n   "
_ITEM_DEPTH = 2
_BEFORE_ITEM, _OPENING, _CLOSING = {"[", ","}, {"[", "{"}, {"]", "}"}


class RawLayout:
    r"""Text with line breaks put in, one observation after the other.

    Text that has line breaks of its own stays as it is. Nothing but breaks and indents is
    added, and damaged JSON is laid out as far as it makes sense.

    Attributes:
        raw: The stored text.
        text: The same with breaks.
        items: Where each value of the outermost list begins, in stored order.

    Example:
        >>> layout = RawLayout('[{"seq":1},{"seq":2}]')
        >>> print(layout.text)
        [
          {"seq":1},
          {"seq":2}
        ]
        >>> layout.to_shown(11), layout.to_raw(18)
        (17, 12)
    """

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.items: list[int] = []
        self._breaks: list[tuple[int, str]] = []
        self._scan()
        if "\n" in raw:
            self._breaks = []
        self._offsets = [offset for offset, _ in self._breaks]
        self._added = list(accumulate((len(text) for _, text in self._breaks), initial=0))
        self.text = self._build()
        self._shown = [
            offset + added for offset, added in zip(self._offsets, self._added[1:], strict=True)
        ]

    @property
    def is_broken(self) -> bool:
        """Whether breaks were put in, so that the lines are not those of the stored text."""
        return bool(self._breaks)

    def to_shown(self, offset: int) -> int:
        """Return where a stored character stands in ``text``."""
        return offset + self._added[bisect_right(self._offsets, offset)]

    def to_raw(self, offset: int) -> int:
        """Return which stored character stands at, or follows, a place in ``text``."""
        at = bisect_right(self._shown, offset)
        if at < len(self._shown):
            # Inside an added break: what follows it.
            start = self._shown[at] - len(self._breaks[at][1])
            if offset > start:
                return self._offsets[at]
        return min(offset - self._added[at], len(self.raw))

    def item_text(self, item: int) -> str:
        """Return the stored text of one value of the list, and what separates it."""
        if not 0 <= item < len(self.items):
            return ""
        end = self.items[item + 1] if item + 1 < len(self.items) else len(self.raw)
        return self.raw[self.items[item] : end]

    def _build(self) -> str:
        pieces: list[str] = []
        last = 0
        for offset, text in self._breaks:
            pieces += (self.raw[last:offset], text)
            last = offset
        return "".join([*pieces, self.raw[last:]])

    def _scan(self) -> None:
        depth, line, wrap_at, expects_item = 0, 0, -1, False
        for found in _PIECE.finditer(self.raw):
            piece, start, end = found.group(), found.start(), found.end()
            if expects_item and not piece.isspace() and piece != "]":
                self.items.append(start)
                self._breaks.append((start, _ITEM))
                line, wrap_at, expects_item = start, -1, False
            if end - line > WIDTH and wrap_at > line:
                self._breaks.append((wrap_at, _MEMBER))
                line, wrap_at = wrap_at, -1
            if piece == "]" and depth == 1 and self.items:
                self._breaks.append((start, "\n"))
            depth = _depth_after(depth, piece)
            expects_item = expects_item or (depth == 1 and piece in _BEFORE_ITEM)
            if (piece == "," and depth == _ITEM_DEPTH) or (piece.isspace() and wrap_at == start):
                wrap_at = end


def _depth_after(depth: int, piece: str) -> int:
    if piece in _OPENING:
        return depth + 1
    return max(depth - 1, 0) if piece in _CLOSING else depth
