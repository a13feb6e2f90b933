"""The value of an entry in a field, what is wrong with it, and what saving it would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.core.working.edits import InvalidValueError
from ui.tokens import Meaning
from ui.widgets.display_map import Span
from ui.working.effect_panel import EffectPanel
from ui.working.json_field import JsonField
from ui.working.value_effect import ValueEffect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.errors import MemloupeError

    Known = ValueEffect | MemloupeError

_MOST_MARKS = 200


class ValueSection(QWidget):
    """Field and panel; the panel shows while something is not saved."""

    edited = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None, *, lines: int = 4) -> None:
        super().__init__(parent)
        self.field = JsonField(name, self, lines=lines)
        self.panel = EffectPanel(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.field, 1)
        layout.addWidget(self.panel)
        self.setFocusProxy(self.field)
        self.field.edited.connect(self._tell)
        self.panel.place_wanted.connect(self.field.go_to)

    def show_known(self, known: Known | None) -> None:
        """Show what is known of the text in the field; ``None`` while that is worked out."""
        self.panel.show_known(known)
        if known is not None:
            self.field.set_marks(tuple(_marks(known, len(self.field.text))))

    @Slot()
    def _tell(self) -> None:
        self.edited.emit(self.field.text)


def _marks(known: Known, length: int) -> Iterator[tuple[Span, Meaning]]:
    if isinstance(known, InvalidValueError):
        start = min(known.offset, max(length - 1, 0))
        yield Span(start, min(start + 1, length)), Meaning.DAMAGED
    elif isinstance(known, ValueEffect):
        for lost in known.lost[:_MOST_MARKS]:
            yield Span(lost.offset, lost.offset + len(lost.typed)), Meaning.CAUTION
        for hidden in known.hidden[:_MOST_MARKS]:
            yield Span(hidden.offset, hidden.offset + len(hidden.key) + 2), Meaning.CAUTION
