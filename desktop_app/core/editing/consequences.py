"""What followed from a change by itself: new numbers, and references that went along."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.editing.observation_alignment import align
from desktop_app.core.observational.damage import DamagedRecordError
from desktop_app.core.observational.record_reader import read_record

if TYPE_CHECKING:
    from desktop_app.core.changes import Change, Swap
    from desktop_app.core.observational.record import Record, RecordRow

_REFERENCE = "[seq:"


@dataclass(frozen=True, slots=True)
class Consequences:
    """What a change did beyond what it is called.

    Attributes:
        renumbered: Observations that stayed and got another number.
        references: Lines of reflections with a reference that followed or went.
    """

    renumbered: int = 0
    references: int = 0


def consequences(change: Change) -> Consequences:
    """Return what followed from a change; of records that can't be read nothing is known."""
    pairs = [pair for swap in change.records if (pair := _records(swap)) is not None]
    renumbered = sum(_renumbered(before, after) for before, after in pairs)
    if not renumbered:
        return Consequences()
    return Consequences(renumbered, sum(_followed(before, after) for before, after in pairs))


def _records(swap: Swap[RecordRow]) -> tuple[Record, Record] | None:
    if swap.before is None or swap.after is None:
        return None
    try:
        return read_record(swap.before), read_record(swap.after)
    except DamagedRecordError:
        return None


def _renumbered(before: Record, after: Record) -> int:
    old, new = before.observations or (), after.observations or ()
    return sum(old[here].seq != new[there].seq for here, there in align(old, new).items())


def _followed(before: Record, after: Record) -> int:
    gone = Counter(_lines(before.reflection)) - Counter(_lines(after.reflection))
    return gone.total()


def _lines(reflection: str) -> list[str]:
    return [line for line in reflection.split("\n") if _REFERENCE in line]
