"""How a step of the engine ends: everything that it writes, collected on the way."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop_app.core.engine_config import normalize
from desktop_app.core.engine_encode import encode, encode_observations
from desktop_app.core.engine_time import format_column
from desktop_app.core.observational.engine_log import (
    Ids,
    MarkerRow,
    OperationRow,
    Running,
    end_operation,
)
from desktop_app.core.observational.record import Record

if TYPE_CHECKING:
    from desktop_app.core.observational.observation import Observation


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Everything that one step writes.

    Attributes:
        record: As the engine leaves it; without a failure it is written, changed or not.
        operation: Applied or failed; ``operation.error_text`` says why.
        markers: In the order of writing; those of a failed step are stored all the same.
        ids: The counter afterwards.
    """

    record: Record
    operation: OperationRow
    markers: tuple[MarkerRow, ...] = ()
    ids: Ids
    observed: bool = False
    reflected: bool = False

    @property
    def failed(self) -> bool:
        return bool(self.operation.error_text)


class Step:
    """One step on its way: collects markers until it is known how it ends."""

    def __init__(self, record: Record, running: Running) -> None:
        self._record = record
        self._running = running
        self._ids = running.ids
        self._markers: list[MarkerRow] = []

    def mark_observation(self, observation: Observation) -> None:
        payload = encode({"seq": observation.seq})
        tokens = observation.token_count
        start, end = observation.source_start_index, observation.source_end_index
        self._mark("observation_start", (start, start), tokens, payload)
        self._mark("observation_end", (end, end), tokens, payload)

    def mark_reflection(self, record: Record, start: int, end: int) -> None:
        payload = encode({"last_reflected_seq": record.last_reflected_seq})
        self._mark("reflection_end", (start, end), record.reflection_tokens, payload)

    def success(self, after: Record, *, observed: bool = False, reflected: bool = False) -> Outcome:
        after = replace(after, config=normalize(after.config))
        error = _refusal(after)
        if error:
            return self.failure(error)
        return self._outcome(after, observed=observed, reflected=reflected)

    def failure(self, error: str) -> Outcome:
        return self._outcome(self._record, error)

    def _outcome(
        self, record: Record, error: str = "", *, observed: bool = False, reflected: bool = False
    ) -> Outcome:
        return Outcome(
            record=record,
            operation=end_operation(self._running.operation, self._running.now, error),
            markers=tuple(self._markers),
            ids=self._ids,
            observed=observed,
            reflected=reflected,
        )

    def _mark(self, kind: str, indices: tuple[int, int], tokens: int, payload: str) -> None:
        self._markers.append(
            MarkerRow(
                marker_id=self._ids.marker,
                memory_id=self._record.memory_id,
                marker_type=kind,
                cycle_id=self._running.operation.operation_id,
                message_index_start=indices[0],
                message_index_end=indices[1],
                token_count=tokens,
                payload_json=payload,
                created_at=format_column(self._running.now),
            )
        )
        self._ids = self._ids.after(1)


def _refusal(record: Record) -> str:
    """Return why the engine's encoder can't write the observations, if it can't (hazard H22)."""
    if any(math.isnan(observation.importance) for observation in record.observations or ()):
        return "marshal active observations: json: unsupported value: NaN"
    try:
        encode_observations(record.observations)
    except ValueError as error:
        return f"marshal active observations: {error}"
    return ""
