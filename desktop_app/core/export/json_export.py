"""The engine's JSON export of one record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.engine_config import normalize
from desktop_app.core.engine_encode import config_fields, encode, encode_observations
from desktop_app.core.engine_text import encode as to_bytes
from desktop_app.core.observational.status import status_fields

if TYPE_CHECKING:
    from desktop_app.core.observational.record import Record

_INDENT = "  "


def export_json(record: Record) -> bytes:
    """Return the bytes of the engine's JSON export.

    Raises:
        EngineTimeError: a time that the engine reads and can't write in JSON.
    """
    text = encode(
        {
            "config": config_fields(normalize(record.config)),
            "observations": encode_observations(record.observations, indent=_INDENT, depth=1),
            "reflection": record.reflection,
            "status": status_fields(record),
        },
        indent=_INDENT,
    )
    return to_bytes(text)
