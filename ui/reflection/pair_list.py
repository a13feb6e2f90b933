"""The list of pairs: a model with group heads, its delegate, and the view with its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtWidgets import (
    QListView,
    QWidget,
)

from ui.naming import shown_id
from ui.reflection.sides import Pair, PairKind

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

Index = QModelIndex | QPersistentModelIndex
DISPLAY = Qt.ItemDataRole.DisplayRole
ACCESSIBLE = Qt.ItemDataRole.AccessibleTextRole
PAIR = Qt.ItemDataRole.UserRole
_HEAD, _ROW = 32, 44
_SHOWN = 200
_STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_J: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_K: -1,
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("PairList", text)


class PairsModel(QAbstractListModel):
    """Rows are group heads (text) and pairs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Pair | str] = []

    @property
    def pairs(self) -> list[Pair]:
        """All pairs, in order."""
        return [row for row in self._rows if isinstance(row, Pair)]

    def show_pairs(self, pairs: tuple[Pair, ...]) -> None:
        """Show pairs, grouped by where they come from."""
        self.beginResetModel()
        self._rows = []
        for kind, title in _titles().items():
            group = [pair for pair in pairs if pair.kind is kind and not pair.is_gone]
            if group:
                self._rows.extend((title, *group))
        gone = [pair for pair in pairs if pair.is_gone]
        if gone:
            self._rows.extend((_tr("No longer there; your words are kept"), *gone))
        self.endResetModel()

    def row_of(self, pair: Pair | None) -> int:
        """Return the row of the same pair, or of one with the same texts; else the first pair."""
        rows = [(row, item) for row, item in enumerate(self._rows) if isinstance(item, Pair)]
        if pair is not None:
            alike = [row for row, item in rows if item.identity == pair.identity]
            same = [row for row, item in rows if item.key == pair.key]
            if alike or same:
                both = (row for row in alike if row in same)
                return next(both, (alike or same)[0])
        return rows[0][0] if rows else -1

    def pair(self, row: int) -> Pair | None:
        """Return the pair in a row; ``None`` for a head."""
        item = self._rows[row] if 0 <= row < len(self._rows) else None
        return item if isinstance(item, Pair) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = DISPLAY) -> Any:
        if not index.isValid():
            return None
        item = self._rows[index.row()]
        if role == PAIR:
            return item
        if role in {DISPLAY, ACCESSIBLE}:
            return f"{title(item)}, {detail(item)}" if isinstance(item, Pair) else item
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.pair(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class PairsView(QListView):
    """Moves over heads."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Rows differ in height: laying out thousands at once would hold up the window.
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, plain = event.key(), event.modifiers() == Qt.KeyboardModifier.NoModifier
        if plain and key in _STEPS:
            self._step(_STEPS[Qt.Key(key)])
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, _search: str) -> None:
        """Letters are keys here, not the start of a name."""

    def _step(self, step: int) -> None:
        model, row = self.model(), self.currentIndex().row() + step
        while 0 <= row < model.rowCount():
            index = model.index(row, 0)
            if model.flags(index) & Qt.ItemFlag.ItemIsSelectable:
                self.setCurrentIndex(index)
                if row == 1:
                    self.scrollToTop()
                return
            row += step


def title(pair: Pair) -> str:
    """Return the two numbers of a pair."""
    arrow = "→" if pair.kind is PairKind.SUPERSESSION else "↔"
    return f"{pair.a.seq} {arrow} {pair.b.seq}"


def detail(pair: Pair) -> str:
    """Return what is said of a pair, on one line."""
    if pair.words:
        return shown_id(pair.words[:_SHOWN])
    none = pair.kind is PairKind.SUPERSESSION
    return _tr("no reason given") if none else _tr("no detail given")


def _titles() -> dict[PairKind, str]:
    return {
        PairKind.CONTRADICTION: _tr("Stored in the reflection"),
        PairKind.FOUND: _tr("Found: same sentence, other value"),
        PairKind.SETTLED: _tr("Settled today"),
        PairKind.SUPERSESSION: _tr("Superseded: the first replaces the second"),
        PairKind.KEPT: _tr("Looked at before: no contradiction"),
    }
