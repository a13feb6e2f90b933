"""The list of workspaces that were open before."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.labels import ELIDE_END, ELIDE_START, TextLabel

_ENTRY = Qt.ItemDataRole.UserRole
_DISPLAY = Qt.ItemDataRole.DisplayRole
_SPOKEN = Qt.ItemDataRole.AccessibleTextRole
_ROW = 44
_WHEN = 90
_DETAIL = 190

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class RecentEntry:
    """One row: ``missing`` draws the detail as a caution."""

    title: str
    path: str
    detail: str
    when: str
    missing: bool = False


class _Model(QAbstractListModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[RecentEntry, ...] = ()

    def replace(self, entries: tuple[RecentEntry, ...]) -> None:
        self.beginResetModel()
        self._entries = entries
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = _DISPLAY) -> object:
        if not index.isValid():
            return None
        entry = self._entries[index.row()]
        if role == _ENTRY:
            return entry
        if role == _DISPLAY:
            return entry.title
        if role == _SPOKEN:
            return f"{entry.title}, {entry.path}, {entry.detail}, {entry.when}"
        return None


class _Delegate(QStyledItemDelegate):
    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(200, fonts.px(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry: RecentEntry = index.data(_ENTRY)
        painter.save()
        painting.smooth(painter)
        colours, area = tokens(), QRectF(option.rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen or option.state & QStyle.StateFlag.State_MouseOver:
            ground = colours.selected_idle if chosen else colours.hover
            painting.fill_rounded(painter, area, 6, ground)
        if chosen and option.state & QStyle.StateFlag.State_HasFocus:
            painting.focus_ring(painter, area, 6)
        _draw_entry(painter, area.adjusted(12, 0, -8, 0), entry)
        painter.restore()


def _draw_entry(painter: QPainter, area: QRectF, entry: RecentEntry) -> None:
    colours = tokens()
    icon = Icon.DAMAGED if entry.missing else Icon.FOLDER
    painting.draw_icon(
        painter, icon, QPointF(area.left(), area.center().y() - 8), 16, colours.text2
    )
    when = QRectF(area.right() - _WHEN, area.top(), _WHEN, area.height())
    detail = QRectF(when.left() - _DETAIL, area.top(), _DETAIL, area.height())
    small = fonts.font(Role.SECONDARY)
    small_metrics = fonts.metrics(Role.SECONDARY)
    painting.draw_text(painter, when, entry.when, small, colours.text2, painting.RIGHT)
    caution = colours.shades(Meaning.CAUTION).foreground
    tone = caution if entry.missing else colours.text2
    words = painting.elide(entry.detail, small_metrics, _DETAIL, ELIDE_END)
    painting.draw_text(painter, detail, words, small, tone, painting.RIGHT)
    left, wide = area.left() + 28, detail.left() - area.left() - 40
    half = area.height() / 2
    strong = fonts.metrics(Role.BODY, Weight.MEDIUM)
    title = painting.elide(entry.title, strong, wide, ELIDE_END)
    path = painting.elide(entry.path, small_metrics, wide, ELIDE_START)
    upper = QRectF(left, area.top() + 5, wide, half - 4)
    lower = QRectF(left, area.top() + half, wide, half - 5)
    tone = colours.text2 if entry.missing else colours.text
    painting.draw_text(painter, upper, title, fonts.font(Role.BODY, Weight.MEDIUM), tone)
    painting.draw_text(painter, lower, path, small, colours.text2)


class RecentList(QWidget):
    """A card with the recent workspaces; ``chosen`` gives the index of the entry."""

    chosen = Signal(int)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = _Model(self)
        self._view = QListView()
        self._view.setModel(self._model)
        self._view.setItemDelegate(_Delegate(self._view))
        self._view.setAccessibleName(title)
        self._view.setFrameShape(QFrame.Shape.NoFrame)
        self._view.setMouseTracking(True)
        self._view.setUniformItemSizes(True)
        self._view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._view.activated.connect(self._choose)
        self._view.clicked.connect(self._choose)
        self.setFocusProxy(self._view)
        head = TextLabel(title, Role.CAPTION, Weight.STRONG, tone="text2")
        head.setContentsMargins(8, 0, 0, 0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 12, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(head)
        layout.addWidget(self._view)

    def set_entries(self, entries: tuple[RecentEntry, ...]) -> None:
        """Show these, newest first; the list grows to five rows and then scrolls."""
        self._model.replace(entries)
        self._view.setFixedHeight(fonts.px(_ROW) * min(max(len(entries), 1), 5))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        painting.fill_rounded(painter, QRectF(self.rect()), 8, tokens().surface)
        painting.edge_rounded(painter, QRectF(self.rect()), 8, tokens().line)

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(index.row())
