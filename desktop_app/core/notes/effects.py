"""What follows from a change of a note, in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.files.plan import Consequence
from desktop_app.core.notes.budget import budget_after
from desktop_app.core.notes.line import MOST_CHARACTERS, IndexLine
from desktop_app.core.notes.names import alike_words, twins

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.notes.budget import Budget, LineChanges
    from desktop_app.core.notes.note import NoteFolder

NEXT_TURN = "Next turn"
BUDGET = "Note budget"
DUPLICATE = "Duplicate"
NAME = "Name"
_CUT = f"The agent sees the first {MOST_CHARACTERS} characters of it; the rest is cut."
MOST_NAMED = 3
"""Files that are named before the rest is counted."""


@dataclass(frozen=True, slots=True)
class Edited:
    """The line of the changed note.

    Attributes:
        before: ``None`` for a new note.
        after: ``None`` for one that goes.
        is_edit: Whether its text was changed, and not only its place.
    """

    before: IndexLine | None
    after: IndexLine | None
    is_edit: bool = False


@dataclass(frozen=True, slots=True)
class _Seen:
    """The line of the changed note as turns have it: ``None`` where the list ends before it."""

    before: IndexLine | None
    after: IndexLine | None


def effects(folder: NoteFolder, changes: LineChanges, edited: Edited) -> tuple[Consequence, ...]:
    """Return what follows from new lines in a layer."""
    budget = budget_after(folder, changes)
    own = next((path for path, line in changes.items() if line is not None), "")
    seen = _seen(edited, budget, own, next(iter(changes), ""))
    found = [*_of_line(folder, edited, seen), *_of_budget(folder, budget)]
    if edited.after is not None:
        if seen.after is None and own not in budget.gone:
            found.append(
                Consequence(BUDGET, _not_listed(own, edited, seen, budget), needs_care=True)
            )
        found += _of_duplicates(folder, changes, edited.after)
        if edited.after.is_cut and seen.after is not None:
            found.append(Consequence(NEXT_TURN, _CUT, needs_care=True))
        if edited.after.warning:
            found.append(Consequence(NEXT_TURN, edited.after.warning, needs_care=True))
    return tuple(found)


def _seen(edited: Edited, budget: Budget, own: str, old: str) -> _Seen:
    was_out = bool(budget.first_out_now) and old >= budget.first_out_now
    is_out = bool(budget.first_out) and own >= budget.first_out
    return _Seen(None if was_out else edited.before, None if is_out else edited.after)


def _not_listed(own: str, edited: Edited, seen: _Seen, budget: Budget) -> str:
    if edited.before is not None and seen.before is None:
        return (
            f"“{own}” is not listed, before or after: the list ends before “{budget.first_out}”."
            " So no turn has its line."
        )
    return f"“{own}” itself is not listed: the list ends before “{budget.first_out}”."


def of_new_names(folder: NoteFolder, path: str, replaces: str = "") -> tuple[Consequence, ...]:
    """Return what is odd about a name beside those that are there."""
    return tuple(
        Consequence(
            NAME, f"{alike_words(path, other)} Some systems can't tell them apart.", needs_care=True
        )
        for other in twins(folder, path)
        if other != replaces
    )


def _of_line(folder: NoteFolder, edited: Edited, seen: _Seen) -> Iterator[Consequence]:
    layer = folder.layer.name
    before, after = seen.before, seen.after
    if before is None and after is not None:
        yield Consequence(NEXT_TURN, f"{layer} gets the line {_ended(after)}")
    elif before is not None and after is None:
        yield Consequence(NEXT_TURN, f"{layer} loses the line {_ended(before)}")
    elif before is None or after is None:
        if edited.after is None:
            yield Consequence(NEXT_TURN, "It was not listed, so no turn loses a line.")
    elif before.written != after.written:
        text = f"The line “{before.written}” becomes {_ended(after)}"
        yield Consequence(NEXT_TURN, text)
    elif edited.is_edit:
        yield Consequence(
            NEXT_TURN,
            "The line that the agent sees stays as it is. Most turns act on that line alone, so"
            " for them nothing changes.",
            needs_care=True,
        )


def _ended(line: IndexLine) -> str:
    """Return a line in quotes at the end of a sentence; its own stop is enough."""
    stop = "" if line.written.endswith((".", "!", "?", "…")) else "."
    return f"“{line.written}”{stop}"


def _of_budget(folder: NoteFolder, budget: Budget) -> Iterator[Consequence]:
    layer = folder.layer.name
    if budget.before != budget.after or budget.count_before != budget.count_after:
        yield Consequence(BUDGET, f"{layer}: {budget_words(budget)}")
    if budget.gone:
        yield Consequence(
            BUDGET,
            f"{_named(budget.gone)} would no longer be listed: the list ends before"
            f" “{budget.first_out}”.",
            needs_care=True,
        )
    if budget.back:
        yield Consequence(BUDGET, f"{_named(budget.back)} would be listed again.")


def budget_words(budget: Budget) -> str:
    """Return how much of the list is used, in a sentence."""
    files = "1 file" if budget.count_after == 1 else f"{budget.count_after:,} files"
    if budget.count_before != budget.count_after:
        files += f" instead of {budget.count_before:,}"
    return (
        f"the list would take {budget.after:,} of {budget.limit:,} bytes instead of"
        f" {budget.before:,}, for {files}."
    )


def _of_duplicates(
    folder: NoteFolder, changes: LineChanges, line: IndexLine
) -> Iterator[Consequence]:
    same = tuple(
        note.path
        for note in folder.notes
        if note.path not in changes and line.text and note.line.text == line.text
    )
    if same:
        verb = "says" if len(same) == 1 else "say"
        text = f"{_named(same)} {verb} the same to the agent already."
        yield Consequence(DUPLICATE, text, needs_care=True)


def _named(paths: tuple[str, ...]) -> str:
    named = ", ".join(f"“{path}”" for path in paths[:MOST_NAMED])
    more = len(paths) - MOST_NAMED
    return named if more <= 0 else f"{named} and {more:,} more"
