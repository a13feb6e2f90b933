"""Pauses in long work: between two pieces of it, what is more urgent goes first.

Core functions know neither threads nor windows. Who runs them says what a pause is, for the thread
that they run on; without that it is nothing.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def _nothing() -> None:
    """Go on at once."""


_PAUSE: ContextVar[Callable[[], None]] = ContextVar("_PAUSE", default=_nothing)


def pause() -> None:
    """Let what is more urgent go first."""
    _PAUSE.get()()


@contextmanager
def pausing(pause: Callable[[], None]) -> Iterator[None]:
    """Let ``pause`` be called between the pieces of what is done meanwhile, on this thread."""
    token = _PAUSE.set(pause)
    try:
        yield
    finally:
        _PAUSE.reset(token)
