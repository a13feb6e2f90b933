"""Parts of the view of a damaged record: a page with a text, and the way to its repair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.actions import ActionSpec
from ui.icons import Icon
from ui.observations.words import tr
from ui.view_protocols import ViewCommand
from ui.widgets.text_window_bar import TextWindowBar

if TYPE_CHECKING:
    from ui.observations.damaged_presenter import DamagedPresenter
    from ui.widgets.mapped_text import MappedText


def repair_command(presenter: DamagedPresenter) -> ViewCommand:
    """Return the command that leads to what the doctor says of the record."""
    spec = ActionSpec(
        id="damaged.repair",
        text=tr("Preview the repair of this record"),
        icon=Icon.DOCTOR,
        place=tr("Damaged record"),
    )
    by_hand = tr("No repair can know what was meant: mend it by hand with Edit (E).")
    reason = "" if presenter.has_repair else by_hand
    return ViewCommand(spec=spec, run=presenter.preview_repair, reason=reason)


def with_bar(text: MappedText, note: QWidget | None = None) -> QWidget:
    """Return a page with a text, a note above it, and the bar for its other parts."""
    page = QWidget()
    layout = QVBoxLayout(page)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    if note is not None:
        layout.addWidget(note)
    layout.addWidget(text, 1)
    layout.addWidget(TextWindowBar(text))
    return page
