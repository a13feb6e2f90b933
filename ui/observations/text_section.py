"""The text of an observation that can only be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.engine_text import estimate_tokens
from ui.fonts import Role
from ui.widgets import counting
from ui.widgets.labels import TextLabel
from ui.widgets.section import Section
from ui.widgets.text_box import TextBox

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from ui.observations.rows import Row


class TextSection(Section):
    """The whole text, with what nobody could see made visible."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.set_title(self.tr("Text"))
        self.box = TextBox(self.tr("Text of the observation"))
        self.differs = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        self.body.addWidget(self.box)
        self.body.addWidget(self.differs)

    def show_row(self, row: Row) -> None:
        """Show the text of a row."""
        observation = row.observation
        stored, measured = observation.token_count, estimate_tokens(observation.content)
        self.box.show_text(observation.content)
        self.set_note(counting.tokens(stored))
        forms = (
            self.tr("{0} token is stored and counted"),
            self.tr("{0} tokens are stored and counted"),
        )
        words_stored = counting.counted(stored, *forms)
        words_measured = self.tr("the text measures {0}.").format(f"{measured:,}")
        self.differs.setText(f"{words_stored}; {words_measured}")
        self.differs.setVisible(stored != measured)
