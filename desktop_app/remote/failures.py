"""What the SDK raises, as errors for people: with the host and the model, never with the key."""

from __future__ import annotations

import socket
import ssl
from dataclasses import dataclass
from typing import TYPE_CHECKING

import httpx2
import openai

from desktop_app.core.models.errors import FailureKind, ModelError
from desktop_app.remote.server_words import host_of, quoted, retry_after, without_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.remote.client import Server

_BUSY, _BAD_GATEWAY = 429, 500
BUILT_IN = "or use the built-in rules"


@dataclass(frozen=True, slots=True)
class Failure:
    """Why one try gave no answer.

    Attributes:
        error: For the person.
        may_retry: Whether the next try can work.
        retry_after: Seconds that the server asks to wait; ``None`` if it does not say.
    """

    error: ModelError
    may_retry: bool = False
    retry_after: float | None = None


def failure_of(error: Exception, server: Server) -> Failure:
    """Return what ``error`` means; nothing in the result refers to it."""
    match error:
        case openai.APIStatusError():
            return _status_failure(error, server)
        case openai.APITimeoutError():
            return Failure(timed_out(server))
        case openai.APIConnectionError():
            return _connection_failure(error, server)
        case openai.APIError():
            words = quoted(error.body, server.key)
            message = f"{server.endpoint.host} broke off its answer with an error{words}."
            advice = f"Try again, {BUILT_IN}."
            return Failure(ModelError(FailureKind.SERVER, message, advice), may_retry=True)
        case _:
            return not_an_answer(server)


def timed_out(server: Server) -> ModelError:
    """Return the error for a call that took too long."""
    return ModelError(
        FailureKind.TIMEOUT,
        f"No whole answer from {server.endpoint.host} within {server.timeout:g} s.",
        f"Nothing was changed. Try again, choose a faster model than {server.model}, {BUILT_IN}.",
    )


def not_an_answer(server: Server) -> Failure:
    """Return the failure for a server that speaks, but not as a model server does."""
    return Failure(
        ModelError(
            FailureKind.GARBAGE,
            f"{server.endpoint.host} gave no model's answer, but something else.",
            f"Check the address: {server.endpoint.url} was called.",
        )
    )


def broken_off(server: Server) -> Failure:
    """Return the failure for an answer without an end."""
    error = ModelError(
        FailureKind.BROKEN_OFF,
        f"The connection to {server.endpoint.host} broke off before the answer was whole.",
        f"Nothing was changed. Try again, {BUILT_IN}.",
    )
    return Failure(error, may_retry=True)


def _status_failure(error: openai.APIStatusError, server: Server) -> Failure:
    status = error.status_code
    if status in {401, 403}:
        return Failure(_refused_key(status, server))
    if status == 404:  # noqa: PLR2004 - the number is the name
        return Failure(_not_found(error, server))
    if 300 <= status < 400:  # noqa: PLR2004 - as above
        return Failure(_moved(error, server))
    if status == _BUSY or status >= _BAD_GATEWAY:
        return _passing_failure(error, server)
    words = quoted(error.body, server.key)
    message = f"{server.endpoint.host} refused the request ({status}){words}."
    advice = f"Check the model's name, {server.model}, and how much it can take."
    return Failure(ModelError(FailureKind.REFUSED_REQUEST, message, advice))


def _refused_key(status: int, server: Server) -> ModelError:
    host = server.endpoint.host
    if not server.key:
        message, advice = f"{host} wants a key ({status}).", "Enter one."
    else:
        message = f"The server refused the key ({status})."
        advice = f"Enter another key for {host}."
    return ModelError(FailureKind.REFUSED_KEY, message, advice)


def _not_found(error: openai.APIStatusError, server: Server) -> ModelError:
    if "model" in str(error.body).lower():
        message = f"{server.endpoint.host} has no model “{server.model}” (404)."
        advice = "Choose one that the server has; a local server may have to load it first."
    else:
        message = f"There is nothing at {server.endpoint.url} (404)."
        advice = f"Check the server's address, then the name of the model, {server.model}."
    return ModelError(FailureKind.NO_MODEL, message, advice)


def _moved(error: openai.APIStatusError, server: Server) -> ModelError:
    target = host_of(error.response.headers.get("location", ""))
    shown = without_key(target, server.key)
    place = f"to {target}" if target and shown == target else "to another address"
    return ModelError(
        FailureKind.MOVED,
        f"{server.endpoint.host} sends calls on {place} ({error.status_code}). "
        "Nothing was sent there.",
        "If you trust that address, set it as the server's address.",
    )


def _passing_failure(error: openai.APIStatusError, server: Server) -> Failure:
    status, words = error.status_code, quoted(error.body, server.key)
    wait = retry_after(error.response.headers.get("retry-after", ""))
    if error.code == "insufficient_quota":
        message = f"{server.endpoint.host} has no credit left for this key ({status})."
        return Failure(ModelError(FailureKind.BUSY, message, f"Add some, {BUILT_IN}."))
    if status == _BUSY:
        message = f"The server is busy ({status})."
        advice = f"Try again in {f'{wait:.0f} s' if wait else 'a while'}, {BUILT_IN}."
        return Failure(
            ModelError(FailureKind.BUSY, message, advice), may_retry=True, retry_after=wait
        )
    message = f"{server.endpoint.host} has a fault of its own ({status}){words}."
    advice = f"Nothing was changed. Try again later, {BUILT_IN}."
    return Failure(
        ModelError(FailureKind.SERVER, message, advice), may_retry=True, retry_after=wait
    )


def _connection_failure(error: openai.APIConnectionError, server: Server) -> Failure:
    host, causes = server.endpoint.host, tuple(_causes(error))
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        message = f"{host} can't show a certificate that this machine trusts."
        advice = "Check the address; whether it should start with http:// as well."
    elif any(isinstance(cause, socket.gaierror) for cause in causes):
        message = f"No server is called {host}, or this machine is not on the network."
        advice = f"Check the address and the network, {BUILT_IN}."
    elif any(isinstance(cause, httpx2.ConnectError | httpx2.ProxyError) for cause in causes):
        message = f"No answer from {host}."
        advice = f"Is the model server running? Try again, {BUILT_IN}."
    else:
        return broken_off(server)
    return Failure(ModelError(FailureKind.REFUSED_CONNECTION, message, advice))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
