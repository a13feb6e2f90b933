"""Reading a row of ``om_memory_records`` as the engine does."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec

from desktop_app.core.engine_json import Array, JsonError, Object, Value, Word, parse
from desktop_app.core.engine_text import decode
from desktop_app.core.engine_time import EngineTime, EngineTimeError, parse_column_time
from desktop_app.core.observational.damage import Damage, DamagedRecordError
from desktop_app.core.observational.json_fields import Fields, Kind, describe, extent
from desktop_app.core.observational.observation import Observation
from desktop_app.core.observational.record import (
    ColumnValue,
    ObservationConfig,
    Record,
    RecordRow,
)
from desktop_app.core.scope import Scope

OBSERVATIONS = "active_observations_json"


class _UsualRow(msgspec.Struct, gc=False):
    """Storage classes as the engine's own writes leave them, in a short read of ours."""

    memory_id: str
    tenant_id: str
    conversation_id: str
    agent_id: str
    enabled: Annotated[int, msgspec.Meta(ge=0, le=1)]
    state_version: int
    last_observed_message_index: int
    active_observations_json: bytes
    active_observation_tokens: int
    active_reflection: str
    active_reflection_tokens: int
    last_reflected_observation_seq: int
    config_json: str
    created_at: str
    updated_at: str


_FAST = msgspec.json.Decoder(list[Observation])
_FAST_CONFIG = msgspec.json.Decoder(ObservationConfig)
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
_CONFIG = Fields(dict.fromkeys(ObservationConfig.__struct_fields__, Kind.INTEGER))
_FLAGS = {
    **dict.fromkeys(("1", "t", "T", "TRUE", "true", "True"), True),
    **dict.fromkeys(("0", "f", "F", "FALSE", "false", "False"), False),
}


def read_record(row: RecordRow) -> Record:
    """Return the record in ``row``.

    Raises:
        DamagedRecordError: the engine can't read it; every reason is in ``damages``.
    """
    return _usual_record(row) or _RowReader(row).record()


def _usual_record(row: RecordRow) -> Record | None:
    """Read a row as the engine itself writes it, quickly; ``None`` for any other."""
    try:
        usual = msgspec.convert(row, _UsualRow, from_attributes=True)
        config = _FAST_CONFIG.decode(usual.config_json)
        created_at = parse_column_time(usual.created_at)
        updated_at = parse_column_time(usual.updated_at)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, EngineTimeError):
        return None
    observations = _quick_observations(usual.active_observations_json)
    if observations is None:
        return None
    return Record(
        memory_id=usual.memory_id,
        scope=Scope(usual.tenant_id, usual.conversation_id, usual.agent_id),
        enabled=usual.enabled == 1,
        state_version=usual.state_version,
        last_observed_message_index=usual.last_observed_message_index,
        observations=observations,
        observation_tokens=usual.active_observation_tokens,
        reflection=usual.active_reflection,
        reflection_tokens=usual.active_reflection_tokens,
        last_reflected_seq=usual.last_reflected_observation_seq,
        config=config,
        created_at=created_at,
        updated_at=updated_at,
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
    quick = _quick_observations(data)
    return (quick, []) if quick is not None else _exact_observations(decode(data))


def read_flag(value: ColumnValue) -> bool | None:
    """Return a BOOLEAN column as the engine reads it; ``None`` if it refuses the value."""
    text = decode(value) if isinstance(value, bytes) else value
    if isinstance(text, str):
        return _FLAGS.get(text)
    return bool(text) if isinstance(text, int) and text in {0, 1} else None


def _quick_observations(data: bytes) -> tuple[Observation, ...] | None:
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
    times = "".join([f"{observation.created_at}\n" for observation in observations])
    if times.count("\n") != len(observations) or not _USUAL_TIMES(times):
        return None
    return tuple(observations)


def _exact_observations(text: str) -> tuple[tuple[Observation, ...] | None, list[Damage]]:
    try:
        value = parse(text)
    except JsonError as error:
        return (), [Damage(column=OBSERVATIONS, reason=error.message, offset=error.offset)]
    if isinstance(value, Word) and value.value is None:
        return None, []
    if not isinstance(value, Array):
        return (), [_wrong_kind(OBSERVATIONS, value, "a list of observations")]
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
        return None, [_wrong_kind(OBSERVATIONS, item, "an observation", index)]
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


def _wrong_kind(column: str, value: Value, wanted: str, item: int | None = None) -> Damage:
    return Damage(
        column=column,
        reason=f"{describe(value)} where {wanted} belongs",
        offset=value.offset,
        length=extent(value),
        item=item,
    )


class _RowReader:
    """Reads the columns one by one and collects every reason against them."""

    def __init__(self, row: RecordRow) -> None:
        self._row = row
        self._damages: list[Damage] = []

    def record(self) -> Record:
        row = self._row
        observations, wrong = read_observations(row.active_observations_json)
        self._damages += wrong
        record = Record(
            memory_id=self._text("memory_id"),
            scope=Scope(
                self._text("tenant_id"), self._text("conversation_id"), self._text("agent_id")
            ),
            enabled=self._flag("enabled"),
            state_version=self._integer("state_version"),
            last_observed_message_index=self._integer("last_observed_message_index"),
            observations=observations,
            observation_tokens=self._integer("active_observation_tokens"),
            reflection=self._text("active_reflection"),
            reflection_tokens=self._integer("active_reflection_tokens"),
            last_reflected_seq=self._integer("last_reflected_observation_seq"),
            config=self._config(),
            created_at=self._time("created_at"),
            updated_at=self._time("updated_at"),
        )
        if self._damages:
            raise DamagedRecordError(tuple(self._damages))
        return record

    def _text(self, column: str) -> str:
        value: ColumnValue = getattr(self._row, column)
        if isinstance(value, str):
            return value
        if isinstance(value, bytes):
            return decode(value)
        if value is None:
            self._refuse(column, "NULL where a text belongs")
            return ""
        return str(value)

    def _integer(self, column: str) -> int:
        value: ColumnValue = getattr(self._row, column)
        if isinstance(value, int):
            return value
        text = decode(value) if isinstance(value, bytes) else value
        if isinstance(text, str) and re.fullmatch(r"[+-]?[0-9]{1,18}", text):
            return int(text)
        self._refuse(column, f"{_shown(value)} where a whole number belongs")
        return 0

    def _flag(self, column: str) -> bool:
        value: ColumnValue = getattr(self._row, column)
        flag = read_flag(value)
        if flag is None:
            self._refuse(column, f"{_shown(value)} where true or false belongs")
        return bool(flag)

    def _time(self, column: str) -> EngineTime:
        try:
            return parse_column_time(getattr(self._row, column))
        except EngineTimeError as error:
            self._refuse(column, str(error))
            return EngineTime(0)

    def _config(self) -> ObservationConfig:
        text = self._text("config_json")
        try:
            return _FAST_CONFIG.decode(text)
        except (msgspec.DecodeError, UnicodeError):
            return self._exact_config(text)

    def _exact_config(self, text: str) -> ObservationConfig:
        try:
            value = parse(text)
        except JsonError as error:
            self._damages.append(
                Damage(column="config_json", reason=error.message, offset=error.offset)
            )
            return ObservationConfig()
        if isinstance(value, Word) and value.value is None:
            return ObservationConfig()
        if not isinstance(value, Object):
            self._damages.append(_wrong_kind("config_json", value, "an object"))
            return ObservationConfig()
        fields, refusals = _CONFIG.read(value)
        self._damages += [
            Damage(
                column="config_json", reason=r.reason, offset=r.offset, length=r.length, key=r.key
            )
            for r in refusals
        ]
        return msgspec.convert(fields, ObservationConfig)

    def _refuse(self, column: str, reason: str) -> None:
        self._damages.append(Damage(column=column, reason=reason))


def _shown(value: ColumnValue) -> str:
    text = decode(value) if isinstance(value, bytes) else value
    return "NULL" if text is None else f"“{text}”"
