"""Says that a value is left whose entry is gone; it can become a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.tokens import Meaning
from ui.widgets.banner import Banner
from ui.working.model import shown_key

if TYPE_CHECKING:
    from ui.working.drafts import Draft, Drafts


class GoneNote(QWidget):
    """A banner above the table, for the first of such values."""

    add_wanted = Signal()  # it stands in the form of a new entry

    def __init__(self, drafts: Drafts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drafts = drafts
        self._draft: Draft | None = None
        self.banner = Banner(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 0)
        layout.addWidget(self.banner)
        self.banner.activated.connect(self._add)
        self.banner.other_activated.connect(self._discard)
        self.hide()

    def show_drafts(self) -> None:
        """Show the first one of the shown scope, if there is one."""
        gone = [draft for draft in self._drafts.here.values() if draft.is_gone]
        self._draft = gone[0] if gone else None
        if self._draft is not None:
            self.banner.show_banner(
                Meaning.CAUTION,
                self.tr("“{0}” is gone, your edit of it is not").format(shown_key(self._draft.key)),
                self.tr("It was removed or renamed while the edit was not saved."),
                self.tr("Add it again"),
                self.tr("Discard"),
            )
        self.setVisible(self._draft is not None)

    @Slot()
    def _add(self) -> None:
        if self._draft is not None:
            self._drafts.add_again(self._draft)
            self.add_wanted.emit()

    @Slot()
    def _discard(self) -> None:
        if self._draft is not None:
            self._drafts.discard(self._draft)
