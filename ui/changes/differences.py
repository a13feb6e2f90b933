"""Compares every row of a change before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.text_diff import diff_lines
from ui.widgets.differences import MOST_SHOWN, Difference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.editing.readable import RowText


def differences(texts: Sequence[RowText]) -> tuple[Difference, ...]:
    """Compare rows; on a reader thread."""
    return tuple(
        (text.title, diff_lines(text.before, text.after, context=1)) for text in texts[:MOST_SHOWN]
    )
