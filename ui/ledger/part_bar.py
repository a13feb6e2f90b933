"""Which part of a long text is in the editor, and the way to the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.fonts import Role
from ui.ledger.words import tr
from ui.widgets.button import Button, ButtonKind
from ui.widgets.labels import ElidedLabel

if TYPE_CHECKING:
    from ui.ledger.parts import Part


class PartBar(QWidget):
    """Shown while the editor has not the whole text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.where = ElidedLabel(parent=self, role=Role.SECONDARY, tone="text2")
        self.earlier = Button(tr("Previous part"), self, kind=ButtonKind.GHOST)
        self.later = Button(tr("Next part"), self, kind=ButtonKind.GHOST)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 4, 16, 4)
        layout.addWidget(self.where, 1)
        layout.addWidget(self.earlier)
        layout.addWidget(self.later)
        self.hide()

    def show_part(self, part: Part) -> None:
        """Show where a part stands."""
        end = f"{part.stop:,}"
        words = tr("Characters {0} to {1} of {2}; all others stay as they are.")
        self.where.set_text(words.format(f"{part.start + 1:,}", end, f"{part.length:,}"))
        self.earlier.setEnabled(part.start > 0)
        self.later.setEnabled(part.end < len(part.text))
        self.setVisible(not part.is_whole)
