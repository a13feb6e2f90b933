"""Tree, middle and inspector side by side; narrow windows fold the outer two."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, Qt, Signal, Slot
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSplitter,
    QSplitterHandle,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ui import fonts
from ui.icons import Icon
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.button import IconButton

TREE, TREE_LEAST, TREE_MOST = 220, 180, 360
INSPECTOR, INSPECTOR_LEAST, INSPECTOR_MOST = 324, 280, 480
MIDDLE_LEAST = 420
INSPECTOR_FOLDS, TREE_FOLDS = 1024, 960
STRIP = 44
_UNIT = 100


class Panes(QWidget):
    """Holds the three panes.

    Up to 1024 pixels the inspector lies over the middle and opens on demand; below 960 the
    tree folds to a strip and opens over the middle too. Large text needs as much more room.
    """

    def __init__(
        self,
        tree: QWidget,
        middle: QWidget,
        inspectors: QStackedWidget,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._stack = inspectors
        self._tree = Pane(tree)
        self._middle = middle
        self._inspector = Pane(self._stack)
        self._strip = _Strip()
        self._splitter = _Splitter()
        self._has_inspector = False
        self._widths = (TREE, INSPECTOR)
        self._unit = fonts.px(_UNIT)
        # Wide windows show the panes unless they were closed; narrow ones only when asked.
        self._closed: set[Pane] = set()
        self._asked: set[Pane] = set()
        for pane in (self._tree, middle, self._inspector):
            self._splitter.addWidget(pane)
        self._splitter.setStretchFactor(1, 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._strip)
        layout.addWidget(self._splitter, 1)
        self._strip.opened.connect(self.toggle_tree)
        self._splitter.reset_wanted.connect(self.reset_sizes)
        self._splitter.splitterMoved.connect(self._note_widths)
        self.show_zoom()
        self.reset_sizes()

    @property
    def tree(self) -> QWidget:
        """The pane at the left."""
        return self._tree

    @property
    def inspector(self) -> QWidget:
        """The pane at the right."""
        return self._inspector

    @property
    def inspector_visible(self) -> bool:
        """Whether the inspector can be seen."""
        return not self._inspector.isHidden()

    @property
    def tree_visible(self) -> bool:
        """Whether the tree can be seen."""
        return not self._tree.isHidden()

    @Slot(object)
    def show_inspector(self, inspector: QWidget | None) -> None:
        """Show the inspector of another view; ``None`` for views without one."""
        self._has_inspector = inspector is not None
        if inspector is not None:
            self.keep_inspector(inspector)
            self._stack.setCurrentWidget(inspector)
        self._arrange()

    def keep_inspector(self, inspector: QWidget) -> None:
        """Take in the inspector of a view that is not shown yet."""
        if self._stack.indexOf(inspector) < 0:
            self._stack.addWidget(inspector)

    @Slot()
    def toggle_tree(self) -> None:
        """Open or close the tree."""
        self._toggle(self._tree, floats=self._tree_floats())

    @Slot()
    def toggle_inspector(self) -> None:
        """Open or close the inspector."""
        self._toggle(self._inspector, floats=self._inspector_floats())

    def open_tree(self) -> None:
        """Make sure that the tree can be seen."""
        if not self.tree_visible:
            self.toggle_tree()

    @Slot()
    def open_inspector(self) -> None:
        """Make sure that the inspector can be seen, if there is one."""
        if not self.inspector_visible and self._has_inspector:
            self.toggle_inspector()

    @Slot()
    def close_inspector(self) -> None:
        """Close the inspector."""
        if self.inspector_visible:
            self.toggle_inspector()

    def close_floating(self) -> bool:
        """Close what lies over the middle; false if nothing did."""
        closed = bool(self._asked)
        self._asked.clear()
        self._arrange()
        return closed

    @Slot()
    def reset_sizes(self) -> None:
        """Give the panes their usual widths."""
        self.set_widths((fonts.px(TREE), fonts.px(INSPECTOR)))

    @property
    def widths(self) -> tuple[int, int]:
        """The widths that the person gave tree and inspector, to be remembered."""
        return self._widths

    def set_widths(self, widths: tuple[int, int]) -> None:
        """Give tree and inspector these widths; while nothing is shown yet, once it is."""
        self._widths = widths
        wanted: dict[QWidget | None, int] = {self._tree: widths[0], self._inspector: widths[1]}
        panes = [self._splitter.widget(at) for at in range(self._splitter.count())]
        sides = [pane for pane in (self._tree, self._inspector) if not pane.isHidden()]
        outer = sum(wanted[pane] for pane in sides if not pane.floating)
        middle = max(self.width() - outer, fonts.px(MIDDLE_LEAST))
        self._splitter.setSizes([wanted.get(pane, middle) for pane in panes])

    def show_zoom(self) -> None:
        """Take over another size of text; what the person chose grows and shrinks with it."""
        was, self._unit = self._unit, fonts.px(_UNIT)
        tree, inspector = self._widths
        self._widths = (tree * self._unit // was, inspector * self._unit // was)
        self._strip.setFixedWidth(fonts.px(STRIP))
        self._tree.setMinimumWidth(fonts.px(TREE_LEAST))
        self._tree.setMaximumWidth(fonts.px(TREE_MOST))
        self._inspector.setMinimumWidth(fonts.px(INSPECTOR_LEAST))
        self._inspector.setMaximumWidth(fonts.px(INSPECTOR_MOST))
        self._arrange()
        self.set_widths(self._widths)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.set_widths(self._widths)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _tree_floats(self) -> bool:
        return self.width() < fonts.px(TREE_FOLDS)

    def _inspector_floats(self) -> bool:
        return self.width() <= fonts.px(INSPECTOR_FOLDS)

    def _toggle(self, pane: Pane, *, floats: bool) -> None:
        chosen = self._asked if floats else self._closed
        chosen.symmetric_difference_update({pane})
        self._arrange()

    def _arrange(self) -> None:
        tree_floats, inspector_floats = self._tree_floats(), self._inspector_floats()
        if not tree_floats:
            self._asked.discard(self._tree)
        if not inspector_floats:
            self._asked.discard(self._inspector)
        self._strip.setVisible(tree_floats)
        moved = self._put(self._tree, 0, floats=tree_floats)
        moved |= self._put(self._inspector, 2, floats=inspector_floats)
        self._tree.setVisible(self._is_open(self._tree, floats=tree_floats))
        wanted = self._is_open(self._inspector, floats=inspector_floats)
        self._inspector.setVisible(self._has_inspector and wanted)
        if moved:
            self.set_widths(self._widths)
        strip = self._strip.width() if tree_floats else 0
        self._float(self._tree, strip, fonts.px(TREE))
        wide = min(fonts.px(INSPECTOR), self.width() - strip)
        self._float(self._inspector, self.width() - wide, wide)

    def _is_open(self, pane: Pane, *, floats: bool) -> bool:
        return pane in self._asked if floats else pane not in self._closed

    @Slot()
    def _note_widths(self) -> None:
        """Remember what was dragged; a window that is too narrow changes nothing."""
        panes, before = (self._tree, self._inspector), self._widths
        tree, inspector = (
            pane.width() if pane.isVisible() and not pane.floating else width
            for pane, width in zip(panes, before, strict=True)
        )
        self._widths = (tree, inspector)

    def _put(self, pane: Pane, index: int, *, floats: bool) -> bool:
        if floats == pane.floating:
            return False
        pane.floating = floats
        if floats:
            pane.setParent(self)
        else:
            self._splitter.insertWidget(min(index, self._splitter.count()), pane)
        return True

    def _float(self, pane: Pane, left: int, wide: int) -> None:
        if pane.floating and not pane.isHidden():
            pane.setGeometry(QRect(left, 0, wide, self.height()))
            pane.raise_()


class Pane(QWidget):
    """A pane on the ground of the window, with a hairline while it floats."""

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.floating = False
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(content)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().window)
        if self.floating:
            for left in (0, self.width() - 1):
                painting.hairline(painter, QPointF(left, 0), self.height(), upright=True)


class _Strip(QWidget):
    """What is left of the tree in a narrow window."""

    opened = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        button = IconButton(Icon.LAYERS, self.tr("Show the tree"), key="Ctrl B")
        button.clicked.connect(self.opened)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 10, 0, 0)
        layout.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().window)
        painting.hairline(painter, QPointF(self.width() - 1, 0), self.height(), upright=True)


class _Splitter(QSplitter):
    reset_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)

    def createHandle(self) -> QSplitterHandle:  # noqa: N802 - Qt's name
        return _Handle(self.orientation(), self)


class _Handle(QSplitterHandle):
    """A double click gives the panes their usual widths."""

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        splitter = self.splitter()
        if isinstance(splitter, _Splitter):
            splitter.reset_wanted.emit()
