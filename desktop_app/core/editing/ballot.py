"""Three versions of one thing, and what is noted and asked while they become one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from desktop_app.core.editing.conflict import Choice, ConflictItem, MergedPart
from desktop_app.core.errors import RefusedError

Value = TypeVar("Value")
Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class Versions(Generic[Value]):
    """What the person saw, what is in the file now, and what the person wants."""

    seen: Value
    theirs: Value
    mine: Value

    def of(self, choice: Choice) -> Value:
        """Return the version that was chosen."""
        return {Choice.SEEN: self.seen, Choice.THEIRS: self.theirs, Choice.MINE: self.mine}[choice]

    def each(self, read: Callable[[Value], Read]) -> Versions[Read]:
        """Return what ``read`` gives for each of the three."""
        return Versions(read(self.seen), read(self.theirs), read(self.mine))


class Side(Enum):
    """Who has changed a part that needs no choice."""

    MINE = "only yours"
    THEIRS = "from the engine"
    OTHERS = "by another program"
    """As ``THEIRS``, for what anybody may write."""
    BOTH = "the same on both sides"


@dataclass(frozen=True, slots=True)
class Part:
    """A part that needs no choice, and who has changed it."""

    title: str
    what: str
    side: Side

    @property
    def merged(self) -> MergedPart:
        return MergedPart(
            self.title, f"{self.what}, {self.side.value}", is_own=self.side is Side.MINE
        )


@dataclass(frozen=True, slots=True)
class Question(Generic[Value]):
    """What to ask where both sides have changed a value.

    Attributes:
        title: What it is.
        field: Which part of it.
        shown: How a value is shown.
        read: What a text written by the person means; ``None`` where none may be written.
        tells_values: Whether what merges by itself is told by its values, not by ``field``.
    """

    title: str
    field: str
    shown: Callable[[Value], str | None]
    read: Callable[[str], Value] | None = None
    tells_values: bool = False


class Ballot:
    """Collects what merges by itself and what a person has to choose.

    Merging runs once to find the items and once more with the choices. What is asked depends
    on the versions alone, never on an answer, so that both runs ask the same.

    Attributes:
        items: What was asked, in order.
        parts: What was not.
        place: Stands behind every title, where a change is about several memories.
    """

    def __init__(self, choices: Sequence[Choice | str] | None = None) -> None:
        self.items: list[ConflictItem] = []
        self.parts: list[Part] = []
        self.place = ""
        self._choices = choices

    @property
    def is_open(self) -> bool:
        """Whether nothing is chosen yet, so that the result does not count if anything is asked."""
        return self._choices is None

    def note(self, title: str, what: str, side: Side) -> None:
        self.parts.append(Part(title + self.place, what, side))

    def note_count(self, title: str, what: str, counts: Versions[int]) -> None:
        """Note a count of something that nobody has changed, where we count it anew."""
        if counts.mine != counts.seen:
            self.note(title, what, Side.BOTH if counts.theirs == counts.mine else Side.MINE)

    def ask(
        self, title: str, field: str, shown: Versions[str | None], *, is_editable: bool = False
    ) -> Choice | str:
        """Return what was chosen, or the text that the person wrote instead.

        Raises:
            RefusedError: a text for what has no other text than the three.
        """
        item = ConflictItem(
            title + self.place, field, shown.seen, shown.theirs, shown.mine, is_editable
        )
        self.items.append(item)
        if self._choices is None:
            return Choice.THEIRS
        choice = self._choices[len(self.items) - 1]
        if isinstance(choice, str) and not is_editable:
            raise RefusedError(f"{item.title}: choose one of the three versions.")
        return choice

    def settle(self, question: Question[Value], versions: Versions[Value]) -> Value:
        """Return the one value of three: the side that changed it wins, else it is asked.

        Raises:
            RefusedError: a chosen text does not fit.
        """
        side = changed_by(versions)
        if side is not None:
            new = versions.mine if side is Side.MINE else versions.theirs
            what = question.field
            if question.tells_values:
                what = f"{question.shown(versions.seen)} → {question.shown(new)}"
            self.note(question.title, what, side)
            return new
        if same(versions.mine, versions.theirs):
            return versions.theirs
        choice = self.ask(
            question.title,
            question.field,
            versions.each(question.shown),
            is_editable=question.read is not None,
        )
        if isinstance(choice, Choice):
            return versions.of(choice)
        assert question.read is not None
        return question.read(choice)


def changed_by(versions: Versions[Value]) -> Side | None:
    """Return who has changed a value; ``None`` if nobody has, or both differently."""
    if same(versions.mine, versions.theirs):
        return None if same(versions.seen, versions.mine) else Side.BOTH
    if same(versions.mine, versions.seen):
        return Side.THEIRS
    return Side.MINE if same(versions.theirs, versions.seen) else None


def same(one: object, other: object) -> bool:
    """Return whether two values are equal and of one type: the file tells 1 from 1.0."""
    return type(one) is type(other) and one == other
