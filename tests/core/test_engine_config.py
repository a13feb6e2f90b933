"""Token limits and their defaults."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.engine_config import DEFAULTS, merge, normalize, service_default
from desktop_app.core.observational.record import ObservationConfig

limits = st.integers(-3, 3) | st.integers(-(2**63), 2**63 - 1)
configs = st.builds(ObservationConfig, limits, limits, limits)


def values(config: ObservationConfig) -> tuple[int, int, int]:
    return config.observe_min_tokens, config.snippet_max_tokens, config.reflect_threshold_tokens


@given(configs)
def test_values_in_force_are_above_zero_and_stay_when_asked_again(config):
    assert min(values(normalize(config))) > 0
    assert normalize(normalize(config)) == normalize(config)


@given(configs, configs)
def test_a_requested_value_wins_only_when_it_is_above_zero(current, requested):
    before, after = values(normalize(current)), values(merge(current, requested))
    for old, new, asked in zip(before, after, values(requested), strict=True):
        assert new == (asked if asked > 0 else old)


@pytest.mark.parametrize("bad", [0, -1])
def test_one_bad_service_default_throws_away_all_three(bad):
    assert service_default(ObservationConfig(5, bad, 100_000)) == DEFAULTS
    assert service_default(ObservationConfig(5, 6, 7)) == ObservationConfig(5, 6, 7)
