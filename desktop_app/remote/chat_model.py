"""A model behind an OpenAI-compatible server. Loads nothing before it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.models.endpoint import read_endpoint

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from desktop_app.core.models.ports import ChatMessage, Completion

TIME_LIMIT = 90.0
"""Seconds for a whole call, waiting and trying again included."""


class OpenAIChatModel:
    """One model on one server.

    Args:
        base_url: Address of the server, without or with ``/v1``.
        model: Name of the model, as the server calls it.
        key: What the server asks for; ``None`` or empty to send none.
        timeout: Seconds for a whole call.
        sleep: Waits before the next try; tests have no time for that.

    Raises:
        RefusedError: ``base_url`` is no address.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        key: str | None,
        timeout: float = TIME_LIMIT,
        *,
        sleep: Callable[[float], Awaitable[object]] | None = None,
    ) -> None:
        self._endpoint = read_endpoint(base_url)
        self._model = model
        self._key = (key or "").strip()
        self._timeout = timeout
        self._sleep = sleep

    def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        on_progress: Callable[[str], None],
        cancelled: Callable[[], bool],
    ) -> Completion:
        """Send ``messages`` and return the answer (see ``ChatModel``)."""
        # The SDK takes 300 ms to load, which nobody should pay who asks no model.
        from desktop_app.remote.call import Call  # noqa: PLC0415
        from desktop_app.remote.client import Server  # noqa: PLC0415

        server = Server(self._endpoint, self._model, self._key, self._timeout)
        return Call(server, messages, on_progress, self._sleep).run(cancelled)
