"""What the server makes of the configuration, and the traps in it."""

from __future__ import annotations

import pytest

from desktop_app.core.engine_config import DEFAULTS
from desktop_app.core.harness_config.cascade import ConfigInputs, effective_config
from desktop_app.core.harness_config.harness_view import harness_view
from desktop_app.core.harness_config.traps import (
    ProfileKeys,
    broken_file_trap,
    config_traps,
    scope_trap,
)
from desktop_app.core.harness_config.values import BrokenConfigError, Layer
from desktop_app.core.observational.record import ObservationConfig


def read(project: str, environment: dict[str, str] | None = None):
    environment = environment or {}
    config = effective_config(ConfigInputs(environment=environment, project=project.encode()))
    return config, harness_view(config, environment)


def view(project: str, environment: dict[str, str] | None = None):
    return read(project, environment)[1]


def traps(project: str, environment: dict[str, str] | None = None, profiles=()):
    return {trap.code: trap for trap in config_traps(*read(project, environment), profiles)}


def test_a_plain_configuration_has_no_traps():
    assert traps("[memory]\nsnippet_max_tokens = 400\n") == {}


def test_zero_means_the_default_again():
    used = view("[memory]\nobserve_min_tokens = 0\nsnippet_max_tokens = 7\n")
    assert used.tokens == ObservationConfig(1200, 7, 4000)
    assert not used.tokens_were_dropped


def test_one_negative_value_throws_all_three_away():
    project = "[memory]\nobserve_min_tokens = 5\nsnippet_max_tokens = -1\n"
    assert view(project).tokens == DEFAULTS
    trap = traps(project)["H18"]
    assert trap.key == "memory.snippet_max_tokens"
    assert "snippet_max_tokens is below zero" in trap.explanation
    assert "observe_min_tokens 1200" in trap.explanation


@pytest.mark.parametrize(
    ("project", "environment", "mode", "model"),
    [
        ("", {}, "inherit", "gpt-4.1-mini"),
        ("", {"OPENAI_API_KEY": " k "}, "openai", "gpt-5-nano"),
        ("", {"OPENAI_API_KEY": " "}, "inherit", "gpt-4.1-mini"),
        ("[memory]\nllm_provider = 'p'", {"OPENAI_API_KEY": "k"}, "provider", "gpt-4.1-mini"),
        ("[memory]\nllm_provider = 'p'\nllm_model = 'm'", {}, "provider", "m"),
        ("[memory]\nllm_mode = ' OpenAI '\nllm_model = 'm'", {}, "openai", "m"),
        ("[memory]\nllm_mode = 'inherit'\nllm_model = 'm'", {}, "inherit", "gpt-4.1-mini"),
    ],
)
def test_who_answers_the_memory_calls(project, environment, mode, model):
    used = view(project, environment)
    assert (used.model_mode, used.memory_model) == (mode, model)


@pytest.mark.parametrize(
    ("environment", "source"),
    [
        ({}, None),
        ({"OPENAI_API_KEY": "secret"}, "OPENAI_API_KEY"),
        (
            {"OPENAI_API_KEY": "secret", "HARNESS_MEMORY_LLM_API_KEY": "secret"},
            "HARNESS_MEMORY_LLM_API_KEY",
        ),
    ],
)
def test_only_the_name_of_the_key_variable_is_kept(environment, source):
    used = view("", environment)
    assert used.api_key_source == source
    assert "secret" not in repr(used)


@pytest.mark.parametrize(
    ("project", "environment", "url", "source"),
    [
        ("", {}, "https://api.openai.com", ""),
        ("", {"OPENAI_BASE_URL": "http://a"}, "http://a", "OPENAI_BASE_URL"),
        (
            "[memory]\nllm_base_url = 'http://b'",
            {"OPENAI_BASE_URL": "http://a"},
            "http://b",
            "memory.llm_base_url",
        ),
    ],
)
def test_where_the_memory_calls_go(project, environment, url, source):
    used = view(project, environment)
    assert (used.base_url, used.base_url_source) == (url, source)


def test_what_is_left_empty_is_filled_in():
    used = view("[memory]\nmode = ''\ndb_driver = ''\nsqlite_path = ' '\n")
    assert (used.mode, used.database_driver) == ("auto", "sqlite")
    assert used.database_path == ".harness/state.db"
    assert used.max_steps == 8
    assert used.start_problem == ""
    assert used.injects_observations


def test_snippets_are_recorded_only_with_both_flags_and_a_folder():
    flags = "[forensics]\ncapture_request_envelope = true\nsnapshot_memory_snippet = true\n"
    assert not view(flags).records_snippets
    assert view(flags + "rollout_dir = '/r'").records_snippets
    assert view(flags, {"HARNESS_ROLLOUT_DIR": "/r"}).records_snippets
    assert not view("[forensics]\nrollout_dir = '/r'").records_snippets


@pytest.mark.parametrize(
    ("project", "key", "word"),
    [
        ("[memory]\nmode = 'bogus'", "memory.mode", "bogus"),
        ("[memory]\ndb_driver = 'Postgres'", "memory.db_driver", "postgres"),
        ("[memory]\ndb_driver = 'mysql'", "memory.db_driver", "mysql"),
        ("[memory]\nllm_mode = 'magic'", "memory.llm_mode", "magic"),
        ("[memory]\nllm_mode = 'provider'", "memory.llm_mode", "llm_provider is empty"),
    ],
)
def test_what_stops_the_start_comes_first_and_names_its_place(project, key, word):
    first = config_traps(*read(project))[0]
    assert (first.code, first.key) == ("start", key)
    assert word in first.explanation
    assert "project config.toml, line 2" in first.explanation


def test_a_variable_that_stops_the_start_is_named():
    trap = traps("", {"HARNESS_MEMORY_MODE": "on"})["start"]
    assert trap.explanation.endswith("It is set in HARNESS_MEMORY_MODE.")


def test_memory_that_is_off_needs_no_database_driver():
    used = view("[memory]\nmode = 'OFF'\ndb_driver = 'postgres'\n")
    assert used.start_problem == ""
    assert not used.injects_observations


def test_enabled_false_does_nothing_unless_the_mode_is_off():
    assert "H16" in traps("[memory]\nenabled = false")
    assert "H16" not in traps("[memory]\nenabled = false\nmode = 'off'")


def test_profiles_with_memory_keys_are_named():
    profiles = (ProfileKeys("a.toml", ()), ProfileKeys("b.toml", ("memory.mode",)))
    trap = traps("", profiles=profiles)["H17"]
    assert trap.key == "b.toml"
    assert "sets memory.mode." in trap.explanation


def test_a_relative_rollout_folder_is_a_trap():
    trap = traps("[forensics]\nrollout_dir = 'r'")["H19"]
    assert trap.key == "forensics.rollout_dir"
    assert traps("", {"HARNESS_ROLLOUT_DIR": "r"})["H19"].key == "HARNESS_ROLLOUT_DIR"
    assert "H19" not in traps("[forensics]\nrollout_dir = '/r'")


def test_two_spellings_are_a_trap_that_shows_both_values():
    trap = traps("[memory]\nsnippet_max_tokens = 6\nSNIPPET_MAX_TOKENS = 7\n")["H20"]
    assert trap.key == "memory.snippet_max_tokens"
    assert "“6”, “7”" in trap.explanation


@pytest.mark.parametrize("url", ["http://a/v1", "http://a/v1/"])
def test_a_base_url_that_ends_in_v1_is_a_trap_in_openai_mode_only(url):
    key = {"OPENAI_BASE_URL": url, "OPENAI_API_KEY": "k"}
    assert traps("", key)["H21"].key == "OPENAI_BASE_URL"
    assert "H21" not in traps("[memory]\nllm_mode = 'inherit'", key)
    assert "H21" not in traps("[memory]\nmode = 'off'", key)
    assert "H21" not in traps("[memory]\nllm_base_url = 'http://a'", key)


def test_variables_without_effect_are_traps():
    found = traps("", {"HARNESS_MAX_STEPS": "9" * 99, "HARNESS_MEMORY_ENABLED": "0"})
    assert found["ignored"].key == "HARNESS_MAX_STEPS"
    assert "99…”, which is not a whole number" in found["ignored"].explanation
    assert found["unknown"].key == "HARNESS_MEMORY_ENABLED"


def test_a_scope_that_keeps_values_of_its_own_is_a_trap():
    used = view("[memory]\nsnippet_max_tokens = 500\n")
    trap = scope_trap(ObservationConfig(1200, 900, 0), used)
    assert trap is not None
    assert trap.code == "H14"
    assert "snippet_max_tokens 900 (configuration: 500)" in trap.explanation
    assert "reflect" not in trap.explanation
    assert scope_trap(ObservationConfig(0, 500, 4000), used) is None


def test_a_broken_file_is_a_trap_with_its_place():
    trap = broken_file_trap(BrokenConfigError(Layer.USER, "config.toml", 3, "not valid TOML"))
    assert (trap.code, trap.key) == ("broken", "config.toml")
    assert "config.toml, line 3: not valid TOML." in trap.explanation
