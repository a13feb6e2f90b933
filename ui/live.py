"""Watches the state file on a thread of its own and says when somebody wrote to it."""

from __future__ import annotations

from threading import Event, Lock, Thread
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.errors import MemloupeError

if TYPE_CHECKING:
    from pathlib import Path

    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.store_search import StoreSearch
    from desktop_app.services.workspace import Surroundings

POLL_SECONDS = 0.25
SETTLE_SECONDS = 0.15
SHARE = 100
"""A look that takes long is followed by a pause this many times as long: 1 % of one core."""


class Follower(QObject):
    """Polls while it is on; says ``changed`` once a burst of writes has settled.

    Of a folder without a state file it says ``appeared`` as soon as there is one.
    """

    changed = Signal()
    appeared = Signal()

    def __init__(self, surroundings: Surroundings | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._surroundings = surroundings
        self._lock = Lock()
        self._wake = Event()
        self._source: HarnessSource | None = None
        self._search: StoreSearch | None = None
        self._token: object = None
        self._compared: object = None
        self._on = True
        self._ended = False
        self._thread: Thread | None = None

    @property
    def is_watching(self) -> bool:
        """Whether it knows the state that later ones are compared with."""
        return self._token is not None

    @property
    def is_running(self) -> bool:
        """Whether its thread is alive."""
        return self._thread is not None

    def watch(self, source: HarnessSource) -> None:
        """Watch a state file, as it is from now on."""
        self._set(source=source)

    def watch_for(self, root: Path | None) -> None:
        """Wait for a state file below ``root``; ``None`` watches nothing."""
        if root is None:
            self._set()
            return
        from desktop_app.services.store_search import StoreSearch  # noqa: PLC0415 - see the session

        self._set(search=StoreSearch(root, self._surroundings))

    @Slot(object)
    def take_mark(self, token: object) -> None:
        """Take a write as seen that somebody here made; ``token`` is from right after it."""
        with self._lock:
            if token is not None and self._source is not None:
                self._token = token

    def set_on(self, on: bool) -> None:  # noqa: FBT001 - a slot takes the bare value
        """Follow or not; what was written meanwhile is told when it is on again."""
        self._on = on
        self._wake.set()

    def stop(self) -> None:
        """End the thread and wait for it."""
        self._ended = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _set(
        self, *, source: HarnessSource | None = None, search: StoreSearch | None = None
    ) -> None:
        with self._lock:
            self._source, self._search, self._token = source, search, None
        if self._thread is None and not self._ended:
            self._thread = Thread(target=self._run, name="follow", daemon=True)
            self._thread.start()
        self._wake.set()

    def _run(self) -> None:
        pause = 0.0
        while not self._ended:
            idle = self._source is None and self._search is None
            self._wake.wait(None if idle or not self._on else pause)
            self._wake.clear()
            if self._ended:
                return
            if not self._on:
                pause = POLL_SECONDS
                continue
            start = perf_counter()
            settle = self._look()
            pause = max(POLL_SECONDS, SHARE * (perf_counter() - start))
            if settle:
                self._settle()

    def _look(self) -> bool:
        with self._lock:
            source, search, token = self._source, self._search, self._token
        try:
            if source is not None:
                return self._look_at(source, token)
            if search is not None and search.find():
                self.watch_for(None)
                self.appeared.emit()
        except MemloupeError:
            # Gone or held for a moment; whoever reads it next says so.
            return False
        return False

    def _look_at(self, source: HarnessSource, token: object) -> bool:
        if token is None:
            self._keep(source, source.token())
            return False
        self._compared = token
        return source.changed_since(token)

    def _settle(self) -> None:
        """Let a burst end, then tell once."""
        with self._lock:
            source = self._source
        Event().wait(SETTLE_SECONDS)
        if source is None or self._ended:
            return
        with self._lock:
            token = self._token
        try:
            if token is not self._compared and not source.changed_since(token):
                return  # it was our own write, and nothing came after it
            self._keep(source, source.token())
        except MemloupeError:
            return
        self.changed.emit()

    def _keep(self, source: HarnessSource, token: object) -> None:
        with self._lock:
            if self._source is source:
                self._token = token
