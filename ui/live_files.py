"""Watches memory files on a thread of its own and says when somebody else wrote them."""

from __future__ import annotations

from threading import Event, Lock, Thread
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ui.live import POLL_SECONDS, SETTLE_SECONDS, SHARE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from desktop_app.core.changes import Change
    from desktop_app.core.files.row import FileRow
    from desktop_app.services.file_follow import FileWatch, Listener, Marks
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.file_outline import FileOutline
    from desktop_app.services.file_rounds import FileRounds

Folders = frozenset[str] | None
"""Where something happened; ``None`` for anywhere."""

HEARING_SECONDS = 2.0
"""Where the system tells of writes, looking is only for what it can't tell."""
STEP_SECONDS = 0.004
"""Many folders are looked at bit by bit, so that it never shows."""
IDLE_SHARE = 250
"""As ``SHARE``, for looks without need: the rest of that 1 % is for what else runs."""
_NOTHING: frozenset[str] = frozenset()


class FileFollower(QObject):
    """Says ``changed`` once a burst of writes has settled, and nothing of writes of ours.

    Args:
        is_writing: Whether a write of ours is on its way: what it has to do with what is seen
            is known only when it has ended. Asked on the follower's thread.
        give_way: Waits while the window has much to do. Called on the follower's thread.
    """

    changed = Signal()  # memory files were written, made, moved or removed
    stirred = Signal()  # memory may have appeared where none was, or have gone with its folder

    def __init__(
        self,
        is_writing: Callable[[], bool],
        give_way: Callable[[], None] = lambda: None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._is_writing, self._give_way = is_writing, give_way
        self._lock = Lock()
        self._watch: FileWatch | None = None
        self._own: dict[str, FileRow | None] = {}
        self._marks: Marks | None = None
        self._listener: Listener | None = None
        self._on = True
        self._ended = False
        self._thread: Thread | None = None

    @property
    def is_watching(self) -> bool:
        """Whether it knows the state that later ones are compared with."""
        return self._marks is not None

    def watch(self, files: FileMemory, outline: FileOutline) -> None:
        """Watch these files, as they are from now on; those watched before as they were."""
        from desktop_app.services.file_follow import FileWatch  # noqa: PLC0415 - see the session

        with self._lock:
            if self._watch is None or self._watch.root != files.root:
                self._marks = None
            self._watch = FileWatch(files, outline, self._give_way)
        if self._thread is None and not self._ended:
            from desktop_app.services.workspace_files import folder_events  # noqa: PLC0415

            self._listener = folder_events()
            self._thread = Thread(target=self._run, args=(self._listener,), daemon=True)
            self._thread.start()
        self._wake()

    def forget(self) -> None:
        """Watch nothing."""
        with self._lock:
            self._watch = self._marks = None
        self._wake()

    def expect(self, change: Change) -> None:
        """Know what a write of ours has left."""
        with self._lock:
            for swap in change.files:
                row = swap.after or swap.before
                if row is not None:
                    self._own[row.path] = swap.after

    def set_on(self, on: bool) -> None:  # noqa: FBT001 - a slot takes the bare value
        """Follow or not; what was written meanwhile is told when it is on again."""
        self._on = on
        self._wake()

    def stop(self) -> None:
        """End the thread and wait for it."""
        self._ended = True
        self._wake()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    def _wake(self) -> None:
        if self._listener is not None:
            self._listener.wake()

    def _run(self, listener: Listener) -> None:
        pause: float | None = 0.0
        rounds: FileRounds | None = None
        due: Folders = None
        while not self._ended:
            due = _joined(due, listener.wait(pause))
            with self._lock:
                watch = self._watch
            if self._ended or watch is None or not self._on:
                pause, due = None, None
                continue
            if rounds is None or rounds.watch is not watch:
                if rounds is None or rounds.watch.root != watch.root:
                    listener.forget()
                rounds, due = _rounds(watch), None
            if due:
                Event().wait(SETTLE_SECONDS)  # let a burst end
                due = _joined(due, listener.wait(0))
            pause = POLL_SECONDS
            if not self._is_writing():
                pause = self._look_and_rest(rounds, due, listener)
                due = _NOTHING

    def _look_and_rest(self, rounds: FileRounds, due: Folders, listener: Listener) -> float:
        """Look once, and return how many seconds to rest after it."""
        start, is_told = perf_counter(), due != _NOTHING
        # Where the system tells, a first look at what it never told is without need too.
        is_needed = self._look(rounds, due, listener) and (is_told or not listener.can_hear)
        share = SHARE if is_needed else IDLE_SHARE
        return max(_least(listener), share * (perf_counter() - start))

    def _look(self, rounds: FileRounds, due: Folders, listener: Listener) -> bool:
        """Look where something happened, or else may have; return whether there was need to.

        There was if nobody had looked there yet, too.

        Args:
            rounds: Finds what nobody told.
            due: Where something happened; ``None`` for anywhere.
            listener: Told which folders there are.
        """
        watch, before = rounds.watch, self._marks
        if before is not None and due is not None:
            end = perf_counter() + STEP_SECONDS
            due = due or rounds.step(before, lambda: perf_counter() > end)
            if not due:
                return False
        now = watch.look() if before is None or due is None else watch.look_at(before, due)
        with self._lock:
            if watch is not self._watch:
                return True
            self._marks, own = now, dict(self._own)
        listener.watch(watch.root, now.folders)
        if before is not None:
            self._tell(watch, before, now, own)
        return True

    def _tell(
        self, watch: FileWatch, before: Marks, now: Marks, own: dict[str, FileRow | None]
    ) -> None:
        paths = now.changed_since(before)
        ours = {path for path in paths & own.keys() if watch.is_ours(path, own[path])}
        self._forget_own(paths)
        if paths - ours:
            self.changed.emit()
        if now.has_news_since(before):
            self.stirred.emit()

    def _forget_own(self, paths: Iterable[str]) -> None:
        with self._lock:
            for path in paths:
                self._own.pop(path, None)


def _rounds(watch: FileWatch) -> FileRounds:
    from desktop_app.services.file_rounds import FileRounds  # noqa: PLC0415 - see the session

    return FileRounds(watch)


def _joined(some: Folders, more: Folders) -> Folders:
    return None if some is None or more is None else some | more


def _least(listener: Listener) -> float:
    return HEARING_SECONDS if listener.can_hear else POLL_SECONDS
