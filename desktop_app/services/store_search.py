"""Waits for a state file below a folder that has none."""

from __future__ import annotations

import os
from time import perf_counter
from typing import TYPE_CHECKING

from desktop_app.services.workspace import open_workspace

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desktop_app.services.workspace import Surroundings

SHARE = 800
"""A search of every folder is followed by a pause this many times as long."""


class StoreSearch:
    """Looks often where an engine writes its state file, and seldom in every folder.

    Args:
        root: The opened folder.
        surroundings: Environment, home and clock; those of this process by default.
        clock: Counts seconds.
    """

    def __init__(
        self,
        root: Path,
        surroundings: Surroundings | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self._root, self._surroundings, self._clock = root, surroundings, clock
        self._named: tuple[str, ...] = ()
        self._seen: list[tuple[int, ...] | None] | None = None
        self._next = 0.0

    def find(self) -> bool:
        """Whether there is a state file now.

        Raises:
            StoreError: the folder can't be read.
        """
        start, seen = self._clock(), [_mark(name) for name in self._named]
        if seen == self._seen and start < self._next:
            return False
        try:
            opened = open_workspace(self._root, self._surroundings)
        finally:
            end = self._clock()
            self._next, self._seen = end + SHARE * (end - start), seen
        named = os.fspath(opened.config.database)
        if named not in self._named:
            # Nobody has looked there yet: whether it is searched again hangs on nothing seen.
            self._named, self._seen = (named, f"{named}-wal"), None
        return bool(opened.sources)


def _mark(name: str) -> tuple[int, ...] | None:
    try:
        found = os.lstat(name)
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns
