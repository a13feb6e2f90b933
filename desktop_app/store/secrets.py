"""Keys in the system's keyring, one for each host."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from desktop_app.core.models.errors import SecretsError

if TYPE_CHECKING:
    from collections.abc import Callable

    from keyring.backend import KeyringBackend

SERVICE = "memloupe"
_NOWHERE = "keyring.backends.fail"
_IN_FILES = "keyrings.alt."
_INSTEAD = "Set the key as an environment variable instead; it is not stored then."
Result = TypeVar("Result")


class KeyringSecrets:
    """Implements ``core.models.ports.Secrets``. Loads the keyring when it is first used.

    Without a keyring there are no keys to get, and storing one is refused: never in a file.
    """

    def get(self, name: str) -> str | None:
        """Return the key for the host ``name``."""
        backend = _backend()
        if _obstacle(backend):
            return None
        return _tried(lambda: backend.get_password(SERVICE, name)) or None

    def set(self, name: str, value: str) -> None:
        """Keep ``value`` for the host ``name``."""
        backend = _backend()
        if obstacle := _obstacle(backend):
            raise SecretsError(obstacle, _INSTEAD)
        _tried(lambda: backend.set_password(SERVICE, name, value))
        # A switched-off keyring says yes to everything and keeps nothing.
        if _tried(lambda: backend.get_password(SERVICE, name)) != value:
            raise SecretsError("The system keyring did not keep the key.", _INSTEAD)

    def delete(self, name: str) -> None:
        """Forget the key for the host ``name``; one that is not there is no error."""
        backend = _backend()
        if not _obstacle(backend) and self.get(name) is not None:
            _tried(lambda: backend.delete_password(SERVICE, name))


def _backend() -> KeyringBackend:
    import keyring  # noqa: PLC0415 - it looks for the system's keyring, which takes time

    return _tried(keyring.get_keyring)


def _obstacle(backend: KeyringBackend) -> str:
    places = [type(part).__module__ for part in (backend, *getattr(backend, "backends", ()))]
    if places == [_NOWHERE]:
        return "This system has no keyring that Memloupe could keep a key in."
    if any(place.startswith(_IN_FILES) for place in places):
        return "This system's keyring keeps keys in a file."
    return ""


def _tried(call: Callable[[], Result]) -> Result:
    failure = ""
    try:
        return call()
    except Exception as error:  # noqa: BLE001 - back ends raise whatever their system does
        # Its text and its trace may hold the key, so its kind is all that is told.
        failure = type(error).__name__
    raise SecretsError(
        f"The system keyring can't be used ({failure}).",
        f"Unlock it and try again. {_INSTEAD}",
    )
