from __future__ import annotations

import pytest

from desktop_app.core.harness_config.cascade import ConfigInputs, effective_config
from desktop_app.core.harness_config.harness_view import harness_view
from desktop_app.core.models.access import (
    choice_key,
    harness_choice,
    model_choice,
    own_choice,
)
from desktop_app.core.models.settings import Consent, ModelSettings, known_server

KEY, OTHER_KEY = "sk-secret-one", "sk-secret-two"


def nothing_stored(_host):
    return False


class Keyring(dict):
    """Keys by host; `set` and `delete` are not needed here."""


def choose(project="", environment=None, has_stored_key=nothing_stored):
    environment = environment or {}
    inputs = ConfigInputs(environment=environment, project=f"[memory]\n{project}".encode())
    view = harness_view(effective_config(inputs), environment)
    return harness_choice(view, environment, has_stored_key)


def test_the_harness_asks_openai_as_soon_as_a_key_is_set():
    choice = choose(environment={"OPENAI_API_KEY": KEY})
    assert (choice.provider, choice.model) == ("OpenAI", "gpt-5-nano")
    assert choice.url == "https://api.openai.com/v1/chat/completions"
    assert choice.key_source == "OPENAI_API_KEY in the environment"
    assert (choice.problem, choice.notes, choice.is_local) == ("", (), False)
    assert KEY not in repr(choice)


def test_the_key_for_memory_comes_before_the_general_one():
    environment = {"OPENAI_API_KEY": KEY, "HARNESS_MEMORY_LLM_API_KEY": f" {OTHER_KEY} "}
    choice = choose(environment=environment)
    assert choice.key_variable == "HARNESS_MEMORY_LLM_API_KEY"
    assert choice_key(choice, environment, Keyring()) == OTHER_KEY


def test_without_a_key_in_the_environment_the_keyring_has_it():
    stored = Keyring({"api.openai.com": KEY})
    choice = choose('llm_mode = "openai"', has_stored_key=stored.__contains__)
    assert choice.key_source == "the system keyring"
    assert not choice.problem
    assert choice_key(choice, {"HARNESS_MEMORY_LLM_API_KEY": OTHER_KEY}, stored) == KEY


def test_without_any_key_openai_can_not_be_asked():
    choice = choose('llm_mode = "openai"')
    assert choice.problem == "There is no key for api.openai.com."
    assert "OPENAI_API_KEY" in choice.advice
    assert choice_key(choice, {}, Keyring({"api.openai.com": KEY})) is None


def test_inherit_can_not_be_followed_outside_of_a_run():
    choice = choose()
    assert "inherit" in choice.problem
    assert "built-in rules" in choice.advice
    assert (choice.base_url, choice.url) == ("", "")


@pytest.mark.parametrize(
    ("project", "environment", "url"),
    [
        ('llm_base_url = "https://a.example"', {}, "https://a.example/v1"),
        ("", {"OPENAI_BASE_URL": "https://b.example"}, "https://b.example/v1"),
        (
            'llm_base_url = "https://a.example"',
            {"OPENAI_BASE_URL": "https://b.example"},
            "https://a.example/v1",
        ),
        (
            'llm_base_url = "https://a.example"',
            {"HARNESS_MEMORY_LLM_BASE_URL": "https://c.example"},
            "https://c.example/v1",
        ),
    ],
)
def test_the_base_url_is_the_one_that_the_harness_takes(project, environment, url):
    choice = choose(project, {"OPENAI_API_KEY": KEY, **environment})
    assert choice.url == f"{url}/chat/completions"
    assert choice.provider == "Custom"
    assert not choice.notes


def test_a_base_url_with_its_version_breaks_the_harness_and_not_memloupe():
    environment = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "http://localhost:8000/v1/"}
    choice = choose(environment=environment)
    (note,) = choice.notes
    assert "http://localhost:8000/v1/v1/chat/completions" in note
    assert choice.url == "http://localhost:8000/v1/chat/completions"
    assert (choice.problem, choice.is_local, choice.provider) == ("", True, "vLLM")


def test_a_way_that_is_not_encrypted_is_said_and_gets_no_key_of_the_safe_one():
    environment = {"OPENAI_API_KEY": KEY}
    settings = ModelSettings("", "http://api.openai.com", "m")
    choice = own_choice(settings, environment, {"api.openai.com"}.__contains__)
    assert "Nothing is encrypted" in choice.notes[0]
    assert choice.key_source == ""


def test_a_base_url_with_a_login_is_refused_without_showing_it():
    environment = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "https://me:pass-1@host.example"}
    choice = choose(environment=environment)
    assert "login" in choice.problem
    assert "pass-1" not in repr(choice)


def test_a_provider_that_memloupe_knows_is_found():
    environment = {"OPENROUTER_API_KEY": KEY, "OPENAI_API_KEY": OTHER_KEY}
    choice = choose('llm_provider = "openrouter"\nllm_model = "x/y"', environment)
    assert (choice.provider, choice.host, choice.model) == ("OpenRouter", "openrouter.ai", "x/y")
    assert choice.key_variable == "OPENROUTER_API_KEY"


def test_a_provider_of_the_harnesss_catalogue_is_not_guessed():
    choice = choose('llm_provider = "house-models"')
    assert "house-models" in choice.problem
    assert not choice.base_url


def test_a_configuration_that_stops_the_harness_names_no_model():
    assert "llm_mode" in choose('llm_mode = "telepathy"').problem


def test_an_unreadable_configuration_is_a_problem_unless_there_is_an_own_model():
    assert model_choice(ModelSettings(), None, {}, nothing_stored).problem
    own = ModelSettings("Ollama", "", "llama3.2")
    assert not model_choice(own, None, {}, nothing_stored).problem


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("openai", "https://api.openai.com/v1"),
        ("OpenRouter", "https://openrouter.ai/api/v1"),
        ("ollama", "http://localhost:11434/v1"),
        ("lm_studio", "http://localhost:1234/v1"),
        ("vllm", "http://localhost:8000/v1"),
    ],
)
def test_a_known_server_needs_no_address(name, url):
    environment = {"OPENAI_API_KEY": KEY, "OPENROUTER_API_KEY": KEY}
    choice = own_choice(ModelSettings(name, "", "some-model"), environment, nothing_stored)
    assert (choice.base_url, choice.problem) == (url, "")
    assert choice.provider == known_server(name).name


def test_the_keyring_comes_before_the_environment_for_an_own_model():
    stored = Keyring({"api.openai.com": KEY})
    environment = {"OPENAI_API_KEY": OTHER_KEY}
    settings = ModelSettings("OpenAI", "", "gpt-5-nano")
    choice = own_choice(settings, environment, stored.__contains__)
    assert choice_key(choice, environment, stored) == KEY


def test_a_key_for_one_server_is_never_sent_to_another():
    environment = {"OPENAI_API_KEY": KEY, "HARNESS_MEMORY_LLM_API_KEY": KEY}
    for settings in (
        ModelSettings("Custom", "https://models.example", "m"),
        ModelSettings("Ollama", "", "m"),
        ModelSettings("OpenAI", "https://openai.example", "m"),
        ModelSettings("", "https://api.openai.com.example", "m"),
    ):
        choice = own_choice(settings, environment, nothing_stored)
        assert (choice.key_source, choice.problem) == ("", "")
        assert choice_key(choice, environment, Keyring()) is None


def test_the_general_key_goes_where_the_general_base_url_points():
    environment = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "https://proxy.example/v1"}
    choice = own_choice(
        ModelSettings("", "https://proxy.example", "m"), environment, nothing_stored
    )
    assert choice.key_variable == "OPENAI_API_KEY"


def test_the_key_variable_of_memloupe_goes_to_the_chosen_server():
    environment = {"MEMLOUPE_API_KEY": OTHER_KEY, "OPENAI_API_KEY": KEY}
    for address in ("https://models.example", "https://api.openai.com"):
        choice = own_choice(ModelSettings("", address, "m"), environment, nothing_stored)
        assert choice_key(choice, environment, Keyring()) == OTHER_KEY


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (ModelSettings("Ollama", "", " "), "No model of localhost:11434 is chosen."),
        (ModelSettings("Custom", "", "m"), "There is no address"),
        (ModelSettings("Clippy", "", "m"), "“Clippy”"),
        (ModelSettings("OpenAI", "api.openai.com", "m"), "web address"),
    ],
)
def test_settings_that_lead_nowhere_say_why(settings, words):
    choice = own_choice(settings, {}, nothing_stored)
    assert words in choice.problem
    assert choice.advice


def test_a_yes_holds_for_the_host_it_was_given_for():
    consent = Consent().remembering("api.openai.com")
    assert consent.allows("api.openai.com")
    assert not consent.allows("api.openai.com:8443")
    assert not consent.forgetting("api.openai.com").allows("api.openai.com")
