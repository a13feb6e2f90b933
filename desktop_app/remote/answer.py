"""An answer as it grows, chunk by chunk."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from desktop_app.core.models.ports import Completion

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletionChunk

_MOST_CHARACTERS = 1_000_000


@dataclass(slots=True)
class Answer:
    """What has come so far.

    Attributes:
        chunks: How many there were; 0 means that the server gave no answer at all.
        finish_reason: Empty until the server has said that the answer is whole.
    """

    chunks: int = 0
    finish_reason: str = ""
    _parts: list[str] = field(default_factory=list)
    _length: int = 0
    _prompt_tokens: int | None = None
    _completion_tokens: int | None = None

    def add(self, chunk: ChatCompletionChunk) -> None:
        """Take one chunk.

        Raises:
            TypeError, AttributeError: It has another shape; the SDK does not check that.
        """
        if not isinstance(chunk.choices, list):
            raise TypeError("a chunk has choices")
        self.chunks += 1
        if chunk.usage is not None:
            self._prompt_tokens = _number(chunk.usage.prompt_tokens)
            self._completion_tokens = _number(chunk.usage.completion_tokens)
        for choice in chunk.choices[:1]:
            words = _text(choice.delta.content)
            self._parts.append(words)
            self._length += len(words)
            self.finish_reason = _text(choice.finish_reason) or self.finish_reason
        if self.is_too_long:
            self.finish_reason = "length"

    @property
    def is_too_long(self) -> bool:
        """Whether nobody would read on: the model repeats itself without end."""
        return self._length > _MOST_CHARACTERS

    @property
    def tokens(self) -> int:
        """Tokens so far, as the engine would estimate them."""
        return (self._length + 3) // 4

    def completion(self, seconds: float) -> Completion:
        """Return the whole answer."""
        return Completion(
            text="".join(self._parts),
            finish_reason=self.finish_reason,
            prompt_tokens=self._prompt_tokens,
            completion_tokens=self._completion_tokens,
            seconds=seconds,
        )


def _text(value: object) -> str:
    if value is not None and not isinstance(value, str):
        raise TypeError("words are text")
    return value or ""


def _number(value: object) -> int | None:
    return value if isinstance(value, int) else None
