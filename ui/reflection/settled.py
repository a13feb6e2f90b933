"""What was settled today, as the journal has it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.editing.journal import EntryKind, EntryState
from desktop_app.core.observational.damage import DamagedRecordError
from desktop_app.core.observational.record_reader import read_record
from ui.clock import local_time
from ui.reflection.choices import tr
from ui.reflection.sides import Pair, PairKind, Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.changes import Change
    from desktop_app.core.editing.journal import Entry
    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.observational.observation import Observation
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


def settled_today(editor: Editor, memory_id: str, now: EngineTime) -> tuple[Pair, ...]:
    """Return the pairs of a scope that were settled on this day, the newest first."""
    return tuple(_settled(editor, memory_id, now))


def _settled(editor: Editor, memory_id: str, now: EngineTime) -> Iterator[Pair]:
    today = local_time(now)
    for entry in editor.journal.entries(editor.file, limit=_MOST, memory_id=memory_id):
        at = local_time(entry.at)
        if today is None or at is None or at.date() != today.date():
            return
        named = _named(entry.label) if _counts(entry) else None
        if named is not None:
            yield _pair(named, entry, editor.journal.change(entry.id))


def _counts(entry: Entry) -> bool:
    written = entry.state is EntryState.WRITTEN
    return written and entry.kind is EntryKind.CHANGE and not entry.is_undone


def _named(label: str) -> _Named | None:
    if match := _KEPT.fullmatch(label):
        kept, other = int(match[1]), int(match[2])
        return _Named(min(kept, other), max(kept, other), tr("kept {0}").format(kept))
    if match := _BOTH.fullmatch(label):
        return _Named(int(match[1]), int(match[2]), tr("kept both"))
    if match := _MERGED.fullmatch(label):
        return _Named(int(match[1]), int(match[2]), tr("merged"))
    return None


def _pair(named: _Named, entry: Entry, change: Change) -> Pair:
    before = _observations(change)
    a, b = (Side(seq, None, 1, before.get(seq)) for seq in (named.first, named.second))
    return Pair(PairKind.SETTLED, a, b, named.words, entry=entry.id)


def _observations(change: Change) -> dict[int, Observation]:
    """Return the observations as they stood before a change, the first of each number."""
    row = change.records[0].before if change.records else None
    try:
        items = (read_record(row).observations if row is not None else None) or ()
    except DamagedRecordError:
        items = ()
    return {item.seq: item for item in reversed(items)}
