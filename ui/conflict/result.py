"""The result of one item of a conflict: the text that will be saved, which may be edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.engine_text import estimate_tokens
from ui.conflict.words import token_words
from ui.fonts import Role
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets.labels import TextLabel
from ui.widgets.text_area import TextArea

if TYPE_CHECKING:
    from PySide6.QtGui import QColor

_BETWEEN = " · "


class _Effect(TextLabel):
    """What the result does, in the colour of what becomes of it."""

    def __init__(self) -> None:
        super().__init__("", Role.SECONDARY)
        self.meaning = Meaning.OUT

    @property
    def colour(self) -> QColor:
        return tokens().shades(self.meaning).foreground


class ResultField(QWidget):
    """A field with its label above; below, the number of tokens and what the result does."""

    edited = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = TextLabel("", Role.SECONDARY, tone="text2")
        self.area = TextArea(self.tr("Result"))
        self._tokens = TextLabel("", Role.SECONDARY, tone="text2")
        self._effect = _Effect()
        self.area.edited.connect(self._on_edited)
        below = QHBoxLayout()
        below.setSpacing(0)
        below.addWidget(self._tokens)
        below.addWidget(self._effect)
        below.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._label)
        layout.addWidget(self.area)
        layout.addLayout(below)

    @property
    def tokens(self) -> str:
        """What it says about the size of the result."""
        return self._tokens.text()

    @property
    def effect(self) -> str:
        """What it says about what the result does."""
        return self._effect.text().removeprefix(_BETWEEN)

    def show_effect(self, words: str, meaning: Meaning) -> None:
        """Say what the result does to the next turn; empty for nothing."""
        self._effect.meaning = meaning
        self._effect.setText(f"{_BETWEEN}{words}" if words else "")

    def show_result(self, text: str | None, *, chosen: bool, editable: bool) -> None:
        """Show what was chosen; nothing can be edited before something is."""
        can = chosen and editable and text is not None
        label = self.tr("Result, you may edit it") if editable else self.tr("Result")
        self._label.setText(label)
        missing = self.tr("(not there)") if chosen else ""
        self.area.set_text(missing if text is None else text)
        self.area.set_read_only(not can)
        self._tell_tokens(text)

    @Slot()
    def _on_edited(self) -> None:
        text = self.area.text
        self._tell_tokens(text)
        self.edited.emit(text)

    def _tell_tokens(self, text: str | None) -> None:
        self.show_effect("", Meaning.OUT)
        self._tokens.setText("" if text is None else token_words(estimate_tokens(text)))
