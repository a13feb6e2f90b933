"""Pairs of which somebody said that they are no contradiction; nothing in a workspace says so."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_app.core.engine_text import encode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ui.reflection.sides import Pair

    Load = Callable[[], dict[str, str]]
    Store = Callable[[Mapping[str, str]], None]


class Dismissed(QObject):
    """Remembers pairs by their texts, with the day; a text that is edited is looked at anew."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._load: Load | None = None
        self._store: Store | None = None
        self._days: dict[str, str] = {}

    def remember_with(self, load: Load, store: Store) -> None:
        """Keep it across restarts."""
        self._load, self._store = load, store
        self.read()

    def read(self) -> None:
        """Take what is remembered for the workspace that is shown."""
        self._days = self._load() if self._load is not None else {}
        self.changed.emit()

    def day(self, memory_id: str, pair: Pair) -> str:
        """Return the day when a pair was dismissed; empty if it was not."""
        return self._days.get(_name(memory_id, pair), "")

    def add(self, memory_id: str, pair: Pair, day: str) -> None:
        """Remember a pair."""
        self._days[_name(memory_id, pair)] = day
        self._keep()

    def remove(self, memory_id: str, pair: Pair) -> None:
        """Look at a pair again."""
        self._days.pop(_name(memory_id, pair), None)
        self._keep()

    def _keep(self) -> None:
        if self._store is not None:
            self._store(dict(self._days))
        self.changed.emit()


def _name(memory_id: str, pair: Pair) -> str:
    # The texts themselves are memory: they stay in the workspace.
    digest = sha256()
    for part in (memory_id, *sorted((pair.a.text, pair.b.text))):
        digest.update(sha256(encode(part)).digest())
    return digest.hexdigest()[:24]
