"""A record as it was seen, and the two versions that a person and the engine made of it."""

from __future__ import annotations

from msgspec.structs import replace

from desktop_app.core.changes import Change, Swap, edit_record
from desktop_app.core.editing.merging import Rebase, rebase
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.observational import edits, reflection_edits
from desktop_app.core.observational.engine_steps import new_record, new_row
from desktop_app.core.observational.observation import Observation
from desktop_app.core.observational.record import ObservationConfig, Record, RecordRow
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.record_writer import rewrite_row
from desktop_app.core.scope import Scope

THEN, LATER, NOW = EngineTime(1_777_485_000), EngineTime(1_777_485_500), EngineTime(1_777_486_000)
REFLECTION = """SUMMARY:
The team moved to pnpm [seq:4].

SUPERSESSIONS:
- [seq:4] replaces [seq:1]: moved

CONTRADICTIONS:
- [seq:2] vs [seq:3]: which port"""


def fact(seq: int, content: str = "", at: str = "2026-04-29T18:06:00Z") -> Observation:
    return Observation(
        seq=seq,
        content=content or f"fact number {seq}",
        token_count=4,
        importance=0.5,
        created_at=at,
        source_start_index=seq,
        source_end_index=seq,
    )


def a_row(count: int = 4, reflection: str = REFLECTION, **columns: object) -> RecordRow:
    record = new_record(
        Scope("acme", "conv", "coder"),
        enabled=True,
        service_config=ObservationConfig(),
        now=THEN,
    )
    record = edits.with_observations(record, tuple(fact(seq) for seq in range(1, count + 1)))
    record = replace(reflection_edits.set_text(record, reflection).after, last_reflected_seq=count)
    return replace(new_row(record), **columns)


ROW = a_row()
SEEN = read_record(ROW)


def row_of(record: Record) -> RecordRow:
    return rewrite_row(ROW, edits.stamped(record, LATER))


def appended(record: Record = SEEN, content: str = "from the transcript") -> Record:
    """Return the record after the engine has added one, as it numbers."""
    old = record.observations or ()
    new = fact(len(old) + 1, content, "2026-04-29T19:00:00Z")
    return edits.with_observations(record, (*old, new))


def both(mine: Record, theirs: Record, *, seen: RecordRow = ROW) -> Rebase:
    wanted = edit_record("Edit", seen, read_record(seen), edits.stamped(mine, LATER))
    return rebase(wanted, Change(label="", records=(Swap(row_of(theirs), None),)), now=NOW)


def result(change: Change | None) -> Record:
    assert change is not None
    (swap,) = change.records
    assert swap.after is not None
    return read_record(swap.after)


def texts(record: Record) -> list[tuple[int, str]]:
    return [(item.seq, item.content) for item in record.observations or ()]
