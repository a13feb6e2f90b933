"""A list, and beside it what it shows of the chosen row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QSplitter

from ui import fonts

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class TwoPanes(QSplitter):
    """Two parts, made with it as their parent, with a line to drag between them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setChildrenCollapsible(False)

    def put(self, left: QWidget, right: QWidget, wide: int, rest: int = 700) -> None:
        """Put two parts side by side; a wider window widens the right one.

        Args:
            left: Never goes away, as the right one does not.
            right: What takes the room that is left.
            wide: How wide the left one is at first, in pixels before scaling.
            rest: How wide the right one is beside it.
        """
        self.addWidget(left)
        self.addWidget(right)
        self.setStretchFactor(1, 1)
        self.setSizes([fonts.px(wide), fonts.px(rest)])
