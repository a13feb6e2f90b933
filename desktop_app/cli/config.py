"""The engine's configuration: effective values, where each comes from, and the traps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop_app.cli.reading import Reader
from desktop_app.cli.text import visible
from desktop_app.core.harness_config.shown import shown_value
from desktop_app.core.harness_config.values import Layer

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator
    from pathlib import Path

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.harness_config.reading import ConfigReading
    from desktop_app.core.harness_config.traps import Trap
    from desktop_app.core.harness_config.values import ConfigValue, EffectiveConfig, Setting
    from desktop_app.services.workspace import Workspace

DONE, UNREADABLE = 0, 3
_WORDS = {
    Layer.DEFAULT: "built in",
    Layer.USER: "your file",
    Layer.PROJECT: "workspace",
    Layer.PROFILE: "profile",
    Layer.ENVIRONMENT: "environment",
}


def run(options: Namespace, terminal: Terminal) -> int:
    """Print the configuration of each workspace that was found."""
    reader = Reader(options, terminal)
    readings = _readings(reader.workspace)
    for folder, reading in readings:
        if options.json:
            terminal.record(_fields(folder, reading))
        else:
            for line in _lines(folder, reading):
                terminal.line(line)
    is_readable = all(reading.config is not None for _, reading in readings)
    return DONE if is_readable else UNREADABLE


def _readings(workspace: Workspace) -> list[tuple[Path, ConfigReading]]:
    found = {source.workspace: source.config for source in workspace.sources}
    return list(found.items()) or [(workspace.root, workspace.config)]


def _lines(folder: Path, reading: ConfigReading) -> Iterator[str]:
    yield f"Configuration of {visible(str(folder))}"
    for file in reading.files:
        there = "" if file.exists else " (not there)"
        yield f"  {_WORDS[file.layer]}: {visible(str(file.path))}{there}"
    yield ""
    yield from _setting_lines(reading.config)
    for trap in reading.traps:
        yield ""
        yield f"{visible(trap.key)}: {visible(trap.title)}"
        yield f"  {visible(_without_secrets(trap.explanation))}"


def _setting_lines(config: EffectiveConfig | None) -> Iterator[str]:
    settings = config.settings if config else ()
    widest = max((len(setting.key) for setting in settings), default=0)
    for setting in settings:
        value = _shown(setting)
        text = f'"{value}"' if isinstance(value, str) else shown_value(value)
        yield f"{setting.key:<{widest}}  {visible(text)}  {_origin(setting)}"


def _origin(setting: Setting) -> str:
    line = f", line {setting.line}" if setting.line else ""
    place = f": {visible(setting.place)}{line}" if setting.place else ""
    return f"({_WORDS[setting.layer]}{place})"


def _fields(folder: Path, reading: ConfigReading) -> dict[str, Any]:
    return {
        "workspace": str(folder),
        "database": str(reading.database),
        "files": [
            {"layer": file.layer.value, "path": str(file.path), "exists": file.exists}
            for file in reading.files
        ],
        "problems": [str(problem) for problem in reading.problems],
        "settings": [
            {
                "key": setting.key,
                "value": _shown(setting),
                "layer": setting.layer.value,
                "place": setting.place,
                "line": setting.line,
            }
            for setting in (reading.config.settings if reading.config else ())
        ],
        "traps": [_trap_fields(trap) for trap in reading.traps],
    }


def _trap_fields(trap: Trap) -> dict[str, str]:
    return {
        "code": trap.code,
        "key": trap.key,
        "title": trap.title,
        "explanation": _without_secrets(trap.explanation),
    }


def _shown(setting: Setting) -> ConfigValue:
    """Return the value; text without what is secret in it."""
    return shown_value(setting.value) if isinstance(setting.value, str) else setting.value


def _without_secrets(text: str) -> str:
    return shown_value(text)
