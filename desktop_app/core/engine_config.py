"""The three token limits of observational memory, and how the engine combines them."""

from __future__ import annotations

from desktop_app.core.observational.record import ObservationConfig

DEFAULTS = ObservationConfig(
    observe_min_tokens=1200, snippet_max_tokens=900, reflect_threshold_tokens=4000
)


def normalize(config: ObservationConfig) -> ObservationConfig:
    """Return the values in force: each one that is not above 0 gives way to its default."""
    return _choose(config, DEFAULTS)


def merge(current: ObservationConfig, requested: ObservationConfig) -> ObservationConfig:
    """Return the values after ``enable`` with ``requested``; what is not above 0 stays."""
    return _choose(requested, normalize(current))


def service_default(config: ObservationConfig) -> ObservationConfig:
    """Return what a service started with ``config`` gives to new scopes.

    One value that is not above 0 throws away all three (hazard H18).
    """
    values = config.observe_min_tokens, config.snippet_max_tokens, config.reflect_threshold_tokens
    return config if min(values) > 0 else DEFAULTS


def _choose(first: ObservationConfig, second: ObservationConfig) -> ObservationConfig:
    return ObservationConfig(
        observe_min_tokens=_positive(first.observe_min_tokens, second.observe_min_tokens),
        snippet_max_tokens=_positive(first.snippet_max_tokens, second.snippet_max_tokens),
        reflect_threshold_tokens=_positive(
            first.reflect_threshold_tokens, second.reflect_threshold_tokens
        ),
    )


def _positive(value: int, otherwise: int) -> int:
    return value if value > 0 else otherwise
