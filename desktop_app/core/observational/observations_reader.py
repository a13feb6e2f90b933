"""Reading ``active_observations_json`` as the engine does, quickly where that is safe."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.engine_json import Array, JsonError, Object, Value, Word, parse
from desktop_app.core.engine_text import decode
from desktop_app.core.observational.damage import Damage
from desktop_app.core.observational.json_fields import Fields, Kind, describe, extent
from desktop_app.core.observational.observation import Observation

if TYPE_CHECKING:
    from desktop_app.core.observational.record import ColumnValue

OBSERVATIONS = "active_observations_json"

_FAST = msgspec.json.Decoder(list[Observation])
# Any number of times in their usual spelling, a line each; others are left to the exact path.
_USUAL_TIMES = re.compile(
    r"(?:[0-9]{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])"
    r"|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?Z\n)*+"
).fullmatch
# Characters of a time written as an escape: the engine reads the escape itself as the time.
_ESCAPED_TIME = re.compile(rb"\\u00(?:3[0-9aA]|2[bBdDeE]|5[4aA])").search
_OBSERVATION = Fields(
    {
        "seq": Kind.INTEGER,
        "content": Kind.TEXT,
        "token_count": Kind.INTEGER,
        "importance": Kind.FLOAT,
        "created_at": Kind.TIME,
        "source_start_index": Kind.INTEGER,
        "source_end_index": Kind.INTEGER,
    }
)


def read_observations(value: ColumnValue) -> tuple[tuple[Observation, ...] | None, list[Damage]]:
    """Return the observations in ``active_observations_json`` and what is wrong with them.

    With damage, the observations are those that can be read on their own; ``None`` stands for
    a stored ``null``.
    """
    data = value if isinstance(value, bytes) else None
    if isinstance(value, str):
        data = value.encode("utf-8", "surrogateescape")
    if data is None:
        return (), [Damage(column=OBSERVATIONS, reason=f"{value!r} where a text belongs")]
    quick = quick_observations(data)
    return (quick, []) if quick is not None else exact_observations(decode(data))


def quick_observations(data: bytes) -> tuple[Observation, ...] | None:
    """Decode in one go, or return ``None`` where that might differ from the engine."""
    try:
        observations = _FAST.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    # A hidden earlier duplicate, or a key spelled with escapes, needs the exact path.
    if data.count(b'"created_at"') != len(observations):
        return None
    if b"\\" in data and _ESCAPED_TIME(data):
        return None
    times = "\n".join([observation.created_at for observation in observations] + [""])
    if times.count("\n") != len(observations) or not _USUAL_TIMES(times):
        return None
    return tuple(observations)


def exact_observations(text: str) -> tuple[tuple[Observation, ...] | None, list[Damage]]:
    """Read engine text value by value, like ``read_observations``."""
    try:
        value = parse(text)
    except JsonError as error:
        return (), [Damage(column=OBSERVATIONS, reason=error.message, offset=error.offset)]
    if isinstance(value, Word) and value.value is None:
        return None, []
    if not isinstance(value, Array):
        return (), [wrong_kind(OBSERVATIONS, value, "a list of observations")]
    observations: list[Observation] = []
    damages: list[Damage] = []
    for index, item in enumerate(value.items):
        read, wrong = _observation(index, item)
        damages += wrong
        if read is not None:
            observations.append(read)
    return tuple(observations), damages


def _observation(index: int, item: Value) -> tuple[Observation | None, list[Damage]]:
    if isinstance(item, Word) and item.value is None:
        return Observation(), []
    if not isinstance(item, Object):
        return None, [wrong_kind(OBSERVATIONS, item, "an observation", index)]
    fields, refusals = _OBSERVATION.read(item)
    if not refusals:
        return msgspec.convert(fields, Observation), []
    return None, [
        Damage(
            column=OBSERVATIONS,
            reason=refusal.reason,
            offset=refusal.offset,
            length=refusal.length,
            item=index,
            key=refusal.key,
        )
        for refusal in refusals
    ]


def wrong_kind(column: str, value: Value, wanted: str, item: int | None = None) -> Damage:
    """Return the damage of a value of another kind than ``wanted`` says."""
    return Damage(
        column=column,
        reason=f"{describe(value)} where {wanted} belongs",
        offset=value.offset,
        length=extent(value),
        item=item,
    )
