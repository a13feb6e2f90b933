"""Finds a text in the file that is edited."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.fonts import Role
from ui.icons import Icon
from ui.ledger.seeking import next_place, place_before
from ui.ledger.words import tr
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.button import IconButton
from ui.widgets.fields import SearchField
from ui.widgets.labels import ElidedLabel

if TYPE_CHECKING:
    from ui.ledger.editor import FileEditor
    from ui.ledger.seeking import Spot


class FindBar(QWidget):
    """Hidden until it is asked for. Enter goes on, Shift Enter back, Esc closes it."""

    def __init__(self, editor: FileEditor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self._at = -1
        self.field = SearchField(tr("Find in the file"), self)
        self.state = ElidedLabel(parent=self, role=Role.SECONDARY, tone="text2")
        self.before = IconButton(Icon.CHEVRON_UP, tr("Previous place"), self, key=tr("Shift ↵"))
        self.after = IconButton(Icon.CHEVRON_DOWN, tr("Next place"), self, key=tr("↵"))
        self.close_button = IconButton(Icon.CLOSE, tr("Close"), self, key=tr("Esc"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 12, 6)
        layout.setSpacing(6)
        layout.addWidget(self.field, 1)
        layout.addWidget(self.state, 1)
        for button in (self.before, self.after, self.close_button):
            layout.addWidget(button)
        self.field.line.installEventFilter(self)
        self.field.text_changed.connect(self._start)
        self.field.submitted.connect(self.find_next)
        self.field.left.connect(self.leave)
        self.after.clicked.connect(self.find_next)
        self.before.clicked.connect(self.find_before)
        self.close_button.clicked.connect(self.leave)
        self.hide()

    @Slot()
    def open(self) -> None:
        """Show it and go into its field."""
        self.show()
        self.field.select_all()

    @Slot()
    def leave(self) -> None:
        """Close it and go back to the text."""
        self.hide()
        self._editor.setFocus()

    @Slot()
    def find_next(self) -> None:
        """Go to the next place, from the last one to the first."""
        self._find(forward=True)

    @Slot()
    def find_before(self) -> None:
        """Go to the place before, from the first one to the last."""
        self._find(forward=False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            if back and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self.find_before()
                return True
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().surface)
        painting.hairline(painter, QPointF(0, self.height() - 1), self.width())

    @Slot(str)
    def _start(self, _text: str) -> None:
        self._at = -1
        self._find(forward=True)

    def _find(self, *, forward: bool) -> None:
        wanted = self.field.text
        if wanted:
            look = next_place if forward else place_before
            self._editor.seeker.seek(partial(look, wanted=wanted, at=self._at), self._show)
        else:
            self.state.set_text("")

    def _show(self, spot: Spot | None) -> None:
        if spot is None or spot.span is None:
            self.state.set_text(tr("Not in this file"))
        else:
            self._at = spot.span[0]
            self.state.set_text(tr("Line {0}").format(f"{spot.line:,}"))
