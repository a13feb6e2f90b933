"""Values of the configuration cascade: where a setting comes from and what it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from desktop_app.core.errors import DamagedError

ConfigValue = bool | int | float | str


class Layer(Enum):
    """Where a value comes from; a later layer wins over an earlier one."""

    DEFAULT = "default"
    USER = "user"
    PROJECT = "project"
    PROFILE = "profile"
    ENVIRONMENT = "environment"


class BrokenConfigError(DamagedError):
    """A configuration file that stops the engine from starting.

    Attributes:
        layer: Layer of the file.
        label: The file as the reader of the message knows it.
        line: 1-based line of the fault; ``None`` where it is not known.
        reason: What is wrong, without file and line.
    """

    def __init__(self, layer: Layer, label: str, line: int | None, reason: str) -> None:
        place = label if line is None else f"{label}, line {line}"
        super().__init__(f"{place}: {reason}.", "The engine does not start until this is mended.")
        self.layer = layer
        self.label = label
        self.line = line
        self.reason = reason


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """A configuration file: its place in the cascade, its name for people, its bytes."""

    layer: Layer
    label: str
    data: bytes


@dataclass(frozen=True, slots=True)
class NamedProfile:
    """A profile asked for by name; ``data`` is ``None`` when there is no such file."""

    name: str
    data: bytes | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One effective value and its origin.

    Attributes:
        key: Full name, such as ``memory.snippet_max_tokens``.
        value: What the engine uses.
        layer: Layer that set it.
        place: Label of the file or name of the environment variable; empty for a default.
        written: The key as it stands in the file.
        line: 1-based line in the file, where known.
        alternatives: Other values of the same key in the same file, under another spelling:
            the engine takes any one of them at random (H20).
    """

    key: str
    value: ConfigValue
    layer: Layer = Layer.DEFAULT
    place: str = ""
    written: str = ""
    line: int | None = None
    alternatives: tuple[ConfigValue, ...] = ()

    @property
    def is_ambiguous(self) -> bool:
        """Whether the engine can end up with another value than ``value``."""
        return any(repr(other) != repr(self.value) for other in self.alternatives)


@dataclass(frozen=True, slots=True)
class IgnoredVariable:
    """An environment variable that is set and that the engine does not take over."""

    name: str
    value: str
    expected: str
    """What the engine would accept; empty when it knows no such name."""


@dataclass(frozen=True, slots=True)
class EffectiveConfig:
    """The result of the cascade: one setting per known key, in the order of the schema."""

    settings: tuple[Setting, ...]
    ignored: tuple[IgnoredVariable, ...] = ()

    def __getitem__(self, key: str) -> Setting:
        for setting in self.settings:
            if setting.key == key:
                return setting
        raise KeyError(key)

    def section(self, table: str) -> tuple[Setting, ...]:
        """Return the settings of one table, such as ``memory``."""
        return tuple(item for item in self.settings if item.key.startswith(f"{table}."))

    def text(self, key: str) -> str:
        """Return a text setting."""
        return str(self[key].value)

    def flag(self, key: str) -> bool:
        """Return a true/false setting."""
        return bool(self[key].value)

    def whole(self, key: str) -> int:
        """Return a whole-number setting."""
        return int(self[key].value)
