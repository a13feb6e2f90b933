"""Every key that the engine's configuration loader knows, with type, default and variable."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from desktop_app.core.harness_config.values import ConfigValue


class Kind(Enum):
    """Type of a value; the text names it in messages."""

    FLAG = "true or false"
    WHOLE = "a whole number"
    NUMBER = "a number"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Key:
    """One key.

    Attributes:
        name: Full name with its table.
        default: Built-in value.
        environment: Variable that overrides every file; empty if there is none.
        shown: Whether it is part of the effective configuration. The engine also checks the
            type of the others, so a wrong one stops it all the same.
    """

    name: str
    kind: Kind
    default: ConfigValue
    environment: str = ""
    shown: bool = True


def _memory(name: str, kind: Kind, default: ConfigValue) -> Key:
    return Key(f"memory.{name}", kind, default, f"HARNESS_MEMORY_{name.upper()}")


def _flag(name: str) -> Key:
    return Key(name, Kind.FLAG, default=False)


KEYS = (
    Key("model", Kind.TEXT, "gpt-4.1-mini", "HARNESS_MODEL"),
    Key("max_steps", Kind.WHOLE, 0, "HARNESS_MAX_STEPS"),
    Key("addr", Kind.TEXT, ":8080", "HARNESS_ADDR"),
    Key("memory.enabled", Kind.FLAG, default=True),
    _memory("mode", Kind.TEXT, "auto"),
    _memory("db_driver", Kind.TEXT, "sqlite"),
    _memory("db_dsn", Kind.TEXT, ""),
    _memory("sqlite_path", Kind.TEXT, ".harness/state.db"),
    _memory("default_enabled", Kind.FLAG, default=False),
    _memory("observe_min_tokens", Kind.WHOLE, 1200),
    _memory("snippet_max_tokens", Kind.WHOLE, 900),
    _memory("reflect_threshold_tokens", Kind.WHOLE, 4000),
    _memory("llm_mode", Kind.TEXT, ""),
    _memory("llm_provider", Kind.TEXT, ""),
    _memory("llm_model", Kind.TEXT, ""),
    _memory("llm_base_url", Kind.TEXT, ""),
    _flag("forensics.trace_tool_decisions"),
    _flag("forensics.detect_anti_patterns"),
    _flag("forensics.trace_hook_mutations"),
    _flag("forensics.capture_request_envelope"),
    _flag("forensics.snapshot_memory_snippet"),
    _flag("forensics.error_chain_enabled"),
    Key("forensics.error_context_depth", Kind.WHOLE, 0),
    _flag("forensics.capture_reasoning"),
    _flag("forensics.cost_anomaly_detection_enabled"),
    Key("forensics.cost_anomaly_step_multiplier", Kind.NUMBER, 0.0),
    _flag("forensics.audit_trail_enabled"),
    _flag("forensics.context_window_snapshot_enabled"),
    Key("forensics.context_window_warning_threshold", Kind.NUMBER, 0.0),
    _flag("forensics.causal_graph_enabled"),
    Key("forensics.rollout_dir", Kind.TEXT, ""),
    _flag("auto_compact.enabled"),
    Key("auto_compact.mode", Kind.TEXT, ""),
    Key("auto_compact.threshold", Kind.NUMBER, 0.0),
    Key("auto_compact.keep_last", Kind.WHOLE, 0),
    Key("auto_compact.model_context_window", Kind.WHOLE, 0),
    Key("cost.max_per_run_usd", Kind.NUMBER, 0.0, shown=False),
    Key("conclusion_watcher.enabled", Kind.FLAG, default=False, shown=False),
    Key("conclusion_watcher.intervention_mode", Kind.TEXT, "", shown=False),
    Key("conclusion_watcher.evaluator_enabled", Kind.FLAG, default=False, shown=False),
    Key("conclusion_watcher.evaluator_model", Kind.TEXT, "", shown=False),
    Key("conclusion_watcher.evaluator_api_key", Kind.TEXT, "", shown=False),
)

KEY_BY_NAME = {key.name: key for key in KEYS}
TABLES = frozenset(key.name.partition(".")[0] for key in KEYS if "." in key.name)

OTHER_VARIABLES = frozenset(
    {
        "HARNESS_MEMORY_LLM_API_KEY",
        "HARNESS_ROLLOUT_DIR",
        "HARNESS_WORKSPACE",
        "HARNESS_CONVERSATION_DB",
        "HARNESS_CONVERSATION_RETENTION_DAYS",
        "HARNESS_RUN_DB",
        "HARNESS_AUTH_DISABLED",
        "HARNESS_MAX_COST_PER_RUN_USD",
        "HARNESS_CONCLUSION_WATCHER_ENABLED",
        "HARNESS_CONCLUSION_WATCHER_INTERVENTION_MODE",
        "HARNESS_CONCLUSION_WATCHER_EVALUATOR_ENABLED",
        "HARNESS_CONCLUSION_WATCHER_EVALUATOR_MODEL",
        "HARNESS_SYSTEM_PROMPT",
        "HARNESS_DEFAULT_AGENT_INTENT",
        "HARNESS_PROMPTS_DIR",
        "HARNESS_ASK_USER_TIMEOUT_SECONDS",
        "HARNESS_TOOL_APPROVAL_MODE",
        "HARNESS_PRICING_CATALOG_PATH",
        "HARNESS_MODEL_CATALOG_PATH",
        "HARNESS_SKILLS_ENABLED",
        "HARNESS_WATCH_ENABLED",
        "HARNESS_WATCH_INTERVAL_SECONDS",
        "HARNESS_RECIPES_DIR",
        "HARNESS_WORKFLOWS_DIR",
        "HARNESS_NETWORKS_DIR",
        "HARNESS_SUBAGENT_BASE_REF",
        "HARNESS_SUBAGENT_WORKTREE_ROOT",
        "HARNESS_CRON_URL",
        "HARNESS_ENABLE_CALLBACKS",
        "HARNESS_SOURCEGRAPH_ENDPOINT",
        "HARNESS_SOURCEGRAPH_TOKEN",
        "HARNESS_GLOBAL_DIR",
        "HARNESS_MCP_SERVERS",
        "HARNESS_ROLE_MODEL_PRIMARY",
        "HARNESS_ROLE_MODEL_SUMMARIZER",
    }
)
"""Names that the engine reads outside the cascade."""

KNOWN_VARIABLES = OTHER_VARIABLES | {key.environment for key in KEYS if key.environment}
