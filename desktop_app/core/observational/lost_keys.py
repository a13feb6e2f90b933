"""JSON keys that a rewrite of a record drops, because the engine does not know them (H9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.engine_json import Array, JsonError, Object, Value, parse
from desktop_app.core.engine_text import decode
from desktop_app.core.observational.json_fields import folded
from desktop_app.core.observational.observation import Observation
from desktop_app.core.observational.record import ColumnValue, ObservationConfig, RecordRow

if TYPE_CHECKING:
    from collections.abc import Iterator

_KNOWN = {
    "active_observations_json": frozenset(map(folded, Observation.__struct_fields__)),
    "config_json": frozenset(map(folded, ObservationConfig.__struct_fields__)),
}


@dataclass(frozen=True, slots=True)
class LostKey:
    """A key that the engine would drop at its next write anyway.

    Attributes:
        column: Where it stands.
        item: Index of its observation, from 0; ``None`` in the configuration.
        key: The key.
    """

    column: str
    item: int | None
    key: str


def lost_keys(before: RecordRow, after: RecordRow) -> tuple[LostKey, ...]:
    """Return the unknown keys in the columns that ``after`` has written anew."""
    return tuple(
        LostKey(column, item, key)
        for column, known in _KNOWN.items()
        if getattr(before, column) != getattr(after, column)
        for item, key in _unknown(getattr(before, column), known)
    )


def _unknown(value: ColumnValue, known: frozenset[str]) -> Iterator[tuple[int | None, str]]:
    text = decode(value) if isinstance(value, bytes) else value
    if not isinstance(text, str) or _knows_all(text, known):
        return
    for item, key in _keys(text):
        if folded(key) not in known:
            yield item, key


def _knows_all(text: str, known: frozenset[str]) -> bool:
    """Whether a fast look, which most texts stand up to, finds nothing unknown."""
    try:
        parsed = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return False
    objects = parsed if isinstance(parsed, list) else [parsed]
    keys = {key for member in objects if isinstance(member, dict) for key in member}
    return all(folded(key) in known for key in keys)


def _keys(text: str) -> Iterator[tuple[int | None, str]]:
    try:
        parsed = parse(text)
    except JsonError:
        return
    objects: list[tuple[int | None, Value]] = [(None, parsed)]
    if isinstance(parsed, Array):
        objects = list(enumerate(parsed.items))
    for item, member in objects:
        if isinstance(member, Object):
            for key, _ in member.members:
                yield item, key.value
