"""The files that hold a person's choice of a model, and their yes to sending. No key is in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from desktop_app.core.errors import StoreError
from desktop_app.core.models.endpoint import read_endpoint
from desktop_app.core.models.settings import Consent, ModelSettings
from desktop_app.store.private_file import read_private, write_private

if TYPE_CHECKING:
    from pathlib import Path

Stored = TypeVar("Stored")


class _StoredSettings(msgspec.Struct, frozen=True):
    server: str = ""
    base_url: str = ""
    model: str = ""


class _StoredConsent(msgspec.Struct, frozen=True):
    hosts: tuple[str, ...] = ()


class ModelSettingsFile:
    """``models.json`` of a person."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> tuple[ModelSettings, str]:
        """Return the settings and why they are the defaults; the reason is empty if all is well."""
        stored, reason = _read(self._path, _StoredSettings)
        return ModelSettings(stored.server, stored.base_url, stored.model), reason

    def write(self, settings: ModelSettings) -> None:
        """Store ``settings``.

        Raises:
            RefusedError: The address is none, or holds a login, which has no place in a file.
            StoreError: The file can't be written.
        """
        if settings.base_url:
            read_endpoint(settings.base_url)
        stored = _StoredSettings(settings.server, settings.base_url, settings.model)
        write_private(self._path, _encoded(stored))


class ConsentFile:
    """``consent.json`` for one workspace."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> tuple[Consent, str]:
        """Return the consent and why it is none; the reason is empty if all is well."""
        stored, reason = _read(self._path, _StoredConsent)
        return Consent(frozenset(stored.hosts)), reason

    def write(self, consent: Consent) -> None:
        """Store ``consent``.

        Raises:
            StoreError: The file can't be written.
        """
        write_private(self._path, _encoded(_StoredConsent(tuple(sorted(consent.hosts)))))


def _read(path: Path, kind: type[Stored]) -> tuple[Stored, str]:
    try:
        data = read_private(path)
        return (kind() if data is None else msgspec.json.decode(data, type=kind)), ""
    except StoreError as error:
        return kind(), error.message
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return kind(), f"“{path}” is damaged, so nothing of it is used."


def _encoded(stored: msgspec.Struct) -> bytes:
    return msgspec.json.format(msgspec.json.encode(stored), indent=2) + b"\n"
