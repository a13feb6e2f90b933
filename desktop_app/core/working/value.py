"""What the engine stores for a value that is set in working memory."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from desktop_app.core.engine_encode import Encodable, encode
from desktop_app.core.engine_json import (
    MAX_DEPTH,
    Array,
    JsonError,
    Number,
    Object,
    Value,
    parse,
)
from desktop_app.core.engine_text import decode
from desktop_app.core.observational.json_fields import describe

# The tool's arguments around the value take one level of those that the engine reads.
_MAX_VALUE_DEPTH = MAX_DEPTH - 1


def entry_json(value_json: str | bytes) -> str:
    """Return the text in ``entry_json`` after the tool has set ``value_json``.

    Numbers become 64-bit floats (integers above 2^53 lose digits, hazard H30), keys are
    sorted, the last of equal keys wins, HTML characters are escaped.

    Raises:
        JsonError: the engine refuses the value.
    """
    text = decode(value_json) if isinstance(value_json, bytes) else value_json
    return encode(to_encodable(parse(text)))


def to_encodable(value: Value) -> Encodable:
    """Return a value as the engine keeps it where the type is open.

    Raises:
        JsonError: a number is too large, or the nesting too deep.
    """
    root: list[Encodable] = [None]
    # Breadth first: the last of equal keys is put last, and what it hides is checked as well.
    pending: list[_Pending] = [(value, partial(root.__setitem__, 0), 0)]
    for item, put, depth in pending:
        if isinstance(item, Array):
            items: list[Encodable] = [None] * len(item.items)
            pending += [
                (inner, partial(items.__setitem__, index), depth + 1)
                for index, inner in enumerate(item.items)
            ]
            put(items)
        elif isinstance(item, Object):
            members: dict[str, Encodable] = dict.fromkeys(
                sorted(key.value for key, _ in item.members)
            )
            pending += [
                (inner, partial(members.__setitem__, key.value), depth + 1)
                for key, inner in item.members
            ]
            put(members)
        else:
            put(_float(item) if isinstance(item, Number) else item.value)
            continue
        if depth >= _MAX_VALUE_DEPTH:
            raise JsonError(f"nested deeper than {_MAX_VALUE_DEPTH:,} levels", item.offset)
    return root[0]


_Pending = tuple[Value, Callable[[Encodable], None], int]


def _float(number: Number) -> float:
    value = float(number.raw)
    if math.isinf(value):
        reason = f"{describe(number)} is larger than any number the engine knows"
        raise JsonError(reason, number.offset)
    return value
