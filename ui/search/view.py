"""The page with every hit of a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListView,
    QVBoxLayout,
    QWidget,
)

from ui.fonts import Role
from ui.search.delegate import HitDelegate
from ui.search.hits import target_of
from ui.search.model import HIT_ROLE, HitModel
from ui.search.presenter import SearchPresenter
from ui.theme import tokens
from ui.widgets.fields import SearchField
from ui.widgets.labels import TextLabel

if TYPE_CHECKING:
    from desktop_app.services.search import Hit
    from ui.session import Session

_SIDE = 16


class HitList(QListView):
    """The list; Enter goes to a hit."""

    chosen = Signal(QModelIndex)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self.chosen.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)


class SearchPage(QWidget):
    """A field and the hits below it; choosing one goes there."""

    closed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.presenter = SearchPresenter(session, self)
        self.model = HitModel()
        self.field = SearchField(self.tr("Search all memory"))
        self.count = TextLabel(role=Role.SECONDARY, tone="text2")
        self.list = HitList()
        self.list.setModel(self.model)
        self.list.setItemDelegate(HitDelegate(self.list))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Hits"))
        top = QHBoxLayout()
        top.setContentsMargins(_SIDE, 8, _SIDE, 8)
        top.setSpacing(12)
        top.addWidget(self.field, 1)
        top.addWidget(self.count)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.list, 1)
        self._connect()

    def search(self, text: str) -> None:
        """Look for ``text``."""
        self.field.set_text(text)
        self.field.select_all()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)

    def _connect(self) -> None:
        self.field.text_changed.connect(self.presenter.ask)
        self.field.submitted.connect(self.list.setFocus)
        self.field.left.connect(self.closed)
        self.list.clicked.connect(self._choose)
        self.list.chosen.connect(self._choose)
        self.presenter.found.connect(self._show)
        self._session.store_changed.connect(self._again)

    @Slot(str, list, bool)
    def _show(self, text: str, hits: list[Hit], complete: bool) -> None:  # noqa: FBT001 - the signal's own argument
        self.model.show_hits(hits)
        if not text.strip():
            words = ""
        elif not hits:
            words = self.tr("Nothing found")
        elif len(hits) == 1:
            words = self.tr("1 hit")
        else:
            words = self.tr("{0} hits").format(f"{len(hits):,}")
        self.count.setText(words if complete or not hits else self.tr("{0} so far").format(words))
        self.count.updateGeometry()

    @Slot()
    def _again(self) -> None:
        if self.isVisible():
            self.presenter.ask(self.field.text)

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        hit: Hit = index.data(HIT_ROLE)
        self._session.go(target_of(hit, self.presenter.text))
