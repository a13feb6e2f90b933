"""The tree view: opens levels, draws rows with its delegate, tells what was chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolTip, QTreeView, QWidget

from ui import fonts
from ui.scopes.delegate import INDENT, ROW, ScopeDelegate
from ui.theme import theme
from ui.widgets.labels import plain_tip

if TYPE_CHECKING:
    from ui.scopes.model import Index, ScopeModel
    from ui.scopes.nodes import Node

_BELOW = 6
_ACTIVATE = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class ScopeTree(QTreeView):
    """The tree itself; asks for levels as they are opened."""

    asked_below = Signal(object)  # node
    asked_all_below = Signal(object)  # node
    chosen = Signal(object)  # node, by Enter or click
    resized = Signal()
    left_down = Signal()  # Down in the last row
    left_up = Signal()  # Up in the first one

    def __init__(self, model: ScopeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setItemDelegate(ScopeDelegate(self))
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setRootIsDecorated(False)
        self.setIndentation(INDENT)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        self.setExpandsOnDoubleClick(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAccessibleName(self.tr("Scopes and pages"))
        self._stay_clear()
        self.expanded.connect(self._ask_below)

    def _stay_clear(self) -> None:
        """Let the pane paint the ground, and the delegate what is chosen."""
        self.viewport().setAutoFillBackground(False)
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Highlight, QColor(Qt.GlobalColor.transparent))
        self.setPalette(palette)

    def seen(self) -> list[Node]:
        """Return the nodes of the rows in sight."""
        found, index = [], self.indexAt(QPoint(0, 0))
        bottom = self.viewport().height()
        while index.isValid() and self.visualRect(index).top() < bottom:
            found.append(self.node_at(index))
            index = self.indexBelow(index)
        return found

    def drawBranches(  # noqa: N802 - Qt's name
        self, painter: QPainter, rect: QRect, index: Index
    ) -> None:
        """Draw nothing: the delegate draws the chevrons."""

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            words = plain_tip(str(index.data())) if index.isValid() else ""
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    def choosable(self) -> list[Node]:
        """Return the rows of this section that can be chosen, the first and the last at least."""
        rows = [node for node in self._model.root.children or [] if node.key or node.place]
        last = rows[-1] if rows else None
        while last is not None and last.children and self.isExpanded(self.index_of(last)):
            last = last.children[-1]
        return [*rows[:1], *([last] if last is not None else [])]

    def index_of(self, node: Node) -> QModelIndex:
        """Return the index of a node of this tree."""
        return self._model.index_of(node)

    def node_at(self, index: QModelIndex) -> Node:
        """Return the node of an index."""
        return self._model.node(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        here = self.currentIndex()
        node = self.node_at(here)
        if (
            event.key() == Qt.Key.Key_Down
            and here.isValid()
            and not self.indexBelow(here).isValid()
        ):
            self.left_down.emit()
        elif event.key() == Qt.Key.Key_Up and self._is_first(here):
            self.left_up.emit()
        elif event.key() == Qt.Key.Key_Asterisk:
            self.asked_all_below.emit(node)
        elif event.key() in _ACTIVATE:
            self._activate(node)
        else:
            super().keyPressEvent(event)

    def _is_first(self, index: QModelIndex) -> bool:
        above = self.indexAbove(index)
        return index.isValid() and (not above.isValid() or not self._can_choose(above))

    def _can_choose(self, index: QModelIndex) -> bool:
        return bool(self._model.flags(index) & Qt.ItemFlag.ItemIsSelectable)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self._activate(self.node_at(index))

    def _activate(self, node: Node) -> None:
        if node.can_open:
            index = self._model.index_of(node)
            self.setExpanded(index, not self.isExpanded(index))
        else:
            self.chosen.emit(node)

    @Slot(QModelIndex)
    def _ask_below(self, index: QModelIndex) -> None:
        self.asked_below.emit(self.node_at(index))


class PageTree(ScopeTree):
    """The pages of the workspace, as high as they are: scopes scroll above them."""

    def __init__(self, model: ScopeModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self.setAccessibleName(self.tr("Pages"))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.updateGeometry)
        model.modelReset.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return QSize(120, self._model.rowCount() * fonts.px(ROW) + fonts.px(_BELOW))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()
