"""A reflection as a form: summary, supersessions, contradictions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.fonts import Role, Weight
from ui.reflection.entry_editor import EntryEditor
from ui.widgets.labels import TextLabel
from ui.widgets.text_area import TextArea

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ui.reflection.drafts import EntryDraft, ReflectionDraft


class FormFields(QWidget):
    """Summary, supersessions, contradictions."""

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.summary = TextArea(self.tr("Summary"), lines=3, most=280)
        self.supersessions = EntryEditor(is_supersession=True)
        self.contradictions = EntryEditor(is_supersession=False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for words, part in (
            (self.tr("Summary"), self.summary),
            (self.tr("Supersessions"), self.supersessions),
            (self.tr("Contradictions"), self.contradictions),
        ):
            title = TextLabel(words, Role.SECONDARY, Weight.STRONG, tone="text2")
            title.setContentsMargins(0, 6, 0, 0)
            layout.addWidget(title)
            layout.addWidget(part)
        for part in (self.supersessions, self.contradictions):
            part.edited.connect(self.edited)
        self.summary.edited.connect(self.edited)

    @property
    def entries(self) -> tuple[EntryDraft, ...]:
        """All entries, supersessions first."""
        return (*self.supersessions.entries, *self.contradictions.entries)

    def show_draft(self, draft: ReflectionDraft, texts: Mapping[int, str]) -> None:
        """Put a draft into the fields."""
        self.summary.set_text(draft.summary)
        for editor, newer in ((self.supersessions, True), (self.contradictions, False)):
            chosen = [entry for entry in draft.entries if entry.is_supersession is newer]
            if editor.entries != tuple(chosen) or not editor.is_filled:
                editor.show_entries(chosen, texts)
