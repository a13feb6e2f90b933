"""A list, and beside it what it shows of the chosen row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QSplitter

from ui import fonts

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def side_by_side(left: QWidget, right: QWidget, wide: int, rest: int = 700) -> QSplitter:
    """Return two parts with a line to drag between them; a wider window widens the right one.

    Args:
        left: Never goes away, as the right one does not.
        right: What takes the room that is left.
        wide: How wide the left one is at first, in pixels before scaling.
        rest: How wide the right one is beside it.
    """
    panes = QSplitter()
    panes.setChildrenCollapsible(False)
    panes.addWidget(left)
    panes.addWidget(right)
    panes.setStretchFactor(1, 1)
    panes.setSizes([fonts.px(wide), fonts.px(rest)])
    return panes
