"""Repairs of one record: the edit is made anew from what the file holds by then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from desktop_app.core.changes import Change, edit_record
from desktop_app.core.doctor.finding import Effect, Repair
from desktop_app.core.observational.damage import DamagedRecordError
from desktop_app.core.observational.edits import stamped
from desktop_app.core.observational.record import Record
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.snippet import build_snippet

if TYPE_CHECKING:
    from desktop_app.core.doctor.cases import Bench, ScopeCase

Mend = Callable[[Record], Record]


@dataclass(frozen=True, slots=True)
class Shown:
    """What to show of a repair.

    Attributes:
        before, after: The text that changes.
        effects: What it changes, besides the next turn.
    """

    before: str
    after: str
    effects: tuple[Effect, ...] = ()


def record_repair(
    case: ScopeCase,
    bench: Bench,
    label: str,
    mend: Mend,
    shown: Shown,
) -> Repair:
    """Return the repair that does ``mend`` to the record of a scope.

    Args:
        case: The scope.
        bench: Reads the record again when the change is made.
        label: What it does.
        mend: Gives the record as it should be; the same record where nothing is to be done.
        shown: What to show of it.
    """
    assert case.record is not None
    return Repair(
        label=label,
        changes=partial(_changes, bench, case.memory_id, label, mend),
        effects=(*shown.effects, *turn_effect(case.record, mend(case.record))),
        before=shown.before,
        after=shown.after,
    )


def turn_effect(before: Record | None, after: Record) -> tuple[Effect, ...]:
    """Return what becomes of the next turn's count; nothing while memory is off."""
    new = build_snippet(after)
    old = build_snippet(before).counted if before else 0
    if not after.enabled or (before is not None and old == new.counted):
        return ()
    return (Effect("next turn", f"{old:,} → {new.counted:,} of {new.budget:,} counted"),)


def _changes(bench: Bench, memory_id: str, label: str, mend: Mend) -> tuple[Change, ...]:
    _, row, _, _ = bench.reader.contents(memory_id)
    if row is None:
        return ()
    try:
        record = read_record(row)
    except DamagedRecordError:
        return ()
    mended = mend(record)
    if mended == record:
        return ()
    return (edit_record(label, row, record, stamped(mended, bench.now())),)
