"""The dialog for a conflict: three versions of each item, and the result to save."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.editing.conflict import Choice
from ui import fonts
from ui.conflict import words
from ui.conflict.model import ORDER, Choices, Chosen
from ui.conflict.result import ResultField
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.widgets.check_list import CheckList
from ui.widgets.dialog import Dialog
from ui.widgets.labels import ElidedLabel
from ui.widgets.version_cards import VersionCards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent

    from desktop_app.core.editing.conflict import ConflictItem, MergedPart
    from ui.tokens import Meaning

_LIST, _LEAST_LIST = 232, 150
_ITEMS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_J: 1, Qt.Key.Key_K: -1}
_VERSIONS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class ConflictDialog(Dialog):
    """Stays open until ``finish``: nothing that was chosen is lost before it is saved.

    Args:
        parent: Anything in the window that it shall cover.
        items: What needs a choice.
        merged: What merged by itself.
        seen_note: From when the first version is, for instance ``12:01:40 · version 14``.
        theirs_note: Of the second.
        mine_note: Of the third.
        is_of_files: Whether it is about memory files, which anybody may write.
    """

    save_requested = Signal()
    draft_requested = Signal()
    result_changed = Signal(int)  # the item whose result is another one now

    def __init__(  # noqa: PLR0913 - by keyword
        self,
        parent: QWidget,
        *,
        items: Sequence[ConflictItem],
        merged: Sequence[MergedPart],
        seen_note: str,
        theirs_note: str,
        mine_note: str,
        is_of_files: bool = False,
    ) -> None:
        of_files = self.tr("Another program changed this file while you were editing")
        of_scope = self.tr("The engine changed this scope while you were editing")
        super().__init__(
            parent,
            of_files if is_of_files else of_scope,
            primary=self.tr("Save merged"),
            safe=self.tr("Keep as draft"),
            icon=Icon.CONTRADICTION,
            width=960,
            stays=True,
        )
        self._notes = (seen_note, theirs_note, mine_note)
        self._merged, self._index = tuple(merged), 0
        self._choices = Choices(tuple(items))
        self.list = CheckList(self.tr("Changed by both"), ground="window")
        self.heading = ElidedLabel(weight=Weight.STRONG)
        self.cards = VersionCards(self.tr("Versions"), len(ORDER))
        self.result_field = ResultField()
        self._lay_out()
        self.take_theirs = self.add_wide_choice(self.tr("Take all of theirs"))
        self.keep_mine = self.add_wide_choice(self.tr("Keep all of mine"))
        self._connect()
        self._show_state()
        self.list.set_current("0")

    def choices(self) -> tuple[Chosen, ...]:
        """Return what was chosen of each item, in order: a version, or the text written.

        Raises:
            ValueError: some item has no choice yet; ``save_requested`` never comes before.
        """
        return self._choices.result

    def show_effect(self, index: int, words: str, meaning: Meaning) -> None:
        """Say what the result of an item does, unless another item is shown by now."""
        if index == self._index:
            self.result_field.show_effect(words, meaning)

    def choices_so_far(self) -> tuple[Chosen | None, ...]:
        """Return the same for a draft; ``None`` where nothing was chosen."""
        return self._choices.so_far

    def open(self, first: QWidget | None = None) -> None:
        """Show it, with the focus in the list."""
        super().open(first or self.list)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, plain = Qt.Key(event.key()), event.modifiers() == Qt.KeyboardModifier.NoModifier
        if plain and key in _ITEMS:
            self.list.step(_ITEMS[key])
        elif plain and key in _VERSIONS:
            self.cards.pick_beside(_VERSIONS[key])
        elif plain and key == Qt.Key.Key_E:
            self.result_field.area.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif not (plain and event.text() and self.cards.pick_key(event.text())):
            super().keyPressEvent(event)

    def _connect(self) -> None:
        self.take_theirs.clicked.connect(self._take_all_of_theirs)
        self.keep_mine.clicked.connect(self._keep_all_of_mine)
        self.list.current_changed.connect(self._go)
        self.cards.chosen_changed.connect(self._choose)
        self.result_field.edited.connect(self._write)
        self.confirmed.connect(self.save_requested)
        self.dismissed.connect(self.draft_requested)

    def _lay_out(self) -> None:
        self.list.setMinimumWidth(fonts.px(_LEAST_LIST))
        self.list.setMaximumWidth(fonts.px(_LIST))
        hint = self.tr("← →  choose a version     ↑ ↓  next item")
        keys = ElidedLabel(hint, role=Role.SECONDARY, tone="text2")
        head = QHBoxLayout()
        head.addWidget(self.heading, 1)
        head.addWidget(keys)
        right = QVBoxLayout()
        right.setContentsMargins(22, 18, 20, 20)
        right.setSpacing(12)
        right.addLayout(head)
        right.addWidget(self.cards, 1)
        right.addWidget(self.result_field)
        columns = QHBoxLayout()
        columns.setSpacing(0)
        columns.addWidget(self.list)
        columns.addLayout(right, 1)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.addLayout(columns)

    @Slot(str)
    def _go(self, row_id: str) -> None:
        self._index = int(row_id)
        self._show_item()

    @Slot(int)
    def _choose(self, at: int) -> None:
        self._choices.choose(self._index, ORDER[at])
        self._show_state()

    @Slot()
    def _take_all_of_theirs(self) -> None:
        self._choices.choose_all(Choice.THEIRS)
        self._show_state()

    @Slot()
    def _keep_all_of_mine(self) -> None:
        self._choices.choose_all(Choice.MINE)
        self._show_state()

    @Slot(str)
    def _write(self, text: str) -> None:
        self._choices.write(self._index, text)
        self._show_open()
        self.result_changed.emit(self._index)

    def _show_state(self) -> None:
        self._show_open()
        self._show_item()

    def _show_open(self) -> None:
        self.set_sentence(words.sentence(self._choices, len(self._merged)))
        self.primary_button.set_unavailable(words.still_open(self._choices.open_count))
        self.list.set_groups(words.groups(self._choices, self._merged))

    def _show_item(self) -> None:
        item, version = self._choices.items[self._index], self._choices.version(self._index)
        self.heading.set_text(words.heading(item))
        self.cards.show_versions(words.versions(item, self._notes))
        self.cards.set_chosen(None if version is None else ORDER.index(version))
        self.result_field.show_result(
            self._choices.text(self._index), chosen=version is not None, editable=item.is_editable
        )
        self.result_changed.emit(self._index)
