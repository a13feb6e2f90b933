"""The environment layer: which variables the engine takes over, and which it passes by."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import trim
from desktop_app.core.harness_config.schema import KEYS, KNOWN_VARIABLES, Key, Kind
from desktop_app.core.harness_config.toml_text import INT64_MAXIMUM, INT64_MINIMUM
from desktop_app.core.harness_config.values import IgnoredVariable, Layer, Setting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from desktop_app.core.harness_config.values import ConfigValue

_FLAGS = dict.fromkeys(("1", "t", "T", "TRUE", "true", "True"), True) | dict.fromkeys(
    ("0", "f", "F", "FALSE", "false", "False"), False
)
_WHOLE = re.compile(r"([+-]?)0*([0-9]{1,19})")


def environment_settings(environment: Mapping[str, str]) -> dict[str, Setting]:
    """Return the settings that the environment makes, by key."""
    settings = {}
    for key in KEYS:
        value = _value(key, environment)
        if value is not None and key.shown:
            settings[key.name] = Setting(
                key=key.name,
                value=value,
                layer=Layer.ENVIRONMENT,
                place=key.environment,
                written=key.environment,
            )
    return settings


def ignored_variables(environment: Mapping[str, str]) -> tuple[IgnoredVariable, ...]:
    """Return the variables that are set and change nothing, in the order of their names."""
    unreadable = [
        IgnoredVariable(key.environment, environment[key.environment], key.kind.value)
        for key in KEYS
        if key.environment
        and trim(environment.get(key.environment, ""))
        and _value(key, environment) is None
    ]
    unknown = [
        IgnoredVariable(name, value, "")
        for name, value in environment.items()
        if name.startswith("HARNESS_") and name not in KNOWN_VARIABLES
    ]
    return tuple(sorted((*unreadable, *unknown), key=lambda variable: variable.name))


def _value(key: Key, environment: Mapping[str, str]) -> ConfigValue | None:
    text = trim(environment.get(key.environment, "")) if key.environment else ""
    if not text:
        return None
    match key.kind:
        case Kind.FLAG:
            return _FLAGS.get(text)
        case Kind.WHOLE:
            return _whole(text)
        case _:
            return text


def _whole(text: str) -> int | None:
    match = _WHOLE.fullmatch(text)
    if match is None:
        return None
    number = int(match[1] + match[2])
    return number if INT64_MINIMUM <= number <= INT64_MAXIMUM else None
