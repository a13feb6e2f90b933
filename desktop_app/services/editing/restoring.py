"""Gives rows the content that they had at another time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from desktop_app.core.changes import Change, Swap, WorkingRow, edited_row
from desktop_app.core.engine_text import decode
from desktop_app.core.errors import RefusedError
from desktop_app.core.files.row import FileRow
from desktop_app.core.observational.damage import DamagedRecordError
from desktop_app.core.observational.edits import stamped
from desktop_app.core.observational.engine_log import MarkerRow, OperationRow
from desktop_app.core.observational.record import RecordRow
from desktop_app.core.observational.record_reader import read_record

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.engine_time import EngineTime

_STAMPS = "state_version", "updated_at"
_KEYS: dict[type, tuple[str, ...]] = {
    RecordRow: ("memory_id",),
    WorkingRow: ("memory_id", "entry_key"),
    OperationRow: ("operation_id",),
    MarkerRow: ("marker_id",),
    FileRow: ("path",),
}


def restoring(toward: Change, present: Callable[[Change], Change], now: EngineTime) -> Change:
    """Return the change from what the file has now to what ``toward`` ends with.

    A record gets the next version and ``now``, as with any change; the engine's log loses nothing
    that is about a record which stays.

    Args:
        toward: Its rows after are the wanted ones; its rows before only say where to look.
        present: Returns a change with every row before as it stands in the file.
        now: The clock.

    Raises:
        RefusedError: a row would take the place of another one.
    """
    here, there = present(toward), present(toward.inverse()).inverse()
    records = _from_now(here.records, there.records, toward.records)
    operations = _from_now(here.operations, there.operations, toward.operations)
    goes = any(swap.after is None for swap in toward.records)
    return replace(
        toward,
        is_undo=False,
        records=tuple(_stamped(swap, now) for swap in records),
        working=_from_now(here.working, there.working, toward.working),
        operations=_kept(operations, goes=goes),
        markers=_kept(_from_now(here.markers, there.markers, toward.markers), goes=goes),
        files=_from_now(here.files, there.files, toward.files),
    )


def _from_now(
    here: tuple[Swap[Any], ...], there: tuple[Swap[Any], ...], toward: tuple[Swap[Any], ...]
) -> tuple[Swap[Any], ...]:
    """Return swaps from the rows of now, which may be under their old key or the new one.

    What is gone already needs none.
    """
    swaps = (
        replace(wanted, before=_one(old.before, new.after))
        for old, new, wanted in zip(here, there, toward, strict=True)
    )
    return tuple(swap for swap in swaps if swap.before is not None or swap.after is not None)


def _one(old: Any, new: Any) -> Any:
    if old is not None and new is not None and _key(old) != _key(new):
        raise RefusedError(
            "The old name and the new one are both in use now, so this version can't be restored.",
            "Nothing was written. Rename or delete one of the two first.",
        )
    return new if old is None else old


def _key(row: Any) -> tuple[object, ...]:
    # Not the whole rows: what was read and what is kept differ in the type of their text.
    return tuple(getattr(row, name) for name in _KEYS[type(row)])


def _kept(swaps: tuple[Swap[Any], ...], *, goes: bool) -> tuple[Swap[Any], ...]:
    """Return the swaps of the engine's log without those that would only take rows away."""
    return tuple(swap for swap in swaps if swap.after is not None or goes)


def _stamped(swap: Swap[RecordRow], now: EngineTime) -> Swap[RecordRow]:
    current, wanted = swap.before, swap.after
    if current is None or wanted is None:
        return swap
    if _content(wanted) == _content(current):
        return replace(swap, after=current)
    try:
        old, new = read_record(wanted), read_record(current)
    except DamagedRecordError:
        return swap
    edited = stamped(msgspec.structs.replace(old, state_version=new.state_version), now)
    return replace(swap, after=edited_row(wanted, old, edited))


def _content(row: RecordRow) -> dict[str, object]:
    """Return the columns but for the stamps; the same text is the same, however it is stored."""
    values = msgspec.structs.asdict(row).items()
    return {
        name: decode(value) if isinstance(value, bytes) else value
        for name, value in values
        if name not in _STAMPS
    }
