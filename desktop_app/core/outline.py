"""What a workspace holds, from cheap columns only: tenants, conversations, scopes."""

from __future__ import annotations

import msgspec

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.scope import SEPARATOR, Scope


class TenantNode(msgspec.Struct, frozen=True, gc=False):
    """A tenant and how many scopes belong to it."""

    name: str
    scopes: int


class ConversationNode(msgspec.Struct, frozen=True, gc=False):
    """A conversation of a tenant and how many scopes belong to it."""

    tenant: str
    name: str
    scopes: int


class ScopeEntry(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A scope as the list shows it.

    Attributes:
        memory_id: The engine's key; tells scopes apart where ids do not.
        scope: The three ids of the row; for a scope with working memory only, the key taken
            apart at its bars.
        enabled: ``None`` where the column can't be read, or there is no record.
        has_record: False for a scope that has working memory only.
        observation_tokens: As stored; can be wrong (H8).
        has_reflection: Whether a reflection is stored.
        working_count: Entries in working memory.
        busy_since: Start of the engine's latest call that is not recorded as ended.
    """

    memory_id: str
    scope: Scope
    enabled: bool | None = None
    has_record: bool = True
    state_version: int | None = None
    observation_tokens: int | None = None
    reflection_tokens: int | None = None
    has_reflection: bool = False
    working_count: int = 0
    updated_at: EngineTime | None = None
    busy_since: EngineTime | None = None


def scope_of_key(memory_id: str) -> Scope:
    """Take a key apart at its first two bars.

    With more bars the true ids are unknown: several triples share the key (hazard H12).

    Example:
        >>> scope_of_key("acme|conv|coder")
        Scope(tenant='acme', conversation='conv', agent='coder')
    """
    parts = memory_id.split(SEPARATOR, 2)
    return Scope(*parts, *[""] * (3 - len(parts)))
