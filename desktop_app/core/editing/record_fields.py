"""The parts of three records that the engine can read become those of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop_app.core.editing.ballot import Ballot, Question, Side, Versions, same
from desktop_app.core.editing.observation_merging import merge_observations
from desktop_app.core.editing.reflection_merging import merge_reflections, merged_tokens
from desktop_app.core.engine_config import normalize
from desktop_app.core.engine_text import trim
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.json_fields import INT64_MAX, INT64_MIN
from desktop_app.core.observational.record import ObservationConfig
from desktop_app.core.observational.selection import wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.editing.observation_merging import MergedObservations
    from desktop_app.core.observational.observation import Observation
    from desktop_app.core.observational.record import Record

_LIMITS = {
    "observe_min_tokens": "observe from",
    "snippet_max_tokens": "budget",
    "reflect_threshold_tokens": "reflect from",
}


def merged_record(records: Versions[Record], ballot: Ballot, *, restores: bool) -> Record:
    """Return the merged record; ids, version and times are those of theirs.

    Raises:
        RefusedError: a choice does not fit.
    """
    lists = records.each(lambda record: record.observations or ())
    merged = merge_observations(lists, ballot, restores=restores)
    observations = _observations(records, merged.observations)
    reflection = merge_reflections(records, merged.references, ballot)
    message: Question[int] = Question("Last observed message", "number", str, tells_values=True)
    return replace(
        records.theirs,
        enabled=ballot.settle(
            Question("Memory", "switch", _switch, tells_values=True),
            records.each(lambda record: record.enabled),
        ),
        last_observed_message_index=ballot.settle(
            message, records.each(lambda record: record.last_observed_message_index)
        ),
        observations=observations,
        observation_tokens=_observation_tokens(records, observations or (), ballot),
        reflection=reflection,
        reflection_tokens=merged_tokens(records, reflection, ballot),
        last_reflected_seq=_last_reflected(records, merged, reflection, ballot),
        config=ObservationConfig(**{name: _limit(records, name, ballot) for name in _LIMITS}),
    )


def _switch(enabled: bool) -> str:  # noqa: FBT001 - it shows exactly this value
    return "on" if enabled else "off"


def _limit(records: Versions[Record], name: str, ballot: Ballot) -> int:
    values: Versions[int] = records.each(lambda record: getattr(record.config, name))
    in_force = records.each(lambda record: getattr(normalize(record.config), name))
    if in_force.seen == in_force.theirs:
        # The engine writes its defaults out at any write of its own.
        if values.mine == values.seen:
            return values.theirs
        values = Versions(values.theirs, values.theirs, values.mine)
    question = Question("Limits", _LIMITS[name], str, _whole_number)
    return ballot.settle(question, values)


def _whole_number(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        raise RefusedError(f"“{text}” is not a whole number.") from None
    if not INT64_MIN <= number <= INT64_MAX:
        raise RefusedError(f"{text} does not fit into 64 bits.")
    return number


def _observations(
    records: Versions[Record], merged: tuple[Observation, ...]
) -> tuple[Observation, ...] | None:
    if merged:
        return merged
    kinds = records.each(lambda record: record.observations)
    mine_says = not same(kinds.mine, kinds.seen)
    empty = kinds.mine if mine_says else kinds.theirs
    return None if empty is None else ()


def _observation_tokens(
    records: Versions[Record], merged: Sequence[Observation], ballot: Ballot
) -> int:
    """Return the total; an error of it that the engine would carry on is carried on."""
    total = sum(observation.token_count for observation in merged)
    errors = records.each(_error)
    is_ours = not same(records.seen.observations, records.mine.observations)
    if not is_ours:
        ballot.note_count("Observations", "total of tokens", errors)
    if errors.mine != errors.seen:
        return wrap(total + errors.mine)
    return wrap(total + (0 if is_ours and errors.mine == 0 else errors.theirs))


def _error(record: Record) -> int:
    total = sum(observation.token_count for observation in record.observations or ())
    return wrap(record.observation_tokens - total)


def _last_reflected(
    records: Versions[Record], merged: MergedObservations, reflection: str, ballot: Ballot
) -> int:
    """Return how many of the observations the reflector was shown."""
    seen, theirs, mine = records.seen, records.theirs, records.mine
    if not trim(reflection) and reflection not in {theirs.reflection, mine.reflection}:
        return 0
    side = _reflected_by(records, merged, reflection)
    if side is Side.MINE:
        result = _shown(mine, merged.stays.mine)
    elif side is not None or merged.is_theirs:
        result = _shown(theirs, merged.stays.theirs)
    else:
        result = _shown(seen, merged.stays.seen)
    if side is not None:
        ballot.note("Last reflected", f"{seen.last_reflected_seq} → {result}", side)
    return result


def _reflected_by(
    records: Versions[Record], merged: MergedObservations, reflection: str
) -> Side | None:
    """Return who has set the number, other than by removing some of what was reflected."""
    last = records.each(lambda record: record.last_reflected_seq)
    by_mine = last.mine not in {last.seen, _shown(records.seen, merged.seen_in.mine)}
    by_theirs = last.theirs not in {last.seen, _shown(records.seen, merged.seen_in.theirs)}
    left = _shown(records.mine, merged.stays.mine)
    if by_mine and left == _shown(records.theirs, merged.stays.theirs):
        return Side.BOTH
    if by_mine and (not by_theirs or reflection == records.mine.reflection):
        return Side.MINE
    return Side.THEIRS if by_theirs else None


def _shown(record: Record, stays: Sequence[bool]) -> int:
    last = record.last_reflected_seq
    if last <= 0 or all(stays):
        return last
    return sum(stays[:last])
