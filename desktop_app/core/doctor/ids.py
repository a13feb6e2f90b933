"""Ids of scopes: changed without the key (H11), and such as share a key (H12)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop_app.core.changes import Change, Swap
from desktop_app.core.doctor.finding import Effect, Finding, Part, Repair, Severity
from desktop_app.core.engine_text import decode
from desktop_app.core.errors import RefusedError
from desktop_app.core.outline import scope_of_key
from desktop_app.core.scope import SEPARATOR, Scope, service_scope
from desktop_app.core.scope_changes import check_ids, rename_scope

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.doctor.cases import Bench, ScopeCase
    from desktop_app.core.observational.record import ColumnValue, RecordRow

_BARS = 2
_BY_HAND = "Decide which ids are right, and rename the scope."


def check_key(case: ScopeCase, bench: Bench) -> Iterator[Finding]:
    """Find a record whose ids don't make up its key."""
    if case.row is None:
        return
    scope = _ids(case.row)
    own = service_scope(scope).memory_id
    if own == case.memory_id:
        return
    back = _back(case, bench)
    forth = _forth(case, bench, scope)
    yield Finding(
        rule="ids-without-key",
        severity=Severity.CHANGES_TURN if case.leads else Severity.STOPS_MEMORY,
        title="Ids were changed without the key",
        detail=f"{_shown(scope)} under the key {case.memory_id}",
        place=case.at(Part.RECORD),
        why=_LEADS if case.leads else _LOST,
        by_hand="" if back or forth else _BY_HAND,
        repair=back or forth,
        alternative=forth if back else None,
    )


_LOST = (
    "The engine looks a record up by its key. Turns with the key's ids still get this memory; "
    "turns with the ids in the row fail: the engine tries to add a record and the ids are taken. "
    "Putting the ids back changes one row; renaming gives the key, the log, the markers and "
    "working memory the new ids."
)
_LEADS = (
    "The engine looks a record up by its key, and finds another record under the ids of this row. "
    "Turns with the key's ids get this memory, under whatever name it is listed."
)


def check_bars(case: ScopeCase, bench: Bench) -> Iterator[Finding]:
    """Find a key that several scopes share, because one of the ids has a bar in it."""
    del bench
    if case.memory_id.count(SEPARATOR) <= _BARS:
        return
    others = _other_readings(case)
    yield Finding(
        rule="ids-share-a-key",
        severity=Severity.CHANGES_TURN,
        title="Scopes share one memory",
        detail=f"{_shown(others[0])} and {_shown(others[1])}",
        place=case.at(Part.RECORD),
        why="The engine joins the three ids with “|” and does not mark a bar that belongs to an "
        "id. Scopes whose ids make the same key read and change one and the same memory, even "
        "those of different tenants.",
        by_hand="Rename the scope to ids without a bar, and let the agent use those.",
    )


def _other_readings(case: ScopeCase) -> tuple[Scope, Scope]:
    """Return two scopes that have this key, the row's own first."""
    parts = case.memory_id.split(SEPARATOR)
    first = _ids(case.row) if case.row else scope_of_key(case.memory_id)
    for end in range(1, len(parts) - 1):
        rest = SEPARATOR.join(parts[end + 1 :])
        scope = Scope(SEPARATOR.join(parts[:end]), parts[end], rest)
        if scope != first:
            return first, scope
    return first, first


def _back(case: ScopeCase, bench: Bench) -> Repair | None:
    """Return the repair that puts the ids of the key into the row."""
    if case.memory_id.count(SEPARATOR) != _BARS:
        return None
    scope = scope_of_key(case.memory_id)
    if service_scope(scope) != scope:
        return None
    return Repair(
        label=f"Put the ids back to {_shown(scope)}",
        changes=partial(_put_back, bench, case.memory_id, scope),
        effects=(Effect("served again", _shown(scope)),),
        before=_shown(_ids(case.row)) if case.row else "",
        after=_shown(scope),
    )


def _put_back(bench: Bench, memory_id: str, scope: Scope) -> tuple[Change, ...]:
    _, row, _, _ = bench.reader.contents(memory_id)
    if row is None or _ids(row) == scope:
        return ()
    ids = {"tenant_id": scope.tenant, "agent_id": scope.agent}
    after = replace(row, conversation_id=scope.conversation, **ids)
    label = f"Put the ids back to {_shown(scope)}"
    return (Change(label=label, records=(Swap(row, after),)),)


def _forth(case: ScopeCase, bench: Bench, scope: Scope) -> Repair | None:
    """Return the repair that gives everything the ids that are in the row."""
    if case.leads or case.damages:
        return None
    try:
        check_ids(scope)
    except RefusedError:
        return None
    return Repair(
        label=f"Rename everything to {_shown(scope)}",
        changes=partial(_rename, bench, case.memory_id, scope),
        effects=(Effect("served from now on", _shown(scope)),),
        before=case.memory_id,
        after=scope.memory_id,
    )


def _rename(bench: Bench, memory_id: str, scope: Scope) -> tuple[Change, ...]:
    rows = bench.reader.scope_rows(memory_id)
    if rows.record is None or _ids(rows.record) != scope:
        return ()
    return (rename_scope(rows, scope),)


def _ids(row: RecordRow) -> Scope:
    return Scope(_text(row.tenant_id), _text(row.conversation_id), _text(row.agent_id))


def _text(value: ColumnValue) -> str:
    if isinstance(value, bytes):
        return decode(value)
    return "" if value is None else str(value)


def _shown(scope: Scope) -> str:
    return " / ".join((scope.tenant, scope.conversation, scope.agent))
