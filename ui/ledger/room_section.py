"""The arithmetic of a turn: the limit, what is taken from it, and what is left for the memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QIntValidator, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.ledger.room import TOKEN_LENGTH
from ui.ledger.words import tr
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.labels import TextLabel
from ui.widgets.line_edit import LineField
from ui.widgets.section import Section

if TYPE_CHECKING:
    from desktop_app.core.ledger.context_parts import Part
    from ui.ledger.room import Room

_ROW, _FIELD = 24, 68
_MOST_TOKENS = 100_000
_MINUS = "\u2212"


class _Row(QWidget):
    """A label and a number at the right."""

    def __init__(self, parent: QWidget | None = None, *, strong: bool = False) -> None:
        super().__init__(parent)
        self._label, self._value, self._strong = "", "", strong
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_row(self, label: str, value: str) -> None:
        """Show another pair."""
        self._label, self._value = label, value
        self.setAccessibleName(f"{label}: {value}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(160, fonts.px(_ROW))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        weight = Weight.STRONG if self._strong else Weight.NORMAL
        role = Role.BODY if self._strong else Role.SECONDARY
        font, metrics = fonts.font(role, weight), fonts.metrics(role, weight)
        tone = tokens().text if self._strong else tokens().text2
        area = QRectF(self.rect())
        room = area.width() - metrics.horizontalAdvance(self._value) - 8
        painting.draw_text(painter, area, painting.elide(self._label, metrics, room), font, tone)
        value = tokens().text if self._strong else tokens().text2
        painting.draw_text(painter, area, self._value, font, value, painting.RIGHT)
        if self._strong:
            painting.hairline(painter, QPointF(0, 0), self.width())


class _NumberField(LineField):
    """As high as a row."""

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(_FIELD), fonts.px(_ROW))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class RoomSection(Section):
    """Shows a ``Room``; the tokens of the session section can be given."""

    session_changed = Signal(object)  # tokens (int), or None for the guess

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Room"), parent)
        self.set_note(tr("tokens = length ÷ {0}").format(TOKEN_LENGTH))
        self._is_showing = False
        self.limit, self.left = _Row(self), _Row(self, strong=True)
        self.session = _NumberField(tr("Tokens of the session section"), self)
        self.session.line.setValidator(QIntValidator(0, _MOST_TOKENS, self))
        self.session.line.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.guess = TextLabel("", Role.SECONDARY, parent=self, tone="text2")
        self.times = TextLabel("", Role.SECONDARY, parent=self, tone="text2")
        session = QHBoxLayout()
        session.setContentsMargins(0, 0, 0, 0)
        self.session.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        session.addWidget(self.guess, 1)
        session.addWidget(self.session)
        self._parts = QVBoxLayout()
        self._parts.setSpacing(0)
        self._rows: list[_Row] = []
        self.body.setSpacing(0)
        self.body.addWidget(self.limit)
        self.body.addLayout(session)
        self.body.addLayout(self._parts)
        self.body.addWidget(self.left)
        self.body.addWidget(self.times)
        self.session.line.editingFinished.connect(self._tell)

    def show_room(self, room: Room) -> None:
        """Show the arithmetic."""
        first, *others = room.parts.all
        self.limit.show_row(tr("context limit"), f"{room.settings.limit:,}")
        is_guess = tr("session section, a guess") if first.is_assumed else tr("session section")
        self.guess.setText(is_guess)
        if not self.session.line.hasFocus():
            self.session.set_text(str(first.tokens))
        self._show_parts(others)
        self.left.show_row(tr("left for MEMORY.md"), f"{room.available:,}")
        times = max(room.available, 0) * TOKEN_LENGTH
        words = tr("× {0} = {1} characters (UTF-16)")
        self.times.setText(words.format(TOKEN_LENGTH, f"{times:,}"))

    def _show_parts(self, parts: list[Part]) -> None:
        while len(self._rows) < len(parts):
            row = _Row(self)
            self._rows.append(row)
            self._parts.addWidget(row)
        for row, part in zip(self._rows, parts, strict=True):
            row.show_row(part.name, f"{_MINUS} {part.tokens:,}")

    @Slot()
    def _tell(self) -> None:
        text = self.session.text.strip()
        self.session_changed.emit(int(text) if text.isdecimal() else None)
