"""Repairs of one record: the edit is made anew from what the file holds by then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from desktop_app.core.changes import Change, edit_record
from desktop_app.core.doctor.finding import Effect, Repair
from desktop_app.core.engine_time import EngineTimeError
from desktop_app.core.observational.damage import DamagedRecordError
from desktop_app.core.observational.edits import stamped
from desktop_app.core.observational.record import Record
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.record_writer import rewrite_row
from desktop_app.core.observational.snippet import build_snippet

if TYPE_CHECKING:
    from desktop_app.core.doctor.cases import Bench, ScopeCase

Mend = Callable[[Record], Record]
WRITABLE_FIRST = "The engine can't save this record as it is. Repair that first."


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
) -> Repair | None:
    """Return the repair that does ``mend`` to the record of a scope.

    ``None`` where the engine could not write the record; that has to be repaired first.

    Args:
        case: The scope.
        bench: Reads the record again when the change is made.
        label: What it does.
        mend: Gives the record as it should be; the same record where nothing is to be done.
        shown: What to show of it.
    """
    assert case.row is not None
    assert case.record is not None
    mended = mend(case.record)
    try:
        rewrite_row(case.row, mended)
    except EngineTimeError:
        return None
    return Repair(
        label=label,
        changes=partial(_changes, bench, case.memory_id, label, mend),
        effects=(*shown.effects, *turn_effect(case.record, mended)),
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
