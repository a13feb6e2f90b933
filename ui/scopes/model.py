"""The tree of scopes as a Qt model: levels arrive when they are opened."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from ui.naming import shown_id
from ui.scopes.nodes import Kind, Node, place_levels, walk

if TYPE_CHECKING:
    from collections.abc import Iterable

    from desktop_app.services.snapshot import ScopeDigest
    from ui.navigation import Place
    from ui.scopes.nodes import Key, Level

Index = QModelIndex | QPersistentModelIndex
NODE_ROLE = Qt.ItemDataRole.UserRole
_DISPLAY = Qt.ItemDataRole.DisplayRole
_SPOKEN = Qt.ItemDataRole.AccessibleTextRole
_OPENS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
# The view asks for these of every row that it lays out, and there may be thousands.
_LEAF = _OPENS | Qt.ItemFlag.ItemNeverHasChildren
_WORDS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
_FLAGS = {
    Kind.HEAD: _WORDS,
    Kind.NOTE: _WORDS,
    Kind.TENANT: _OPENS,
    Kind.CONVERSATION: _OPENS,
    Kind.AGENT: _LEAF,
    Kind.PAGE: _LEAF,
    Kind.FILES: _LEAF,
    Kind.FOLDER: _OPENS,
    Kind.BUCKET: _LEAF,
}


class ScopeModel(QAbstractItemModel):
    """Shows nodes; rows that were not asked for yet are only promised."""

    def __init__(self, parent: QObject | None = None, rows: Iterable[Node] = ()) -> None:
        super().__init__(parent)
        self._root = Node(Kind.HEAD, "")
        self._root.adopt([*rows])
        self._agents: dict[str, Node] = {}

    @property
    def root(self) -> Node:
        """The node above the first level."""
        return self._root

    def show_levels(self, levels: Level, head: str, notes: Iterable[str] = ()) -> None:
        """Replace everything."""
        self.beginResetModel()
        self._root = Node(Kind.HEAD, "")
        place_levels(self._root, levels)
        tenants = self._root.children or []
        rows = [Node(Kind.HEAD, head), *tenants, *(Node(Kind.NOTE, note) for note in notes)]
        self._root.adopt(rows)
        self._remember_agents()
        self.endResetModel()

    def clear(self) -> None:
        """Show nothing."""
        self._agents = {}
        self.show_rows([])

    def show_rows(self, rows: list[Node]) -> None:
        """Replace everything by rows that bring along what is below them."""
        self.beginResetModel()
        self._root = Node(Kind.HEAD, "")
        self._root.adopt(rows)
        self.endResetModel()

    def update_counts(self, rows: list[Node]) -> bool:
        """Take over the numbers of the same rows; false if rows came, went or moved."""
        fresh = Node(Kind.HEAD, "")
        fresh.adopt(rows)
        pairs = list(zip_longest(walk(self._root), walk(fresh)))
        if not all(old and new and _is_same_row(old, new) for old, new in pairs):
            return False
        for old, new in pairs:
            if old.count != new.count:
                old.count = new.count
                self._tell(old)
        return True

    def add_below(self, node: Node, children: list[Node]) -> None:
        """Show the rows of a node that was opened for the first time."""
        if node.children is not None:
            return
        if not children:
            node.children = []
            return
        self.beginInsertRows(self.index_of(node), 0, len(children) - 1)
        node.adopt(children)
        for child in children:
            if child.kind is Kind.AGENT:
                self._agents[child.key[-1]] = child
        self.endInsertRows()

    def update_in_place(self, levels: Level) -> bool:
        """Take over new counts and marks; false if rows came, went or moved."""
        for key, fresh in levels.items():
            node = self.find(key) if key else self._root
            if node is None or _keys(_scoped(node)) != _keys(fresh):
                return False
        for key, fresh in levels.items():
            node = self.find(key) if key else self._root
            for old, new in zip(_scoped(node) if node else [], fresh, strict=True):
                if (old.count, old.entry, old.busy) != (new.count, new.entry, new.busy):
                    old.count, old.entry, old.busy = new.count, new.entry, new.busy
                    self._tell(old)
        return True

    def set_digests(self, digests: Iterable[ScopeDigest]) -> None:
        """Take over what decoding told of some scopes."""
        for digest in digests:
            node = self._agents.get(digest.memory_id)
            if node is not None and node.digest != digest:
                marked = node.damaged
                node.digest = digest
                self._tell(node)
                if marked != node.damaged:
                    self._tell_above(node)

    def count_page(self, place: Place, count: int, *, alert: bool) -> None:
        """Show a number at the row of a page."""
        for node in self._root.children or ():
            if node.place is place and (node.count, node.alert) != (count, alert):
                node.count, node.alert = count, alert
                self._tell(node)

    def agent(self, memory_id: str) -> Node | None:
        """Return the row of a scope, if it was read."""
        return self._agents.get(memory_id)

    def find(self, key: Key) -> Node | None:
        """Return the node with this key, if it was read."""
        node: Node | None = self._root
        for depth in range(1, len(key) + 1):
            children = (node.children if node else None) or []
            node = next((one for one in children if one.key == key[:depth]), None)
        return node

    def opened(self) -> list[Key]:
        """Return the keys of all nodes whose rows were read."""
        return [one.key for one in walk(self._root) if one.can_open and one.children is not None]

    def node(self, index: Index) -> Node:
        """Return the node of an index; the root for an invalid one."""
        found = index.internalPointer() if index.isValid() else None
        return found if isinstance(found, Node) else self._root

    def index_of(self, node: Node) -> QModelIndex:
        """Return the index of a node; an invalid one for the root."""
        if node.parent is None:
            return QModelIndex()
        return self.createIndex(node.row, 0, node)

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:
        children = self.node(parent).children or []
        if column != 0 or not 0 <= row < len(children):
            return QModelIndex()
        return self.createIndex(row, 0, children[row])

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]
        above = self.node(index).parent if index.isValid() else None
        return QModelIndex() if above is None else self.index_of(above)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return len(self.node(parent).children or ())

    def columnCount(self, _parent: Index = QModelIndex()) -> int:
        return 1

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: N802 - Qt's name
        node = self.node(parent)
        return bool(node.children) if node.children is not None else node.can_open

    def flags(self, index: Index) -> Qt.ItemFlag:
        node = index.internalPointer() if index.isValid() else None
        return _FLAGS[node.kind] if isinstance(node, Node) else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = _DISPLAY) -> object:
        if not index.isValid():
            return None
        node = self.node(index)
        if role == NODE_ROLE:
            return node
        if role == _DISPLAY:
            return shown_id(node.name) if node.key else node.name
        return self._spoken(node) if role == _SPOKEN else None

    def _spoken(self, node: Node) -> str:
        parts = [shown_id(node.name) if node.key else node.name]
        if node.kind is Kind.AGENT and node.digest is not None:
            parts.append(self.tr("{0} observations").format(node.digest.observations))
        elif node.kind is Kind.FOLDER or (node.target and node.count):
            parts.append(self.tr("{0} files").format(f"{node.count:,}"))
        elif node.kind is Kind.PAGE and node.count:
            parts.append(f"{node.count:,}")
        elif node.can_open:
            parts.append(self.tr("{0} scopes").format(node.count))
        marks = (
            (node.off, self.tr("off")),
            (node.damaged, self.tr("damaged")),
            (node.busy, self.tr("engine at work")),
            (node.working_only, self.tr("working memory only")),
        )
        return ", ".join([*parts, *(words for shown, words in marks if shown)])

    def _remember_agents(self) -> None:
        agents = (one for one in walk(self._root) if one.kind is Kind.AGENT)
        before = {key: node.digest for key, node in self._agents.items()}
        self._agents = {node.key[-1]: node for node in agents}
        for key, node in self._agents.items():
            node.digest = before.get(key)

    def _tell(self, node: Node) -> None:
        index = self.index_of(node)
        self.dataChanged.emit(index, index)

    def _tell_above(self, node: Node) -> None:
        while node.parent is not None and node.parent.parent is not None:
            node = node.parent
            self._tell(node)


def _is_same_row(one: Node, other: Node) -> bool:
    return (one.kind, one.name, one.target) == (other.kind, other.name, other.target)


def _scoped(node: Node) -> list[Node]:
    return [child for child in node.children or () if child.key]


def _keys(nodes: list[Node]) -> list[Key]:
    return [node.key for node in nodes]
