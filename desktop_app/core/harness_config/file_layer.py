"""What one configuration file sets, checked the way the engine checks it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from desktop_app.core.harness_config.schema import KEY_BY_NAME, TABLES, Key, Kind
from desktop_app.core.harness_config.toml_text import read_toml
from desktop_app.core.harness_config.values import BrokenConfigError, ConfigFile, Setting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.harness_config.values import ConfigValue

_LARGEST_EXACT_FLOAT = 2**53 - 1
_HEADER = re.compile(r"\s*\[\[?([^\[\]#]+)\]")
_KEY = re.compile(r"""[\w\s.\-"']+""")
_SERVER_TEXTS = ("transport", "command", "url")


def file_settings(file: ConfigFile) -> dict[str, Setting]:
    """Return the settings that a file makes, by key.

    A key that stands there under two spellings gives one setting with ``alternatives``.

    Raises:
        BrokenConfigError: The engine refuses the file.
    """
    text, tables = read_toml(file)
    reader = _Reader(file, text)
    found: dict[str, list[tuple[str, ConfigValue]]] = {}
    for key, written, value in reader.entries(tables):
        found.setdefault(key.name, []).append((written, reader.checked(key, written, value)))
    return {name: _setting(name, values, reader, file) for name, values in found.items()}


def _setting(
    name: str, values: list[tuple[str, ConfigValue]], reader: _Reader, file: ConfigFile
) -> Setting:
    written, value = values[0]
    return Setting(
        key=name,
        value=value,
        layer=file.layer,
        place=file.label,
        written=written,
        line=reader.line_of(written),
        alternatives=tuple(other for _, other in values[1:]),
    )


def fold(name: str) -> str:
    """Return a key as the engine compares it: without regard to case."""
    return name.replace("\u017f", "s").lower()


class _Reader:
    def __init__(self, file: ConfigFile, text: str) -> None:
        self._file = file
        self._text = text

    def entries(self, tables: dict[str, object]) -> Iterator[tuple[Key, str, object]]:
        """Yield every value of a known key, with the key as written."""
        for name, value in tables.items():
            folded = fold(name)
            if folded in TABLES:
                for inner, inner_value in self._table(name, value).items():
                    key = KEY_BY_NAME.get(f"{folded}.{fold(inner)}")
                    if key is not None:
                        yield key, f"{name}.{inner}", inner_value
            elif folded == "mcp_servers":
                self._check_servers(name, value)
            elif folded in KEY_BY_NAME:
                yield KEY_BY_NAME[folded], name, value

    def checked(self, key: Key, written: str, value: object) -> ConfigValue:
        """Return ``value`` if it has the type that the engine wants for ``key``."""
        match value:
            case bool() if key.kind is Kind.FLAG:
                return value
            case str() if key.kind is Kind.TEXT:
                return value
            case float() if key.kind is Kind.NUMBER:
                return value
            case int() if not isinstance(value, bool) and key.kind in (Kind.WHOLE, Kind.NUMBER):
                return value if key.kind is Kind.WHOLE else self._float(written, value)
        raise self._broken(written, f"{written} must be {key.kind.value}, not {_type_name(value)}")

    def _float(self, written: str, value: int) -> float:
        if abs(value) > _LARGEST_EXACT_FLOAT:
            raise self._broken(written, f"{written} is too large to be exact as a number")
        return float(value)

    def line_of(self, written: str) -> int | None:
        """Return the line that sets ``written``, if a plain look at the text finds it."""
        table = ""
        for number, line in enumerate(self._text.split("\n"), 1):
            header = _HEADER.match(line)
            if header:
                table = _plain(header[1])
                if table == written:
                    return number
                continue
            key, equals, _ = line.partition("=")
            if not equals or not _KEY.fullmatch(key):
                continue
            path = f"{table}.{_plain(key)}".lstrip(".")
            if written == path or written.startswith(f"{path}."):
                return number
        return None

    def _table(self, written: str, value: object) -> dict[str, object]:
        if not isinstance(value, dict):
            raise self._broken(written, f"{written} must be a table, not {_type_name(value)}")
        return value

    def _check_servers(self, written: str, servers: object) -> None:
        for name, server in self._table(written, servers).items():
            path = f"{written}.{name}"
            for inner, value in self._table(path, server).items():
                folded = fold(inner)
                if folded in _SERVER_TEXTS and not isinstance(value, str):
                    wrong = f"{path}.{inner} must be text, not {_type_name(value)}"
                    raise self._broken(f"{path}.{inner}", wrong)
                if folded == "args" and not _is_list_of_text(value):
                    raise self._broken(f"{path}.{inner}", f"{path}.{inner} must be a list of text")

    def _broken(self, written: str, reason: str) -> BrokenConfigError:
        line = self.line_of(written)
        return BrokenConfigError(self._file.layer, self._file.label, line, reason)


def _is_list_of_text(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _plain(path: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in path.split("."))


def _type_name(value: object) -> str:
    names = {
        bool: Kind.FLAG.value,
        int: Kind.WHOLE.value,
        float: "a number with decimals",
        str: Kind.TEXT.value,
        list: "a list",
        dict: "a table",
    }
    return names.get(type(value), "a date or time")
