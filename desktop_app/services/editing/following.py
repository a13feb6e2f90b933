"""What became of edits after they were written: the engine may have overwritten them (H6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from desktop_app.core.editing.journal import Entry, EntryKind, EntryState
from desktop_app.core.editing.standing import Standing, State, standing
from desktop_app.services.editing.archived import with_archived

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from desktop_app.core.changes import Change, Swap, WorkingRow
    from desktop_app.core.files.row import FileRow
    from desktop_app.core.observational.record import ColumnValue, RecordRow
    from desktop_app.services.editing.targets import Targets

FOLLOWED_SECONDS = 24 * 3600
"""An engine that has read a row before an edit writes it back within minutes, or never."""
MOST_FOLLOWED = 50
_TAKES_BACK = frozenset({EntryKind.UNDO})

Row = TypeVar("Row")
Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Overwritten:
    """An edit that is not in the file any more, although nobody took it back."""

    entry: Entry
    standing: Standing


class Follower:
    """Compares what was written with what is in the file.

    Each edit that was overwritten is told once.

    Args:
        targets: The files, and the journal that knows what was written.
    """

    def __init__(self, targets: Targets) -> None:
        self._targets = targets
        self._journal = targets.journal
        self._settled: set[str] = set()
        self._changes: dict[str, Change] = {}
        self._superseding: dict[tuple[str, str], bool] = {}

    def overwritten(self, unix_seconds: int) -> tuple[Overwritten, ...]:
        """Return the edits that somebody else has written over since the last call.

        Args:
            unix_seconds: The present.

        Raises:
            StoreError: the file or the journal can't be read.
        """
        followed = list(self._followed(unix_seconds))
        found = [
            Overwritten(entry, now)
            for entry in followed
            if (now := self._standing(entry)).state is not State.KEPT
        ]
        self._settled.update(one.entry.id for one in found)
        # A change of a long file is long: what is followed no more is let go.
        kept = {entry.id for entry in followed} - self._settled
        self._changes = {key: self._changes[key] for key in kept}
        return tuple(found)

    def know(self, entry: Entry, change: Change) -> None:
        """Take over what was written just now; a long text is not unpacked from the journal."""
        self._changes[entry.id] = change

    def _followed(self, unix_seconds: int) -> Iterator[Entry]:
        """Yield the edits that should be in the file, each unless a later one changed the same."""
        later: list[Entry] = []
        for entry in self._journal.entries(self._targets.names, limit=MOST_FOLLOWED):
            if entry.state is not EntryState.WRITTEN:
                continue
            if unix_seconds - entry.at.unix_seconds > FOLLOWED_SECONDS:
                return
            is_ours_to_follow = not entry.is_undone and entry.kind not in _TAKES_BACK
            if is_ours_to_follow and entry.id not in self._settled:
                if any(self._is_superseded(entry, other) for other in later):
                    self._settled.add(entry.id)
                else:
                    yield entry
            later.append(entry)

    def _standing(self, entry: Entry) -> Standing:
        change = self._change(entry)
        back, look = change.inverse(), self._targets.of(change).present
        return standing(change, with_archived(look(back), back, look))

    def _is_superseded(self, entry: Entry, later: Entry) -> bool:
        """Whether an own, later edit has changed the same once more."""
        pair = entry.id, later.id
        if pair not in self._superseding:
            change = self._change(entry)
            left = _left_by(change, self._change(later))
            self._superseding[pair] = standing(change, left).state is not State.KEPT
        return self._superseding[pair]

    def _change(self, entry: Entry) -> Change:
        if entry.id not in self._changes:
            self._changes[entry.id] = self._journal.change(entry.id)
        return self._changes[entry.id]


def _left_by(change: Change, later: Change) -> Change:
    """Return the inverse of ``change`` with every ``before`` as a later edit has left it."""
    back = change.inverse()
    records = _rows_left(later.records, _record_key)
    working = _rows_left(later.working, _entry_key)
    files = _rows_left(later.files, _path)
    return replace(
        back,
        records=tuple(
            replace(swap, before=records.get(_record_key(swap.before), swap.before))
            for swap in back.records
        ),
        working=tuple(
            replace(swap, before=working.get(_entry_key(swap.before), swap.before))
            for swap in back.working
        ),
        files=tuple(
            replace(swap, before=files.get(_path(swap.before), swap.before)) for swap in back.files
        ),
    )


def _rows_left(
    swaps: tuple[Swap[Row], ...], key: Callable[[Row | None], Key]
) -> dict[Key, Row | None]:
    """Return the rows after some swaps by their keys; ``None`` where one was moved or deleted."""
    left: dict[Key, Row | None] = {}
    for swap in swaps:
        left[key(swap.before)] = None
        left[key(swap.after)] = swap.after
    return left


def _record_key(row: RecordRow | None) -> ColumnValue:
    return None if row is None else row.memory_id


def _path(row: FileRow | None) -> str | None:
    return None if row is None else row.path


def _entry_key(row: WorkingRow | None) -> tuple[ColumnValue, ColumnValue] | None:
    return None if row is None else (row.memory_id, row.entry_key)
