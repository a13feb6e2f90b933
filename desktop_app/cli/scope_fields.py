"""Everything about one scope, for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop_app.core.engine_text import decode
from desktop_app.core.engine_time import format_column

if TYPE_CHECKING:
    from desktop_app.core.observational.damage import Damage
    from desktop_app.core.observational.observation import Observation
    from desktop_app.core.observational.record import Record, RecordRow
    from desktop_app.services.snapshot import ScopeSnapshot


def scope_fields(snapshot: ScopeSnapshot) -> dict[str, Any]:
    """Return the scope as JSON fields.

    ``record`` is what the engine reads, ``null`` if there is none; ``row`` the columns as stored.
    """
    observations = snapshot.record.observations if snapshot.record else snapshot.readable
    return {
        "memory_id": snapshot.memory_id,
        "record": _record_fields(snapshot.record) if snapshot.record else None,
        "observations": [_observation_fields(item) for item in observations or ()],
        "working": [{"key": entry.key, "json": entry.value_json} for entry in snapshot.working],
        "damages": [_damage_fields(damage) for damage in snapshot.damages],
        "problem": snapshot.problem,
        "row": _row_fields(snapshot.row) if snapshot.row else None,
    }


def _record_fields(record: Record) -> dict[str, Any]:
    return {
        "tenant": record.scope.tenant,
        "conversation": record.scope.conversation,
        "agent": record.scope.agent,
        "enabled": record.enabled,
        "state_version": record.state_version,
        "last_observed_message_index": record.last_observed_message_index,
        "observation_tokens": record.observation_tokens,
        "reflection": record.reflection,
        "reflection_tokens": record.reflection_tokens,
        "last_reflected_seq": record.last_reflected_seq,
        "observe_min_tokens": record.config.observe_min_tokens,
        "snippet_max_tokens": record.config.snippet_max_tokens,
        "reflect_threshold_tokens": record.config.reflect_threshold_tokens,
        "created_at": format_column(record.created_at),
        "updated_at": format_column(record.updated_at),
    }


def _observation_fields(item: Observation) -> dict[str, Any]:
    return {name: getattr(item, name) for name in item.__struct_fields__}


def _damage_fields(damage: Damage) -> dict[str, Any]:
    return {
        "column": damage.column,
        "item": damage.item,
        "key": damage.key,
        "offset": damage.offset,
        "reason": damage.reason,
    }


def _row_fields(row: RecordRow) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in row.__struct_fields__}
    return {
        name: decode(value) if isinstance(value, bytes) else value for name, value in values.items()
    }
