"""The page of one entry: key, value in a field, the line as it is injected, what can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from desktop_app.core.engine_text import estimate_tokens
from ui import fonts
from ui.clipboard import copy
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.banner import Banner
from ui.widgets.button import Button, ButtonKind
from ui.widgets.display_map import Span
from ui.widgets.exact_text import ExactText
from ui.widgets.json_view import JsonView
from ui.widgets.key_buttons import KeyButton, KeyButtons
from ui.widgets.labels import ELIDE_MIDDLE, ElidedLabel, TextLabel
from ui.widgets.scrolled import Scrolled
from ui.widgets.wrapping import break_anywhere
from ui.working.drafts import shown_text
from ui.working.json_field import is_too_long
from ui.working.model import Oddity
from ui.working.notes import note
from ui.working.table import kind_words
from ui.working.value_section import ValueSection

if TYPE_CHECKING:
    from ui.working.drafts import Draft
    from ui.working.editor import WorkingEditor
    from ui.working.model import WorkingRow

_LINE_HIGH = 96
_LONGEST_WRAPPED = 2_000


class EntryPage(QWidget):
    """Shows a row; a draft of it stands in its field."""

    def __init__(self, editor: WorkingEditor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self._row: WorkingRow | None = None
        self._shown = ""
        self._area = Scrolled(self)
        inside = self._inside = QWidget(self._area.viewport())
        self._area.setWidget(inside)
        self.title = ElidedLabel(mode=ELIDE_MIDDLE, role=Role.TITLE, weight=Weight.STRONG)
        self.facts = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.banner = Banner(inside)
        self.trim_button = Button(self.tr("Trim the key…"), inside, icon=Icon.DOCTOR)
        self.value = ValueSection(self.tr("Value, as JSON"), inside)
        self._long = QWidget(inside)
        self.long_value = JsonView(self.tr("Value"), self._long)
        self.too_long = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        self._stored = QWidget(inside)
        self.line = ExactText(self.tr("Line as injected"), self._stored)
        self.line.setFixedHeight(fonts.px(_LINE_HIGH))
        break_anywhere(self.line.document())
        self.line_facts = ElidedLabel(role=Role.CAPTION, tone="text2")
        self.copy_button = Button(self.tr("Copy line"), kind=ButtonKind.GHOST, icon=Icon.COPY)
        self.edit_button = KeyButton("E", self.tr("edit"))
        self.rename_button = KeyButton("F2", self.tr("rename"))
        self.remove_button = KeyButton(self.tr("Del"), self.tr("remove"))
        self._values = QStackedLayout()
        self._lay_out()
        self.copy_button.clicked.connect(self.copy_line)
        self.value.edited.connect(self._edit)
        self.value.panel.save_wanted.connect(self.save)
        self.value.panel.discard_wanted.connect(self.discard)
        self.trim_button.clicked.connect(editor.trim_wanted)
        self.edit_button.clicked.connect(self.begin)
        self.rename_button.clicked.connect(editor.rename_wanted)
        self.remove_button.clicked.connect(editor.removal_wanted)
        editor.drafts.changed.connect(self._show_draft)
        editor.effects.changed.connect(self._show_draft)

    def show_row(self, row: WorkingRow | None) -> None:
        """Show an entry, with what is typed and not saved."""
        before, self._row = self._row, row
        if row is None:
            return
        if before is None or before.entry.key != row.entry.key:
            self.value.panel.forget()
        self._shown = shown_text(row.entry.value_json)
        self.title.set_text(row.key_words)
        self.facts.set_text(f"{kind_words(row.kind)} · {counting.byte_count(row.size)}")
        self._show_value(row)
        self._show_line(row.line)
        measured = counting.tokens(estimate_tokens(row.line))
        self.line_facts.set_text(self.tr("{0}, not counted").format(measured))
        self._show_note(row)
        self._show_draft()

    @Slot()
    def begin(self) -> None:
        """Put the cursor into the value."""
        (self.long_value if self.is_too_long else self.value.field.edit).setFocus()

    @property
    def is_too_long(self) -> bool:
        """Whether the value can only be looked at here."""
        return is_too_long(self._shown)

    @Slot()
    def save(self) -> None:
        """Save what is typed."""
        if self._draft is not None:
            self._editor.save(self._draft)

    @Slot()
    def discard(self) -> None:
        """Give what is typed up, and go back to the list."""
        if self._draft is not None:
            self._editor.drafts.discard(self._draft)
            self._editor.left.emit()

    @Slot()
    def copy_line(self) -> None:
        """Copy the line exactly."""
        if self._row is not None:
            copy(self._row.line)

    @property
    def _draft(self) -> Draft | None:
        draft = self._editor.drafts.at(self._row.entry.key) if self._row else None
        return None if draft is None or draft.is_sent else draft

    def _show_line(self, line: str) -> None:
        # A long line that wraps takes longer to lay out than a click may last.
        is_long = len(line) > _LONGEST_WRAPPED
        if is_long:
            self.line.set_wrapped(False)
        self.line.show_text(line)
        if not is_long:
            self.line.set_wrapped(True)

    def _show_value(self, row: WorkingRow) -> None:
        self._values.setCurrentIndex(1 if self.is_too_long else 0)
        if self.is_too_long:
            self.long_value.set_grounds(())
            self.long_value.show_json(row.entry.value_json)
            words = self.tr("{0} can’t be edited here. “memloupe working set” takes them.")
            count = counting.characters(len(row.entry.value_json))
            self.too_long.setText(words.format(count))

    def _edit(self, text: str) -> None:
        if self._row is not None:
            self._editor.drafts.edit(self._row.entry.key, text)

    @Slot()
    def _show_draft(self) -> None:
        row = self._row
        if row is None or self.is_too_long:
            self.value.panel.hide()
            self._stored.show()
            return
        draft = self._draft
        sent = self._editor.drafts.at(row.entry.key)
        if sent is None or draft is not None:
            self.value.field.set_text(draft.text if draft else self._shown)
        self.value.panel.setVisible(draft is not None)
        self._stored.setVisible(draft is None)
        if draft is None:
            self.value.field.set_marks(self._stored_marks(row))
            return
        self._editor.show_known(draft)
        self.value.panel.show_state(self.tr("Unsaved"))
        self.value.panel.show_outdated(outdated=draft.is_outdated)
        self.value.show_known(self._editor.effects.of(draft))

    def _stored_marks(self, row: WorkingRow) -> tuple[tuple[Span, Meaning], ...]:
        found = note(row)
        if found is None or found.offset is None:
            return ()
        at = min(found.offset, max(len(row.entry.value_json) - 1, 0))
        return ((Span(at, at + 1), Meaning.DAMAGED),)

    def _show_note(self, row: WorkingRow) -> None:
        self.trim_button.setVisible(Oddity.BLANKS in row.oddities)
        found = note(row)
        if found is None:
            self.banner.hide()
            return
        meaning = Meaning.DAMAGED if found.offset is not None else Meaning.CAUTION
        self.banner.show_banner(meaning, found.title, found.sentence)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self._long)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.long_value, 1)
        column.addWidget(self.too_long)
        self._lay_out_stored()
        layout = QVBoxLayout(self._inside)
        layout.setContentsMargins(16, 12, 16, 8)
        layout.setSpacing(4)
        layout.addWidget(self.title)
        layout.addWidget(self.facts)
        layout.addWidget(self.banner)
        layout.addWidget(self.trim_button)
        layout.addSpacing(4)
        layout.addLayout(self._values, 1)
        # Not before: a page without a place would show as a window of its own.
        for page in (self.value, self._long):
            self._values.addWidget(page)
        layout.addWidget(self._stored)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.setSpacing(0)
        around.addWidget(self._area, 1)
        keys = (self.edit_button, self.rename_button, self.remove_button)
        around.addWidget(KeyButtons(keys, self))

    def _lay_out_stored(self) -> None:
        head = QHBoxLayout()
        title = TextLabel(self.tr("Line as injected"), Role.SECONDARY, Weight.STRONG, tone="text2")
        head.addWidget(title)
        head.addStretch(1)
        head.addWidget(self.line_facts)
        column = QVBoxLayout(self._stored)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.line)
        column.addWidget(self.copy_button)
