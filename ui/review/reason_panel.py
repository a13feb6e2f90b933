"""The small field for why an item goes, with the last reasons at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.fonts import Role
from ui.naming import shown_line
from ui.review.translation import tr
from ui.widgets.button import Button, ButtonKind
from ui.widgets.labels import ElidedLabel
from ui.widgets.line_edit import LineField
from ui.widgets.link import Link

if TYPE_CHECKING:
    from collections.abc import Sequence

_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_MOST_SHOWN = 40


class ReasonPanel(QWidget):
    """Enter removes, Esc leaves; up and down go through the last reasons."""

    confirmed = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reasons: list[str] = []
        self._at = -1
        self.title = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.field = LineField(tr("Why it goes"), placeholder=tr("Why it goes; may stay empty"))
        self.remove_button = Button(tr("Remove and next"), kind=ButtonKind.PRIMARY, key="↵")
        self.back_button = Button(tr("Back"), key="Esc")
        self._suggestions = QHBoxLayout()
        self._lay_out()
        self.field.line.installEventFilter(self)
        self.field.submitted.connect(self._confirm)
        self.remove_button.clicked.connect(self._confirm)
        self.back_button.clicked.connect(self._leave)
        self.hide()

    def ask(self, question: str, reasons: Sequence[str], reason: str = "") -> None:
        """Ask ``question``, with ``reason`` in the field."""
        self._reasons, self._at = list(reasons), -1
        self.title.set_text(question)
        self.field.set_text(reason)
        self._show_reasons()
        self.show()
        self.field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Escape:
                self._leave()
                return True
            step = _STEPS.get(Qt.Key(event.key()))
            if step is not None:
                self._suggest(step)
                return True
        return super().eventFilter(watched, event)

    def _suggest(self, step: int) -> None:
        if self._reasons:
            self._at = max(min(self._at + step, len(self._reasons) - 1), -1)
            self.field.set_text(self._reasons[self._at] if self._at >= 0 else "")

    @Slot()
    def _confirm(self) -> None:
        self.hide()
        self.confirmed.emit(self.field.text.strip())

    @Slot()
    def _leave(self) -> None:
        self.hide()
        self.left.emit()

    @Slot()
    def _choose(self) -> None:
        sender = self.sender()
        if sender is not None:
            self.field.set_text(self._reasons[int(sender.property("at"))])
            self.field.setFocus()

    def _show_reasons(self) -> None:
        while (item := self._suggestions.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for at, reason in enumerate(self._reasons):
            link = Link(shown_line(reason)[:_MOST_SHOWN], role=Role.SECONDARY)
            link.setAccessibleName(tr("Reason: {0}").format(shown_line(reason)))
            link.setProperty("at", at)
            link.clicked.connect(self._choose)
            self._suggestions.addWidget(link)
        self._suggestions.addStretch(1)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self.remove_button)
        row.addWidget(self.back_button)
        self._suggestions.setSpacing(12)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.title)
        layout.addLayout(row)
        layout.addLayout(self._suggestions)
