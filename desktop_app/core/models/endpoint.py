"""Addresses of model servers: read as people write them, without or with ``/v1``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from desktop_app.core.engine_text import trim
from desktop_app.core.errors import RefusedError

_VERSION = re.compile(r"v[0-9]+[a-z0-9]*")
_CALL = "/chat/completions"
_PORTS = {"http": 80, "https": 443}
_ODD = re.compile(r"[^!-~]|[\\\"<>^`{|}]")
_HOST = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]+")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where calls go.

    Attributes:
        base_url: Everything before ``/chat/completions``.
        host: Host, with the port unless it is the usual one; names the server to people, and in
            the keyring. Starts with ``http://`` if the way there leaves this machine and is not
            encrypted, so that a key or a yes for the safe way is none for this one.
        is_local: Whether the server runs on this machine.
    """

    base_url: str
    host: str
    is_local: bool

    @property
    def url(self) -> str:
        """The address that is called."""
        return self.base_url + _CALL

    @property
    def is_open(self) -> bool:
        """Whether others can read what is sent, on its way there."""
        return self.host.startswith("http:")


def read_endpoint(address: str) -> Endpoint:
    """Return the endpoint that ``address`` means.

    An address whose path names no version gets ``/v1``, as every server of this kind has it.

    Raises:
        RefusedError: It is no address, or it has a login in it.

    Example:
        >>> read_endpoint("http://localhost:11434").url
        'http://localhost:11434/v1/chat/completions'
        >>> read_endpoint("https://openrouter.ai/api/v1/").host
        'openrouter.ai'
    """
    parts, port = _split(trim(address))
    host = parts.hostname or ""
    shown = f"[{host}]" if ":" in host else host
    if port is not None and port != _PORTS[parts.scheme]:
        shown = f"{shown}:{port}"
    path = parts.path.rstrip("/").removesuffix(_CALL).rstrip("/")
    if not any(_VERSION.fullmatch(segment) for segment in path.split("/")):
        path = f"{path}/v1"
    is_local = is_loopback(host)
    is_open = parts.scheme == "http" and not is_local
    base_url = f"{parts.scheme}://{shown}{path}"
    return Endpoint(base_url, f"http://{shown}" if is_open else shown, is_local)


def is_loopback(host: str) -> bool:
    """Return whether ``host`` is a name or number of this machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _split(address: str) -> tuple[SplitResult, int | None]:
    if not address:
        raise RefusedError("There is no address of a model server.", _EXAMPLE)
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise RefusedError("The address of the model server can't be read.", _EXAMPLE) from None
    if parts.username is not None or parts.password is not None:
        # Not quoted: what stands there is a secret.
        raise RefusedError(
            "The address of the model server has a login in it.",
            "Take it out of the address and save the key instead; it is kept by the system.",
        )
    host = parts.hostname or ""
    if parts.scheme not in _PORTS or not _HOST.fullmatch(host) or _ODD.search(address):
        raise RefusedError("The model server needs a web address.", _EXAMPLE)
    if parts.query or parts.fragment:
        raise RefusedError("The address of a model server has no “?” or “#” in it.", _EXAMPLE)
    return parts, port


_EXAMPLE = "Such as https://api.openai.com/v1 or http://localhost:11434/v1."
