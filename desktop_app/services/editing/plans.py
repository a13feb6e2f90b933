"""What an action would do to a scope, before anything is written."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from desktop_app.core.changes import Change, edit_record
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.edit_preview import Note, Renumbered
from desktop_app.core.observational.edits import stamped
from desktop_app.core.observational.lost_keys import LostKey, lost_keys
from desktop_app.core.observational.pairs import Cancelled, never
from desktop_app.core.observational.renumbering import ReferenceChange
from desktop_app.services.snapshot import ScopeSnapshot
from desktop_app.services.snapshot import snapshot as snapshot_of

if TYPE_CHECKING:
    from desktop_app.core.observational.edit_preview import Edit
    from desktop_app.core.observational.record import Record, RecordRow
    from desktop_app.core.working.entry import WorkingEntry


@dataclass(frozen=True, slots=True)
class Intent:
    """When something is wanted, and why if the person says so.

    ``cancelled`` tells whether anybody still waits for the plan.
    """

    now: EngineTime
    reason: str = ""
    cancelled: Cancelled = field(default=never, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """An action that is not saved yet.

    Attributes:
        change: What will be written.
        before: The scope as it was seen.
        after: The scope as it will be, with the next turn that follows.
        notes: What to say beside the preview.
        warnings: More to say, in sentences.
        renumbered: Observations whose number changes, and those that go.
        references: Lines of the reflection that follow.
        lost: Unknown keys that the engine would drop at its next write anyway (H9).
        others: Further scopes that it touches, before and after.
    """

    change: Change
    before: ScopeSnapshot
    after: ScopeSnapshot
    notes: frozenset[Note] = frozenset()
    warnings: tuple[str, ...] = ()
    renumbered: tuple[Renumbered, ...] = ()
    references: tuple[ReferenceChange, ...] = ()
    lost: tuple[LostKey, ...] = ()
    others: tuple[tuple[ScopeSnapshot, ScopeSnapshot], ...] = ()


def readable(snapshot: ScopeSnapshot) -> tuple[RecordRow, Record]:
    """Return row and record of a scope that can be edited.

    Raises:
        RefusedError: there is no record, or the engine can't read it.
    """
    if snapshot.row is None:
        raise RefusedError(
            f"“{snapshot.memory_id}” has working memory only; no record is stored.",
            "The engine makes one when it first sees the scope.",
        )
    if snapshot.record is None:
        raise RefusedError(
            f"The engine can't read the record of “{snapshot.memory_id}”: {snapshot.error}",
            "Nothing was changed. Repair it first; the doctor shows how.",
        )
    return snapshot.row, snapshot.record


def record_plan(snapshot: ScopeSnapshot, edit: Edit, label: str, intent: Intent) -> Plan:
    """Return the plan that saves ``edit`` in the scope that it was made from.

    Raises:
        RefusedError: there is no record, or the engine can't read it.
    """
    row, record = readable(snapshot)
    edited = edit.after if edit.after == edit.before else stamped(edit.after, intent.now)
    change = edit_record(label, row, record, edited, reason=intent.reason)
    after_row = change.records[0].after
    assert after_row is not None
    return Plan(
        change=change,
        before=snapshot,
        after=shown_after(snapshot, row=after_row),
        notes=edit.notes,
        renumbered=edit.renumbered,
        references=edit.references,
        lost=lost_keys(row, after_row),
    )


def shown_after(
    snapshot: ScopeSnapshot,
    *,
    row: RecordRow | None = None,
    working: tuple[WorkingEntry, ...] | None = None,
) -> ScopeSnapshot:
    """Return the scope as it looks with another record or another working memory."""
    return snapshot_of(
        (
            snapshot.memory_id,
            snapshot.row if row is None else row,
            snapshot.working if working is None else working,
            not snapshot.problem,
        ),
        snapshot.mode,
    )


def joined(change: Change, plan: Plan, other: Plan) -> Plan:
    """Return the plan of one change that touches two scopes; the first one is shown."""
    return replace(
        plan,
        change=change,
        notes=plan.notes | other.notes,
        lost=(*plan.lost, *other.lost),
        others=(*plan.others, (other.before, other.after)),
    )
