"""The three ids that own a memory."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.core.engine_text import trim

SEPARATOR = "|"


@dataclass(frozen=True, slots=True, order=True)
class Scope:
    """Tenant, conversation and agent, exactly as stored (untrimmed, any character)."""

    tenant: str
    conversation: str
    agent: str

    @property
    def memory_id(self) -> str:
        """The engine's key: the ids joined by ``|``, without escaping (hazard H12)."""
        return SEPARATOR.join((self.tenant, self.conversation, self.agent))


def service_scope(scope: Scope) -> Scope:
    """Return the ids as the engine's memory service uses them.

    An id that is blank after trimming becomes ``default`` / ``unknown`` / ``default``; any
    other id is kept untrimmed.
    """
    return Scope(
        scope.tenant if trim(scope.tenant) else "default",
        scope.conversation if trim(scope.conversation) else "unknown",
        scope.agent if trim(scope.agent) else "default",
    )


def tool_scope(scope: Scope, run_id: str) -> Scope:
    """Return the ids as the engine's runner and tools derive them: trimmed, with defaults.

    A blank conversation becomes the trimmed ``run_id``; the memory service's own defaults
    apply to what is blank after that.
    """
    return service_scope(
        Scope(
            trim(scope.tenant) or "default",
            trim(scope.conversation) or trim(run_id),
            trim(scope.agent) or "default",
        )
    )
