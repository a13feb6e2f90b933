"""One proposed observation: its whole text, its importance, and what is to be known of it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role
from ui.proposals.words import tr
from ui.widgets.labels import TextLabel
from ui.widgets.line_edit import LineField
from ui.widgets.text_box import TextBox

if TYPE_CHECKING:
    from desktop_app.core.proposals.observation_proposal import ProposedObservation

_NUMBER = 72


class ScoredObservation(QWidget):
    """Enter in the field, or leaving it, sets the importance."""

    importance_wanted = Signal(str, float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._item: ProposedObservation | None = None
        self.text = TextBox(self.tr("Text of the observation"))
        self.number = LineField(self.tr("Importance, 0 to 1"))
        self.number.setFixedWidth(fonts.px(_NUMBER))
        self.number.line.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._note = TextLabel(role=Role.SECONDARY, tone="text2", wrap=True)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(TextLabel(self.tr("importance"), Role.SECONDARY, tone="text2"))
        row.addWidget(self.number)
        row.addWidget(self._note, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.text)
        layout.addLayout(row)
        self.number.line.editingFinished.connect(self._take)

    def show_item(self, item: ProposedObservation) -> None:
        """Show another observation."""
        self._item = item
        self.text.show_text(item.text)
        self.number.set_text(f"{item.importance:g}")
        hint = tr("0 to 9 in the list set tenths. 0 means not scored; the engine counts 0.5.")
        self._note.setText(item.note or hint)

    @Slot()
    def _take(self) -> None:
        item = self._item
        if item is None:
            return
        wanted = _read(self.number.text)
        if wanted is None:
            self.number.set_text(f"{item.importance:g}")
        elif wanted != item.importance:
            self.importance_wanted.emit(item.id, wanted)


def _read(text: str) -> float | None:
    try:
        value = float(text.strip().replace(",", "."))
    except ValueError:
        return None
    return value if math.isfinite(value) and 0 <= value <= 1 else None
