"""Every row of a change before and after, one below the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.core.text_diff import DiffLine, diff_lines
from ui.changes.rows import tr
from ui.fonts import Role
from ui.widgets.diff_view import DiffView
from ui.widgets.labels import ELIDE_MIDDLE, ElidedLabel, TextLabel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.editing.readable import RowText

MOST_SHOWN = 20
"""A renamed scope may have thousands of rows in the engine's log; copying gives all of them."""

Difference = tuple[str, tuple[DiffLine, ...]]


def differences(texts: Sequence[RowText]) -> tuple[Difference, ...]:
    """Compare rows; on a reader thread."""
    return tuple(
        (text.title, diff_lines(text.before, text.after, context=1)) for text in texts[:MOST_SHOWN]
    )


class Differences(QWidget):
    """A title and a box for each row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(6)

    def show_rows(self, found: Sequence[Difference], total: int) -> None:
        """Show these differences of ``total`` rows."""
        while (item := self._layout.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for title, lines in found:
            view = DiffView(title)
            view.show_lines(lines)
            self._layout.addWidget(ElidedLabel(title, ELIDE_MIDDLE, role=Role.SECONDARY))
            self._layout.addWidget(view)
        if total > len(found):
            words = tr("{0} more rows; copying the change gives all of them.")
            rest = TextLabel(words.format(f"{total - len(found):,}"), tone="text2", wrap=True)
            self._layout.addWidget(rest)
