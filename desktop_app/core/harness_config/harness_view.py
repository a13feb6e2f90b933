"""What the server makes of the effective configuration when it starts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.engine_config import DEFAULTS, service_default
from desktop_app.core.engine_text import trim
from desktop_app.core.observational.record import ObservationConfig

if TYPE_CHECKING:
    from collections.abc import Mapping

    from desktop_app.core.harness_config.values import EffectiveConfig

DEFAULT_DATABASE = ".harness/state.db"
DEFAULT_BASE_URL = "https://api.openai.com"
DEFAULT_MEMORY_MODEL = "gpt-5-nano"
DEFAULT_MAX_STEPS = 8
MODES = ("off", "auto", "local_coordinator")
MODEL_MODES = ("inherit", "provider", "openai")


@dataclass(frozen=True, slots=True, kw_only=True)
class HarnessView:
    """The values that the server works with.

    Attributes:
        mode: ``off``, ``auto`` or ``local_coordinator``; anything else stops the start.
        database_driver: ``sqlite``; anything else stops the start unless ``mode`` is ``off``.
        database_path: As written; a relative one is joined to the workspace.
        tokens: Defaults that a new scope gets.
        tokens_were_dropped: One negative token key made all three fall back (H18).
        model_mode: Who answers the memory's own model calls.
        memory_model: Model of those calls.
        base_url: Server of those calls in ``openai`` mode.
        base_url_source: Key or variable that gave ``base_url``; empty for the default.
        api_key_source: Variable that holds the key; ``None`` if neither is set.
        rollout_dir: Empty if rollouts are off; a relative one lies under the directory that
            the server was started in (H19).
        records_snippets: Whether rollouts hold the injected snippet.
        start_problem: Why the server does not start; empty if it does, as far as the
            configuration tells.
    """

    mode: str
    database_driver: str
    database_path: str
    default_enabled: bool
    tokens: ObservationConfig
    tokens_were_dropped: bool
    model_mode: str
    memory_provider: str
    memory_model: str
    base_url: str
    base_url_source: str
    api_key_source: str | None
    max_steps: int
    rollout_dir: str
    rollout_dir_source: str
    records_snippets: bool
    start_problem: str

    @property
    def injects_observations(self) -> bool:
        """Whether a turn can receive the observational snippet at all."""
        return self.mode != "off"


def harness_view(config: EffectiveConfig, environment: Mapping[str, str]) -> HarnessView:
    """Return what the server does with ``config`` in ``environment``."""
    mode = trim(config.text("memory.mode")).lower() or "auto"
    driver = trim(config.text("memory.db_driver")).lower() or "sqlite"
    tokens, dropped = _tokens(config)
    model_mode = _model_mode(config, environment)
    base_url, base_url_source = _base_url(config, environment)
    rollout_dir, rollout_dir_source = _rollout_dir(config, environment)
    return HarnessView(
        mode=mode,
        database_driver=driver,
        database_path=trim(config.text("memory.sqlite_path")) or DEFAULT_DATABASE,
        default_enabled=config.flag("memory.default_enabled"),
        tokens=tokens,
        tokens_were_dropped=dropped,
        model_mode=model_mode,
        memory_provider=trim(config.text("memory.llm_provider")),
        memory_model=_memory_model(config, model_mode),
        base_url=base_url,
        base_url_source=base_url_source,
        api_key_source=_api_key_source(environment),
        max_steps=config.whole("max_steps") or DEFAULT_MAX_STEPS,
        rollout_dir=rollout_dir,
        rollout_dir_source=rollout_dir_source,
        records_snippets=bool(rollout_dir)
        and config.flag("forensics.capture_request_envelope")
        and config.flag("forensics.snapshot_memory_snippet"),
        start_problem=_start_problem(config, mode, driver, model_mode),
    )


def _tokens(config: EffectiveConfig) -> tuple[ObservationConfig, bool]:
    wanted = ObservationConfig(
        config.whole("memory.observe_min_tokens") or DEFAULTS.observe_min_tokens,
        config.whole("memory.snippet_max_tokens") or DEFAULTS.snippet_max_tokens,
        config.whole("memory.reflect_threshold_tokens") or DEFAULTS.reflect_threshold_tokens,
    )
    used = service_default(wanted)
    return used, used is not wanted


def _model_mode(config: EffectiveConfig, environment: Mapping[str, str]) -> str:
    chosen = trim(config.text("memory.llm_mode")).lower()
    if chosen:
        return chosen
    if trim(config.text("memory.llm_provider")):
        return "provider"
    return "openai" if trim(environment.get("OPENAI_API_KEY", "")) else "inherit"


def _memory_model(config: EffectiveConfig, model_mode: str) -> str:
    own = trim(config.text("memory.llm_model"))
    if model_mode == "openai":
        return own or DEFAULT_MEMORY_MODEL
    if model_mode == "provider" and own:
        return own
    return config.text("model")


def _base_url(config: EffectiveConfig, environment: Mapping[str, str]) -> tuple[str, str]:
    configured = trim(config.text("memory.llm_base_url"))
    if configured:
        return configured, config["memory.llm_base_url"].written
    general = trim(environment.get("OPENAI_BASE_URL", ""))
    return (general, "OPENAI_BASE_URL") if general else (DEFAULT_BASE_URL, "")


def _api_key_source(environment: Mapping[str, str]) -> str | None:
    for name in ("HARNESS_MEMORY_LLM_API_KEY", "OPENAI_API_KEY"):
        if trim(environment.get(name, "")):
            return name
    return None


def _rollout_dir(config: EffectiveConfig, environment: Mapping[str, str]) -> tuple[str, str]:
    override = trim(environment.get("HARNESS_ROLLOUT_DIR", ""))
    if override:
        return override, "HARNESS_ROLLOUT_DIR"
    return config.text("forensics.rollout_dir"), config["forensics.rollout_dir"].written


def _start_problem(config: EffectiveConfig, mode: str, driver: str, model_mode: str) -> str:
    no_provider = model_mode == "provider" and not trim(config.text("memory.llm_provider"))
    problems = (
        (mode not in MODES, f"memory.mode is “{mode}”; only {_either(MODES)} are known."),
        (
            driver == "postgres",
            "memory.db_driver is “postgres”, which this version of the engine can't use.",
        ),
        (driver != "sqlite", f"memory.db_driver is “{driver}”; only sqlite works."),
        (
            model_mode not in MODEL_MODES,
            f"memory.llm_mode is “{model_mode}”; only {_either(MODEL_MODES)} are known.",
        ),
        (no_provider, "memory.llm_mode is “provider” and memory.llm_provider is empty."),
    )
    if mode == "off":
        return ""
    return next((problem for applies, problem in problems if applies), "")


def _either(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"
