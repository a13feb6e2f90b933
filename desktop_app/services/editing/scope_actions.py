"""What people do to a whole scope, each as a plan that window and command line share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from desktop_app.core import scope_changes
from desktop_app.core.errors import RefusedError
from desktop_app.services.editing.plans import Plan, readable, record_plan
from desktop_app.services.snapshot import snapshot as snapshot_of

if TYPE_CHECKING:
    from desktop_app.core.observational.record import ObservationConfig, RecordRow
    from desktop_app.core.scope import Scope
    from desktop_app.core.scope_changes import ScopeRows
    from desktop_app.core.working.entry import WorkingEntry
    from desktop_app.services.editing.plans import Intent
    from desktop_app.services.snapshot import ScopeSnapshot


def switch_scope(snapshot: ScopeSnapshot, intent: Intent, *, enabled: bool) -> Plan:
    """Return the plan that lets the engine use and extend this memory, or not."""
    _, record = readable(snapshot)
    label = "Enable memory" if enabled else "Disable memory"
    return record_plan(snapshot, scope_changes.switch(record, enabled=enabled), label, intent)


def set_limits(snapshot: ScopeSnapshot, limits: ObservationConfig, intent: Intent) -> Plan:
    """Return the plan of other token limits; those not above 0 mean the engine's default."""
    _, record = readable(snapshot)
    edit = scope_changes.set_limits(record, limits)
    return record_plan(snapshot, edit, "Set the token limits", intent)


def create_scope(
    scope: Scope, config: ObservationConfig, intent: Intent, *, enabled: bool, mode: str
) -> Plan:
    """Return the plan that makes a scope as the engine does at first sight.

    Raises:
        RefusedError: an id that the engine would not keep apart from others.
    """
    change = scope_changes.create_scope(
        scope, enabled=enabled, service_config=config, now=intent.now
    )
    nothing = _shown(scope.memory_id, None, (), mode)
    made = _shown(scope.memory_id, change.records[0].after, (), mode)
    return Plan(change=replace(change, reason=intent.reason), before=nothing, after=made)


def rename_scope(
    snapshot: ScopeSnapshot, rows: ScopeRows, scope: Scope, target: ScopeRows, intent: Intent
) -> Plan:
    """Return the plan that gives a scope other ids, in all tables together (H11).

    Args:
        snapshot: The scope.
        rows: Every row that belongs to it.
        scope: The new ids.
        target: Every row that the new ids have already.
        intent: When, and why.

    Raises:
        RefusedError: the ids are taken, or the engine would not keep them apart from others.
    """
    if target.record is not None or target.working:
        raise RefusedError(
            f"There is a scope “{scope.memory_id}” already.",
            "Nothing was changed. Choose other ids, or move the observations one by one.",
        )
    change = scope_changes.rename_scope(rows, scope, reason=intent.reason)
    row = change.records[0].after if change.records else None
    after = _shown(scope.memory_id, row, snapshot.working, snapshot.mode)
    return Plan(change=change, before=snapshot, after=after)


def delete_scope(snapshot: ScopeSnapshot, rows: ScopeRows, intent: Intent) -> Plan:
    """Return the plan that deletes a scope with everything that belongs to it."""
    label = f"Delete the scope {snapshot.memory_id}"
    change = scope_changes.delete_scope(rows, label, reason=intent.reason)
    after = _shown(snapshot.memory_id, None, (), snapshot.mode)
    return Plan(change=change, before=snapshot, after=after)


def _shown(
    memory_id: str, row: RecordRow | None, working: tuple[WorkingEntry, ...], mode: str
) -> ScopeSnapshot:
    return snapshot_of((memory_id, row, working, True), mode)
