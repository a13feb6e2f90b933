"""What a repair changes for the engine: a sign, a name and a value in each row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui import fonts
from ui.doctor.words import tr
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.naming import shown_line
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.labels import TextLabel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

    from desktop_app.core.doctor.finding import Effect

_ICON, _NAME, _ROW = 16, 104, 22
_TOP = Qt.AlignmentFlag.AlignTop


class Effects(QWidget):
    """A row for each effect; what needs care has another sign."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(2)

    def show_effects(self, effects: Sequence[Effect]) -> None:
        """Show these."""
        while (item := self._layout.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for effect in effects:
            self._layout.addWidget(_EffectRow(effect))


class _EffectRow(QWidget):
    def __init__(self, effect: Effect) -> None:
        super().__init__()
        self._needs_care = effect.needs_care
        name = TextLabel(shown_line(effect.name), Role.SECONDARY, tone="text2", wrap=True)
        name.setFixedWidth(fonts.px(_NAME - 8))
        words = shown_line(effect.value)
        value = TextLabel(words, Role.SECONDARY, Weight.MEDIUM, wrap=True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(fonts.px(_ICON + 8), 3, 0, 3)
        layout.setSpacing(8)
        layout.addWidget(name, 0, _TOP)
        layout.addWidget(value, 1, _TOP)
        self.setMinimumHeight(fonts.px(_ROW))
        care = tr(", to think about") if effect.needs_care else ""
        self.setAccessibleName(f"{effect.name}: {words}{care}")

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        care = self._needs_care
        icon, meaning = (Icon.INFO, Meaning.CAUTION) if care else (Icon.CHECK, Meaning.IN)
        colour = tokens().shades(meaning).foreground
        painting.draw_icon(painter, icon, QPointF(0, 3), fonts.px(_ICON), colour)
