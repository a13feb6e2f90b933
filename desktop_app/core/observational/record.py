"""A scope's row in ``om_memory_records``: as stored, and as the engine reads it."""

from __future__ import annotations

import msgspec

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.observational.observation import Int64, Observation
from desktop_app.core.scope import Scope

ColumnValue = int | float | str | bytes | None
"""What SQLite holds; TEXT comes as engine text (``surrogateescape``) or its UTF-8 bytes."""


class Blob(bytes):
    """Bytes stored as a BLOB in ``active_observations_json``, where plain ``bytes`` are TEXT.

    The engine reads both alike. They are not equal: an undo brings back what was there.
    """

    __slots__ = ()
    __hash__ = bytes.__hash__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Blob) and bytes.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other


class RecordRow(msgspec.Struct, frozen=True, gc=False):
    """The 15 columns with the values SQLite gives, nothing decoded."""

    memory_id: ColumnValue
    tenant_id: ColumnValue
    conversation_id: ColumnValue
    agent_id: ColumnValue
    enabled: ColumnValue
    state_version: ColumnValue
    last_observed_message_index: ColumnValue
    active_observations_json: ColumnValue
    active_observation_tokens: ColumnValue
    active_reflection: ColumnValue
    active_reflection_tokens: ColumnValue
    last_reflected_observation_seq: ColumnValue
    config_json: ColumnValue
    created_at: ColumnValue
    updated_at: ColumnValue


class ObservationConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``config_json`` as stored; a value <= 0 means the built-in default when used."""

    observe_min_tokens: Int64 = 0
    snippet_max_tokens: Int64 = 0
    reflect_threshold_tokens: Int64 = 0


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A record that the engine can read."""

    memory_id: str
    scope: Scope
    enabled: bool
    state_version: int
    last_observed_message_index: int
    observations: tuple[Observation, ...] | None
    """``None`` when the stored JSON is ``null`` (the engine then writes ``null`` again)."""
    observation_tokens: int
    reflection: str
    reflection_tokens: int
    last_reflected_seq: int
    config: ObservationConfig
    created_at: EngineTime
    updated_at: EngineTime
