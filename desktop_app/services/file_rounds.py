"""Finds folders in which something happened that the system did not tell, a few at a time."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.services.file_follow import FileWatch, Marks


class FileRounds:
    """Goes round the folders of a workspace, and on where it stopped.

    A single folder is always looked at whole, however many files are in it.
    """

    def __init__(self, watch: FileWatch) -> None:
        self.watch = watch
        self._tokens: dict[str, object] = {}
        self._waiting: deque[str] = deque()

    def step(self, marks: Marks, is_enough: Callable[[], bool]) -> frozenset[str]:
        """Return which of the next folders may differ from how they were last time.

        One that was never asked about may differ from ``marks`` too.

        Args:
            marks: How everything stood, and in which folders.
            is_enough: Asked after each folder; true leaves the others to the next step.
        """
        if not self._waiting:
            self._begin(marks)
        found = []
        while self._waiting:
            folder = self._waiting.popleft()
            # Before anybody looks: what is written meanwhile differs from it the next time.
            token = self.watch.token(folder)
            if folder not in self._tokens or self._tokens[folder] != token:
                self._tokens[folder] = token
                found.append(folder)
            if is_enough():
                break
        return frozenset(found)

    def _begin(self, marks: Marks) -> None:
        self._waiting.extend(marks.looked_in)
        known = self._tokens
        self._tokens = {folder: known[folder] for folder in marks.looked_in if folder in known}
