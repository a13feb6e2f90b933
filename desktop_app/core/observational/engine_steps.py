"""What the engine itself does to a record, as values: nothing is read or written here.

A step starts from the record that the engine has read and gives everything that it writes in
the end: record, operation and markers, in the order of writing. A failed step leaves the record
as it was, but its operation and the markers up to the failure are stored (hazard H4).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop_app.core.engine_config import merge, normalize, service_default
from desktop_app.core.engine_text import estimate_tokens, trim
from desktop_app.core.engine_time import format_column, format_json
from desktop_app.core.observational.chunks import parse_chunks
from desktop_app.core.observational.engine_outcome import Outcome, Step
from desktop_app.core.observational.observation import Observation
from desktop_app.core.observational.record import ObservationConfig, Record, RecordRow
from desktop_app.core.observational.record_writer import rewrite_row
from desktop_app.core.observational.selection import wrap
from desktop_app.core.scope import Scope, service_scope
from desktop_app.core.transcript import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.observational.engine_log import Running

NEVER_OBSERVED = -1


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model call gave: its output, or the text of its failure."""

    output: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Unobserved:
    """The messages that the engine would show to its observer.

    Attributes:
        start: Index of the first one.
        end: Index of the last one.
        messages: The messages.
        tokens: What they count against ``observe_min_tokens``.
    """

    start: int
    end: int
    messages: tuple[Message, ...]
    tokens: int


def new_record(
    scope: Scope, *, enabled: bool, service_config: ObservationConfig, now: EngineTime
) -> Record:
    """Return the record that the engine makes at first sight of ``scope`` (H13, H14).

    Args:
        scope: The ids as given; blank ones get their defaults.
        enabled: The service's ``default_enabled``.
        service_config: The token limits that the service was started with.
        now: The clock.
    """
    scope = service_scope(scope)
    return Record(
        memory_id=scope.memory_id,
        scope=scope,
        enabled=enabled,
        state_version=1,
        last_observed_message_index=NEVER_OBSERVED,
        observations=(),
        observation_tokens=0,
        reflection="",
        reflection_tokens=0,
        last_reflected_seq=0,
        config=normalize(service_default(service_config)),
        created_at=now,
        updated_at=now,
    )


def unobserved(record: Record, messages: Sequence[Message]) -> Unobserved | None:
    """Return what an observe call would look at, ``None`` if it would do nothing.

    The engine counts messages by their place in ``messages``, not by their ``step``.
    """
    rest = not_observed(record, messages)
    least = normalize(record.config).observe_min_tokens
    return rest if record.enabled and rest is not None and rest.tokens >= least else None


def not_observed(record: Record, messages: Sequence[Message]) -> Unobserved | None:
    """Return the messages after the last observed one, enough for a call or not."""
    start = max(record.last_observed_message_index + 1, 0)
    rest = tuple(messages[start:])
    tokens = sum(estimate_tokens(message.content) for message in rest)
    return Unobserved(start, len(messages) - 1, rest, tokens) if rest else None


def add_observations(
    record: Record, source: Unobserved, observer_output: str, now: EngineTime
) -> Record:
    """Return ``record`` with what the observer found; this is what the reflector is shown."""
    old = record.observations or ()
    new = tuple(
        Observation(
            seq=len(old) + place,
            content=chunk.content,
            token_count=estimate_tokens(chunk.content),
            importance=chunk.importance,
            created_at=format_json(now),
            source_start_index=source.start,
            source_end_index=source.end,
        )
        for place, chunk in enumerate(parse_chunks(observer_output), start=1)
    )
    tokens = sum(observation.token_count for observation in new)
    return replace(
        record,
        observations=old + new,
        observation_tokens=wrap(record.observation_tokens + tokens),
        last_observed_message_index=source.end,
        config=normalize(record.config),
        state_version=wrap(record.state_version + 1),
        updated_at=now,
    )


def wants_reflection(record: Record) -> bool:
    """Return whether the engine reflects as soon as it has added observations."""
    return record.observation_tokens >= normalize(record.config).reflect_threshold_tokens


def set_reflection(record: Record, reflector_output: str, now: EngineTime) -> Record:
    """Return ``record`` with the reflector's output, which must not be blank."""
    reflection = trim(reflector_output)
    return replace(
        record,
        reflection=reflection,
        reflection_tokens=estimate_tokens(reflection),
        last_reflected_seq=len(record.observations or ()),
        config=normalize(record.config),
        state_version=wrap(record.state_version + 1),
        updated_at=now,
    )


def observe(
    record: Record,
    running: Running,
    source: Unobserved,
    *,
    observer: Answer,
    reflector: Answer | None,
) -> Outcome:
    """Return what the engine writes after its models have answered.

    Args:
        record: As read before the models were called; what others wrote since is lost (H6).
        running: From ``begin_operation``, kind ``observe``.
        source: From ``unobserved``.
        observer: The observer's answer.
        reflector: The reflector's answer, used if ``wants_reflection`` says so; ``None`` if
            the engine has none.
    """
    step = Step(record, running)
    if observer.error or not trim(observer.output):
        return step.failure(observer.error or "observer returned empty output")
    after = add_observations(record, source, observer.output, running.now)
    for observation in (after.observations or ())[len(record.observations or ()) :]:
        step.mark_observation(observation)
    reflected = False
    if wants_reflection(after) and reflector is not None:
        if reflector.error:
            return step.failure(reflector.error)
        if trim(reflector.output):
            after = set_reflection(after, reflector.output, running.now)
            step.mark_reflection(after, source.start, source.end)
            reflected = True
    return step.success(after, observed=True, reflected=reflected)


def reflect_now(record: Record, running: Running, reflector: Answer | None) -> Outcome:
    """Return what the engine writes for ``reflect_now``.

    A disabled record, or one without observations, is written again without a new version.
    """
    step = Step(record, running)
    if not record.enabled or not record.observations:
        return step.success(record)
    if reflector is None:
        return step.failure("reflector is not configured")
    if reflector.error or not trim(reflector.output):
        return step.failure(reflector.error or "reflector returned empty output")
    after = set_reflection(record, reflector.output, running.now)
    last = after.last_observed_message_index
    step.mark_reflection(after, last, last)
    return step.success(after, reflected=True)


def set_enabled(
    record: Record,
    running: Running,
    *,
    enabled: bool,
    config: ObservationConfig | None = None,
) -> Outcome:
    """Return what the engine writes for ``enable`` or ``disable``.

    Args:
        record: As read.
        running: From ``begin_operation``, kind ``enable`` or ``disable``.
        enabled: What to set.
        config: New limits; those not above 0 stay as they are. ``None`` keeps all.
    """
    after = replace(
        record,
        enabled=enabled,
        config=normalize(record.config) if config is None else merge(record.config, config),
        state_version=wrap(record.state_version + 1),
        updated_at=running.now,
    )
    return Step(record, running).success(after)


def new_row(record: Record) -> RecordRow:
    """Return the row that the engine inserts for a record that is not there yet."""
    scope, created = record.scope, format_column(record.created_at)
    ids = (record.memory_id, scope.tenant, scope.conversation, scope.agent)
    empty = RecordRow(*ids, *(None,) * 9, created_at=created, updated_at=None)
    return rewrite_row(empty, record)
