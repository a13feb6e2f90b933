from __future__ import annotations

import subprocess
import sys
import traceback
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail, null
from keyring.errors import KeyringLocked

from desktop_app.core.models.errors import SecretsError
from desktop_app.store.secrets import KeyringSecrets

KEY = "sk-secret-0123456789"


@pytest.fixture
def use_backend():
    before = keyring.get_keyring()
    yield keyring.set_keyring
    keyring.set_keyring(before)


class LockedKeyring(KeyringBackend):
    priority = 1

    def get_password(self, service, username):
        raise KeyringLocked(f"{service} {username}")

    def set_password(self, service, username, password):
        raise KeyringLocked(f"can't store {password}")

    delete_password = get_password


class PlaintextKeyring(LockedKeyring):
    """Stands for a back end of another package, which tests do not install."""


PlaintextKeyring.__module__ = "keyrings.alt.file"


def test_a_key_is_kept_for_one_host_until_it_is_deleted():
    secrets = KeyringSecrets()
    secrets.set("api.openai.com", KEY)
    assert secrets.get("api.openai.com") == KEY
    assert secrets.get("localhost:11434") is None
    assert keyring.get_password("memloupe", "api.openai.com") == KEY
    secrets.delete("api.openai.com")
    assert secrets.get("api.openai.com") is None


def test_deleting_a_key_that_is_not_there_is_no_error():
    KeyringSecrets().delete("nobody.example")


def test_without_a_keyring_there_is_no_key_and_storing_one_is_refused(use_backend):
    use_backend(fail.Keyring())
    secrets = KeyringSecrets()
    assert secrets.get("api.openai.com") is None
    secrets.delete("api.openai.com")
    with pytest.raises(SecretsError) as caught:
        secrets.set("api.openai.com", KEY)
    assert "no keyring" in caught.value.message
    assert "environment variable" in caught.value.advice


def test_a_keyring_that_keeps_nothing_is_noticed(use_backend):
    use_backend(null.Keyring())
    with pytest.raises(SecretsError, match="did not keep"):
        KeyringSecrets().set("api.openai.com", KEY)


def test_a_keyring_that_is_a_file_gets_no_key(use_backend):
    use_backend(PlaintextKeyring())
    assert KeyringSecrets().get("api.openai.com") is None
    with pytest.raises(SecretsError, match="in a file"):
        KeyringSecrets().set("api.openai.com", KEY)


def test_a_locked_keyring_is_told_without_the_key(use_backend):
    use_backend(LockedKeyring())
    with pytest.raises(SecretsError, match="KeyringLocked"):
        KeyringSecrets().get("api.openai.com")
    with pytest.raises(SecretsError) as caught:
        KeyringSecrets().set("api.openai.com", KEY)
    assert KEY not in "".join(traceback.format_exception(caught.value))
    assert caught.value.__context__ is None


def test_the_keyring_is_not_loaded_before_it_is_needed():
    code = "import sys, desktop_app.store.secrets; sys.exit('keyring' in sys.modules)"
    root = Path(__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0
