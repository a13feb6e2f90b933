"""The foot of the inspector: the way back, and what can be done with the finding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.doctor.words import go_words, target_of, tr
from ui.fonts import Role
from ui.icons import Icon
from ui.widgets.button import Button, ButtonKind
from ui.widgets.labels import TextLabel

if TYPE_CHECKING:
    from desktop_app.core.doctor.finding import Repair
    from ui.doctor.items import Item


class InspectorFoot(QWidget):
    """A sentence and buttons: not a problem, go there, repair this."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentence = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        self.ignore = Button("", kind=ButtonKind.GHOST, large=True)
        self.go = Button("", kind=ButtonKind.PRIMARY, icon=Icon.JUMP, key="↵", large=True)
        self.repair = Button(tr("Repair this"), kind=ButtonKind.PRIMARY, key="↵", large=True)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.ignore)
        buttons.addStretch(1)
        for button in (self.go, self.repair):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 8, 16, 12)
        layout.setSpacing(10)
        layout.addWidget(self.sentence)
        layout.addLayout(buttons)

    def show_item(
        self, item: Item, *, repair: Repair | None, is_ignored: bool, is_busy: bool
    ) -> None:
        """Offer what can be done with a finding."""
        leads = target_of(item.finding.place) is not None
        offers = repair is not None and not is_ignored
        self.sentence.setVisible(offers)
        self.sentence.setText(
            tr("Undo any time with Ctrl Z or in Changes. The bytes as they are now stay there.")
            if item.finding.place.is_memory_file
            else tr("Undo any time with Ctrl Z or in Changes. A backup of state.db is made first.")
        )
        self.repair.setVisible(offers)
        self.repair.set_unavailable(tr("Repairs are being written.") if is_busy else "")
        self.go.setVisible(repair is None and leads)
        self.go.setText(go_words(item.finding.place))
        self.go.setAccessibleName(tr("Open: {0}").format(self.go.text()))
        self.go.updateGeometry()
        words = tr("Look at it again") if is_ignored else tr("Not a problem")
        self.ignore.setText(words)
        self.ignore.setAccessibleName(words)
        self.ignore.updateGeometry()
