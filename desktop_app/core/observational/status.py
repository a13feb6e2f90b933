"""The status of a scope as the engine's service reports it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.engine_text import trim
from desktop_app.core.engine_time import format_json

if TYPE_CHECKING:
    from desktop_app.core.engine_encode import Encodable
    from desktop_app.core.observational.record import Record

MODE = "local_coordinator"
"""The one mode in which the engine keeps records: ``auto`` means it too."""


def status_fields(record: Record) -> dict[str, Encodable]:
    """Return the engine's status object, its keys in the engine's order.

    Raises:
        EngineTimeError: the engine can't write ``updated_at``.
    """
    return {
        "mode": MODE,
        "memory_id": record.memory_id,
        "scope": {
            "tenant_id": record.scope.tenant,
            "conversation_id": record.scope.conversation,
            "agent_id": record.scope.agent,
        },
        "enabled": record.enabled,
        "state_version": record.state_version,
        "observation_count": len(record.observations or ()),
        "active_observation_tokens": record.observation_tokens,
        "reflection_present": trim(record.reflection) != "",
        "active_reflection_tokens": record.reflection_tokens,
        "last_observed_message_index": record.last_observed_message_index,
        "updated_at": format_json(record.updated_at),
    }
