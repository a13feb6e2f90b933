"""What rules look at: one scope, or the whole file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.doctor.finding import Finding, Part, Place
from desktop_app.core.doctor.ports import DoctorReader
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.harness_config.reading import ConfigReading
from desktop_app.core.observational.damage import Damage, DamagedRecordError
from desktop_app.core.observational.record import Record, RecordRow
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.reflection import Reflection, parse_reflection
from desktop_app.core.working.entry import WorkingEntry

if TYPE_CHECKING:
    from desktop_app.core.ports import Contents


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What rules and repairs work with.

    Attributes:
        reader: Reads the file, now and again when a repair is made.
        config: The engine's configuration there.
        now: The clock.
        cancelled: Whether somebody asked to stop.
    """

    reader: DoctorReader
    config: ConfigReading
    now: Callable[[], EngineTime]
    cancelled: Callable[[], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeCase:
    """One scope.

    Attributes:
        row: As stored; ``None`` for a scope with working memory only.
        record: ``None`` if there is none or the engine can't read it.
        damages: Why the engine can't read it.
        reflection: What the engine takes from the stored text.
        leads: Whether the ids in the row lead the engine to some record.
    """

    memory_id: str
    row: RecordRow | None
    record: Record | None
    damages: tuple[Damage, ...]
    reflection: Reflection
    working: tuple[WorkingEntry, ...]
    leads: bool

    def at(self, part: Part, item: int | None = None) -> Place:
        """Return a place in this scope."""
        return Place(memory_id=self.memory_id, part=part, item=item)


ScopeCheck = Callable[[ScopeCase, Bench], Iterator[Finding]]
FileCheck = Callable[[Bench], Iterator[Finding]]


def scope_case(contents: Contents) -> ScopeCase:
    """Return what a file holds for one scope, read as the engine does."""
    memory_id, row, working, leads = contents
    record: Record | None = None
    damages: tuple[Damage, ...] = ()
    if row is not None:
        try:
            record = read_record(row)
        except DamagedRecordError as error:
            damages = error.damages
    return ScopeCase(
        memory_id=memory_id,
        row=row,
        record=record,
        damages=damages,
        reflection=parse_reflection(record.reflection if record else ""),
        working=working,
        leads=leads,
    )
