"""Reads the engine's configuration files of a workspace and of the person's home folder."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.core.errors import MemloupeError, StoreError
from desktop_app.core.harness_config.cascade import ConfigInputs, effective_config
from desktop_app.core.harness_config.file_layer import file_settings
from desktop_app.core.harness_config.harness_view import HarnessView, harness_view
from desktop_app.core.harness_config.reading import ConfigPath, ConfigReading
from desktop_app.core.harness_config.traps import ProfileKeys, broken_file_trap, config_traps
from desktop_app.core.harness_config.values import BrokenConfigError, ConfigFile, Layer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CONFIG_NAME = Path(".harness", "config.toml")
PROFILES_NAME = Path(".harness", "profiles")
LARGEST_CONFIG = 64 * 1024
MOST_PROFILES = 64
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_BINARY", 0)
)
_PASSED_BY = ("memory.", "forensics.", "auto_compact.")


def read_harness_config(
    workspace: Path, home: Path | None, environment: Mapping[str, str]
) -> ConfigReading:
    """Read the configuration that the engine has in ``workspace``. Never raises for a file.

    ``environment`` is the one that the engine is started with, as far as it is known.
    """
    files = tuple(_places(workspace, home))
    problems: list[MemloupeError] = []
    contents = {file.layer: _content_or_problem(file, workspace, problems) for file in files}
    inputs = ConfigInputs(
        environment=environment,
        user=contents.get(Layer.USER),
        project=contents[Layer.PROJECT],
        user_label="~/.harness/config.toml",
        project_label=".harness/config.toml",
    )
    try:
        config = None if problems else effective_config(inputs)
    except MemloupeError as error:
        config = None
        problems.append(error)
    if config is None:
        return _unreadable(workspace, environment, problems, files)
    view = harness_view(config, environment)
    return ConfigReading(
        config=config,
        view=view,
        problems=(),
        files=files,
        traps=config_traps(config, view, tuple(_profiles(workspace, home))),
        database=_database(workspace, view),
    )


def _places(workspace: Path, home: Path | None) -> Iterator[ConfigPath]:
    for layer, folder in ((Layer.USER, home), (Layer.PROJECT, workspace)):
        if folder is not None:
            path = folder / CONFIG_NAME
            yield ConfigPath(layer, path, os.path.lexists(path))


def _content_or_problem(
    file: ConfigPath, workspace: Path, problems: list[MemloupeError]
) -> bytes | None:
    boundary = workspace if file.layer is Layer.PROJECT else None
    try:
        return read_config_file(file.path, boundary)
    except StoreError as error:
        problems.append(error)
        return None


def read_config_file(path: Path, boundary: Path | None = None) -> bytes | None:
    """Return the bytes of a configuration file, or ``None`` if there is none.

    A link is followed only as long as it stays inside ``boundary``, when one is given.

    Raises:
        StoreError: The file exists and can't be read.
    """
    try:
        target = path.resolve(strict=True)
        if boundary is not None and not target.is_relative_to(boundary.resolve()):
            raise StoreError(
                f"“{path}” is a link that leads out of the workspace; it was not read.",
                "Open the folder that it leads to, if you trust it.",
            )
        return _content(path, target)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "the link leads to itself"
        raise StoreError(f"“{path}” can't be read: {reason}.") from error


def _content(path: Path, target: Path) -> bytes:
    descriptor = os.open(target, _FLAGS)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise StoreError(f"“{path}” is not a regular file.")
        data = file.read(LARGEST_CONFIG + 1)
    if len(data) > LARGEST_CONFIG:
        raise StoreError(f"“{path}” is larger than 64 KiB; that is no configuration.")
    return data


def _unreadable(
    workspace: Path,
    environment: Mapping[str, str],
    problems: list[MemloupeError],
    files: tuple[ConfigPath, ...],
) -> ConfigReading:
    without_files = effective_config(ConfigInputs(environment=environment))
    return ConfigReading(
        config=None,
        view=None,
        problems=tuple(problems),
        files=files,
        traps=tuple(broken_file_trap(e) for e in problems if isinstance(e, BrokenConfigError)),
        database=_database(workspace, harness_view(without_files, environment)),
    )


def _database(workspace: Path, view: HarnessView) -> Path:
    # The engine cleans a relative path by its letters, before any link in it is followed.
    path = Path(view.database_path)
    return path if path.is_absolute() else Path(os.path.normpath(workspace / path))


def _profiles(workspace: Path, home: Path | None) -> Iterator[ProfileKeys]:
    for folder, boundary, prefix in ((workspace, workspace, ""), (home, None, "~/")):
        if folder is None:
            continue
        for path in sorted((folder / PROFILES_NAME).glob("*.toml"))[:MOST_PROFILES]:
            keys = _profile_keys(path, boundary)
            if keys:
                yield ProfileKeys(f"{prefix}{(PROFILES_NAME / path.name).as_posix()}", keys)


def _profile_keys(path: Path, boundary: Path | None) -> tuple[str, ...]:
    try:
        data = read_config_file(path, boundary)
        found = file_settings(ConfigFile(Layer.PROFILE, path.name, data or b""))
    except MemloupeError:
        return ()  # A profile that nobody asked for stops nothing.
    return tuple(key for key in found if key.startswith(_PASSED_BY))
