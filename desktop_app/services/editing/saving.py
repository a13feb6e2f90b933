"""Saves one change: waits for the engine, merges, writes, and tells the journal how it ended."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from desktop_app.core.editing.journal import Entry, EntryKind, EntryState
from desktop_app.core.editing.merging import rebase
from desktop_app.core.editing.ports import EngineAtWorkError, FileReplacedError, RowsDifferError
from desktop_app.core.engine_text import decode
from desktop_app.core.errors import MemloupeError, RefusedError, StoreBusyError, StoreError
from desktop_app.services.editing.outcomes import Conflicted, Outcome, Saved, Unchanged, Wish
from desktop_app.services.jobs import JobContext
from desktop_app.services.waiting import patiently

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desktop_app.core.changes import Change
    from desktop_app.core.editing.conflict import MergedPart
    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.observational.record import ColumnValue
    from desktop_app.services.editing.targets import Target, Targets

BUSY_SECONDS = 10.0
"""How long a locked file is tried again before the person is asked."""
_ENGINE_PAUSE = 0.25
_MOST_ATTEMPTS = 50
_MOST_UNMOVED = 4
"""Refused so often although every row is as expected, a change stands in its own way."""
Result = TypeVar("Result")


class Saving:
    """Gets changes into a state file, or into the memory files beside it.

    Args:
        targets: The files.
        who: Name of the person.
        now: The clock.
        busy_seconds: How long a locked file is tried again.
    """

    def __init__(
        self,
        targets: Targets,
        *,
        who: str,
        now: Callable[[], EngineTime],
        busy_seconds: float = BUSY_SECONDS,
    ) -> None:
        self._busy_seconds = busy_seconds
        self._targets = targets
        self._journal = targets.journal
        self._who = who
        self._now = now

    def save(self, wish: Wish, context: JobContext) -> Outcome:
        """Save what somebody wants, as ``apply`` does."""
        if wish.change.is_empty:
            return self._unchanged(wish, context)
        target = self._targets.of(wish.change)
        backup = self._back_up(target, wish.change, context)
        merged: tuple[MergedPart, ...] = ()
        change, unmoved = wish.change, 0
        for _ in range(_MOST_ATTEMPTS):
            self._wait_for_engine(target, change, context)
            present = self._patiently(partial(target.present, change), context)
            unmoved = unmoved + 1 if present == change else 0
            if unmoved > _MOST_UNMOVED:
                raise _in_the_way(change)
            if present == change:
                change = present  # equal, and it knows the places of rows that go
            else:
                rebased = rebase(change, present, now=self._now())
                if rebased.change is None:
                    return Conflicted(wish=wish, rebase=rebased)
                change, merged = rebased.change, (*merged, *rebased.merged)
            if change.is_empty:
                return self._unchanged(replace(wish, change=change), context)
            saved = self._write(target, replace(wish, change=change), context)
            if saved is not None:
                return replace(saved, merged=merged, backup=backup)
        raise StoreBusyError(
            f"“{target.path}” changes faster than an edit can be saved.",
            "Nothing was written. Your edit is kept; try again when the engine pauses.",
        )

    def _write(self, target: Target, wish: Wish, context: JobContext) -> Saved | None:
        """Write a change with its entries; ``None`` when the file has moved on."""
        entry, change = self.new_entry(wish), wish.change
        self._patiently(partial(self._journal.intend, entry, change), context)
        write = partial(target.write, entry, change, self._now())
        try:
            locked_seconds = self._patiently(write, context)
        except (RowsDifferError, EngineAtWorkError, FileReplacedError):
            self._journal.settle(entry.id, EntryState.NOT_WRITTEN)
            return None
        except BaseException:
            self._settle_failed(entry, change)
            raise
        self._note_written(entry)
        settled = replace(entry, state=EntryState.WRITTEN)
        return Saved(entry=settled, change=change, locked_seconds=locked_seconds)

    def _note_written(self, entry: Entry) -> None:
        """Tell the journal that an entry is in the file; a cancel comes too late for that."""
        note = partial(self._journal.settle, entry.id, EntryState.WRITTEN)
        try:
            self._patiently(note, JobContext())
        except StoreError as error:
            raise StoreError(
                f"“{entry.label}” is in the file, but the journal of changes does not know it yet: "
                f"{error.message}",
                "Memloupe finds that out when it is started again. It can be undone then.",
            ) from error

    def _unchanged(self, wish: Wish, context: JobContext) -> Unchanged:
        """Note that a step back or forth is done, although there was nothing to write.

        Else it would be offered again and again, and keep those before it from being offered.
        """
        if wish.kind in {EntryKind.UNDO, EntryKind.REDO}:
            entry = self.new_entry(wish)
            self._patiently(partial(self._journal.intend, entry, wish.change), context)
            self._journal.settle(entry.id, EntryState.WRITTEN)
        return Unchanged()

    def _settle_failed(self, entry: Entry, change: Change) -> None:
        # A commit that fails may still have reached the disk.
        # If even that can't be found out now, the next start does.
        with suppress(MemloupeError):
            self.settle(entry, change)

    def settle(self, entry: Entry, change: Change) -> None:
        """Find out whether a change reached the file, and tell the journal."""
        written = self._targets.of(change).is_written(entry, change)
        self._journal.settle(entry.id, EntryState.WRITTEN if written else EntryState.NOT_WRITTEN)

    def _wait_for_engine(self, target: Target, change: Change, context: JobContext) -> None:
        while True:
            context.check()
            now = self._now()
            since = self._patiently(partial(target.at_work_since, change, now), context)
            if since is None:
                return
            seconds = max(0, now.unix_seconds - since.unix_seconds)
            context.report(
                0,
                note=f"Engine at work for {seconds} s. Your edit waits and is then merged.",
            )
            context.wait(_ENGINE_PAUSE)

    def _patiently(self, function: Callable[[], Result], context: JobContext) -> Result:
        return patiently(function, context, limit=self._busy_seconds)

    def _back_up(self, target: Target, change: Change, context: JobContext) -> Path | None:
        try:
            return target.back_up(change, self._now(), lambda: context.cancelled)
        except MemloupeError:
            # Stopped because the person cancelled: that is no failure of the copy.
            context.check()
            raise

    def new_entry(self, wish: Wish) -> Entry:
        """Return the journal entry of a wish, not stored yet."""
        now, change = self._now(), wish.change
        return Entry(
            id=unique_id(now),
            file=self._targets.of(change).name,
            kind=wish.kind,
            of=wish.of,
            group=wish.group,
            who=self._who,
            at=now,
            label=change.label,
            reason=change.reason,
            memory_ids=(*map(_shown, change.memory_ids), *change.paths),
        )


def _in_the_way(change: Change) -> RefusedError:
    if change.files:
        return RefusedError(
            f"“{change.label}” can't be saved: something else has the name of one of its files.",
            "Nothing was written. Look at the folder, and move away what is in the way.",
        )
    return RefusedError(
        f"“{change.label}” can't be saved: an id or a key that it needs is in use already.",
        "Nothing was written. Look at the present rows, and rename or delete what is in the way.",
    )


def unique_id(now: EngineTime) -> str:
    """Return an id that sorts by time and that no other program makes."""
    time = datetime.fromtimestamp(now.unix_seconds, UTC)
    return f"{time:%Y%m%d-%H%M%S}-{secrets.token_hex(4)}"


def _shown(memory_id: ColumnValue) -> str:
    return decode(memory_id) if isinstance(memory_id, bytes) else str(memory_id)
