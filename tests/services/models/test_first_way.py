"""Who answers where the person has not said so."""

from __future__ import annotations

import pytest

from desktop_app.services.models.first_way import configured_choice
from tests.services.models.conftest import Desk


@pytest.fixture
def desk_with(golden_workspace, model_server, own_settings):
    def desk_with(config, environment=None):
        root = golden_workspace("rich-coding-agent")
        (root / ".harness" / "config.toml").write_text(config, encoding="utf-8")
        desk = Desk(root, "acme|conv-42|coder", model_server, environment)
        own_settings(desk)
        return desk

    return desk_with


def test_without_any_model_nobody_is_asked(desk_with):
    desk = desk_with('[memory]\nmode = "auto"\n')
    assert configured_choice(desk.source, desk.access) is None


def test_a_model_that_is_inherited_by_wish_is_not_passed_over(desk_with):
    desk = desk_with('[memory]\nllm_mode = "inherit"\n')
    choice = configured_choice(desk.source, desk.access)
    assert "outside of a run there is none" in choice.problem
    assert choice.advice


def test_a_server_of_the_persons_own_is_asked(desk_with, model_server):
    desk = desk_with('[memory]\nllm_mode = "inherit"\n')
    desk.choose()
    assert configured_choice(desk.source, desk.access).host == model_server.host


def test_the_servers_own_model_is_asked_as_configured(desk_with, model_server):
    address = f"http://{model_server.host}"
    config = f'[memory]\nllm_mode = "openai"\nllm_base_url = "{address}"\nllm_model = "m"\n'
    choice = configured_choice(*_both(desk_with(config, {"OPENAI_API_KEY": "sk-1"})))
    assert (choice.host, choice.model, choice.problem) == (model_server.host, "m", "")


def test_a_model_without_its_key_is_said_to_be_one(desk_with):
    config = '[memory]\nllm_mode = "provider"\nllm_provider = "openai"\nllm_model = "m"\n'
    choice = configured_choice(*_both(desk_with(config)))
    assert "no key" in choice.problem


def test_a_configuration_that_stops_the_harness_is_said(desk_with):
    choice = configured_choice(*_both(desk_with('[memory]\nllm_mode = "nonsense"\n')))
    assert "nonsense" in choice.problem


def _both(desk):
    return desk.source, desk.access
