"""Findings of which somebody said that they are no problem; nothing in a workspace says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    Load = Callable[[], Collection[str]]
    Store = Callable[[Collection[str]], None]


class Ignored(QObject):
    """Remembers findings by their keys, which hold no text of the memory."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._load: Load | None = None
        self._store: Store | None = None
        self._keys: frozenset[str] = frozenset()

    @property
    def keys(self) -> frozenset[str]:
        """The keys of what is ignored."""
        return self._keys

    def remember_with(self, load: Load, store: Store) -> None:
        """Keep it across restarts."""
        self._load, self._store = load, store
        self.read()

    def read(self) -> None:
        """Take what is remembered for the workspace that is shown."""
        self._keys = frozenset(self._load()) if self._load is not None else frozenset()
        self.changed.emit()

    def add(self, keys: Iterable[str]) -> None:
        """Ignore findings."""
        self._keep(self._keys | frozenset(keys))

    def remove(self, keys: Iterable[str]) -> None:
        """Look at findings again."""
        self._keep(self._keys - frozenset(keys))

    def _keep(self, keys: frozenset[str]) -> None:
        self._keys = keys
        if self._store is not None:
            self._store(keys)
        self.changed.emit()
