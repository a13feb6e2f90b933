"""The SDK's client, held to what Memloupe promises: only what is needed leaves, to one host."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import openai

from desktop_app import __version__
from desktop_app.core.models.endpoint import Endpoint
from desktop_app.core.models.errors import FailureKind, ModelError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import httpx2

_NEEDED_HEADERS = frozenset(
    {"host", "accept", "accept-encoding", "connection", "content-type", "content-length"}
)
_NO_KEY = "none"  # The SDK wants one; the guard takes it out again.


@dataclass(frozen=True, slots=True)
class Server:
    """What is asked, with the key for it."""

    endpoint: Endpoint
    model: str
    key: str = field(repr=False)
    timeout: float


def open_client(server: Server) -> openai.AsyncOpenAI:
    """Return a client for ``server``, to be used as a context manager.

    Raises:
        ModelError: The key or a proxy of the environment can't be used.
    """
    _check_key(server)
    # Their debug logs hold what is sent and received. A variable can turn that on: off for good.
    for name in ("openai", "httpx2", "httpcore2"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        http_client = openai.DefaultAsyncHttpxClient(
            # Loopback is this machine: no proxy may see it.
            trust_env=not server.endpoint.is_local,
            # Another address was not agreed to, neither for the key nor for the memory.
            follow_redirects=False,
            timeout=server.timeout,
            event_hooks={"request": [_guard(server)]},
        )
    except (ImportError, ValueError):
        http_client = None
    if http_client is None:
        raise ModelError(
            FailureKind.REFUSED_CONNECTION,
            "The proxy that the environment names can't be used.",
            "Set HTTPS_PROXY to an address that starts with http:// or https://, or unset it.",
        )
    return openai.AsyncOpenAI(
        api_key=server.key or _NO_KEY,
        base_url=server.endpoint.base_url,
        max_retries=0,
        timeout=server.timeout,
        http_client=http_client,
    )


def _guard(server: Server) -> Callable[[httpx2.Request], Awaitable[None]]:
    async def keep_what_is_needed(request: httpx2.Request) -> None:
        # The SDK adds what it knows of this machine, and what variables tell it to.
        for name in [name for name in request.headers if name not in _NEEDED_HEADERS]:
            del request.headers[name]
        request.headers["User-Agent"] = f"memloupe/{__version__}"
        if server.key:
            request.headers["Authorization"] = f"Bearer {server.key}"

    return keep_what_is_needed


def _check_key(server: Server) -> None:
    if all("!" <= character <= "~" for character in server.key):
        return
    raise ModelError(
        FailureKind.REFUSED_KEY,
        f"The key for {server.endpoint.host} has characters in it that no key has.",
        "Enter it again, without spaces or line breaks.",
    )
