"""Ids that the engine's own counter gives out, and will give out again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.core.observational.record import ColumnValue

OPERATION, MARKER = "op_", "mk_"
_ID = re.compile(r"(op_|mk_)([1-9][0-9]{0,17})")


def engine_number(value: ColumnValue, prefix: str) -> int | None:
    """Return N of an id ``op_N`` or ``mk_N``; ``None`` for any other id.

    Example:
        >>> engine_number("op_12", OPERATION), engine_number("op_012", OPERATION)
        (12, None)
    """
    match = _ID.fullmatch(value) if isinstance(value, str) else None
    return int(match[2]) if match and match[1] == prefix else None
