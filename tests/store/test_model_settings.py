from __future__ import annotations

import json
import os
import stat

import pytest

from desktop_app.core.errors import RefusedError, StoreError
from desktop_app.core.models.settings import Consent, ModelSettings
from desktop_app.store.model_settings import ConsentFile, ModelSettingsFile

SETTINGS = ModelSettings("Ollama", "http://localhost:11434", "llama3.2")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "config" / "memloupe" / "models.json"


def test_settings_come_back_as_they_were_written(path):
    ModelSettingsFile(path).write(SETTINGS)
    assert ModelSettingsFile(path).read() == (SETTINGS, "")


def test_the_file_is_for_this_person_only(path):
    ModelSettingsFile(path).write(SETTINGS)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_writing_again_replaces_the_file_and_leaves_nothing_beside_it(path):
    ModelSettingsFile(path).write(SETTINGS)
    before = path.stat().st_ino
    ModelSettingsFile(path).write(ModelSettings("OpenAI", "", "gpt-5-nano"))
    assert path.stat().st_ino != before
    assert [entry.name for entry in path.parent.iterdir()] == ["models.json"]


def test_no_file_means_the_defaults_and_no_complaint(path):
    assert ModelSettingsFile(path).read() == (ModelSettings(), "")
    assert not path.parent.exists()


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b'{"server": 3}', b"\xff", b"null", b"[" * 60_000, b" " * 100_000],
)
def test_a_damaged_file_means_the_defaults_and_a_reason(path, data):
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    settings, reason = ModelSettingsFile(path).read()
    assert settings == ModelSettings()
    assert str(path) in reason


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
def test_something_else_than_a_file_means_the_defaults_and_a_reason(path, make):
    path.parent.mkdir(parents=True)
    make(path)
    assert ModelSettingsFile(path).read()[0] == ModelSettings()
    assert ModelSettingsFile(path).read()[1]


def test_what_a_later_version_adds_is_passed_by(path):
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"server": "vLLM", "temperature": 0.5}))
    assert ModelSettingsFile(path).read() == (ModelSettings("vLLM"), "")


def test_an_address_with_a_login_is_not_stored(path):
    with pytest.raises(RefusedError):
        ModelSettingsFile(path).write(ModelSettings("Custom", "https://me:secret@host/v1", "m"))
    assert not path.exists()


def test_a_place_that_can_t_be_written_is_said(tmp_path):
    (tmp_path / "config").write_text("a file where a folder should be")
    with pytest.raises(StoreError, match="can't be written"):
        ModelSettingsFile(tmp_path / "config" / "models.json").write(SETTINGS)


def test_a_failed_write_leaves_what_was_there(path):
    path.mkdir(parents=True)
    (path / "inside").touch()
    with pytest.raises(StoreError):
        ModelSettingsFile(path).write(SETTINGS)
    assert [entry.name for entry in path.parent.iterdir()] == ["models.json"]


def test_a_yes_is_remembered_for_one_host_and_can_be_taken_back(tmp_path):
    file = ConsentFile(tmp_path / ".memloupe" / "consent.json")
    assert file.read() == (Consent(), "")
    file.write(Consent().remembering("api.openai.com").remembering("localhost:11434"))
    consent, reason = file.read()
    assert (consent.allows("api.openai.com"), reason) == (True, "")
    assert not consent.allows("openai.com")
    file.write(consent.forgetting("api.openai.com"))
    assert file.read()[0] == Consent(frozenset({"localhost:11434"}))


def test_a_damaged_consent_is_none(tmp_path):
    path = tmp_path / "consent.json"
    path.write_text('{"hosts": "api.openai.com"}')
    consent, reason = ConsentFile(path).read()
    assert not consent.hosts
    assert "damaged" in reason
