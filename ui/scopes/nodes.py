"""What the tree of scopes is made of, and how it is read from a source."""

# ruff: noqa: TC004 - nobody resolves the annotations of Node, and the tree comes before the store

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import TYPE_CHECKING

from ui.navigation import Place, Target

if TYPE_CHECKING:
    from collections.abc import Iterable

    from desktop_app.core.outline import ScopeEntry
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.snapshot import ScopeDigest

Key = tuple[str, ...]
"""Where a node is: its tenant, its conversation, its memory id, as far as they go."""

MANY_LEVELS = 40
"""From this many open conversations on, one read of all scopes is cheaper than one for each."""


class Kind(Enum):
    """What a row of the tree is."""

    HEAD = "head"
    TENANT = "tenant"
    CONVERSATION = "conversation"
    AGENT = "agent"
    PAGE = "page"
    NOTE = "note"
    FILES = "files"
    FOLDER = "files in several folders"
    BUCKET = "one of those folders"


@dataclass(slots=True, eq=False)
class Node:
    """One row. ``children`` is ``None`` until they were asked for."""

    kind: Kind
    name: str
    key: Key = ()
    count: int = 0
    children: list[Node] | None = None
    parent: Node | None = None
    row: int = 0
    entry: ScopeEntry | None = None
    busy: bool = False
    digest: ScopeDigest | None = None
    place: Place | None = None
    alert: bool = False
    target: Target | None = None

    @property
    def can_open(self) -> bool:
        """Whether it has rows below it."""
        # Asked of thousands of rows: a set would hash the members in Python.
        kind = self.kind
        return kind is Kind.TENANT or kind is Kind.CONVERSATION or kind is Kind.FOLDER

    @property
    def damaged(self) -> bool:
        """Whether a record here, or one seen below, can't be read by the engine."""
        if self.digest is not None:
            return bool(self.digest.damage)
        return any(child.damaged for child in self.children or ())

    @property
    def off(self) -> bool:
        """Whether the engine adds nothing for this scope because it is disabled."""
        return self.entry is not None and self.entry.has_record and self.entry.enabled is False

    @property
    def working_only(self) -> bool:
        """Whether there is working memory here and no record."""
        return self.entry is not None and not self.entry.has_record

    def adopt(self, children: list[Node]) -> None:
        """Make ``children`` the rows below."""
        self.children = children
        for row, child in enumerate(children):
            child.parent, child.row = self, row


Level = dict[Key, list[Node]]
"""The nodes below each key; the tenants stand below ``()``."""


def read_levels(source: HarnessSource, keys: Iterable[Key]) -> Level:
    """Read the rows below each of ``keys``; keys that are gone have no rows."""
    wanted = [key for key in keys if key]
    levels: Level = {(): read_tenants(source)}
    conversations = [key for key in wanted if len(key) > 1]
    if len(conversations) > MANY_LEVELS:
        return levels | _only(group_entries(source, source.scopes()), wanted)
    for key in wanted:
        levels[key] = read_below(source, key)
    return levels


def read_levels_below(source: HarnessSource, keys: list[Key]) -> Level:
    """Read the agents of these conversations."""
    levels = read_levels(source, keys)
    del levels[()]
    return levels


def read_tenants(source: HarnessSource) -> list[Node]:
    """Read the first level."""
    return [
        Node(Kind.TENANT, tenant.name, (tenant.name,), tenant.scopes) for tenant in source.tenants()
    ]


def read_below(source: HarnessSource, key: Key) -> list[Node]:
    """Read the conversations of a tenant or the agents of a conversation."""
    if len(key) == 1:
        return [
            Node(Kind.CONVERSATION, found.name, (*key, found.name), found.scopes)
            for found in source.conversations(key[0])
        ]
    return [agent_node(source, entry) for entry in source.agents(key[0], key[1])]


def agent_node(source: HarnessSource, entry: ScopeEntry) -> Node:
    """Return the row of one scope."""
    scope = entry.scope
    key = (scope.tenant, scope.conversation, entry.memory_id)
    return Node(Kind.AGENT, scope.agent, key, entry=entry, busy=source.is_busy(entry))


def group_entries(source: HarnessSource, entries: Iterable[ScopeEntry]) -> Level:
    """Return the levels that a list of scopes, ordered by ids, makes."""
    levels: Level = {(): []}
    for tenant, of_tenant in groupby(entries, key=_tenant):
        scopes, conversations = 0, []
        for conversation, of_conversation in groupby(of_tenant, key=_conversation):
            agents = [agent_node(source, entry) for entry in of_conversation]
            key = (tenant, conversation)
            levels[key] = agents
            conversations.append(Node(Kind.CONVERSATION, conversation, key, len(agents)))
            scopes += len(agents)
        levels[tenant,] = conversations
        levels[()].append(Node(Kind.TENANT, tenant, (tenant,), scopes))
    return levels


def place_levels(parent: Node, levels: Level) -> None:
    """Hang what was read below ``parent`` and its descendants."""
    children = levels.get(parent.key)
    if children is None or parent.kind is Kind.AGENT:
        return
    parent.adopt(children)
    for child in children:
        place_levels(child, levels)


def walk(node: Node) -> Iterable[Node]:
    """Yield every node below ``node`` that was read."""
    for child in node.children or ():
        yield child
        yield from walk(child)


def _only(levels: Level, keys: list[Key]) -> Level:
    return {key: levels.get(key, []) for key in keys}


def _tenant(entry: ScopeEntry) -> str:
    return entry.scope.tenant


def _conversation(entry: ScopeEntry) -> str:
    return entry.scope.conversation
