"""Whether an edit that was written is still in the file, or was overwritten."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from desktop_app.core.editing.ballot import Ballot, Side, Versions
from desktop_app.core.editing.file_standing import file_standing
from desktop_app.core.editing.merging import titles
from desktop_app.core.editing.record_merging import merge_record
from desktop_app.core.editing.row_merging import merge_working
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import RefusedError

if TYPE_CHECKING:
    from desktop_app.core.changes import Change

_NO_TIME = EngineTime(0)


class State(Enum):
    """How much of an edit is in the file."""

    KEPT = "kept"
    PARTLY = "partly overwritten"
    OVERWRITTEN = "overwritten"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Standing:
    """What became of an edit after it was written.

    Attributes:
        state: All of it in one word.
        kept: What is in the file, one sentence for each part.
        lost: What is not, likewise.
    """

    state: State
    kept: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


def standing(change: Change, present: Change) -> Standing:
    """Return what became of ``change``, which was written.

    What the engine has added meanwhile is no part of the edit. The engine's log is not looked
    at: it is no memory, and nobody reads it back.

    Args:
        change: As it was written.
        present: The inverse of ``change`` with every ``before`` as it stands in the file now. A
            row is then found by the key that it was given.
    """
    if change.files:
        return _of_files(change, present)
    ballot = Ballot()
    place = titles(change)
    is_there: list[bool] = []
    records = zip(change.records, reversed(present.records), strict=True)
    for swap, now in records:
        ballot.place = place(swap)
        rows = Versions(swap.before, now.before, swap.after)
        # Whether the merged row could be written does not matter here; it is noted by then.
        with suppress(RefusedError):
            merge_record(rows, ballot, _NO_TIME, restores=change.is_undo)
        is_there.append(swap.after is None or now.before is not None)
    for entry, stored in zip(change.working, reversed(present.working), strict=True):
        ballot.place = place(entry)
        merge_working(Versions(entry.before, stored.before, entry.after), ballot)
        is_there.append(entry.after is None or stored.before is not None)
    return _told(ballot, is_gone=bool(is_there) and not any(is_there))


def _of_files(change: Change, present: Change) -> Standing:
    found = [
        file_standing(Versions(swap.before, now.before, swap.after))
        for swap, now in zip(change.files, reversed(present.files), strict=True)
    ]
    kept = tuple(one.kept for one in found if one.kept)
    lost = tuple(one.lost for one in found if one.lost)
    state = State.KEPT
    if lost:
        state = State.PARTLY if kept else State.OVERWRITTEN
    is_gone = not any(one.is_there for one in found)
    return Standing(State.GONE if is_gone else state, kept, lost)


def _told(ballot: Ballot, *, is_gone: bool) -> Standing:
    kept = [part for part in ballot.parts if part.side is Side.BOTH]
    back = [part for part in ballot.parts if part.side is Side.MINE]
    lost = (
        *(f"{part.title}: {part.what}, taken back." for part in back),
        *(f"{item.title}: {item.field}, changed again." for item in ballot.items),
    )
    state = State.KEPT
    if lost:
        state = State.PARTLY if kept else State.OVERWRITTEN
    return Standing(
        State.GONE if is_gone else state,
        tuple(f"{part.title}: {part.what}, in the file." for part in kept),
        lost,
    )
