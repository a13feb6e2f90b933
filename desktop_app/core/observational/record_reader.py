"""Reading a row of ``om_memory_records`` as the engine does."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec

from desktop_app.core.engine_json import JsonError, Object, Word, parse
from desktop_app.core.engine_text import decode
from desktop_app.core.engine_time import EngineTime, EngineTimeError, parse_column_time
from desktop_app.core.observational.damage import Damage, DamagedRecordError
from desktop_app.core.observational.json_fields import Fields, Kind
from desktop_app.core.observational.observations_reader import (
    quick_observations,
    read_observations,
    wrong_kind,
)
from desktop_app.core.observational.record import (
    ColumnValue,
    ObservationConfig,
    Record,
    RecordRow,
)
from desktop_app.core.scope import Scope


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


_FAST_CONFIG = msgspec.json.Decoder(ObservationConfig)
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
    observations = quick_observations(usual.active_observations_json)
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


def read_flag(value: ColumnValue) -> bool | None:
    """Return a BOOLEAN column as the engine reads it; ``None`` if it refuses the value."""
    text = decode(value) if isinstance(value, bytes) else value
    if isinstance(text, str):
        return _FLAGS.get(text)
    return bool(text) if isinstance(text, int) and text in {0, 1} else None


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
            self._damages.append(wrong_kind("config_json", value, "an object"))
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
