"""Traps: values that do not do what a reader of the configuration would expect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.engine_config import normalize
from desktop_app.core.harness_config.harness_view import MODES
from desktop_app.core.harness_config.shown import shown_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.harness_config.harness_view import HarnessView
    from desktop_app.core.harness_config.values import (
        BrokenConfigError,
        ConfigValue,
        EffectiveConfig,
        IgnoredVariable,
        Setting,
    )
    from desktop_app.core.observational.record import ObservationConfig

_TOKEN_KEYS = ("observe_min_tokens", "snippet_max_tokens", "reflect_threshold_tokens")
_LONGEST_SHOWN_VALUE = 40


@dataclass(frozen=True, slots=True)
class Trap:
    """One trap.

    Attributes:
        code: Hazard number (``H16`` …), or a word for those that have none: ``start``,
            ``ignored``, ``unknown``, ``broken``.
        key: Key, variable or file that it is about.
        title: What is the case, one short sentence.
        explanation: What it means and what to do.
    """

    code: str
    key: str
    title: str
    explanation: str


@dataclass(frozen=True, slots=True)
class ProfileKeys:
    """A profile file, and the keys in it that the server passes by (H17)."""

    label: str
    keys: tuple[str, ...]


def config_traps(
    config: EffectiveConfig, view: HarnessView, profiles: tuple[ProfileKeys, ...] = ()
) -> tuple[Trap, ...]:
    """Return the traps of a workspace's configuration, those that stop the engine first."""
    return (
        *_start_trap(config, view),
        *_enabled_trap(config, view),
        *(_profile_trap(profile) for profile in profiles if profile.keys),
        *_token_trap(config, view),
        *_rollout_trap(view),
        *(_spelling_trap(setting) for setting in config.settings if setting.alternatives),
        *_base_url_trap(view),
        *(_variable_trap(variable) for variable in config.ignored),
    )


def scope_trap(stored: ObservationConfig, view: HarnessView) -> Trap | None:
    """Return a trap if a scope keeps token values other than the configuration's (H14)."""
    used = normalize(stored)
    different = [
        f"{name} {getattr(used, name)} (configuration: {getattr(view.tokens, name)})"
        for name in _TOKEN_KEYS
        if getattr(used, name) != getattr(view.tokens, name)
    ]
    if not different:
        return None
    return Trap(
        "H14",
        "config_json",
        "This scope keeps values of its own.",
        f"It uses {', '.join(different)}. The values were copied when the engine first saw the "
        "scope, or set by the agent; the configuration does not reach it any more.",
    )


def broken_file_trap(error: BrokenConfigError) -> Trap:
    """Return a broken file as a trap: the engine does not start with it."""
    return Trap("broken", error.label, "The engine refuses this file.", str(error))


def _start_trap(config: EffectiveConfig, view: HarnessView) -> Iterator[Trap]:
    if not view.start_problem:
        return
    if view.mode not in MODES:
        key = "memory.mode"
    elif view.database_driver != "sqlite":
        key = "memory.db_driver"
    else:
        key = "memory.llm_mode"
    origin = _origin(config[key])
    title = "The engine does not start with this configuration."
    yield Trap("start", key, title, f"{view.start_problem}{origin}")


def _enabled_trap(config: EffectiveConfig, view: HarnessView) -> Iterator[Trap]:
    if config.flag("memory.enabled") or view.mode == "off":
        return
    yield Trap(
        "H16",
        "memory.enabled",
        "memory.enabled = false changes nothing.",
        'The engine still observes and injects. Only memory.mode = "off" stops it, and working '
        "memory is injected even then.",
    )


def _profile_trap(profile: ProfileKeys) -> Trap:
    return Trap(
        "H17",
        profile.label,
        "The engine passes by memory settings in a profile.",
        f"{profile.label} sets {', '.join(profile.keys)}. Of a profile the engine takes the "
        "model, the step and cost limits and the system prompt only.",
    )


def _token_trap(config: EffectiveConfig, view: HarnessView) -> Iterator[Trap]:
    if not view.tokens_were_dropped:
        return
    negative = [name for name in _TOKEN_KEYS if config.whole(f"memory.{name}") < 0]
    tokens = view.tokens
    yield Trap(
        "H18",
        f"memory.{negative[0]}",
        "A negative value throws away all three token settings.",
        f"{' and '.join(negative)} is below zero, so new scopes get observe_min_tokens "
        f"{tokens.observe_min_tokens}, snippet_max_tokens {tokens.snippet_max_tokens} and "
        f"reflect_threshold_tokens {tokens.reflect_threshold_tokens}, whatever the others say.",
    )


def _rollout_trap(view: HarnessView) -> Iterator[Trap]:
    if not view.rollout_dir or view.rollout_dir.startswith("/"):
        return
    yield Trap(
        "H19",
        view.rollout_dir_source,
        "Rollouts land where the engine was started.",
        f"“{view.rollout_dir}” is taken from the directory that the engine's process was started "
        "in, not from the workspace. The database path is taken from the workspace.",
    )


def _spelling_trap(setting: Setting) -> Trap:
    values = ", ".join(_shown(value) for value in (setting.value, *setting.alternatives))
    return Trap(
        "H20",
        setting.key,
        "This key stands there twice, in two spellings.",
        f"{setting.place} has the values {values}. Each start of the engine takes one of them at "
        "random; remove all but one.",
    )


def _base_url_trap(view: HarnessView) -> Iterator[Trap]:
    if view.mode == "off" or view.model_mode != "openai":
        return
    if not view.base_url.rstrip("/").endswith("/v1"):
        return
    yield Trap(
        "H21",
        view.base_url_source,
        "Memory calls go to a wrong address.",
        "The base URL ends in /v1 and the memory's model client adds /v1 again. Runs work, every "
        "observe fails. Set memory.llm_base_url without /v1.",
    )


def _variable_trap(variable: IgnoredVariable) -> Trap:
    if variable.expected:
        return Trap(
            "ignored",
            variable.name,
            "The engine ignores this variable.",
            f"{variable.name} is {_shown(variable.value)}, which is not {variable.expected}. The "
            "value of the layers below stays.",
        )
    return Trap(
        "unknown",
        variable.name,
        "No setting has this variable.",
        f"{variable.name} is set, and none of the engine's settings is read from it.",
    )


def _origin(setting: Setting) -> str:
    return f" It is set in {setting.place}{f', line {setting.line}' if setting.line else ''}."


def _shown(value: ConfigValue) -> str:
    text = shown_value(value)
    short = text if len(text) <= _LONGEST_SHOWN_VALUE else f"{text[:_LONGEST_SHOWN_VALUE]}…"
    return f"“{short}”"
