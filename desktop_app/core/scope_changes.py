"""Changes of a whole scope: make, rename, delete, switch, limit."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop_app.core.changes import Change, Swap, WorkingRow
from desktop_app.core.engine_text import trim
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.edit_preview import Edit, Note
from desktop_app.core.observational.engine_log import MarkerRow, OperationRow
from desktop_app.core.observational.engine_steps import new_record, new_row
from desktop_app.core.observational.record import ObservationConfig, Record, RecordRow
from desktop_app.core.scope import SEPARATOR, Scope

if TYPE_CHECKING:
    from desktop_app.core.engine_time import EngineTime

ScopeRow = RecordRow | WorkingRow | OperationRow | MarkerRow
"""A row of any of the four tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeRows:
    """Every row that belongs to one scope.

    Attributes:
        record: The row of ``om_memory_records``.
        working: The rows of ``working_memory_entries``.
        operations: The rows of ``om_operation_log``.
        markers: The rows of ``om_markers``.
        rowids: Where each of these rows stands in its table, if that is known.
    """

    record: RecordRow | None = None
    working: tuple[WorkingRow, ...] = ()
    operations: tuple[OperationRow, ...] = ()
    markers: tuple[MarkerRow, ...] = ()
    rowids: Mapping[ScopeRow, int] = field(default_factory=dict)


def create_scope(
    scope: Scope, *, enabled: bool, service_config: ObservationConfig, now: EngineTime
) -> Change:
    """Return the change that makes a scope as the engine does at first sight.

    Raises:
        RefusedError: an id that the engine would not keep apart from others.
    """
    check_ids(scope)
    record = new_record(scope, enabled=enabled, service_config=service_config, now=now)
    return Change(label=f"Create the scope {_shown(scope)}", records=(Swap(None, new_row(record)),))


def rename_scope(rows: ScopeRows, scope: Scope, *, reason: str = "") -> Change:
    """Return the change that gives all rows of a scope other ids, in all tables (H11).

    Raises:
        RefusedError: an id that the engine would not keep apart from others.
    """
    check_ids(scope)
    key = scope.memory_id
    record = rows.record and replace(
        rows.record,
        memory_id=key,
        tenant_id=scope.tenant,
        conversation_id=scope.conversation,
        agent_id=scope.agent,
    )
    return Change(
        label=f"Rename the scope to {_shown(scope)}",
        reason=reason,
        records=() if rows.record is None else (Swap(rows.record, record),),
        working=tuple(Swap(row, replace(row, memory_id=key)) for row in rows.working),
        operations=tuple(Swap(row, replace(row, memory_id=key)) for row in rows.operations),
        markers=tuple(Swap(row, replace(row, memory_id=key)) for row in rows.markers),
    )


def delete_scope(rows: ScopeRows, label: str, *, reason: str = "") -> Change:
    """Return the change that deletes a scope with everything that belongs to it.

    Taking it back puts every row where it stood: the log is read in that order.
    """
    place = rows.rowids.get
    return Change(
        label=label,
        reason=reason,
        records=() if rows.record is None else (Swap(rows.record, None, place(rows.record)),),
        working=tuple(Swap(row, None, place(row)) for row in rows.working),
        operations=tuple(Swap(row, None, place(row)) for row in rows.operations),
        markers=tuple(Swap(row, None, place(row)) for row in rows.markers),
    )


def switch(record: Record, *, enabled: bool) -> Edit:
    """Return the edit that lets the engine use and extend this memory, or not."""
    return Edit(before=record, after=replace(record, enabled=enabled))


def set_limits(record: Record, limits: ObservationConfig) -> Edit:
    """Return the edit of the token limits; those not above 0 mean the engine's default."""
    values = limits.observe_min_tokens, limits.snippet_max_tokens, limits.reflect_threshold_tokens
    notes = frozenset({Note.DEFAULT_LIMIT}) if min(values) <= 0 else frozenset()
    return Edit(before=record, after=replace(record, config=limits), notes=notes)


def check_ids(scope: Scope) -> None:
    """Refuse ids for a new scope that the engine mixes up with others.

    Raises:
        RefusedError: says which id and why.
    """
    for part in dataclasses.fields(scope):
        value: str = getattr(scope, part.name)
        if SEPARATOR in value:
            raise RefusedError(
                f"The {part.name} id {value!r} contains “{SEPARATOR}”.",
                "The engine joins the three ids with it and keeps no other key, so that two "
                "scopes could share one memory. Choose an id without it.",
            )
        if value != trim(value) or not value:
            raise RefusedError(
                f"The {part.name} id {value!r} is empty or has white space at an end.",
                "The engine's tools trim ids, so that this memory would never be found.",
            )


def _shown(scope: Scope) -> str:
    return " / ".join((scope.tenant, scope.conversation, scope.agent))
