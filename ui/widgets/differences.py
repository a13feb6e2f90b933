"""Several differences, one below the other: each with a title and in a box of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.core.text_diff import DiffLine
from ui.fonts import Role, Weight
from ui.widgets.diff_view import DiffView
from ui.widgets.labels import ELIDE_MIDDLE, ElidedLabel, TextLabel

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_SHOWN = 20
"""A renamed scope may have thousands of rows in the engine's log; nobody reads all of them."""

Difference = tuple[str, tuple[DiffLine, ...]]
"""What it is about, and the lines of it."""


class _Part(QWidget):
    """A title and a box."""

    def __init__(self, weight: Weight, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = ElidedLabel("", ELIDE_MIDDLE, role=Role.SECONDARY, weight=weight, tone="text2")
        self.view = DiffView("")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.title)
        layout.addWidget(self.view)

    def show_difference(self, title: str, lines: Sequence[DiffLine]) -> None:
        self.title.set_text(title)
        self.view.text.setAccessibleName(title)
        self.view.show_lines(lines)


class Differences(QWidget):
    """Shows the first of the differences, and says how many more there are.

    Args:
        more: What is said of those that are not shown, with ``{0}`` for their number.
        weight: How strong the titles are.
    """

    def __init__(self, more: str, *, weight: Weight = Weight.NORMAL) -> None:
        super().__init__()
        self._more, self._weight = more, weight
        self._parts: list[_Part] = []
        self._count = 0
        self._rest = TextLabel("", tone="text2", wrap=True)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(10)
        self._layout.addWidget(self._rest)
        self._rest.hide()
        self._add()

    @property
    def titles(self) -> list[str]:
        """What is said above the boxes that are shown."""
        return [part.title.text() for part in self._parts[: self._count]]

    @property
    def views(self) -> list[DiffView]:
        """The boxes that are shown."""
        return [part.view for part in self._parts[: self._count]]

    def show_all(self, found: Sequence[Difference], total: int) -> None:
        """Show differences, of which there are ``total`` altogether."""
        # What is shown while somebody types stays in place, scrolled as it is.
        self._count = min(len(found), MOST_SHOWN)
        while len(self._parts) < self._count:
            self._add()
        for place, part in enumerate(self._parts):
            part.setVisible(place < self._count)
            if place < self._count:
                part.show_difference(*found[place])
        left = total - self._count
        self._rest.setText(self._more.format(f"{left:,}"))
        self._rest.setVisible(left > 0)

    def _add(self) -> None:
        part = _Part(self._weight)
        part.hide()
        self._layout.insertWidget(len(self._parts), part)
        if self._parts:
            # A box that is made later comes after the others, not after all of the window.
            self.setTabOrder(self._parts[-1].view.text, part.view.text)
        self._parts.append(part)
