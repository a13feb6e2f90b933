"""Where a scope went with a change, so that the window can follow it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.engine_text import decode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.changes import Change
    from desktop_app.core.observational.record import ColumnValue
    from desktop_app.services.snapshot import ScopeSnapshot


def new_key(change: Change, memory_id: str) -> str | None:
    """Return the key that a scope has got with a change; ``None`` if it keeps its own."""
    pairs = dict(_pairs(change))
    after = pairs.get(memory_id)
    return None if after == memory_id else after


def made_key(change: Change) -> str | None:
    """Return the key of a record that is new with a change."""
    made = (swap.after for swap in change.records if swap.before is None)
    return next((_text(row.memory_id) for row in made if row is not None), None)


def is_left(change: Change, snapshot: ScopeSnapshot) -> bool:
    """Whether anything of a scope is there after a change, by what was seen before it."""
    has_record = snapshot.row is not None
    keys = {entry.key for entry in snapshot.working}
    for swap in change.records:
        if swap.before is not None and _text(swap.before.memory_id) == snapshot.memory_id:
            has_record = swap.after is not None
    for entry in change.working:
        if entry.before is not None and _text(entry.before.memory_id) == snapshot.memory_id:
            keys.discard(_text(entry.before.entry_key))
        if entry.after is not None and _text(entry.after.memory_id) == snapshot.memory_id:
            keys.add(_text(entry.after.entry_key))
    return has_record or bool(keys)


def _pairs(change: Change) -> Iterator[tuple[str, str]]:
    """Yield old and new key of each row that stays, those of records last: they decide."""
    for entry in change.working:
        if entry.before is not None and entry.after is not None:
            yield _text(entry.before.memory_id), _text(entry.after.memory_id)
    for swap in change.records:
        if swap.before is not None and swap.after is not None:
            yield _text(swap.before.memory_id), _text(swap.after.memory_id)


def _text(value: ColumnValue) -> str:
    return decode(value) if isinstance(value, bytes) else str(value)
