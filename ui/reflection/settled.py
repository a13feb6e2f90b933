"""What was settled today, as the journal has it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.editing.journal import EntryKind, EntryState
from desktop_app.core.observational.damage import DamagedRecordError
from desktop_app.core.observational.pairs import find_pairs
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.reflection import parse_reflection
from ui.clock import local_time
from ui.reflection.choices import Choice, tr
from ui.reflection.sides import Pair, PairKind, Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.changes import Change
    from desktop_app.core.editing.journal import Entry
    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.observational.observation import Observation
    from desktop_app.core.observational.record import Record
    from desktop_app.services.editing.editor import Editor

_MOST = 200
_KEPT = re.compile(r"(?:Keep observation|Edit supersession|Add supersession) (-?\d+) over (-?\d+)")
_BOTH = re.compile(r"Drop (?:contradiction|supersession) (-?\d+) (?:against|over) (-?\d+)")
_MERGED = re.compile(r"Merge observations (-?\d+), (-?\d+)")


@dataclass(frozen=True, slots=True)
class _Named:
    first: int
    second: int
    words: str
    choice: Choice


def settled_today(editor: Editor, memory_id: str, now: EngineTime) -> tuple[Pair, ...]:
    """Return the pairs of a scope that were settled on this day, the newest first."""
    return tuple(_settled(editor, memory_id, now))


def _settled(editor: Editor, memory_id: str, now: EngineTime) -> Iterator[Pair]:
    today = local_time(now)
    for entry in editor.journal.entries(editor.names, limit=_MOST, memory_id=memory_id):
        at = local_time(entry.at)
        if today is None or at is None or at.date() != today.date():
            return
        named = _named(entry.label) if _counts(entry) else None
        if named is None:
            continue
        before = _before(editor.journal.change(entry.id))
        if named.choice is not Choice.MERGE or _is_pair(named, before):
            yield _pair(named, entry, before)


def _counts(entry: Entry) -> bool:
    written = entry.state is EntryState.WRITTEN
    return written and entry.kind is EntryKind.CHANGE and not entry.is_undone


def _named(label: str) -> _Named | None:
    if match := _KEPT.fullmatch(label):
        kept, other = int(match[1]), int(match[2])
        choice = Choice.KEEP_A if kept < other else Choice.KEEP_B
        return _Named(min(kept, other), max(kept, other), tr("kept {0}").format(kept), choice)
    if match := _BOTH.fullmatch(label):
        return _Named(int(match[1]), int(match[2]), tr("kept both"), Choice.KEEP_BOTH)
    if match := _MERGED.fullmatch(label):
        return _Named(int(match[1]), int(match[2]), tr("merged"), Choice.MERGE)
    return None


def _pair(named: _Named, entry: Entry, before: Record | None) -> Pair:
    texts = {item.seq: item for item in reversed(_observations(before))}
    a, b = (Side(seq, None, 1, texts.get(seq)) for seq in (named.first, named.second))
    return Pair(PairKind.SETTLED, a, b, named.words, entry=entry.id)


def _is_pair(named: _Named, before: Record | None) -> bool:
    """Tell whether two stood against each other; any two observations can be merged."""
    if before is None:
        return True
    both, items = {named.first, named.second}, _observations(before)
    stored = parse_reflection(before.reflection).contradictions
    return any({entry.seq_a, entry.seq_b} == both for entry in stored) or any(
        {items[pair.first].seq, items[pair.second].seq} == both for pair in find_pairs(items)
    )


def _observations(record: Record | None) -> tuple[Observation, ...]:
    return (record.observations if record else None) or ()


def _before(change: Change) -> Record | None:
    """Return the record as it stood before a change; ``None`` if it can't be read."""
    row = change.records[0].before if change.records else None
    try:
        return read_record(row) if row is not None else None
    except DamagedRecordError:
        return None
