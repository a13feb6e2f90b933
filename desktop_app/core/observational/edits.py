"""What a person changes in a record: each edit gives the record as it will be, and a preview.

Edits do not touch version and time; ``stamped`` does, once, before the record is written.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop_app.core.engine_text import estimate_tokens, trim, valid_unicode
from desktop_app.core.engine_time import format_json
from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.core.observational.edit_preview import Edit, Note, Renumbered
from desktop_app.core.observational.json_fields import INT64_MAX
from desktop_app.core.observational.observation import (
    UNSCORED_COUNTS_AS,
    Observation,
)
from desktop_app.core.observational.reflection import parse_reflection
from desktop_app.core.observational.renumbering import ends, follow, number_anew
from desktop_app.core.observational.selection import wrap

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.observational.record import Record

NO_SOURCE = -1
"""Source of an observation that a person wrote: no message of the transcript."""


def stamped(record: Record, now: EngineTime) -> Record:
    """Return ``record`` with the next version and ``now`` as its time, as the engine does."""
    version = record.state_version
    return replace(
        record, state_version=version + 1 if version < INT64_MAX else version, updated_at=now
    )


def unedited(record: Record) -> Edit:
    """Return the edit that changes nothing, to build others on."""
    return Edit(before=record, after=record)


def edit_text(record: Record, index: int, text: str) -> Edit:
    """Return the edit that gives the observation at ``index`` another text.

    Raises:
        RefusedError: the text is blank.
        NotFoundError: there is no such observation.
    """
    content = checked_text(text)
    changed = replace(
        observation_at(record, index), content=content, token_count=estimate_tokens(content)
    )
    return _put(record, index, changed)


def edit_importance(record: Record, index: int, importance: float) -> Edit:
    """Return the edit that gives the observation at ``index`` another importance.

    Raises:
        RefusedError: it is not a number from 0 to 1.
        NotFoundError: there is no such observation.
    """
    changed = replace(observation_at(record, index), importance=checked_importance(importance))
    notes = {Note.UNSCORED} if not changed.importance else set()
    reflection = parse_reflection(record.reflection)
    if any(entry.older_seq == changed.seq for entry in reflection.supersessions):
        notes.add(Note.SUPERSEDED)
    return _put(record, index, changed, notes)


def add_observation(
    record: Record,
    text: str,
    *,
    importance: float = 0.0,
    now: EngineTime,
    source: tuple[int, int] = (NO_SOURCE, NO_SOURCE),
) -> Edit:
    """Return the edit that adds an observation with the number that the engine would give it.

    Raises:
        RefusedError: the text is blank, or the importance is not a number from 0 to 1.
    """
    content = checked_text(text)
    observation = Observation(
        content=content,
        token_count=estimate_tokens(content),
        importance=checked_importance(importance),
        created_at=format_json(now),
        source_start_index=source[0],
        source_end_index=source[1],
    )
    return append(record, observation)


def append(record: Record, observation: Observation) -> Edit:
    """Return the edit that puts an observation last, under the engine's next number (H5)."""
    old = record.observations or ()
    seq = len(old) + 1
    reflection = parse_reflection(record.reflection)
    named = {number for entry in reflection.supersessions for number in ends(entry)}
    named |= {number for entry in reflection.contradictions for number in ends(entry)}
    notes = {Note.UNSCORED} if not observation.importance else set()
    if any(other.seq == seq for other in old):
        notes.add(Note.NUMBER_TAKEN)
    elif seq in named:
        notes.add(Note.REFERENCE_WAITS)
    after = with_observations(record, (*old, replace(observation, seq=seq)))
    return Edit(before=record, after=after, notes=frozenset(notes))


def remove(record: Record, indices: Collection[int]) -> Edit:
    """Return the edit that takes observations away and closes the gaps in the numbers.

    Raises:
        NotFoundError: there is no such observation.
    """
    old = record.observations or ()
    gone = frozenset(indices)
    for index in gone:
        observation_at(record, index)
    kept = [index for index in range(len(old)) if index not in gone]
    return _keep(record, old, kept)


def renumber(record: Record) -> Edit:
    """Return the edit that numbers the observations 1, 2, 3, …, references included."""
    old = record.observations or ()
    return _keep(record, old, range(len(old)))


def merge(
    record: Record, indices: Collection[int], text: str, *, importance: float | None = None
) -> Edit:
    """Return the edit that makes one observation of several, at the place of the last of them.

    Its source spans theirs; without ``importance`` it gets the highest of theirs. References
    to any of them mean the new one; supersessions and contradictions among them go.

    Raises:
        RefusedError: fewer than two, a blank text, or an importance that is not 0 to 1.
        NotFoundError: there is no such observation.
    """
    places = sorted(set(indices))
    if not places[1:]:
        raise RefusedError("Merging takes at least two observations.")
    parts = [observation_at(record, index) for index in places]
    content = checked_text(text)
    highest = max(parts, key=lambda part: part.importance or UNSCORED_COUNTS_AS).importance
    merged = replace(
        parts[-1],
        content=content,
        token_count=estimate_tokens(content),
        importance=highest if importance is None else checked_importance(importance),
        source_start_index=_first_source(parts),
        source_end_index=max(part.source_end_index for part in parts),
    )
    old = list(record.observations or ())
    old[places[-1]] = merged
    gone = frozenset(places[:-1])
    kept = [index for index in range(len(old)) if index not in gone]
    return _keep(record, old, kept, merged_into=places[-1])


def move(record: Record, index: int, target: Record) -> tuple[Edit, Edit]:
    """Return the edits that take an observation from ``record`` and put it last in ``target``.

    Its source goes: it names messages of another conversation.

    Raises:
        NotFoundError: there is no such observation.
    """
    moved = replace(
        observation_at(record, index), source_start_index=NO_SOURCE, source_end_index=NO_SOURCE
    )
    return remove(record, [index]), append(target, moved)


def with_observations(record: Record, observations: tuple[Observation, ...]) -> Record:
    """Return ``record`` with these observations and their true total of tokens."""
    total = wrap(sum(observation.token_count for observation in observations))
    return replace(record, observations=observations, observation_tokens=total)


def _keep(
    record: Record,
    observations: Sequence[Observation],
    kept: Sequence[int],
    merged_into: int | None = None,
) -> Edit:
    before = [observation.seq for observation in observations]
    text, references = follow(record.reflection, number_anew(before, kept, merged_into))
    after = with_observations(
        record,
        tuple(replace(observations[place], seq=seq) for seq, place in enumerate(kept, start=1)),
    )
    reflected = min(record.last_reflected_seq, len(observations))
    if references:
        after = replace(after, reflection=text, reflection_tokens=estimate_tokens(text))
    after = replace(
        after,
        # The engine stores how many observations its reflector was shown.
        last_reflected_seq=reflected if reflected <= 0 else sum(p < reflected for p in kept),
    )
    new = {place: seq for seq, place in enumerate(kept, start=1)}
    target = None if merged_into is None else new[merged_into]
    moved = [Renumbered(seq, new.get(place, target)) for place, seq in enumerate(before)]
    return Edit(
        before=record,
        after=after,
        renumbered=tuple(item for item in moved if item.before != item.after),
        references=references,
        notes=frozenset() if kept else frozenset({Note.ENDS_EMPTY}),
    )


def _put(
    record: Record, index: int, observation: Observation, notes: Collection[Note] = ()
) -> Edit:
    old = record.observations or ()
    after = with_observations(record, (*old[:index], observation, *old[index + 1 :]))
    return Edit(before=record, after=after, notes=frozenset(notes))


def observation_at(record: Record, index: int) -> Observation:
    """Return the observation at ``index`` of the stored list.

    Raises:
        NotFoundError: there is none.
    """
    observations = record.observations or ()
    if not 0 <= index < len(observations):
        raise NotFoundError(
            f"There is no observation at place {index + 1} of {len(observations)}.",
            "The engine may have changed the list meanwhile. Load it again.",
        )
    return observations[index]


def checked_text(text: str) -> str:
    """Return the text of an observation as the engine stores it.

    Raises:
        RefusedError: it is blank.
    """
    content = trim(valid_unicode(text))
    if not content:
        raise RefusedError("An observation needs text.", "To get rid of it, remove it.")
    return content


def checked_importance(value: float) -> float:
    """Return an importance as the engine stores it.

    Raises:
        RefusedError: it is not a number from 0 to 1.
    """
    if not (math.isfinite(value) and 0.0 <= value <= 1.0):
        raise RefusedError(
            f"The importance {value:g} is not between 0 and 1.", "0.5 is what the engine assumes."
        )
    return float(value) or 0.0


def _first_source(parts: Sequence[Observation]) -> int:
    starts = [part.source_start_index for part in parts if part.source_start_index >= 0]
    return min(starts, default=NO_SOURCE)
