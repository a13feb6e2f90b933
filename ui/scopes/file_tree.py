"""The section of the tree for memory that is kept as files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QSizePolicy, QTreeView, QWidget

from desktop_app.core.ledger.book import MEMORY_FILE
from ui import fonts
from ui.navigation import FILE_PAGES, Place, Target
from ui.scopes.delegate import ROW
from ui.scopes.file_nodes import file_rows
from ui.scopes.model import ScopeModel
from ui.scopes.nodes import Kind, Node, walk
from ui.scopes.tree import ScopeTree
from ui.theme import theme

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent

    from desktop_app.services.file_outline import FileOutline
    from ui.session import Session

_CHEVRON_END = 24
_BELOW = 6
_MOST_ROWS = 12
"""Below the scopes: more rows than this scroll."""
_LEAST_ROWS = 4


class FileTree(ScopeTree):
    """Daily logs, curated memory, notes and tools; hidden where no memory is kept as files."""

    filled = Signal(bool)  # whether memory is kept as files here

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(ScopeModel(), parent)
        self._model.setParent(self)
        self._outline: FileOutline | None = None
        self._filter = ""
        self._open: set[str] = set()
        self._target: Target | None = None
        self._bucket: str | None = None
        self._is_alone = False
        self.setAccessibleName(self.tr("Files"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.hide()
        theme().changed.connect(self.updateGeometry)
        self.expanded.connect(self._note_opened)
        self.collapsed.connect(self._note_closed)
        session.outline_changed.connect(self._take_outline)
        session.files_taken.connect(self._forget)

    @property
    def model_of_files(self) -> ScopeModel:
        """The rows."""
        return self._model

    def set_alone(self, alone: bool) -> None:  # noqa: FBT001 - a state, set as it is
        """Take all the room, where there are no scopes above."""
        self._is_alone = alone
        policy = QSizePolicy.Policy.Expanding if alone else QSizePolicy.Policy.Maximum
        self.setSizePolicy(QSizePolicy.Policy.Expanding, policy)
        self._fill()

    @Slot(str)
    def set_filter(self, text: str) -> None:
        """Narrow the rows to those with ``text`` in their names."""
        self._filter = text.strip()
        self._fill()

    def show_target(self, target: Target) -> None:
        """Make the row of a place the current one; none if the place is no file's."""
        self._target = target if target.place in {*FILE_PAGES, Place.TURN} else None
        if self._target is not None and target.place is Place.LEDGER and target.bucket is not None:
            self._bucket = target.bucket
        self._mark()

    def target_of(self, node: Node) -> Target | None:
        """Return where a row leads: all daily logs and MEMORY.md to the bucket in sight."""
        target, outline = node.target, self._outline
        is_of_any = target is not None and (target.bucket is None or target.path is not None)
        if target is None or target.place is not Place.LEDGER or not is_of_any:
            return target
        bucket = outline.bucket(self._bucket) if outline else None
        if bucket is None:
            return target
        path = None if target.path is None else bucket.at(MEMORY_FILE)
        return Target(Place.LEDGER, path=path, bucket=bucket.path)

    def first_leaf(self) -> Node | None:
        """Return the first row that leads somewhere and is no folder."""
        rows = walk(self._model.root)
        return next((one for one in rows if one.target and one.kind is not Kind.FOLDER), None)

    def choosable(self) -> list[Node]:
        """Return the rows that can be gone to, in the order in which they are seen."""
        return [node for node in walk(self._model.root) if node.target and self._is_seen(node)]

    def sizeHint(self) -> QSize:
        rows = self._rows() if self._is_alone else min(self._rows(), _MOST_ROWS)
        return QSize(120, rows * fonts.px(ROW) + fonts.px(_BELOW))

    def minimumSizeHint(self) -> QSize:
        rows = min(self._rows(), _LEAST_ROWS)
        return QSize(120, rows * fonts.px(ROW) + fonts.px(_BELOW))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        node = self.node_at(index)
        on_chevron = event.position().x() < fonts.px(_CHEVRON_END)
        if node.can_open and not on_chevron and event.button() == Qt.MouseButton.LeftButton:
            QTreeView.mousePressEvent(self, event)
            self._activate(node)
        elif node.can_open:
            self.setExpanded(index, not self.isExpanded(index))
        else:
            super().mousePressEvent(event)

    def _activate(self, node: Node) -> None:
        if node.can_open:
            self.setExpanded(self._model.index_of(node), True)  # noqa: FBT003 - Qt's own argument
        if node.target is not None:
            self.chosen.emit(node)

    @Slot(object)
    def _forget(self, _files: object) -> None:
        self._open.clear()
        self._bucket = None

    @Slot(object)
    def _take_outline(self, outline: FileOutline | None) -> None:
        self._outline = outline
        self._fill()

    def _fill(self) -> None:
        rows = self._rows_now()
        shown = [Node(Kind.HEAD, self.tr("Files")), *rows] if rows else []
        if rows and self._model.update_counts(shown):
            return
        self._model.show_rows(shown)
        for node in self._model.root.children or []:
            wanted = self._filter or node.name in self._open
            if node.can_open and wanted:
                self.expand(self._model.index_of(node))
        self.setVisible(bool(rows) or self._is_alone)
        self.filled.emit(self._outline is not None and not self._outline.is_empty)
        self._mark()
        self.updateGeometry()

    def _rows_now(self) -> list[Node]:
        if self._outline is None:
            return []
        return file_rows(self._outline, self._filter, alone=self._is_alone)

    def _mark(self) -> None:
        self.selectionModel().clear()
        found = self._row_of(self._target) if self._target else None
        if found is not None:
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().setCurrentIndex(self._model.index_of(found), flags)

    def _row_of(self, target: Target) -> Node | None:
        """Return the row that stands for a place: the exact one, else the nearest above it."""
        on_memory = bool(target.path) and (target.path or "").rpartition("/")[2] == MEMORY_FILE
        rows = [one for one in self.choosable() if one.target and one.target.place is target.place]
        named = [one for one in rows if one.target and one.target.bucket == target.bucket]
        if target.place is Place.LEDGER:
            # The row MEMORY.md is the one of the first bucket; each other has a row of its own.
            memory = [one for one in named if on_memory and one.target and one.target.path]
            logs = [one for one in rows if one.target and one.target.path is None]
            named = [*memory, *(one for one in logs if one in named)]
            rows = logs or rows
        return next(iter([*named, *rows]), None)

    def _is_seen(self, node: Node) -> bool:
        above = node.parent
        return above is None or not above.can_open or self.isExpanded(self._model.index_of(above))

    def _rows(self) -> int:
        return sum(self._is_seen(node) for node in walk(self._model.root))

    @Slot(QModelIndex)
    def _note_opened(self, index: QModelIndex) -> None:
        if not self._filter:
            self._open.add(self.node_at(index).name)
        self._mark()
        self.updateGeometry()

    @Slot(QModelIndex)
    def _note_closed(self, index: QModelIndex) -> None:
        if not self._filter:
            self._open.discard(self.node_at(index).name)
        self._mark()
        self.updateGeometry()
