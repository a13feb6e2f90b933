"""All supersessions or all contradictions of a reflection, to edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.icons import Icon
from ui.reflection.drafts import EntryDraft
from ui.reflection.entry_fields import EntryFields
from ui.widgets.button import Button, ButtonKind
from ui.widgets.link import Link

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_AT_ONCE = 4
_PAGE = 60


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
