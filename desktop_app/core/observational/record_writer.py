"""Writing a row of ``om_memory_records`` as the engine does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop_app.core.engine_encode import encode_config, encode_observations
from desktop_app.core.engine_time import format_column

if TYPE_CHECKING:
    from desktop_app.core.observational.record import Record, RecordRow


def rewrite_row(row: RecordRow, record: Record) -> RecordRow:
    """Return ``row`` after the engine has written ``record`` over it.

    The engine never writes the ids and ``created_at`` again, so they stay as stored. Unknown
    JSON keys are gone (hazard H9); the configuration is written as it is in ``record``, not
    normalised.

    Raises:
        EngineTimeError: a time of an observation that the engine can't write.
        ValueError: an importance that is NaN or infinite.
    """
    return replace(
        row,
        enabled=int(record.enabled),
        state_version=record.state_version,
        last_observed_message_index=record.last_observed_message_index,
        active_observations_json=encode_observations(record.observations),
        active_observation_tokens=record.observation_tokens,
        active_reflection=record.reflection,
        active_reflection_tokens=record.reflection_tokens,
        last_reflected_observation_seq=record.last_reflected_seq,
        config_json=encode_config(record.config),
        updated_at=format_column(record.updated_at),
    )
