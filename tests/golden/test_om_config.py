"""How the engine combines the token limits."""

from __future__ import annotations

from desktop_app.core.engine_config import merge, normalize, service_default
from desktop_app.core.engine_encode import encode_config
from desktop_app.core.observational.record import ObservationConfig


def test_every_configuration_is_combined_as_the_engine_does_it(golden_vectors):
    cases = golden_vectors("om_config")
    for case in cases:
        current = ObservationConfig(**case["current"])
        requested = ObservationConfig(**case["requested"])
        new_scope = service_default(current)
        enabled = merge(new_scope, requested)
        name = case["case"]
        assert normalize(current) == ObservationConfig(**case["normalized_current"]), name
        assert merge(current, requested) == ObservationConfig(**case["merged"]), name
        stored = case["service_default_then_new_scope_config_json"]
        assert encode_config(new_scope) == stored, name
        stored = case["after_enable_with_requested_config_json"]
        assert encode_config(enabled) == stored, name
    assert len(cases) == 239
