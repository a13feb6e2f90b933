"""The cascade: defaults, user file, project file, named profile, environment; later wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.core.harness_config.environment import environment_settings, ignored_variables
from desktop_app.core.harness_config.file_layer import file_settings
from desktop_app.core.harness_config.schema import KEYS
from desktop_app.core.harness_config.values import (
    ConfigFile,
    EffectiveConfig,
    Layer,
    NamedProfile,
    Setting,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigInputs:
    """What the cascade is made from; ``None`` stands for a file that does not exist."""

    environment: Mapping[str, str]
    user: bytes | None = None
    project: bytes | None = None
    profile: NamedProfile | None = None
    user_label: str = "user config.toml"
    project_label: str = "project config.toml"

    def files(self) -> Iterator[ConfigFile]:
        """Yield the files that exist, the weakest first."""
        if self.user is not None:
            yield ConfigFile(Layer.USER, self.user_label, self.user)
        if self.project is not None:
            yield ConfigFile(Layer.PROJECT, self.project_label, self.project)
        if self.profile is not None:
            yield _profile_file(self.profile)


def effective_config(inputs: ConfigInputs) -> EffectiveConfig:
    """Return what the engine's loader makes of ``inputs``.

    The server never hands a profile to its loader (H17); ``inputs.profile`` exists because
    the loader itself can do it.

    Raises:
        BrokenConfigError: A file stops the engine from starting.
        NotFoundError: The named profile does not exist.
        RefusedError: The profile's name is not allowed, or a file is made to be slow to read.
    """
    settings = {key.name: Setting(key=key.name, value=key.default) for key in KEYS if key.shown}
    for file in inputs.files():
        settings |= {key: new for key, new in file_settings(file).items() if key in settings}
    settings |= environment_settings(inputs.environment)
    return EffectiveConfig(tuple(settings.values()), ignored_variables(inputs.environment))


def _profile_file(profile: NamedProfile) -> ConfigFile:
    if any(part in profile.name for part in ("/", "\\", "..")) or not profile.name:
        raise RefusedError(f"“{profile.name}” can't be the name of a profile.")
    if profile.data is None:
        raise NotFoundError(f"There is no profile “{profile.name}”.")
    return ConfigFile(Layer.PROFILE, f"{profile.name}.toml", profile.data)
