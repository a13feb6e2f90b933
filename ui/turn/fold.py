"""One row for the messages that the engine adds and nobody stores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from ui import fonts
from ui.turn.block import Block, BlockHead

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

LOW = 700
"""Below this height the messages with a text need the room."""


class Fold(QObject):
    """Shows the unknown messages, or one row in their place; a person's choice stays."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.head = BlockHead(0, parent)
        self.head.hide()
        self._blocks: list[Block] = []
        self._chosen: bool | None = None
        self._low = True
        self.head.clicked.connect(self._choose)

    def take(self, blocks: Sequence[Block], names: Sequence[str]) -> None:
        """Fold other blocks."""
        self._blocks = list(blocks)
        listed = ", ".join(name if at == 0 else name.lower() for at, name in enumerate(names))
        note = self.tr("added by the engine, not stored")
        self.head.show_words(listed, note, "", "")
        self._apply()

    def fit(self, height: int) -> None:
        """Fold where there is little room, as long as nobody has chosen."""
        self._low = height < fonts.px(LOW)
        self._apply()

    @Slot()
    def _choose(self) -> None:
        self._chosen = self.head.isChecked()
        self._apply()

    def _apply(self) -> None:
        is_open = not self._low if self._chosen is None else self._chosen
        self.head.setChecked(is_open)
        self.head.setVisible(bool(self._blocks))
        for block in self._blocks:
            block.setVisible(is_open)
