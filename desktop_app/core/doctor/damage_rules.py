"""Records that the engine can't read (H10), and the repair that changes the damaged bytes only."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop_app.core.changes import Change, Swap
from desktop_app.core.counting import counted
from desktop_app.core.doctor.finding import Effect, Finding, Part, Repair, Severity
from desktop_app.core.doctor.json_repair import Patch, patched, patches
from desktop_app.core.doctor.mending import AS_UTC, mend_column
from desktop_app.core.doctor.record_repair import turn_effect
from desktop_app.core.doctor.words import named
from desktop_app.core.engine_text import decode
from desktop_app.core.observational.damage import Damage, DamagedRecordError
from desktop_app.core.observational.observations_reader import OBSERVATIONS
from desktop_app.core.observational.record import ColumnValue, Record, RecordRow
from desktop_app.core.observational.record_reader import read_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from desktop_app.core.doctor.cases import Bench, ScopeCase
    from desktop_app.core.engine_time import EngineTime

_JSON_COLUMNS = (OBSERVATIONS, "config_json")
_MOST_REASONS = 3
_MOST_ROUNDS = 4
"""Closing a list can bring to light what was wrong inside it."""
_LABEL = "Make the record readable"


@dataclass(frozen=True, slots=True)
class _Readable:
    """A row that the engine reads again, and what was done to it."""

    row: RecordRow
    record: Record
    done: tuple[Patch, ...]


def check_damage(case: ScopeCase, bench: Bench) -> Iterator[Finding]:
    """Find a record that the engine can't read."""
    if case.row is None or not case.damages:
        return
    mended = _mended(case.row, case.damages, bench.now())
    yield Finding(
        rule="record-unreadable",
        severity=Severity.STOPS_MEMORY,
        title="Record can't be read",
        detail=_detail(case.damages),
        place=case.at(Part.RECORD, case.damages[0].item),
        why="The engine fails on this record in every turn and goes on without memory. "
        + " ".join(map(_sentence, case.damages[:_MOST_REASONS])),
        by_hand="" if mended else "Open the stored text as it is and correct it.",
        repair=_repair(case.memory_id, case.row, bench, mended) if mended else None,
    )


def is_mendable(row: RecordRow, damages: Sequence[Damage], now: EngineTime) -> bool:
    """Return whether there is a repair for a record that the engine can't read."""
    return _mended(row, damages, now) is not None


def _repair(memory_id: str, row: RecordRow, bench: Bench, mended: _Readable) -> Repair:
    count = len(mended.record.observations or ())
    size = len(str(row.active_observations_json or ""))
    if isinstance(row.active_observations_json, bytes):
        size = len(row.active_observations_json)
    inside = sum(len(patch.before) for patch in mended.done if patch.column == OBSERVATIONS)
    return Repair(
        label=_LABEL,
        changes=partial(_changes, bench, memory_id),
        effects=(
            Effect("readable again", counted(count, "observation")),
            *turn_effect(None, mended.record),
            *_notes(mended.done),
        ),
        before="\n".join(_shown(patch, patch.before) for patch in mended.done),
        after="\n".join(_shown(patch, patch.after) for patch in mended.done),
        unchanged=max(0, size - inside),
    )


def _changes(bench: Bench, memory_id: str) -> tuple[Change, ...]:
    _, row, _, _ = bench.reader.contents(memory_id)
    if row is None:
        return ()
    try:
        read_record(row)
    except DamagedRecordError as error:
        mended = _mended(row, error.damages, bench.now())
        return (Change(label=_LABEL, records=(Swap(row, mended.row),)),) if mended else ()
    return ()


def _mended(row: RecordRow, damages: Sequence[Damage], now: EngineTime) -> _Readable | None:
    """Return the row in a form that the engine reads; ``None`` if nobody can know it."""
    done: list[Patch] = []
    for _ in range(_MOST_ROUNDS):
        step = _step(row, damages, now)
        if step is None:
            return None
        row = step[0]
        done += step[1]
        try:
            return _Readable(row, read_record(row), tuple(done))
        except DamagedRecordError as error:
            damages = error.damages
    return None


def _step(
    row: RecordRow, damages: Sequence[Damage], now: EngineTime
) -> tuple[RecordRow, list[Patch]] | None:
    columns: dict[str, list[Damage]] = defaultdict(list)
    for damage in damages:
        columns[damage.column].append(damage)
    values: dict[str, ColumnValue] = {}
    done: list[Patch] = []
    for column, wrong in columns.items():
        is_json = column in _JSON_COLUMNS
        mended = _json_column(column, row, wrong) if is_json else _plain_column(column, row, now)
        if mended is None:
            return None
        values[column] = mended[0]
        done += mended[1]
    return replace(row, **values), done


def _json_column(
    column: str, row: RecordRow, damages: Sequence[Damage]
) -> tuple[ColumnValue, tuple[Patch, ...]] | None:
    stored: ColumnValue = getattr(row, column)
    text = decode(stored) if isinstance(stored, bytes) else str(stored)
    found = patches(column, text, damages)
    return (patched(text, found), found) if found else None


def _plain_column(
    column: str, row: RecordRow, now: EngineTime
) -> tuple[ColumnValue, tuple[Patch, ...]] | None:
    stored: ColumnValue = getattr(row, column)
    mended = mend_column(column, row, now)
    if mended is None:
        return None
    text = decode(stored) if isinstance(stored, bytes) else str(stored)
    return mended.value, (Patch(column, 0, text, str(mended.value), note=mended.note),)


def _detail(damages: Sequence[Damage]) -> str:
    items = {damage.item for damage in damages}
    if len(items) == 1 and None not in items and all(damage.key for damage in damages):
        keys = named(damage.key for damage in damages)
        return f"{keys} of observation {(damages[0].item or 0) + 1}"
    if len(damages) == 1 and not damages[0].key:
        return _sentence(damages[0]).removesuffix(".")
    return named(dict.fromkeys(_where(damage) for damage in damages))


def _sentence(damage: Damage) -> str:
    return f"{_where(damage)}: {damage.reason.removesuffix('.')}."


def _where(damage: Damage) -> str:
    if damage.item is None:
        return f"{damage.key} in {damage.column}" if damage.key else damage.column
    return f"{damage.key or 'the whole'} of observation {damage.item + 1}"


def _notes(done: Sequence[Patch]) -> Iterator[Effect]:
    for note in dict.fromkeys(patch.note for patch in done if patch.note):
        yield Effect.to_mind("time zone" if note == AS_UTC else "assumed", note)


def _shown(patch: Patch, value: str) -> str:
    return f'"{patch.key}":{value}' if patch.key else f"{patch.column}: {value}"
