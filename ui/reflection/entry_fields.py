"""Supersessions or contradictions to edit: a row of fields for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role
from ui.icons import Icon
from ui.naming import shown_id
from ui.reflection.drafts import EntryDraft
from ui.widgets.button import IconButton
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.line_edit import LineField
from ui.widgets.text_area import TextArea

if TYPE_CHECKING:
    from collections.abc import Mapping

_NUMBER_WIDE = 72
_SHOWN = 300
_TOP = Qt.AlignmentFlag.AlignTop


class EntryFields(QWidget):
    """One entry: two numbers, what is said of them, and what the numbers stand for."""

    edited = Signal()
    remove_wanted = Signal()

    def __init__(
        self, draft: EntryDraft, texts: Mapping[int, str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._kind, self._texts = draft.is_supersession, texts
        newer = draft.is_supersession
        names = (
            (self.tr("Newer observation"), self.tr("Older observation"), self.tr("Reason"))
            if newer
            else (self.tr("First observation"), self.tr("Second observation"), self.tr("Detail"))
        )
        self.first, self.second = LineField(names[0]), LineField(names[1])
        self.words = TextArea(names[2], most=96)
        self.remove = IconButton(Icon.REMOVE, self.tr("Remove this entry"))
        self.meaning = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.problem = TextLabel("", Role.SECONDARY, tone="text", wrap=True)
        self._lay_out(self.tr("replaces") if newer else self.tr("or"))
        self.first.set_text(draft.first)
        self.second.set_text(draft.second)
        self.words.set_text(draft.words)
        self._tell_meaning()
        self.first.text_changed.connect(self._on_edited)
        self.second.text_changed.connect(self._on_edited)
        self.words.edited.connect(self._on_edited)
        self.remove.clicked.connect(self.remove_wanted)

    @property
    def draft(self) -> EntryDraft:
        """What stands in the fields."""
        return EntryDraft(
            is_supersession=self._kind,
            first=self.first.text,
            second=self.second.text,
            words=self.words.text,
        )

    def show_draft(self, draft: EntryDraft) -> None:
        """Put an entry into the fields, for instance after what was typed was given up."""
        if draft != self.draft:
            self.first.set_text(draft.first)
            self.second.set_text(draft.second)
            self.words.set_text(draft.words)
            self._tell_meaning()

    def _lay_out(self, middle: str) -> None:
        line = QHBoxLayout()
        line.setSpacing(8)
        for field in (self.first, self.second):
            field.setFixedWidth(fonts.px(_NUMBER_WIDE))
        between = TextLabel(middle, tone="text2")
        between.setFixedHeight(fonts.px(32))
        line.addWidget(self.first, 0, _TOP)
        line.addWidget(between, 0, _TOP)
        line.addWidget(self.second, 0, _TOP)
        line.addWidget(self.words, 1, _TOP)
        line.addWidget(self.remove, 0, _TOP)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 4)
        layout.setSpacing(3)
        layout.addLayout(line)
        layout.addWidget(self.meaning)
        layout.addWidget(self.problem)

    @Slot()
    def _on_edited(self) -> None:
        self._tell_meaning()
        self.edited.emit()

    def _tell_meaning(self) -> None:
        draft = self.draft
        said = [self._meaning_of(number) for number in (draft.first, draft.second)]
        self.meaning.set_text("   ".join(part for part in said if part))
        self.problem.setText(draft.problem)
        self.problem.setVisible(bool(draft.problem))

    def _meaning_of(self, number: str) -> str:
        if not number.strip().isdecimal():
            return ""
        seq = int(number)
        text = self._texts.get(seq)
        if text is None:
            return self.tr("There is no observation {0}.").format(seq)
        return f"{seq}: {shown_id(text[:_SHOWN])}"
