"""The pane at the left: a filter and the tree of scopes and pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.navigation import Place, Target
from ui.scopes.file_tree import FileTree
from ui.scopes.nodes import Kind, walk
from ui.scopes.presenter import ScopesPresenter
from ui.scopes.row_menu import row_menu
from ui.scopes.sections import Sections
from ui.scopes.tree import PageTree, ScopeTree
from ui.widgets.fields import FilterField

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from ui.scopes.nodes import Key, Node
    from ui.session import Session

_SEEN_MS = 40


class ScopesView(QWidget):
    """Filter and tree; ``scope_chosen`` and ``session.go`` say what a person chose."""

    scope_chosen = Signal(str)  # memory id
    menu_opening = Signal(object, object)  # QMenu, Node: more can be added to it
    first_scope = Signal(str)  # memory id of the first scope of a workspace just opened

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.presenter = ScopesPresenter(session, self)
        self._open: set[Key] = set()
        self._restoring = False
        self._deep: Key | None = None
        self.filter = FilterField(self.tr("Filter scopes"), key="Ctrl L")
        self.tree = ScopeTree(self.presenter.model)
        self.files = FileTree(session)
        self.pages = PageTree(self.presenter.pages)
        self.sections = Sections(self.filter.line, self.tree, self.files, self.pages)
        self._enter_waits = self._was_filtered = False
        self._page: Place | None = None
        self._step: int | None = None
        top = QHBoxLayout()
        top.setContentsMargins(10, 10, 10, 6)
        top.addWidget(self.filter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.files)
        layout.addWidget(self.pages)
        self.setAccessibleName(self.tr("Tree"))
        self._seen = QTimer(self, singleShot=True, interval=_SEEN_MS)
        self._connect()

    def focus_filter(self) -> None:
        """Go to the filter."""
        self.filter.select_all()

    def show_memory(self, memory_id: str) -> None:
        """Open the way to a scope and make it the current row."""
        self._page = None
        _unmark(self.pages)
        self.files.show_target(Target(Place.OBSERVATIONS))
        if self.presenter.filter and self.presenter.model.agent(memory_id) is None:
            _unmark(self.tree)
        self.presenter.reveal(memory_id)

    @Slot(int)
    def show_step(self, step: int) -> None:
        """Go to the tenant (0) or the conversation (1) of the scope that is shown."""
        memory_id = self._session.memory_id
        if memory_id is None:
            return
        self._step = step
        if self.presenter.filter:
            self.filter.set_text("")
        else:
            self.show_memory(memory_id)

    def show_target(self, target: Target) -> None:
        """Make the row of a page, of a bucket or of a layer the current one."""
        self._page = target.place
        _unmark(self.tree)
        _unmark(self.pages)
        self.files.show_target(target)
        for node in self.presenter.pages.root.children or []:
            if node.place is target.place:
                self._make_current(node)

    def menu_for(self, node: Node) -> QMenu:
        """Return the menu of a row; it goes when it is closed."""
        menu = row_menu(self, node)
        self.menu_opening.emit(menu, node)
        return menu

    def _connect(self) -> None:
        presenter, tree = self.presenter, self.tree
        self.filter.text_changed.connect(presenter.set_filter)
        self.filter.text_changed.connect(self.files.set_filter)
        self.files.filled.connect(self.sections.name_filter)
        self.filter.text_changed.connect(self._forget_enter)
        self.filter.submitted.connect(self._choose_first)
        self.filter.went_down.connect(self._go_down)
        self.filter.left.connect(tree.setFocus)
        presenter.loaded.connect(self._restore)
        presenter.below_loaded.connect(self._open_below)
        presenter.revealed.connect(self._reveal)
        tree.asked_below.connect(presenter.open_node)
        tree.asked_all_below.connect(self._open_all_below)
        for one in (tree, self.files, self.pages):
            one.chosen.connect(self._choose)
            one.left_down.connect(self._go_below)
            one.left_up.connect(self._go_above)
        tree.expanded.connect(self._note_open)
        tree.collapsed.connect(self._note_closed)
        tree.customContextMenuRequested.connect(self._show_menu)
        tree.verticalScrollBar().valueChanged.connect(self._seen.start)
        tree.resized.connect(self._seen.start)
        tree.selectionModel().currentChanged.connect(self._on_current)
        self._seen.timeout.connect(self._count_seen)
        self._session.source_changed.connect(self._forget)

    @Slot(object)
    def _forget(self, _source: object) -> None:
        self._open.clear()
        self._deep = None

    @Slot(bool)
    def _restore(self, open_all: bool) -> None:  # noqa: FBT001 - the signal's own argument
        """Open and choose again what was open and chosen before the tree was replaced."""
        model, first = self.presenter.model, not self._open and not self.presenter.filter
        scroll = self.tree.verticalScrollBar().value()
        self._restoring = True
        for node in list(walk(model.root)):
            wanted = open_all or first or node.key in self._open
            if node.can_open and node.children is not None and wanted:
                self.tree.expand(model.index_of(node))
        self._restoring = False
        if not self.presenter.filter:
            self._open = {n.key for n in walk(model.root) if self._is_open(n)}
        self.tree.verticalScrollBar().setValue(scroll)
        was_filtered, self._was_filtered = self._was_filtered, bool(self.presenter.filter)
        self._choose_again(first=first)
        memory_id = self._session.memory_id
        on_scope = memory_id is not None and (self._page is None or self._step is not None)
        if was_filtered and not self._was_filtered and on_scope:
            self.show_memory(memory_id or "")
        self._seen.start()
        if self._enter_waits:
            self._choose_first()

    def _is_open(self, node: Node) -> bool:
        return node.can_open and self.tree.isExpanded(self.presenter.model.index_of(node))

    def _choose_again(self, *, first: bool) -> None:
        memory_id = self._session.memory_id
        if memory_id is not None:
            node = self.presenter.model.agent(memory_id)
            if node is not None and self._page is None:
                self._make_current(node)
        elif first:
            node = self._first_agent()
            if node is not None and self._session.source is not None:
                self.first_scope.emit(node.key[-1])

    @Slot(object)
    def _open_below(self, key: Key) -> None:
        node = self.presenter.model.find(key)
        if node is None:
            return
        self._open.add(key)
        self.tree.expand(self.presenter.model.index_of(node))
        if self._deep == key:
            self._deep = None
            self.tree.expandRecursively(self.presenter.model.index_of(node))
        self._seen.start()

    @Slot(object)
    def _open_all_below(self, node: Node) -> None:
        self._deep = node.key if self.presenter.open_all_below(node) else None

    @Slot(str)
    def _reveal(self, memory_id: str) -> None:
        node = self.presenter.model.agent(memory_id)
        if node is None:
            return
        above = node.parent
        while above is not None and above.key:
            self.tree.expand(self.presenter.model.index_of(above))
            above = above.parent
        step, self._step = self._step, None
        if step is not None:
            way = (node.key[:1], node.key[:2])
            node = self.presenter.model.find(way[step]) or node
            self.tree.setFocus(Qt.FocusReason.OtherFocusReason)
        self._make_current(node)
        self.tree.scrollTo(self.presenter.model.index_of(node))

    def _make_current(self, node: Node) -> None:
        self._restoring = True
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        tree = self.sections.tree_of(node)
        tree.selectionModel().setCurrentIndex(tree.index_of(node), flags)
        self._restoring = False

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, current: QModelIndex, _before: QModelIndex) -> None:
        node = self.tree.node_at(current)
        if not self._restoring and node.kind is Kind.AGENT and self.tree.hasFocus():
            self._choose(node)

    @Slot(object)
    def _choose(self, node: Node) -> None:
        target = self.files.target_of(node)
        if node.place is not None:
            self._session.go(Target(node.place))
        elif target is not None:
            self._session.go(target)
        elif node.kind is Kind.AGENT:
            self.scope_chosen.emit(node.key[-1])

    @Slot()
    def _choose_first(self) -> None:
        """Show the first scope that the filter lets through, as soon as it is known."""
        self._enter_waits = not self.presenter.is_settled
        if self._enter_waits:
            return
        node = self._first_agent() or self.files.first_leaf()
        if node is not None:
            self._choose(node)
            self._go_to(node)

    def _first_agent(self) -> Node | None:
        rows = walk(self.presenter.model.root)
        return next((node for node in rows if node.kind is Kind.AGENT), None)

    @Slot()
    def _forget_enter(self) -> None:
        self._enter_waits = False

    @Slot()
    def _go_down(self) -> None:
        """Go from the filter into the tree."""
        first = self._first_agent()
        if first is not None and not self.tree.currentIndex().isValid():
            self._make_current(first)
        self.tree.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _go_below(self) -> None:
        self._go_to(self.sections.beyond(self.sender(), 1))

    @Slot()
    def _go_above(self) -> None:
        self._go_to(self.sections.beyond(self.sender(), -1))

    def _go_to(self, node: Node | None) -> None:
        if node is not None:
            self._make_current(node)
            self.sections.tree_of(node).setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(QModelIndex)
    def _note_open(self, index: QModelIndex) -> None:
        if not self._restoring and not self.presenter.filter:
            self._open.add(self.tree.node_at(index).key)
        self._seen.start()

    @Slot(QModelIndex)
    def _note_closed(self, index: QModelIndex) -> None:
        if not self._restoring and not self.presenter.filter:
            self._open.discard(self.tree.node_at(index).key)
        self._seen.start()

    @Slot()
    def _count_seen(self) -> None:
        """Ask for the counts of the scopes that can be seen and are not known."""
        nodes = self.tree.seen()
        self.presenter.count_observations(
            [n.key[-1] for n in nodes if n.kind is Kind.AGENT and n.entry and n.entry.has_record]
        )

    @Slot(QPoint)
    def _show_menu(self, at: QPoint) -> None:
        node = self.tree.node_at(self.tree.indexAt(at))
        if node.key:
            self.menu_for(node).popup(self.tree.viewport().mapToGlobal(at))


def _unmark(tree: ScopeTree) -> None:
    tree.selectionModel().clear()
