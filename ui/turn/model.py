"""The next turn's observational text as items, marks and strips. Values without widgets."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import estimate_tokens
from desktop_app.core.observational.explain import Standing
from desktop_app.core.observational.snippet import Piece, PieceKind
from ui.tokens import Meaning
from ui.widgets.display_map import Span
from ui.widgets.exact_parts import Strip

if TYPE_CHECKING:
    from desktop_app.core.observational.explain import Explanation

REFLECTION_KEY = "reflection"
MEANINGS = {
    PieceKind.REFLECTION: Meaning.REFLECTION,
    PieceKind.LINE_START: Meaning.IN,
    PieceKind.OBSERVATION: Meaning.IN,
    PieceKind.SUPERSESSION: Meaning.SUPERSEDED,
    PieceKind.CONTRADICTION: Meaning.CAUTION,
}
_WARNINGS = {PieceKind.SUPERSESSION, PieceKind.CONTRADICTION}
_MENTION = re.compile(r"\[(?:step )?(-?\d+)\]|\(step (-?\d+)\)")


@dataclass(frozen=True, slots=True)
class TurnItem:
    """One thing in the text that a person can point at: the reflection, or an observation.

    Attributes:
        key: ``reflection``, or the observation's index in the stored list.
        span: Its characters, line start included.
        words: Its own text, without the line start.
        counted: Tokens that the engine counts for it.
        measured: Tokens of what is really injected for it.
        standing: Why it is in; ``None`` for the reflection.
        mentions: Where warnings name it.
    """

    key: str
    span: Span
    words: str
    counted: int
    measured: int
    standing: Standing | None = None
    mentions: tuple[Span, ...] = ()

    @property
    def index(self) -> int | None:
        """Index in the stored list; ``None`` for the reflection."""
        return self.standing.index if self.standing else None

    @property
    def seq(self) -> str:
        """Sequence number as text; empty for the reflection."""
        return str(self.standing.observation.seq) if self.standing else ""

    @property
    def lines(self) -> int:
        """Lines of its own text."""
        return self.words.count("\n") + 1


@dataclass(frozen=True, slots=True)
class TurnText:
    """The text and where everything in it comes from; build it with ``turn_text``."""

    text: str
    items: tuple[TurnItem, ...]
    strips: tuple[Strip, ...]
    quiet: tuple[Span, ...]
    most: int = 1  # tokens of the largest item
    _starts: tuple[tuple[int, int, int], ...] = field(default=(), repr=False)
    _rows: dict[str, int] = field(default_factory=dict, repr=False)

    def row(self, key: str) -> int | None:
        """Return the position of an item."""
        return self._rows.get(key)

    def item(self, key: str) -> TurnItem | None:
        """Return an item."""
        row = self._rows.get(key)
        return None if row is None else self.items[row]

    def key_at(self, offset: int) -> str:
        """Return the item whose text, or mention, is at an engine offset; empty if none is."""
        at = bisect_right(self._starts, (offset, len(self.text), len(self.items))) - 1
        if at < 0:
            return ""
        _start, end, row = self._starts[at]
        return self.items[row].key if offset < end else ""


EMPTY = TurnText("", (), (), ())


def item_key(index: int) -> str:
    """Return the key of an observation's item and budget segment."""
    return str(index)


def key_index(key: str) -> int | None:
    """Return the observation that a key stands for; ``None`` for the reflection and for none."""
    return int(key) if key.isdecimal() else None


def turn_text(explanation: Explanation | None) -> TurnText:
    """Return the observational text of the next turn, taken apart."""
    if explanation is None or not explanation.text:
        return EMPTY
    text, pieces = explanation.text, explanation.snippet.pieces
    mentions = _mentions(text, pieces)
    items = tuple(_items(explanation, mentions))
    places = [(item.span.start, item.span.end, row) for row, item in enumerate(items)]
    for row, item in enumerate(items):
        places.extend((span.start, span.end, row) for span in item.mentions)
    return TurnText(
        text,
        items,
        tuple(_strips(text, pieces)),
        tuple(_tags(text, pieces)),
        max([1, *(item.counted for item in items)]),
        tuple(sorted(places)),
        {item.key: row for row, item in enumerate(items)},
    )


def _items(explanation: Explanation, mentions: dict[int, list[Span]]) -> list[TurnItem]:
    items: list[TurnItem] = []
    start = 0
    for piece in explanation.snippet.pieces:
        if piece.kind is PieceKind.REFLECTION:
            span = Span(piece.start, piece.end)
            words = explanation.text[piece.start : piece.end]
            counted = explanation.snippet.reflection_tokens
            items.append(TurnItem(REFLECTION_KEY, span, words, counted, estimate_tokens(words)))
        elif piece.kind is PieceKind.LINE_START:
            start = piece.start + 1  # its newline ends the line before
        elif piece.kind is PieceKind.OBSERVATION and piece.index is not None:
            items.append(_observation(explanation, piece, start, mentions))
    return items


def _observation(
    explanation: Explanation, piece: Piece, start: int, mentions: dict[int, list[Span]]
) -> TurnItem:
    standing = explanation.standings[piece.index or 0]
    return TurnItem(
        item_key(standing.index),
        Span(start, piece.end),
        explanation.text[piece.start : piece.end],
        standing.observation.token_count,
        estimate_tokens(explanation.text[start : piece.end]),
        standing,
        tuple(mentions.get(standing.observation.seq, ())),
    )


def _mentions(text: str, pieces: tuple[Piece, ...]) -> dict[int, list[Span]]:
    found: dict[int, list[Span]] = {}
    for piece in pieces:
        if piece.kind not in _WARNINGS or not piece.seqs:
            continue
        for match in _MENTION.finditer(text, piece.start, piece.end):
            digits = match.group(1) or match.group(2)
            seq = next((seq for seq in piece.seqs if str(seq) == digits), None)
            if seq is not None:
                found.setdefault(seq, []).append(Span(*match.span()))
    return found


def _tags(text: str, pieces: tuple[Piece, ...]) -> list[Span]:
    frames = [piece for piece in pieces if piece.kind is PieceKind.FRAME]
    return [
        Span(piece.start, piece.end) for piece in frames if text[piece.start : piece.end].strip()
    ]


def _strips(text: str, pieces: tuple[Piece, ...]) -> list[Strip]:
    strips = []
    for piece in pieces:
        meaning = MEANINGS.get(piece.kind)
        if meaning is None:
            continue
        # A newline in front belongs to the line before.
        start = piece.start + (text[piece.start] == "\n")
        strips.append(Strip(Span(start, max(piece.end, start)), meaning))
    return strips
