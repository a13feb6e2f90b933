"""Times that the engine reads and can't write again: nothing is observed any more."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop_app.core.changes import Change, Swap
from desktop_app.core.counting import counted
from desktop_app.core.doctor.finding import Effect, Finding, Part, Repair, Severity
from desktop_app.core.doctor.json_repair import Patch, patched
from desktop_app.core.engine_json import Array, Object, String, parse
from desktop_app.core.engine_text import decode
from desktop_app.core.engine_time import (
    EngineTime,
    EngineTimeError,
    format_json,
    parse_json_time,
    rewrite_json_time,
)
from desktop_app.core.observational.damage import DamagedRecordError
from desktop_app.core.observational.json_fields import folded
from desktop_app.core.observational.observations_reader import OBSERVATIONS
from desktop_app.core.observational.record_reader import read_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.doctor.cases import Bench, ScopeCase
    from desktop_app.core.observational.record import Record, RecordRow

_LABEL = "Write times in UTC"
_CREATED_AT = folded("created_at")


def check_unwritable(case: ScopeCase, bench: Bench) -> Iterator[Finding]:
    """Find a record that the engine can read and never save again."""
    row, record = case.row, case.record
    wrong = _unwritable(record) if record else []
    if row is None or not wrong:
        return
    found = _patches(row)
    yield Finding(
        rule="record-unwritable",
        severity=Severity.STOPS_MEMORY,
        title="Record can't be saved by the engine",
        detail=f"created_at of {counted(len(wrong), 'observation')}",
        place=case.at(Part.OBSERVATIONS, wrong[0]),
        why="The engine reads these times and refuses to write them. Turns get this memory, but "
        "every observe fails after its model was asked, and nothing new is remembered.",
        by_hand="" if found else "Open the stored text as it is and correct the times.",
        repair=_repair(case.memory_id, bench, found) if found else None,
    )


def _repair(memory_id: str, bench: Bench, found: tuple[Patch, ...]) -> Repair:
    return Repair(
        label=_LABEL,
        changes=partial(_changes, bench, memory_id),
        effects=(Effect("moments", "stay the same"),),
        before="\n".join(f'"created_at":{patch.before}' for patch in found),
        after="\n".join(f'"created_at":{patch.after}' for patch in found),
    )


def _changes(bench: Bench, memory_id: str) -> tuple[Change, ...]:
    _, row, _, _ = bench.reader.contents(memory_id)
    found = _patches(row) if row else ()
    if row is None or not found:
        return ()
    after = replace(row, active_observations_json=patched(_text(row), found))
    return (Change(label=_LABEL, records=(Swap(row, after),)),)


def _unwritable(record: Record) -> list[int]:
    # Without an offset a time can always be written.
    times = enumerate(item.created_at for item in record.observations or ())
    return [place for place, time in times if time[-1:] != "Z" and not _can_write(time)]


def _can_write(time: str) -> bool:
    try:
        rewrite_json_time(time)
    except EngineTimeError:
        return False
    return True


def _patches(row: RecordRow) -> tuple[Patch, ...]:
    """Return what makes the row writable; nothing if it is, or can't be made so."""
    text = _text(row)
    found = tuple(_times(text))
    after = replace(row, active_observations_json=patched(text, found))
    try:
        record = read_record(after)
    except DamagedRecordError:
        return ()
    return () if _unwritable(record) else found


def _times(text: str) -> Iterator[Patch]:
    value = parse(text)
    items = value.items if isinstance(value, Array) else ()
    for place, item in enumerate(items):
        for key, member in item.members if isinstance(item, Object) else ():
            if folded(key.value) != _CREATED_AT or not isinstance(member, String):
                continue
            utc = "" if _can_write(member.raw) else _in_utc(member.raw)
            if utc:
                before, after = f'"{member.raw}"', f'"{utc}"'
                yield Patch(OBSERVATIONS, member.offset, before, after, place, "created_at")


def _in_utc(raw: str) -> str:
    time = parse_json_time(raw)
    try:
        return format_json(EngineTime(time.unix_seconds, time.nanoseconds))
    except EngineTimeError:
        return ""


def _text(row: RecordRow) -> str:
    stored = row.active_observations_json
    return decode(stored) if isinstance(stored, bytes) else str(stored)
