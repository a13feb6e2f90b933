"""Fields for the three token limits, each with what it means."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QWidget

from desktop_app.core.engine_config import DEFAULTS
from desktop_app.core.observational.record import ObservationConfig
from ui import fonts
from ui.fonts import Role
from ui.scope_edit.words import tr
from ui.widgets.labels import TextLabel
from ui.widgets.line_edit import LineField

NAMES = ("observe_min_tokens", "snippet_max_tokens", "reflect_threshold_tokens")
_LARGEST = 2**63 - 1
_FIELD = 132


class LimitFields(QWidget):
    """A row for each limit; ``config`` is ``None`` while one of them is no whole number."""

    changed = Signal()
    submitted = Signal()

    def __init__(self, config: ObservationConfig, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Token limits"))
        self.fields = tuple(LineField(words) for words in _words())
        self.notes = tuple(TextLabel("", Role.SECONDARY, tone="text2", wrap=True) for _ in NAMES)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(2, 1)
        for row, (name, words) in enumerate(zip(NAMES, _words(), strict=True)):
            field = self.fields[row]
            field.setFixedWidth(fonts.px(_FIELD))
            field.line.setAlignment(Qt.AlignmentFlag.AlignRight)
            field.set_text(str(getattr(config, name)))
            grid.addWidget(TextLabel(words, Role.SECONDARY, tone="text2"), row, 0)
            grid.addWidget(field, row, 1)
            grid.addWidget(self.notes[row], row, 2)
            field.text_changed.connect(self._tell)
            field.submitted.connect(self.submitted)
        self.setFocusProxy(self.fields[0])
        self._show_notes()

    @property
    def config(self) -> ObservationConfig | None:
        """What stands in the fields."""
        values = [_number(field.text) for field in self.fields]
        whole = [value for value in values if value is not None]
        return ObservationConfig(*whole) if len(whole) == len(NAMES) else None

    @Slot()
    def _tell(self) -> None:
        self._show_notes()
        self.changed.emit()

    def _show_notes(self) -> None:
        for name, field, note in zip(NAMES, self.fields, self.notes, strict=True):
            words = _note(_number(field.text), getattr(DEFAULTS, name))
            note.setText(words)
            field.line.setAccessibleDescription(words)


def _words() -> tuple[str, str, str]:
    return (tr("Observe from"), tr("Inject up to"), tr("Reflect from"))


def _number(text: str) -> int | None:
    cleaned = text.replace(",", "").replace("_", "").strip()
    try:
        value = int(cleaned)
    except ValueError:
        return None
    return value if abs(value) <= _LARGEST else None


def _note(value: int | None, default: int) -> str:
    if value is None:
        return tr("Not a whole number. 0 means the engine’s default, {0}.").format(f"{default:,}")
    if value <= 0:
        return tr("tokens: not above 0 means the engine’s default, {0}").format(f"{default:,}")
    return tr("tokens (the engine’s default is {0})").format(f"{default:,}")
