"""A model that could be asked, and what stands in the way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from desktop_app.core.models.endpoint import read_endpoint
from desktop_app.core.models.settings import CUSTOM, KNOWN_SERVERS, KnownServer, known_server

if TYPE_CHECKING:
    from desktop_app.core.models.endpoint import Endpoint

KEYRING = "the system keyring"
_OPEN = "Nothing is encrypted on the way there (http): others can read the memory and the key."


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChoice:
    """A model, and how it is reached. Holds no key.

    Attributes:
        provider: Name of the server for people.
        model: Name of the model, as the server calls it.
        base_url: What ``ChatModel`` is made with; empty if ``problem`` says why.
        host: Where everything is sent.
        is_local: Whether that is this machine.
        key_source: Where the key comes from, in words; empty if none is sent.
        key_variable: The environment variable that has the key; empty for the keyring or none.
        problem: Why this model can't be asked; empty if it can.
        advice: What to do about ``problem``.
        notes: What a person should know besides, such as a trap of the harness.
    """

    provider: str
    model: str = ""
    base_url: str = ""
    host: str = ""
    is_local: bool = False
    key_source: str = ""
    key_variable: str = ""
    problem: str = ""
    advice: str = ""
    notes: tuple[str, ...] = ()

    @property
    def url(self) -> str:
        """The address that is called; empty if there is none."""
        return read_endpoint(self.base_url).url if self.base_url else ""


def reaching(endpoint: Endpoint, model: str) -> ModelChoice:
    """Return the choice of ``model`` at ``endpoint``, with no key yet."""
    server = server_at(endpoint)
    return ModelChoice(
        provider=server.name if server else CUSTOM,
        model=model,
        base_url=endpoint.base_url,
        host=endpoint.host,
        is_local=endpoint.is_local,
        notes=(_OPEN,) if endpoint.is_open else (),
    )


def checked(choice: ModelChoice) -> ModelChoice:
    """Return ``choice`` with the problem that it has without a model or a key it needs."""
    server = known_server(choice.provider)
    if not choice.model:
        problem, advice = f"No model of {choice.host} is chosen.", "Name one, as the server does."
    elif server is not None and server.needs_key and not choice.key_source:
        problem = f"There is no key for {choice.host}."
        advice = f"Enter one to keep it in {KEYRING}, or set {server.key_variable}."
    else:
        return choice
    return replace(choice, problem=problem, advice=advice)


def server_at(endpoint: Endpoint) -> KnownServer | None:
    """Return the known server that has its place there."""
    places = ((server, server.base_url) for server in KNOWN_SERVERS if server.base_url)
    return next(
        (server for server, url in places if read_endpoint(url).host == endpoint.host), None
    )
