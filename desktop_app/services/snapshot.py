"""What looking at a workspace gives: immutable values, ready to be shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.observational.damage import Damage
    from desktop_app.core.observational.explain import Explanation
    from desktop_app.core.observational.observation import Observation
    from desktop_app.core.observational.record import Record, RecordRow
    from desktop_app.core.scope import Scope
    from desktop_app.core.working.entry import WorkingEntry


@dataclass(frozen=True, slots=True)
class TenantNode:
    """A tenant and how much belongs to it."""

    name: str
    conversations: int
    scopes: int


@dataclass(frozen=True, slots=True)
class ConversationNode:
    """A conversation of a tenant."""

    tenant: str
    name: str
    scopes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeEntry:
    """A scope as the list shows it, from cheap columns only.

    Attributes:
        memory_id: The engine's key; tells scopes apart where ids do not.
        scope: The three ids of the row; for a scope with working memory only, the key taken
            apart at its bars.
        enabled: ``None`` where the column can't be read, or there is no record.
        has_record: False for a scope that has working memory only.
        observation_tokens: As stored; can be wrong (H8).
        working_count: Entries in working memory.
        busy_since: When the engine began the call it is in, if it is in one.
    """

    memory_id: str
    scope: Scope
    enabled: bool | None
    has_record: bool
    observation_tokens: int | None = None
    working_count: int = 0
    busy_since: EngineTime | None = None


@dataclass(frozen=True, slots=True)
class ScopeDigest:
    """What only decoding tells, in numbers.

    Attributes:
        observations: How many; of a damaged record, how many can be read.
        damage: Why the engine can't use the record; empty if it can.
    """

    observations: int
    counted: int
    measured: int
    damage: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeSnapshot:
    """One scope as it stood at one moment; nothing in it changes.

    Attributes:
        entry: As in the list.
        row: The record's columns as stored; ``None`` if there is no record.
        record: What the engine reads; ``None`` if there is no record, or it is damaged.
        damages: Why the engine can't read the record, every reason.
        readable: Of a damaged record, the observations that can be read on their own.
        problem: Why turns with these ids get no observational memory although the record can
            be read (H11); empty if they do.
        explanation: Why every observation is in or out; ``None`` without a record.
        working: Working memory in the engine's order.
        working_text: The working memory part of the turn, exactly.
    """

    entry: ScopeEntry
    row: RecordRow | None
    record: Record | None
    damages: tuple[Damage, ...]
    readable: tuple[Observation, ...]
    problem: str
    explanation: Explanation | None
    working: tuple[WorkingEntry, ...]
    working_text: str

    @property
    def error(self) -> str:
        """Why the engine fails to build the snippet; empty if it doesn't."""
        if self.damages:
            first = self.damages[0]
            return f"{first.column}: {first.reason}"
        return self.problem

    @property
    def observational_text(self) -> str:
        """The observational part of the next turn, exactly; empty if nothing is injected."""
        if self.explanation is None or self.error:
            return ""
        return self.explanation.text
