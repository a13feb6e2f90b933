"""The bar at the foot of the window: what is not saved, what saving does, and the two choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.ledger.words import tr
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import counting, painting
from ui.widgets.button import Button, ButtonKind
from ui.widgets.labels import ElidedLabel

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

_HIGH, _DOT, _LEFT = 48, 8, 16
_LEAST_WORDS = 150


class LedgerFoot(QWidget):
    """Shown while the daily logs are."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self.state = ElidedLabel(parent=self, role=Role.BODY, weight=Weight.MEDIUM)
        self.note = ElidedLabel(parent=self, role=Role.SECONDARY, tone="text2")
        self.discard = Button(tr("Discard"), self, kind=ButtonKind.GHOST)
        self.diff = Button(
            tr("Show diff"), self, kind=ButtonKind.GHOST, icon=Icon.COMPARE, key=tr("Ctrl D")
        )
        self.save = Button(tr("Save"), self, kind=ButtonKind.PRIMARY, key=tr("Ctrl S"))
        layout = self._row = QHBoxLayout(self)
        layout.setContentsMargins(_LEFT, 0, 12, 0)
        layout.setSpacing(8)
        layout.addWidget(self.state)
        layout.addSpacing(8)
        layout.addWidget(self.note, 1)
        for button in (self.discard, self.diff, self.save):
            # A click leaves the focus in the text.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            layout.addWidget(button)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("What is not saved"))
        self.show_state(0, is_edited=False, is_saving=False)

    def show_state(self, unsaved: int, *, is_edited: bool, is_saving: bool) -> None:
        """Say how many files have text that is not saved, and whether the shown one has."""
        self._count = unsaved
        forms = tr("{0} change not saved"), tr("{0} changes not saved")
        words = counting.counted(unsaved, *forms) if unsaved else tr("Everything is saved")
        self.state.set_text(tr("Saving…") if is_saving else words)
        nothing = "" if is_edited else tr("Nothing is changed in this file.")
        for button in (self.discard, self.diff, self.save):
            button.set_unavailable(tr("It is being saved.") if is_saving else nothing)
        self.discard.setVisible(is_edited)
        left = _LEFT + (fonts.px(_DOT) + 12 if unsaved else 0)
        self._row.setContentsMargins(left, 0, 12, 0)
        self.update()

    def show_note(self, words: str) -> None:
        """Say what saving does."""
        self.note.set_text(words)

    @Slot(str)
    def show_refusal(self, words: str) -> None:
        """Say why the text can't be saved; it stays in the editor."""
        self.state.set_text(tr("Not saved"))
        self.note.set_text(words)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), fonts.px(_HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(300), fonts.px(_HIGH))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        buttons = (self.discard, self.diff, self.save)
        wide = sum(button.wide(with_key=True) for button in buttons) + self.state.sizeHint().width()
        for button in buttons:
            button.set_key_visible(wide + fonts.px(_LEAST_WORDS) < self.width())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        painter.fillRect(self.rect(), tokens().window)
        painting.hairline(painter, QPointF(0, 0), self.width())
        if self._count:
            size = fonts.px(_DOT)
            area = QRectF(_LEFT, (self.height() - size) / 2, size, size)
            painting.fill_rounded(painter, area, size / 2, tokens().shades(Meaning.CAUTION).fill)
