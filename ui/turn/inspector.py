"""What is in the text: a list that marks its characters, and the facts of the selected item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPointF, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QListView, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.theme import tokens
from ui.turn.facts import ItemFacts
from ui.turn.file_facts import FileFacts
from ui.turn.items import ITEM, ItemsDelegate, ItemsModel
from ui.turn.model import EMPTY, TurnItem
from ui.turn.presenter import turn_presenter
from ui.widgets import counting, painting
from ui.widgets.empty_state import EmptyState
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.when_shown import WhenShown

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent

    from ui.session import Session
    from ui.turn.model import TurnText

_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_LETTERS = {Qt.Key.Key_J: Qt.Key.Key_Down, Qt.Key.Key_K: Qt.Key.Key_Up}


class ItemsList(QListView):
    """Rows of items; Enter shows the characters, T goes to the table."""

    wanted_text = Signal()
    wanted_table = Signal()
    pointed = Signal(str)  # key under the pointer

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.viewport().setAutoFillBackground(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, plain = event.key(), event.modifiers() == Qt.KeyboardModifier.NoModifier
        if plain and key in _ENTER:
            self.wanted_text.emit()
        elif plain and key == Qt.Key.Key_T:
            self.wanted_table.emit()
        elif plain and key in _LETTERS:
            step = 1 if key == Qt.Key.Key_J else -1
            row = min(max(self.currentIndex().row() + step, 0), self.model().rowCount() - 1)
            self.setCurrentIndex(self.model().index(row, 0))
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, _search: str) -> None:
        """Letters are keys here, not the start of a name."""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        item = self.indexAt(event.position().toPoint()).data(ITEM)
        self.pointed.emit(item.key if isinstance(item, TurnItem) else "")
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: object) -> None:
        self.pointed.emit("")
        super().leaveEvent(event)  # type: ignore[arg-type]  # Qt gives a QEvent


class TurnInspector(QWidget):
    """List above, facts of the selected item below."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("In this text"))
        self.presenter = turn_presenter(session)
        self._count = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self._tokens = TextLabel(self.tr("tokens"), Role.CAPTION, tone="text2")
        self._title = TextLabel(self.tr("In this text"), Role.TITLE, Weight.STRONG)
        self._head = self._title_row()
        self._model = ItemsModel(self)
        self.facts = ItemFacts(self.presenter, self)
        self.file_facts = FileFacts(self)
        self.list = ItemsList(self)
        self.list.setAccessibleName(self.tr("What is in this text"))
        self._delegate = ItemsDelegate(self._model, self.list)
        self.list.setModel(self._model)
        self.list.setItemDelegate(self._delegate)
        self.empty = EmptyState(
            self.tr("No observations in this turn"),
            self.tr("Nothing of the observational memory goes into it."),
            parent=self,
        )
        self._following = False
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        parts = ((self._head, 0), (self.file_facts, 1), (self.list, 1), (self.empty, 1))
        for part, stretch in (*parts, (self.facts, 0)):
            layout.addWidget(part, stretch)
        self._connect()
        self._show(self.presenter.text)
        self._follow()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().window)
        painting.hairline(painter, QPointF(0, self._head.height() - 1), self.width())

    def _title_row(self) -> QWidget:
        row = QWidget(self)
        row.setFixedHeight(fonts.px(44))
        layout = QHBoxLayout(row)
        layout.setContentsMargins(16, 0, 16, 0)
        layout.setSpacing(8)
        layout.addWidget(self._title)
        layout.addWidget(self._count, 1)
        layout.addWidget(self._tokens)
        layout.addStretch(0)
        return row

    def _connect(self) -> None:
        # While the text is not shown, rows of the table are gone through fast.
        facts = WhenShown(self, self.facts.show_selected)
        self.presenter.text_changed.connect(facts.offer)
        self.presenter.selected_changed.connect(facts.offer)
        self.presenter.text_changed.connect(self._show)
        self.presenter.opened.connect(self._show_open)
        self.file_facts.jump_wanted.connect(self.presenter.show_source)
        self.presenter.hovered_changed.connect(self._mark)
        self.presenter.selected_changed.connect(self._follow)
        self.list.pointed.connect(self.presenter.hover)
        self.list.wanted_text.connect(self.presenter.reveal)
        self.list.wanted_table.connect(self.presenter.show_in_table)
        self.list.selectionModel().currentChanged.connect(self._choose)

    @Slot(object)
    def _show(self, text: TurnText = EMPTY) -> None:
        self._following = True
        self._model.show_text(text)
        self._following = False
        count = sum(1 for item in text.items if item.standing is not None)
        forms = self.tr("{0} observation"), self.tr("{0} observations")
        self._count.set_text(counting.counted(count, *forms) if text.items else "")
        self._show_open()
        self._follow()

    @Slot()
    def _show_open(self, _block: object = None) -> None:
        """Show the facts of a block of files while that is open, else what is in the text."""
        of_files = self.file_facts.show_block(self.presenter.open_block)
        has_items = bool(self._model.text.items)
        self._title.setText(self.tr("This block") if of_files else self.tr("In this text"))
        self._count.setVisible(not of_files)
        self._tokens.setVisible(has_items and not of_files)
        self.list.setVisible(has_items and not of_files)
        self.empty.setVisible(not has_items and not of_files)
        if of_files:
            self.facts.hide()
        else:
            self.facts.show_selected()

    @Slot(QModelIndex, QModelIndex)
    def _choose(self, current: QModelIndex, _before: QModelIndex) -> None:
        item = current.data(ITEM) if current.isValid() else None
        if isinstance(item, TurnItem) and not self._following:
            self.presenter.select(item.key)

    @Slot()
    def _follow(self) -> None:
        self._following = True
        row = self._model.text.row(self.presenter.selected)
        index = self._model.index(row, 0) if row is not None else QModelIndex()
        if index != self.list.currentIndex():
            self.list.setCurrentIndex(index)
        self._following = False
        self._mark()

    @Slot()
    def _mark(self) -> None:
        self._delegate.hovered = self.presenter.hovered
        self._delegate.selected = self.presenter.selected
        self.list.viewport().update()
