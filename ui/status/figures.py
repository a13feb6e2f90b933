"""The numbers of the status page, read on a job, and what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.engine_config import normalize
from desktop_app.core.harness_config.traps import scope_trap

if TYPE_CHECKING:
    from desktop_app.core.harness_config.traps import Trap
    from desktop_app.core.observational.record import Record
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext


@dataclass(frozen=True, slots=True)
class FileFigures:
    """What the whole file holds, and the operations of the shown scope.

    Attributes:
        rows: Rows of each of the engine's tables.
        operations: Operations of the file for each status.
        memory_id: Key of the scope; ``None`` for none.
        scope_operations: Operations of the scope for each status.
        problems: What differs from the tables that the engine expects.
    """

    rows: Mapping[str, int]
    operations: Mapping[str, int]
    memory_id: str | None
    scope_operations: Mapping[str, int]
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReflectThreshold:
    """How far a scope is on its way to the next reflection.

    Attributes:
        stored: ``active_observation_tokens``, which is what the engine compares.
        threshold: The value in force.
        summed: What the observations themselves add up to; can differ from ``stored`` (H8).
    """

    stored: int
    threshold: int
    summed: int

    @property
    def is_reached(self) -> bool:
        """Whether the next observe reflects, and every one after it (H28)."""
        return self.stored >= self.threshold


def read_figures(source: HarnessSource, memory_id: str | None, context: JobContext) -> FileFigures:
    """Read the numbers of a file and of one scope in it. Blocking."""
    rows = source.counts()
    context.check()
    operations = source.status_counts()
    context.check()
    own = {} if memory_id is None else source.status_counts(memory_id)
    return FileFigures(rows, operations, memory_id, own, source.problems)


def reflect_threshold(record: Record) -> ReflectThreshold:
    """Return where a record stands on its way to a reflection."""
    return ReflectThreshold(
        stored=record.observation_tokens,
        threshold=normalize(record.config).reflect_threshold_tokens,
        summed=sum(one.token_count for one in record.observations or ()),
    )


def own_values_trap(source: HarnessSource, record: Record) -> Trap | None:
    """Return the trap of token values that differ from the configuration's (H14)."""
    view = source.config.view
    return scope_trap(record.config, view) if view else None
