"""Reading the observer model's output as the engine does."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from desktop_app.core.engine_text import trim

_MARK = "IMPORTANCE:"
_DIGITS = "[0-9]+(?:_[0-9]+)*"
_DECIMAL = re.compile(
    rf"[+-]?(?:{_DIGITS}(?:\.(?:{_DIGITS})?)?|\.{_DIGITS})(?:[eE][+-]?{_DIGITS})?"
)
_HEX_DIGITS = "[0-9a-fA-F]+(?:_[0-9a-fA-F]+)*"
_HEX = re.compile(
    rf"[+-]?0[xX](?:_?{_HEX_DIGITS}(?:\.(?:{_HEX_DIGITS})?)?|\.{_HEX_DIGITS})"
    rf"[pP][+-]?{_DIGITS}"
)
_SPECIAL = re.compile(r"[+-]?(?:inf|infinity)|nan", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Chunk:
    """One observation as the model wrote it.

    Attributes:
        importance: 0.0 to 1.0, or NaN, which the engine accepts here and can't store (H22);
            0.0 also where none was given.
        content: Trimmed text.
    """

    importance: float
    content: str


def parse_chunks(raw: str) -> tuple[Chunk, ...]:
    """Return the observations in the observer model's output ``raw``.

    Blocks are separated by blank lines; the first line of a block may be ``IMPORTANCE:x``. A
    block without a readable number keeps that line as text. Without any such line the whole
    output is one unscored observation.
    """
    text = trim(raw)
    if not text:
        return ()
    if _MARK not in text:
        return (Chunk(0.0, text),)
    chunks = [_chunk(block) for block in _blocks(text)]
    return tuple(chunk for chunk in chunks if chunk.content) or (Chunk(0.0, text),)


def _blocks(text: str) -> list[str]:
    blocks: list[list[str]] = [[]]
    for line in text.split("\n"):
        if trim(line):
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    return [trim("\n".join(block)) for block in blocks if block]


def _chunk(block: str) -> Chunk:
    first, _, rest = block.partition("\n")
    first = trim(first)
    if first.startswith(_MARK):
        number = parse_number(trim(first.removeprefix(_MARK)))
        if number is not None:
            return Chunk(_clamped(number), trim(rest))
    return Chunk(0.0, block)


def _clamped(number: float) -> float:
    # NaN compares false both times and stays NaN, as in the engine.
    if number < 0:
        return 0.0
    return 1.0 if number > 1 else number


def parse_number(text: str) -> float | None:
    """Return the float64 that the engine reads from ``text``, or ``None`` if it reads none.

    Decimal, hexadecimal (with ``p`` exponent), ``inf`` and ``nan`` count; a number too large
    for a float64 does not.
    """
    if _SPECIAL.fullmatch(text):
        return float(text)
    if _DECIMAL.fullmatch(text):
        number = float(text.replace("_", ""))
    elif _HEX.fullmatch(text):
        number = _hexadecimal(text.replace("_", ""))
    else:
        return None
    return None if math.isinf(number) else number


def _hexadecimal(text: str) -> float:
    try:
        return float.fromhex(text)
    except OverflowError:
        return math.inf
