"""The palette over the window: one field, groups of rows, and a foot with the keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QListView, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role
from ui.icons import Icon
from ui.palette.delegate import PaletteDelegate
from ui.palette.items import PaletteItem, PaletteSource, Prefix, split
from ui.palette.model import PaletteModel
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.key_hints import KeyHints
from ui.widgets.labels import TextLabel
from ui.widgets.toast import draw_shadow

WIDTH, TOP = 720, 72
_HEAD, _FOOT, _RADIUS, _SIDE = 58, 36, 10, 8
_SHADOW = 12
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
        self._results: dict[str, list[PaletteItem]] = {}
        self._model = PaletteModel()
        self._focus_before: QWidget | None = None
        self._panel = _Panel(self)
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

    def add_source(self, source: PaletteSource) -> None:
        """Ask ``source`` too; groups stand in the order in which sources were added."""
        self._sources.append(source)
        self._results.setdefault(source.group, [])

    @Slot(str, list)
    def set_results(self, group: str, items: list[PaletteItem]) -> None:
        """Replace the items of a group that come late; the choice stays where it is."""
        self._results[group] = items
        self._show(keep=True)

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
        if self._focus_before is not None:
            self._focus_before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.closed.emit()

    def run_current(self) -> None:
        """Close and do what the chosen item says."""
        item = self.current
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
        for source in self._sources:
            asked = prefix in source.prefixes
            self._results[source.group] = source.query(rest) if asked else []
        self._show(keep=False)
        self.query_changed.emit(str(prefix), rest)

    def _show(self, *, keep: bool) -> None:
        before = self.current
        row = self._list.currentIndex().row()
        self._model.show_groups(list(self._results.items()))
        first = self._model.next_item(-1, 1)
        kept = row if keep and before and self._model.item_at(row) == before else first
        self._choose(kept)
        count = self._model.item_count
        words = self.tr("1 result") if count == 1 else self.tr("{0} results").format(count)
        self._panel.show_count(words, bool(self.field.text()))
        self._cover()

    @Slot(QModelIndex)
    def _click(self, index: QModelIndex) -> None:
        self._choose(index.row())
        self.run_current()

    def _cover(self) -> None:
        parent = self.parentWidget()
        if parent is None:
            return
        self.setGeometry(parent.rect())
        wide = min(fonts.px(WIDTH), self.width() - 48) + 2 * _SHADOW
        top = min(TOP, self.height() // 10) - _SHADOW
        rows = sum(self._list.sizeHintForRow(row) for row in range(self._model.rowCount()))
        high = min(rows + self._panel.overhead, self.height() - top - 24)
        self._panel.setGeometry((self.width() - wide) // 2, top, wide, high)


class _Panel(QWidget):
    """The panel itself, with a painted soft edge."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = QLineEdit()
        self.field.setFrame(False)
        self.field.setAccessibleName(self.tr("Search and commands"))
        self.field.setPlaceholderText(self.tr("Search all memory, or choose what to do"))
        self._count = TextLabel(role=Role.SECONDARY, tone="text2")
        self.list = QListView()
        self.list.setItemDelegate(PaletteDelegate(self.list))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Results"))
        # Shorter than the head, so that the hairlines around it stay.
        self.field.setFixedHeight(_HEAD - 16)
        head = QHBoxLayout()
        head.setContentsMargins(50, 8, 16, 8)
        head.addWidget(self.field, 1)
        head.addWidget(self._count)
        self._layout = QVBoxLayout(self)
        self._layout.setSpacing(0)
        self._layout.setContentsMargins(_SHADOW, _SHADOW, _SHADOW, _SHADOW)
        self._layout.addLayout(head)
        body = QHBoxLayout()
        body.setContentsMargins(_SIDE, 6, _SIDE, 0)
        body.addWidget(self.list)
        self._layout.addLayout(body, 1)
        self._layout.addWidget(self._foot())

    @property
    def overhead(self) -> int:
        """Height of everything but the rows."""
        return _HEAD + _FOOT + 6 + 2 * _SHADOW

    def show_count(self, words: str, visible: bool) -> None:  # noqa: FBT001
        """Show how many results there are."""
        self._count.setText(words)
        self._count.setVisible(visible)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        colours = tokens()
        card = QRectF(self.rect()).adjusted(_SHADOW, _SHADOW, -_SHADOW, -_SHADOW)
        draw_shadow(painter, card, _RADIUS, _SHADOW)
        painting.fill_rounded(painter, card, _RADIUS, colours.surface)
        # A child would square the round corners, so the ground of the foot is painted here.
        path = QPainterPath()
        path.addRoundedRect(card, _RADIUS, _RADIUS)
        painter.setClipPath(path)
        foot = QRectF(card.left(), card.bottom() - _FOOT, card.width(), _FOOT)
        painter.fillRect(foot, colours.window)
        painting.hairline(painter, QPointF(card.left(), foot.top()), card.width())
        painting.hairline(painter, QPointF(card.left(), card.top() + _HEAD - 1), card.width())
        painter.setClipping(False)
        painting.edge_rounded(painter, card, _RADIUS, colours.strong)
        place = QPointF(card.left() + 22, card.top() + _HEAD / 2 - 9)
        painting.draw_icon(painter, Icon.SEARCH, place, 18, colours.text2)

    def _foot(self) -> QWidget:
        foot = QWidget()
        keys = [("↑ ↓", self.tr("choose")), ("↵", self.tr("run")), ("Esc", self.tr("close"))]
        layout = QHBoxLayout(foot)
        layout.setContentsMargins(4, 0, 16, 0)
        layout.setSpacing(14)
        layout.addWidget(KeyHints(keys, line=False), 1)
        prefixes = (
            f"{Prefix.COMMANDS} {self.tr('commands')}",
            f"{Prefix.SCOPES} {self.tr('scopes')}",
            f"{Prefix.OBSERVATIONS} {self.tr('observations')}",
            self.tr("text: all memory"),
        )
        for words in prefixes:
            layout.addWidget(TextLabel(words, Role.SECONDARY, tone="text2"))
        foot.setFixedHeight(_FOOT)
        return foot
