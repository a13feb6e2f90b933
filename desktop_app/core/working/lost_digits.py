"""What a value loses when it is stored: digits of numbers, and all but the last of equal keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.engine_encode import format_float
from desktop_app.core.engine_json import Array, Number, Object, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST_EXPONENT = 20


@dataclass(frozen=True, slots=True)
class LostDigits:
    """A number that is stored as another one, because the engine keeps 64-bit floats (H30).

    Attributes:
        typed: As it was written.
        stored: As the engine writes it.
        offset: Where it stands, in characters.
    """

    typed: str
    stored: str
    offset: int


@dataclass(frozen=True, slots=True)
class HiddenKey:
    """A key that is written again in the same object: only the last one is stored."""

    key: str
    offset: int


def lost_digits(value: Value) -> tuple[LostDigits, ...]:
    """Return the numbers in ``value`` that change when they are stored, in order."""
    numbers = (item for item in parts_of(value) if isinstance(item, Number))
    stored = ((number, format_float(float(number.raw))) for number in numbers)
    lost = [
        LostDigits(number.raw, text, number.offset)
        for number, text in stored
        if _meaning(number.raw) != _meaning(text)
    ]
    return tuple(sorted(lost, key=lambda item: item.offset))


def hidden_keys(value: Value) -> tuple[HiddenKey, ...]:
    """Return the keys in ``value`` whose value is not stored, in order."""
    hidden: list[HiddenKey] = []
    for item in parts_of(value):
        if isinstance(item, Object):
            last = {key.value: key.offset for key, _ in item.members}
            hidden += [
                HiddenKey(key.value, key.offset)
                for key, _ in item.members
                if key.offset != last[key.value]
            ]
    return tuple(sorted(hidden, key=lambda item: item.offset))


def parts_of(value: Value) -> Iterator[Value]:
    """Yield ``value`` and all in it, at any depth."""
    pending = [value]
    while pending:
        item = pending.pop()
        yield item
        if isinstance(item, Array):
            pending += item.items
        elif isinstance(item, Object):
            pending += [member for _, member in item.members]


def _meaning(number: str) -> tuple[bool, str, int]:
    """Return sign, digits and power of ten: exact, where a conversion would round."""
    mantissa, _, exponent = number.lower().partition("e")
    whole, _, fraction = mantissa.lstrip("-").partition(".")
    all_digits = (whole + fraction).lstrip("0")
    digits = all_digits.rstrip("0")
    if not digits:
        return False, "", 0
    power = int(exponent[:_LONGEST_EXPONENT] or 0) - len(fraction) + len(all_digits) - len(digits)
    return number.startswith("-"), digits, power
