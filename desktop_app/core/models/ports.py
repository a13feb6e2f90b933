"""What services need to ask a model, as interfaces; ``remote`` and ``store`` have the real ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a request; ``content`` is engine text."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """A model's whole answer.

    Attributes:
        text: Untrimmed; may be empty.
        finish_reason: Why it ended, as the server says: ``stop``; ``length`` if it was cut off
            at the server's limit.
        prompt_tokens: As the server counts them; ``None`` if it does not say.
        completion_tokens: Likewise.
        seconds: From the call to the last word, waiting and trying again included.
    """

    text: str
    finish_reason: str
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    seconds: float = 0.0

    @property
    def is_cut_off(self) -> bool:
        """Whether the server stopped the model before its answer was done."""
        return self.finish_reason == "length"


class ChatModel(Protocol):
    """One model on one server."""

    def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        on_progress: Callable[[str], None],
        cancelled: Callable[[], bool],
    ) -> Completion:
        """Send ``messages`` and return the answer. Blocks, with a time limit.

        Args:
            messages: What is sent; nothing else is, but for the model's name.
            on_progress: Told in a sentence whenever something new happens, on this thread.
            cancelled: Asked several times a second; ``True`` ends the call.

        Raises:
            ModelError: no answer; says why and what to do.
            ModelCancelledError: ``cancelled`` said so.
        """


class Secrets(Protocol):
    """Keys by the host they are for, kept by the system.

    Raises (every call):
        SecretsError: The system's keyring can't be used; says why.
    """

    def get(self, name: str) -> str | None: ...

    def set(self, name: str, value: str) -> None: ...

    def delete(self, name: str) -> None:
        """Forget a key; one that is not there is no error."""
