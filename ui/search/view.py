"""The page with every hit of a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListView,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ui.fonts import Role, Weight
from ui.naming import shown_id
from ui.search.delegate import HitDelegate
from ui.search.hits import target_of
from ui.search.model import HIT_ROLE, HitModel
from ui.search.presenter import SearchPresenter
from ui.theme import tokens
from ui.widgets.empty_state import EmptyState
from ui.widgets.fields import SearchField
from ui.widgets.labels import TextLabel

if TYPE_CHECKING:
    from ui.search.hits import AnyHit
    from ui.session import Session

_SIDE = 16
_MOST_NAMED = 3


class HitList(QListView):
    """The list; Enter goes to a hit, Esc leaves."""

    chosen = Signal(QModelIndex)
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
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
        self.unseen = TextLabel(role=Role.SECONDARY, tone="text2", wrap=True)
        self.unseen.setContentsMargins(_SIDE, 8, _SIDE, 10)
        self.unseen.hide()
        self.hint = EmptyState("", "")
        self._pages = QStackedWidget()
        self._pages.addWidget(self.list)
        self._pages.addWidget(self.hint)
        heading = TextLabel(self.tr("All hits"), Role.TITLE, Weight.STRONG)
        heading.setContentsMargins(_SIDE, 14, _SIDE, 0)
        top = QHBoxLayout()
        top.setContentsMargins(_SIDE, 8, _SIDE, 8)
        top.setSpacing(12)
        top.addWidget(self.field, 1)
        top.addWidget(self.count)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(heading)
        layout.addLayout(top)
        layout.addWidget(self._pages, 1)
        layout.addWidget(self.unseen)
        self._connect()
        self._show_hint("")

    @property
    def text(self) -> str:
        """What is in the field."""
        return self.field.text

    def look_for(self, text: str) -> None:
        """Look for ``text``; the hits that are shown for it already stay as they are."""
        if text != self.field.text:
            self.field.set_text(text)
        if self.list.currentIndex().isValid():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.field.select_all()

    def start(self) -> None:
        """Let the person type."""
        self.field.select_all()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)

    def _connect(self) -> None:
        self.field.text_changed.connect(self.presenter.ask)
        self.field.submitted.connect(self._enter)
        self.field.went_down.connect(self._go_down)
        self.list.left.connect(self._leave_list)
        self.field.left.connect(self.closed)
        self.list.clicked.connect(self._choose)
        self.list.chosen.connect(self._choose)
        self.presenter.found.connect(self._show)
        self.presenter.unseen_found.connect(self._show_unseen)
        self._session.store_changed.connect(self._again)
        self._session.files_changed.connect(self._again)

    @Slot(str, list, bool)
    def _show(self, text: str, hits: list[AnyHit], complete: bool) -> None:  # noqa: FBT001 - the signal's own argument
        self.model.show_hits(hits)
        self._pages.setCurrentWidget(self.list if hits else self.hint)
        if not hits:
            self._show_hint(text)
        if not text.strip():
            self.unseen.hide()
            words = ""
        elif not hits:
            words = self.tr("Nothing found")
        elif len(hits) == 1:
            words = self.tr("1 hit")
        else:
            words = self.tr("{0} hits").format(f"{len(hits):,}")
        self.count.setText(words if complete or not hits else self.tr("{0} so far").format(words))
        self.count.updateGeometry()

    @Slot(object)
    def _show_unseen(self, folders: tuple[str, ...]) -> None:
        named = ", ".join(shown_id(path) for path in folders[:_MOST_NAMED])
        more = len(folders) - _MOST_NAMED
        words = self.tr("{0} and {1} more").format(named, f"{more:,}") if more > 0 else named
        said = self.tr("Nobody may look into {0}; what is in there was not searched.")
        self.unseen.setText(said.format(words))
        self.unseen.setVisible(bool(folders))

    def _show_hint(self, text: str) -> None:
        if text.strip():
            words = self.tr("Try fewer letters or another word.")
            self.hint.set_words(self.tr("Nothing found"), words)
        else:
            words = self.tr(
                "Type what to look for: in observations, reflections, working memory, daily logs, "
                "notes and what else agents keep in files."
            )
            self.hint.set_words(self.tr("Search all memory"), words)
        self._pages.setCurrentWidget(self.hint)

    @Slot()
    def _enter(self) -> None:
        """Go to the chosen hit; without one, to the list."""
        if self.list.currentIndex().isValid():
            self._choose(self.list.currentIndex())
        else:
            self._go_down()

    @Slot()
    def _go_down(self) -> None:
        """Go from the field into the list."""
        if not self.model.hits:
            return
        if not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(0, 0))
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _leave_list(self) -> None:
        if self.field.text:
            self.field.set_text("")
            self.field.select_all()
        else:
            self.closed.emit()

    @Slot()
    def _again(self) -> None:
        if self.isVisible():
            self.presenter.ask(self.field.text)

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        hit: AnyHit = index.data(HIT_ROLE)
        self._session.go(target_of(hit, self.presenter.text))
