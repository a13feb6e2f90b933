"""The palette over the window: one field, groups of rows, and a foot with the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui import fonts
from ui.fonts import Role
from ui.palette.items import Findings, PaletteItem, PaletteSource, Prefix, split
from ui.palette.matching import Fit
from ui.palette.model import MOST_IN_GROUP, PaletteModel
from ui.palette.panel import SHADOW, Panel
from ui.theme import tokens

if TYPE_CHECKING:
    from collections.abc import Mapping

WIDTH, TOP = 720, 72
_STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: 6,
    Qt.Key.Key_PageUp: -6,
}


class Palette(QWidget):
    """A veil over the window with the palette on it; hidden until ``open_with``.

    Make it last, as a child of the window, and give it sources.
    """

    closed = Signal()
    query_changed = Signal(str, str)  # prefix, text: for sources that answer later

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._sources: list[PaletteSource] = []
        self._results: dict[str, Findings] = {}
        self._awaited: set[str] = set()
        self._moved = self._enter_waits = False
        self._model = PaletteModel()
        self._focus_before: QWidget | None = None
        self._panel = Panel(self)
        self.field = self._panel.field
        self._list = self._panel.list
        self._list.setModel(self._model)
        self._list.clicked.connect(self._click)
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        parent.installEventFilter(self)
        self.setAccessibleName(self.tr("Palette"))
        self.hide()

    @property
    def model(self) -> PaletteModel:
        """The rows that are shown."""
        return self._model

    @property
    def current(self) -> PaletteItem | None:
        """The chosen item."""
        return self._model.item_at(self._list.currentIndex().row())

    @property
    def counted(self) -> str:
        """What it says about how much was found."""
        return self._panel.count

    def add_source(self, source: PaletteSource) -> None:
        """Ask ``source`` too; groups stand in the order in which sources were added."""
        self._sources.append(source)
        self._results.setdefault(source.group, Findings())

    @property
    def hints(self) -> list[str]:
        """What it says about first characters."""
        return self._panel.hints

    def show_prefixes(self, words: Mapping[Prefix, str]) -> None:
        """Say what first characters limit it to here; those without words mean nothing."""
        self._panel.show_prefixes(words)

    @Slot(str, object)
    def set_results(self, group: str, found: Findings) -> None:
        """Take the items of a group that come late; what a person chose stays chosen."""
        if group not in self._awaited:
            return
        self._awaited.discard(group)
        self._results[group] = found
        self._show(keep=self._moved)
        if self._enter_waits and not self._awaited:
            self.run_current()

    def open_with(self, text: str = "") -> None:
        """Open with ``text`` in the field, for instance ``">"`` for commands only."""
        if self.isHidden():
            self._focus_before = self.window().focusWidget()
        self._cover()
        self.show()
        self.raise_()
        self.field.setFont(fonts.font(Role.TITLE))
        self.field.setText(text)
        self._search(text)
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    @Slot()
    def close_palette(self) -> None:
        """Close, and give the focus back to where it was."""
        if self.isHidden():
            return
        self.hide()
        self._enter_waits = False
        if self._focus_before is not None:
            self._focus_before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.closed.emit()

    def run_current(self) -> None:
        """Close and do what the chosen item says; waits for it while nothing fits yet."""
        item = self.current
        self._enter_waits = bool(self._awaited) and not self._moved and _is_weak(item)
        if self._enter_waits:
            return
        if item is not None and not item.reason:
            self.close_palette()
            item.run()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.parent() and event.type() == QEvent.Type.Resize:
            self._cover()
        if watched is self.field and isinstance(event, QKeyEvent):
            return event.type() == QEvent.Type.KeyPress and self._on_key(event.key())
        return super().eventFilter(watched, event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._panel.geometry().contains(event.position().toPoint()):
            self.close_palette()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().scrim)

    def _on_key(self, key: int) -> bool:
        if key in _STEPS:
            self._step(_STEPS[Qt.Key(key)])
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.run_current()
        elif key == Qt.Key.Key_Escape:
            self.close_palette()
        else:
            return key in {Qt.Key.Key_Tab, Qt.Key.Key_Backtab}
        return True

    def _step(self, step: int) -> None:
        row = self._list.currentIndex().row()
        for _ in range(abs(step)):
            row = self._model.next_item(row, 1 if step > 0 else -1)
        self._moved = True
        self._choose(row)

    def _choose(self, row: int) -> None:
        index = self._model.index(row, 0)
        self._list.setCurrentIndex(index)
        # The focus stays in the field, so the field has to say what is chosen.
        spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
        self.field.setAccessibleDescription(spoken or "")

    @Slot(str)
    def _search(self, text: str) -> None:
        prefix, rest = split(text)
        self._moved = self._enter_waits = False
        asked = [source for source in self._sources if prefix in source.prefixes]
        self._awaited = {source.group for source in asked if source.answers_later}
        self._results = dict.fromkeys((source.group for source in self._sources), Findings())
        for source in asked:
            items = source.query(rest, prefix)
            if not source.answers_later:
                self._results[source.group] = Findings(items)
        self._show(keep=False)
        self.query_changed.emit(str(prefix), rest)

    def _show(self, *, keep: bool) -> None:
        before = self.current
        prefix, rest = split(self.field.text())
        notes = self._notes(prefix) if rest.strip() else []
        cut = prefix in {Prefix.ALL, Prefix.OBSERVATIONS}
        self._model.show_groups(list(self._results.items()), notes, cut=cut)
        kept = self._model.row_of(before) if keep and before else -1
        self._choose(kept if kept >= 0 else self._model.next_item(-1, 1))
        self._panel.show_count(self._counted(cut=cut), bool(self.field.text()))
        self._cover()

    def _notes(self, prefix: Prefix) -> list[str]:
        """Say that nothing was found and what to try."""
        if self._awaited or any(found.items for found in self._results.values()):
            return []
        elsewhere = self.tr("Try fewer letters, or without “{0}” in all memory.")
        everywhere = self.tr("Try fewer letters, or another word for it.")
        tip = elsewhere.format(prefix) if prefix else everywhere
        return [self.tr("Nothing found"), tip]

    def _counted(self, *, cut: bool) -> str:
        """Say how much was found, for instance “2 in commands, 7 of 9 in memory”."""
        parts = []
        for source in self._sources:
            found = self._results[source.group]
            shown = min(found.shown, MOST_IN_GROUP) if cut else found.shown
            total = f"{found.count:,}+" if found.at_least else f"{found.count:,}"
            if found.count > shown:
                parts.append(self.tr("{0} of {1} {2}").format(shown, total, source.counted))
            elif found.count:
                parts.append(f"{total} {source.counted}")
        return ", ".join(parts)

    @Slot(QModelIndex)
    def _click(self, index: QModelIndex) -> None:
        if self._model.item_at(index.row()) is None:
            return
        self._moved = True
        self._choose(index.row())
        self.run_current()

    def _cover(self) -> None:
        parent = self.parentWidget()
        if parent is None:
            return
        self.setGeometry(parent.rect())
        wide = min(fonts.px(WIDTH), self.width() - 48) + 2 * SHADOW
        top = min(TOP, self.height() // 10) - SHADOW
        rows = sum(self._list.sizeHintForRow(row) for row in range(self._model.rowCount()))
        high = min(rows + self._panel.overhead, self.height() - top - 24)
        self._panel.setGeometry((self.width() - wide) // 2, top, wide, high)


def _is_weak(item: PaletteItem | None) -> bool:
    return item is None or item.fit < Fit.START
