"""Fields of a JSON object by the engine's rules: any case, last duplicate wins, strict kinds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from desktop_app.core.engine_json import Array, Number, Object, String, Value, Word
from desktop_app.core.engine_time import parse_json_time
from desktop_app.core.errors import DamagedError

if TYPE_CHECKING:
    from collections.abc import Mapping

_LONGEST_SHOWN = 40
_LONGEST_INT64 = 20
INT64_MIN, INT64_MAX = -(2**63), 2**63 - 1
_FOLDED = str.maketrans(
    {chr(c): chr(c - 32) for c in range(97, 123)} | {"\u017f": "S", "\u212a": "K"}
)


class Kind(Enum):
    """What a field holds."""

    INTEGER = "a whole number"
    FLOAT = "a number"
    TEXT = "a text"
    TIME = "a time"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A value that does not fit its field."""

    key: str
    reason: str
    offset: int
    length: int


FieldValue = int | float | str


class Fields:
    """Reads objects of one shape.

    Args:
        kinds: Key as the engine writes it to what it holds. Keys are matched in any case,
            with the long s and the Kelvin sign taken for their letters, as the engine does.
    """

    def __init__(self, kinds: Mapping[str, Kind]) -> None:
        self._kinds = kinds
        self._names = {folded(name): name for name in kinds}

    def read(self, value: Object) -> tuple[dict[str, FieldValue], list[Refusal]]:
        """Return the fields that are there, and what the engine refuses.

        ``null`` leaves a field as it was; unknown keys are passed over.
        """
        fields: dict[str, FieldValue] = {}
        refusals: list[Refusal] = []
        for key, member in value.members:
            name = self._names.get(folded(key.value))
            if name is None or (isinstance(member, Word) and member.value is None):
                continue
            try:
                fields[name] = _convert(member, self._kinds[name])
            except DamagedError as error:
                refusals.append(Refusal(name, str(error), member.offset, extent(member)))
        return fields, refusals


def folded(key: str) -> str:
    """Return ``key`` in the form in which the engine compares keys."""
    return key.translate(_FOLDED)


def extent(value: Value) -> int:
    """Return how many characters a number, string or word takes; 1 for a container."""
    match value:
        case Number(raw):
            return len(raw)
        case String(_, raw):
            return len(raw) + 2
        case Word(word):
            return len({True: "true", False: "false", None: "null"}[word])
        case _:
            return 1


def describe(value: Value) -> str:
    """Name a value for a message: ``15.0``, ``“abc”``, ``an object``."""
    match value:
        case Number(raw):
            return _shortened(raw)
        case String(_, raw):
            return f"“{_shortened(raw)}”"
        case Word(word):
            return {True: "true", False: "false", None: "null"}[word]
        case Array():
            return "an array"
        case Object():
            return "an object"


def _shortened(raw: str) -> str:
    return raw if len(raw) <= _LONGEST_SHOWN else f"{raw[:_LONGEST_SHOWN]}…"


def _convert(value: Value, kind: Kind) -> FieldValue:
    if kind is Kind.INTEGER and isinstance(value, Number):
        return _integer(value.raw)
    if kind is Kind.FLOAT and isinstance(value, Number):
        return _float(value.raw)
    if kind is Kind.TEXT and isinstance(value, String):
        return value.value
    if kind is Kind.TIME and isinstance(value, String):
        parse_json_time(value.raw)
        return value.raw
    raise DamagedError(f"{describe(value)} where {kind.value} belongs")


def _integer(raw: str) -> int:
    if not raw.lstrip("-").isdigit():
        raise DamagedError(
            f"{_shortened(raw)} is not a whole number; the engine takes no fraction, no exponent"
        )
    if len(raw) > _LONGEST_INT64 or not INT64_MIN <= int(raw) <= INT64_MAX:
        raise DamagedError(f"{_shortened(raw)} does not fit into 64 bits")
    return int(raw)


def _float(raw: str) -> float:
    number = float(raw)
    if math.isinf(number):
        raise DamagedError(f"{_shortened(raw)} is larger than any number the engine knows")
    return number
