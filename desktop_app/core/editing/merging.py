"""A change that was made from what the person saw, rebased on what is in the file now."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from desktop_app.core.changes import Change, Swap
from desktop_app.core.editing.ballot import Ballot, Versions
from desktop_app.core.editing.conflict import ConflictItem, MergedPart
from desktop_app.core.editing.file_merging import merge_file
from desktop_app.core.editing.file_moves import follow_moves
from desktop_app.core.editing.record_merging import merge_record
from desktop_app.core.editing.row_merging import merge_log_row, merge_working, raw_text
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import RefusedError
from desktop_app.core.scope import SEPARATOR

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from desktop_app.core.editing.conflict import Choice
    from desktop_app.core.files.row import FileRow
    from desktop_app.core.observational.record import RecordRow

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebase:
    """What becomes of a change on rows that somebody else has changed meanwhile.

    Attributes:
        wanted: The change as the person made it.
        present: The same with every ``before`` as it stands in the file.
        now: The clock.
        items: What needs a choice.
        merged: What has merged by itself.
        change: The change to write; ``None`` while there are items.
    """

    wanted: Change
    present: Change
    now: EngineTime
    items: tuple[ConflictItem, ...]
    merged: tuple[MergedPart, ...]
    change: Change | None

    def resolved(self, choices: Sequence[Choice | str]) -> Change:
        """Return the change to write.

        Args:
            choices: One for each item; a text where the item may be edited.

        Raises:
            RefusedError: a text does not fit, or the choices do not go together.
        """
        if len(choices) != len(self.items):
            raise RefusedError(f"{len(self.items)} choices are needed, not {len(choices)}.")
        return merge_rows(self.wanted, self.present, Ballot(choices), self.now)


def rebase(change: Change, present: Change, *, now: EngineTime) -> Rebase:
    """Return ``change`` on the rows of the file; also one that takes something back.

    Args:
        change: From what the person saw to what the person wants.
        present: The same with every ``before`` as it stands in the file.
        now: The clock.

    Raises:
        RefusedError: there is no way to write it; says why.
    """
    ballot = Ballot()
    merged = merge_rows(change, present, ballot, now)
    return Rebase(
        wanted=change,
        present=present,
        now=now,
        items=tuple(ballot.items),
        merged=tuple(part.merged for part in ballot.parts),
        change=None if ballot.items else merged,
    )


def merge_rows(change: Change, present: Change, ballot: Ballot, now: EngineTime) -> Change:
    """Return the change from the rows of the file to the merged ones.

    Raises:
        RefusedError: there is no way to write it; says why.
    """
    title = titles(change)
    files = follow_moves(change.files, present.files, ballot)

    def swaps(
        merge: Callable[[Versions[Row | None], Ballot], Row | None],
        ours: Sequence[Swap[Row]],
        theirs: Sequence[Swap[Row]],
    ) -> Iterator[Swap[Row]]:
        for own, there in zip(ours, theirs, strict=True):
            ballot.place = title(own)
            after = own.after
            if own.before != there.before:
                after = merge(Versions(own.before, there.before, own.after), ballot)
            if there.before is not None or after is not None:
                yield Swap(there.before, after, there.rowid)

    def record(rows: Versions[RecordRow | None], ballot: Ballot) -> RecordRow | None:
        return merge_record(rows, ballot, now, restores=change.is_undo)

    merged = tuple(swaps(merge_file, files, present.files))
    return dataclasses.replace(
        change,
        records=tuple(swaps(record, change.records, present.records)),
        working=tuple(swaps(merge_working, change.working, present.working)),
        operations=tuple(swaps(merge_log_row, change.operations, present.operations)),
        markers=tuple(swaps(merge_log_row, change.markers, present.markers)),
        files=merged,
        folders=tuple(_still_meant(present.folders, merged)),
    )


def _still_meant(
    folders: Sequence[Swap[str]], files: Sequence[Swap[FileRow]]
) -> Iterator[Swap[str]]:
    """Yield folders that go, and those of the new files that are left after merging."""
    made = [swap.after.path for swap in files if swap.before is None and swap.after is not None]
    for swap in folders:
        if swap.after is None or any(path.startswith(f"{swap.after}/") for path in made):
            yield swap


def titles(change: Change) -> Callable[[Swap[Any]], str]:
    """Return what stands behind the title of a part: its memory, if there are several.

    Files have their paths as titles, which say it already.
    """
    swaps: tuple[Swap[Any], ...] = (
        *change.records,
        *change.working,
        *change.operations,
        *change.markers,
    )
    several = len({_memory(swap) for swap in swaps}) > 1
    return lambda swap: f" in {_memory(swap)}" if several else ""


def _memory(swap: Swap[Any]) -> str:
    row = swap.after if swap.before is None else swap.before
    return "" if row is None else raw_text(row.memory_id).replace(SEPARATOR, " / ")
