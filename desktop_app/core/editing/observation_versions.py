"""One observation of three versions of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from desktop_app.core.editing.ballot import Ballot, Question, Side, Versions, same
from desktop_app.core.editing.conflict import Choice
from desktop_app.core.engine_text import estimate_tokens
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.edits import checked_importance, checked_text

if TYPE_CHECKING:
    from desktop_app.core.observational.observation import Observation

Values = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class _Field:
    """A part of an observation that is merged as a whole.

    Attributes:
        name: What a person calls it.
        attributes: Where it is kept.
        read: What a text written by a person means; ``None`` where none may be written.
    """

    name: str
    attributes: tuple[str, ...]
    read: Callable[[str], Values] | None = None

    def of(self, observation: Observation) -> Values:
        return tuple(getattr(observation, name) for name in self.attributes)

    def put(self, observation: Observation, values: Values) -> Observation:
        return replace(observation, **dict(zip(self.attributes, values, strict=True)))

    def shown(self, values: Values) -> str:
        return "–".join(
            f"{value:g}" if isinstance(value, float) else str(value) for value in values
        )


def _text(text: str) -> Values:
    return (checked_text(text),)


def _importance(text: str) -> Values:
    try:
        value = float(text)
    except ValueError:
        raise RefusedError(
            f"The importance “{text}” is not a number.", "Write one from 0 to 1, such as 0.5."
        ) from None
    return (checked_importance(value),)


_FIELDS = (
    _Field("text", ("content",), _text),
    _Field("importance", ("importance",), _importance),
    _Field("time", ("created_at",)),
    _Field("source", ("source_start_index", "source_end_index")),
)
_ALL = attrgetter("token_count", *(name for field in _FIELDS for name in field.attributes))


def merged_observation(
    versions: Versions[Observation | None], ballot: Ballot
) -> Observation | None:
    """Return what becomes of one observation; ``None`` if it goes.

    Its number is not settled here, and new ones are not noted: they have no number yet.

    Raises:
        RefusedError: a text chosen for it is blank or no importance.
    """
    seen, theirs, mine = versions.seen, versions.theirs, versions.mine
    if seen is None:
        return mine if theirs is None else theirs
    if theirs is None or mine is None:
        return _removed(seen, theirs, mine, ballot)
    if _ALL(seen) == _ALL(theirs) == _ALL(mine):
        return theirs
    return _edited(Versions(seen, theirs, mine), ballot)


def is_edited(old: Observation, new: Observation) -> bool:
    """Return whether more than number and token count differ."""
    return _difference(old, new) is not None


def _difference(old: Observation, new: Observation) -> _Field | None:
    return next((field for field in _FIELDS if not same(field.of(old), field.of(new))), None)


def _removed(
    seen: Observation, theirs: Observation | None, mine: Observation | None, ballot: Ballot
) -> Observation | None:
    title = _title(seen)
    left = mine or theirs
    field = None if left is None else _difference(seen, left)
    if left is None or field is None:
        sides = {(True, True): Side.BOTH, (True, False): Side.THEIRS, (False, True): Side.MINE}
        ballot.note(title, "removed", sides[theirs is None, mine is None])
        return None
    versions: Versions[Any] = Versions(seen, theirs, mine)
    shown = versions.each(partial(_shown_or_gone, field))
    choice = ballot.ask(title, field.name, shown, is_editable=field.read is not None)
    if isinstance(choice, Choice):
        chosen: Observation | None = versions.of(choice)
        return chosen
    assert field.read is not None
    return _counted(field.put(left, field.read(choice)), left, left)


def _shown_or_gone(field: _Field, observation: Observation | None) -> str | None:
    return None if observation is None else field.shown(field.of(observation))


def _edited(versions: Versions[Observation], ballot: Ballot) -> Observation:
    title, merged = _title(versions.theirs), versions.theirs
    for field in _FIELDS:
        question = Question(title, field.name, field.shown, field.read)
        merged = field.put(merged, ballot.settle(question, versions.each(field.of)))
    if len({versions.seen.content, versions.theirs.content, versions.mine.content}) == 1:
        counts = versions.each(lambda version: version.token_count)
        ballot.note_count(title, "token count", counts)
        if counts.mine != counts.seen:
            return replace(merged, token_count=counts.mine)
    return _counted(merged, versions.theirs, versions.mine)


def _counted(merged: Observation, theirs: Observation, mine: Observation) -> Observation:
    for version in (theirs, mine):
        if version.content == merged.content:
            return replace(merged, token_count=version.token_count)
    return replace(merged, token_count=estimate_tokens(merged.content))


def _title(observation: Observation) -> str:
    return f"Observation {observation.seq}"
