"""The bar at the foot of the window while the doctor is shown: what is done with what is ticked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ui import fonts
from ui.doctor.words import tr
from ui.fonts import Role, Weight
from ui.theme import tokens
from ui.widgets import counting, painting
from ui.widgets.button import Button, ButtonKind
from ui.widgets.labels import ElidedLabel

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

_HIGH = 52


class DoctorFoot(QWidget):
    """How many repairs are chosen, and what can be done with them."""

    def __init__(self) -> None:
        super().__init__()
        self.count = ElidedLabel(role=Role.BODY, weight=Weight.MEDIUM)
        self.note = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.ignore = Button(tr("Ignore for this workspace…"), kind=ButtonKind.GHOST, large=True)
        self.preview = Button(tr("Preview all"), key="P", large=True)
        self.repair = Button("", kind=ButtonKind.PRIMARY, key=tr("Ctrl ↵"), large=True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 12, 0)
        layout.setSpacing(8)
        layout.addWidget(self.count)
        layout.addWidget(self.note)
        layout.addStretch(1)
        for button in (self.ignore, self.preview, self.repair):
            layout.addWidget(button)
        for button in (self.ignore, self.preview, self.repair):
            # A click leaves the focus in the list, where the keys of the page work.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        keys = QShortcut(QKeySequence("Ctrl+Return"), self, self.repair.click)
        keys.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Chosen repairs"))
        self.show_counts(0, 0, "")

    def show_ignored(self) -> None:
        """Say that nothing is done with what is ignored."""
        self.show_counts(0, 0, "")
        self.count.set_text(tr("What is ignored is not counted and not repaired"))

    def show_counts(self, chosen: int, repairable: int, busy: str) -> None:
        """Say how many of the listed repairs are chosen; ``busy`` says why nothing can be done."""
        forms = tr("{0} of {1} repair chosen"), tr("{0} of {1} repairs chosen")
        words = forms[0] if repairable == 1 else forms[1]
        none = tr("Nothing here can be repaired with one click")
        counts = words.format(f"{chosen:,}", f"{repairable:,}")
        self.count.set_text(counts if repairable else none)
        self.note.set_text(busy or (tr("each one can be undone alone") if repairable else ""))
        self.repair.setText(tr("Repair {0}").format(f"{chosen:,}") if chosen else tr("Repair"))
        self.repair.setAccessibleName(
            counting.counted(chosen, tr("Repair {0} finding"), tr("Repair {0} findings"))
        )
        self.repair.updateGeometry()
        nothing = "" if chosen else tr("No repair is ticked.")
        for button in (self.ignore, self.preview, self.repair):
            button.set_unavailable(busy or nothing)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), fonts.px(_HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), fonts.px(_HIGH))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().window)
        painting.hairline(painter, QPointF(0, 0), self.width())
