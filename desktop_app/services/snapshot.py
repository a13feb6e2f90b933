"""One scope as looking at it gives it: an immutable value, ready to be shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import decode
from desktop_app.core.observational.damage import Damage, DamagedRecordError
from desktop_app.core.observational.explain import Explanation, explain
from desktop_app.core.observational.observation import Observation
from desktop_app.core.observational.observations_reader import read_observations
from desktop_app.core.observational.record import Record, RecordRow
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.turn.context import TurnBlock, turn_messages
from desktop_app.core.working.entry import WorkingEntry
from desktop_app.core.working.snippet import working_snippet

if TYPE_CHECKING:
    from desktop_app.core.ports import Contents

LOST_IDS = (
    "The ids in this record don't make up its key, and no record has the key that they make. "
    "Turns with these ids fail: the engine tries to add a record and the ids are taken."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeSnapshot:
    """One scope as it stood at one moment.

    Attributes:
        memory_id: The engine's key.
        row: The record's columns as stored; ``None`` if there is no record.
        record: What the engine reads; ``None`` if there is no record, or it is damaged.
        damages: Why the engine can't read the record, every reason.
        readable: Of a damaged record, the observations that can be read on their own.
        problem: Why turns with the row's own ids get no observational memory although the
            record can be read (H11); empty if they do.
        explanation: Why every observation is in or out; ``None`` without a readable record.
        working: Working memory in the engine's order.
        working_text: The working memory part of the turn, exactly.
        mode: The engine's memory mode; with ``off`` no observational memory is injected.
    """

    memory_id: str
    row: RecordRow | None
    record: Record | None
    damages: tuple[Damage, ...]
    readable: tuple[Observation, ...]
    problem: str
    explanation: Explanation | None
    working: tuple[WorkingEntry, ...]
    working_text: str
    mode: str = "auto"

    @property
    def error(self) -> str:
        """Why the engine fails to build the snippet; empty if it doesn't."""
        if self.damages:
            return str(DamagedRecordError(self.damages))
        return self.problem

    @property
    def observational_text(self) -> str:
        """The observational part of the next turn, exactly; empty if nothing is injected."""
        return self.explanation.text if self.explanation and not self.error else ""

    @property
    def blocks(self) -> tuple[TurnBlock, ...]:
        """The next turn's messages in order; only those of memory have a known text."""
        return turn_messages(self.working_text, self.observational_text, mode=self.mode)

    @property
    def observation_count(self) -> int:
        """Observations stored; of a damaged record, those that can be read."""
        if self.record is not None:
            return len(self.record.observations or ())
        return len(self.readable)


def snapshot(contents: Contents, mode: str) -> ScopeSnapshot:
    """Return the snapshot of what a state file holds for one scope."""
    memory_id, row, working, leads = contents
    record, damages, readable = _read(row)
    explanation = explain(record, memory_off=mode == "off") if record else None
    if explanation is not None:
        # Computed when first asked for: here, not on the thread that draws.
        _ = explanation.snippet.pieces, explanation.uncounted
    return ScopeSnapshot(
        memory_id=memory_id,
        row=row,
        record=record,
        damages=damages,
        readable=readable,
        problem="" if leads else LOST_IDS,
        explanation=explanation,
        working=working,
        working_text=working_snippet(working),
        mode=mode,
    )


def _read(
    row: RecordRow | None,
) -> tuple[Record | None, tuple[Damage, ...], tuple[Observation, ...]]:
    if row is None:
        return None, (), ()
    try:
        return read_record(row), (), ()
    except DamagedRecordError as error:
        readable, _ = read_observations(row.active_observations_json)
        return None, error.damages, readable or ()


@dataclass(frozen=True, slots=True)
class ScopeDigest:
    """What only decoding tells of a scope, in numbers.

    Attributes:
        observations: How many; of a damaged record, how many can be read.
        damage: Why the engine can't use the record; empty if it can.
    """

    memory_id: str
    observations: int
    damage: str = ""


def digest(row: RecordRow, leads: bool) -> ScopeDigest:  # noqa: FBT001 - as contents have it
    """Return the numbers of one record, without building its snippet.

    Args:
        row: The record.
        leads: Whether the ids in it lead the engine to a record.
    """
    record, damages, readable = _read(row)
    memory_id = decode(row.memory_id) if isinstance(row.memory_id, bytes) else str(row.memory_id)
    if damages:
        return ScopeDigest(memory_id, len(readable), str(DamagedRecordError(damages)))
    count = len((record.observations if record else None) or ())
    return ScopeDigest(memory_id, count, "" if leads else LOST_IDS)
