"""The foot of the inspector: the way back from a change, or forward again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGridLayout, QWidget

from ui.icons import Icon
from ui.widgets import painting
from ui.widgets.button import Button, ButtonKind

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from ui.changes.presenter import ChangesPresenter
    from ui.changes.rows import ChangeRow


class Steps(QWidget):
    """Shows the buttons that make sense for a change."""

    def __init__(self, presenter: ChangesPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        primary, ghost = ButtonKind.PRIMARY, ButtonKind.GHOST
        self.undo = Button(self.tr("Undo this"), icon=Icon.UNDO, key="U")
        self.redo = Button(self.tr("Redo this"), icon=Icon.REDO, key="R")
        self.apply = Button(self.tr("Apply the draft"), kind=primary, key="A")
        self.discard = Button(self.tr("Discard"), kind=ghost, key="Del")
        self.before = Button(self.tr("Restore before"), kind=ghost, key="B")
        self.after = Button(self.tr("Restore after"), kind=ghost, key="F")
        self.before.setToolTip(self.tr("Give the rows the content from before this change"))
        self.after.setToolTip(self.tr("Give the rows the content from after this change"))
        grid = QGridLayout(self)
        grid.setContentsMargins(12, 10, 12, 10)
        grid.setSpacing(4)
        for column, button in enumerate((self.before, self.after)):
            grid.addWidget(button, 0, column)
        for column, button in enumerate((self.discard, self.undo, self.redo, self.apply)):
            grid.addWidget(button, 1, column % 2)
        grid.setColumnStretch(2, 1)
        self.undo.clicked.connect(presenter.undo)
        self.redo.clicked.connect(presenter.redo)
        self.apply.clicked.connect(presenter.apply)
        self.discard.clicked.connect(presenter.discard)
        self.before.clicked.connect(presenter.restore_before)
        self.after.clicked.connect(presenter.restore_after)

    def show_row(self, row: ChangeRow | None) -> None:
        """Show what can be done with a change."""
        shown = (
            (self.undo, row is not None and row.can_undo),
            (self.redo, row is not None and row.can_redo),
            (self.before, row is not None and row.can_restore),
            (self.after, row is not None and row.can_restore),
            (self.apply, row is not None and row.is_draft),
            (self.discard, row is not None and row.is_draft),
        )
        for button, wanted in shown:
            button.setVisible(wanted)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painting.hairline(QPainter(self), QPointF(0, 0), self.width())
