"""How an agent compacts, as fields; what stands in them is what it does by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from desktop_app.core.ledger.compaction import emergency
from desktop_app.core.ledger.compaction_settings import CompactionSettings, Pruning, Trimming
from ui import fonts
from ui.agent_tools.words import tr
from ui.fonts import Role
from ui.widgets.labels import TextLabel
from ui.widgets.line_edit import LineField
from ui.widgets.tick_box import TickBox

if TYPE_CHECKING:
    from collections.abc import Mapping

_FIELD, _LARGEST = 104, 2**31 - 1
_DEFAULTS = CompactionSettings()


class SettingsForm(QWidget):
    """Numbers and switches; ``problem`` says what is no number."""

    changed = Signal()
    submitted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("How the agent is set up"))
        self.window_size = LineField(
            tr("Context window of the model"), self, placeholder=tr("unknown")
        )
        self.fields = {name: LineField(words, self) for name, words in _names().items()}
        self.pruning = TickBox(tr("Cut long results of old calls"))
        self.trimming = TickBox(tr("Cut long arguments of old calls"))
        self.emergency = TickBox(tr("After the model refused for length"))
        self.problem_note = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        self._lay_out()
        self._fill()
        for field in (self.window_size, *self.fields.values()):
            field.text_changed.connect(self._tell)
            field.submitted.connect(self.submitted)
        for box in (self.pruning, self.trimming, self.emergency):
            box.toggled.connect(self._tell)

    @property
    def problem(self) -> str:
        """Why there are no settings; empty if there are."""
        if self.window_size.text.strip() and not (_number(self.window_size.text) or 0) > 0:
            return tr("The window is no whole number above 0. Leave it empty if it is not known.")
        for name, words in _names().items():
            value = _number(self.fields[name].text)
            if value is None or value < (-1 if name == "keep_tokens" else 0):
                return tr("“{0}” is no whole number that the agent takes.").format(words)
        return ""

    @property
    def settings(self) -> CompactionSettings | None:
        """What stands in the fields."""
        if self.problem:
            return None
        numbers: Mapping[str, int] = {
            name: _number(field.text) or 0 for name, field in self.fields.items()
        }
        settings = CompactionSettings(
            window=_number(self.window_size.text),
            trigger_messages=numbers["trigger_messages"],
            trigger_tokens=numbers["trigger_tokens"],
            reserved=numbers["reserved"],
            keep_messages=numbers["keep_messages"],
            keep_tokens=numbers["keep_tokens"],
            pruning=Pruning() if self.pruning.isChecked() else None,
            trimming=Trimming() if self.trimming.isChecked() else None,
        )
        return emergency(settings) if self.emergency.isChecked() else settings

    def _fill(self) -> None:
        for name, field in self.fields.items():
            field.set_text(str(getattr(_DEFAULTS, name)))
        self.pruning.setChecked(_DEFAULTS.pruning is not None)
        self.trimming.setChecked(_DEFAULTS.trimming is not None)

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        rows = {tr("Context window"): self.window_size}
        rows |= {_names()[name]: field for name, field in self.fields.items()}
        for at, (words, field) in enumerate(rows.items()):
            field.setFixedWidth(fonts.px(_FIELD))
            field.line.setAlignment(Qt.AlignmentFlag.AlignRight)
            grid.addWidget(TextLabel(words, Role.SECONDARY, tone="text2", wrap=True), at, 0)
            grid.addWidget(field, at, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(grid)
        for box in (self.pruning, self.trimming, self.emergency):
            layout.addWidget(box)
        layout.addWidget(self.problem_note)
        self.setFocusProxy(self.window_size)
        self.problem_note.hide()

    @Slot()
    def _tell(self) -> None:
        self.problem_note.setText(self.problem)
        self.problem_note.setVisible(bool(self.problem))
        self.changed.emit()


def _names() -> dict[str, str]:
    return {
        "trigger_messages": tr("Messages that start it (0: never)"),
        "trigger_tokens": tr("Tokens that start it (0: by the window)"),
        "reserved": tr("Tokens of the window kept free"),
        "keep_messages": tr("Messages that are kept"),
        "keep_tokens": tr("Tokens that are kept (-1: by the window, 0: by messages)"),
    }


def _number(text: str) -> int | None:
    cleaned = text.replace(",", "").strip()
    try:
        value = int(cleaned)
    except ValueError:
        return None
    return value if abs(value) <= _LARGEST else None
