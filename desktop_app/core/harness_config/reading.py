"""The configuration of a workspace, as far as it could be read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from desktop_app.core.errors import MemloupeError
from desktop_app.core.harness_config.harness_view import HarnessView
from desktop_app.core.harness_config.traps import Trap
from desktop_app.core.harness_config.values import EffectiveConfig, Layer


@dataclass(frozen=True, slots=True)
class ConfigPath:
    """A place where the engine looks for a file, and whether there is something."""

    layer: Layer
    path: Path
    exists: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigReading:
    """What the configuration files of a workspace say.

    Attributes:
        config: ``None`` if a file can't be read: the engine does not start with it then.
        view: What the server makes of ``config``.
        problems: Why ``config`` is missing.
        files: Where the engine looks, the weakest layer first.
        traps: What does not do what it seems to.
        database: The state file that the configuration names (without readable files: the one
            that the environment names, or the default); it need not exist.
    """

    config: EffectiveConfig | None
    view: HarnessView | None
    problems: tuple[MemloupeError, ...]
    files: tuple[ConfigPath, ...]
    traps: tuple[Trap, ...]
    database: Path
