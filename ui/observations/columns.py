"""How wide the columns of the table are, and which ones go when there is little room."""

from __future__ import annotations

import math

from ui import fonts
from ui.fonts import Role
from ui.observations.rows import Column

_WIDTHS = {
    Column.MARK: 30,
    Column.SEQ: 34,
    Column.IMPORTANCE: 98,
    Column.AGE: 46,
    Column.SCORE: 88,
    Column.TOKENS: 50,
}
# What goes first, and how narrow the text may become before it goes.
_GOING = (
    (Column.AGE, 280),
    (Column.SCORE, 200),
    (Column.TOKENS, 200),
    (Column.IMPORTANCE, 200),
)
_PADS = 16
_EDGE = 10
_PLOTS = {Column.IMPORTANCE, Column.SCORE}
_PLOT = 52


def column_widths(
    room: int, longest: dict[Column, int], *, explained: bool = True
) -> dict[Column, int]:
    """Return the width of each column; 0 for one that is not shown.

    Args:
        room: Pixels for all of them.
        longest: Characters of the longest number of a column, where it may exceed the measure.
        explained: False for a record that can't be read: nothing tells marks and scores then.
    """
    widths = {column: _width(column, longest.get(column, 0)) for column in _WIDTHS}
    if not explained:
        widths |= {Column.MARK: fonts.px(_EDGE), Column.AGE: 0, Column.SCORE: 0}
    for column, least in _GOING:
        if room - sum(widths.values()) >= fonts.px(least):
            break
        widths[column] = 0
    widths[Column.TEXT] = max(room - sum(widths.values()), min(fonts.px(200), room))
    return widths


def _width(column: Column, characters: int) -> int:
    digits = math.ceil(fonts.metrics(Role.BODY).horizontalAdvance("0" * characters))
    around = fonts.px(_PADS + (_PLOT if column in _PLOTS else 0))
    return max(fonts.px(_WIDTHS[column]), min(digits, fonts.px(160)) + around)
