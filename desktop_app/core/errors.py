"""Errors whose text is written for the person who reads it."""

from __future__ import annotations


class MemloupeError(Exception):
    """Something went wrong that a person can act on.

    The message says what happened and to which file or item; ``advice`` says what is safe and
    what to do next (may be empty).
    """

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.advice = advice

    @property
    def words(self) -> str:
        """Everything it says, where there is one place for both."""
        return f"{self.message} {self.advice}".strip()


class StoreError(MemloupeError):
    """A file or folder can't be read as a store."""


class StoreBusyError(StoreError):
    """Another program holds the store; trying again later can work."""


class NotFoundError(MemloupeError):
    """The named workspace, scope or item does not exist."""


class RefusedError(MemloupeError):
    """The request is understood and is not carried out."""


class DamagedError(MemloupeError):
    """The engine can't read this item."""


class JobCancelledError(Exception):
    """The job was asked to stop, and does."""
