"""What goes wrong when a model is asked. No text here ever holds a key."""

from __future__ import annotations

from enum import Enum

from desktop_app.core.errors import MemloupeError


class FailureKind(Enum):
    """Why there is no answer."""

    REFUSED_KEY = "refused key"
    NO_MODEL = "no such model"
    REFUSED_REQUEST = "refused request"
    BUSY = "busy"
    TIMEOUT = "timeout"
    REFUSED_CONNECTION = "refused connection"
    BROKEN_OFF = "broken off"
    MOVED = "moved"
    GARBAGE = "not an answer"
    SERVER = "server error"


class ModelError(MemloupeError):
    """The model gave no answer; nothing was changed."""

    def __init__(self, kind: FailureKind, message: str, advice: str = "") -> None:
        super().__init__(message, advice)
        self.kind = kind


class ModelCancelledError(MemloupeError):
    """The person stopped the call."""

    def __init__(self) -> None:
        super().__init__("The call was cancelled.", "Nothing was changed.")


class SecretsError(MemloupeError):
    """The system's keyring can't be used."""
