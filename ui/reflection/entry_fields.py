"""Supersessions or contradictions to edit: a row of fields for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role
from ui.icons import Icon
from ui.naming import shown_id
from ui.reflection.drafts import EntryDraft
from ui.widgets.button import Button, ButtonKind, IconButton
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.line_edit import LineField
from ui.widgets.link import Link
from ui.widgets.text_area import TextArea

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_NUMBER_WIDE = 72
_AT_ONCE = 4
_PAGE = 60
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


class EntryEditor(QWidget):
    """All entries of one kind; many are filled in bit by bit, for a window must not stop."""

    edited = Signal()

    def __init__(self, *, is_supersession: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_supersession = is_supersession
        self._texts: Mapping[int, str] = {}
        self._entries: list[EntryDraft] = []
        self._most = _PAGE
        self.rows: list[EntryFields] = []
        add = self.tr("Add a supersession") if is_supersession else self.tr("Add a contradiction")
        self.add = Button(add, kind=ButtonKind.GHOST, icon=Icon.PLUS)
        self.more = Link("")
        self.add.clicked.connect(self.add_entry)
        self.more.clicked.connect(self.show_more)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(self.more)
        self._layout.addWidget(self.add)
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._fill)

    @property
    def entries(self) -> tuple[EntryDraft, ...]:
        """All of them as they stand."""
        return tuple(self._entries)

    @property
    def is_filled(self) -> bool:
        """Whether all rows are there that shall be shown."""
        return len(self.rows) >= min(len(self._entries), self._most)

    def show_entries(self, entries: Sequence[EntryDraft], texts: Mapping[int, str]) -> None:
        """Show other entries; rows that stay the same keep the cursor."""
        if texts is not self._texts:
            self._drop_rows(0)
        self._texts, self._entries = texts, list(entries)
        self._drop_rows(len(self._entries))
        for row, draft in zip(self.rows, self._entries, strict=False):
            row.show_draft(draft)
        self._fill()

    @Slot()
    def add_entry(self) -> None:
        """Add a row at the end, with the cursor in it."""
        self._entries.append(EntryDraft(is_supersession=self._is_supersession))
        self._most = max(self._most, len(self._entries))
        while not self.is_filled:
            self._add_row(self._entries[len(self.rows)])
        self._show_rest()
        self.rows[-1].first.setFocus()
        self.edited.emit()

    @Slot()
    def show_more(self) -> None:
        """Show more rows."""
        self._most += _PAGE
        self._fill()

    @Slot()
    def _fill(self) -> None:
        for _ in range(_AT_ONCE):
            if not self.is_filled:
                self._add_row(self._entries[len(self.rows)])
        if not self.is_filled:
            self._next.start()
        self._show_rest()

    def _add_row(self, draft: EntryDraft) -> None:
        row = EntryFields(draft, self._texts, self)
        row.edited.connect(self._take_row)
        row.remove_wanted.connect(self._remove_row)
        self.rows.append(row)
        self._layout.insertWidget(len(self.rows) - 1, row)
        row.show()  # now, so that it can take the focus

    def _drop_rows(self, kept: int) -> None:
        for row in self.rows[kept:]:
            row.hide()
            row.deleteLater()
        del self.rows[kept:]

    def _show_rest(self) -> None:
        left = len(self._entries) - self._most
        self.more.setText(self.tr("Show more, {0} left").format(f"{left:,}"))
        self.more.setAccessibleName(self.more.text())
        self.more.setVisible(left > 0)

    @Slot()
    def _take_row(self) -> None:
        sender = self.sender()
        if isinstance(sender, EntryFields):
            self._entries[self.rows.index(sender)] = sender.draft
            self.edited.emit()

    @Slot()
    def _remove_row(self) -> None:
        sender = self.sender()
        if not isinstance(sender, EntryFields):
            return
        at = self.rows.index(sender)
        del self._entries[at]
        sender.hide()
        sender.deleteLater()
        del self.rows[at]
        following = self.rows[at].remove if at < len(self.rows) else self.add
        following.setFocus()
        self._fill()
        self.edited.emit()
