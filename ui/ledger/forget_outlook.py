"""What forgetting would do: to the files, to the next turn, to the next consolidation."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from desktop_app.core.files.text import read_text
from desktop_app.core.ledger.book import AGENTS_FILE, KNOWLEDGE_FOLDER, MEMORY_FILE
from desktop_app.core.ledger.forgetting import Unit
from desktop_app.core.ledger.places import Place
from desktop_app.services.ledger.forgetting import Sighting
from ui.change_preview import Planned
from ui.file_plans import file_difference
from ui.ledger.forget_rows import MOST_LISTED, choices_of
from ui.ledger.room import Room
from ui.ledger.words import tr
from ui.naming import shown_id
from ui.widgets import counting

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from desktop_app.core.changes import Swap
    from desktop_app.core.files.plan import Consequence, FilePlan
    from desktop_app.core.files.row import FileRow
    from desktop_app.core.ledger.book import Book
    from desktop_app.services.editing.plans import Intent
    from ui.ledger.forget_rows import Found

_MOST_SAID = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What shall be forgotten, and how.

    Attributes:
        sighting: Where the text was found.
        places: The lines that were chosen.
        unit: Lines alone, or whole sections of logs.
        keep_time: Whether logs keep their time.
        room: What a turn of the shown bucket has room for; ``None`` where nobody knows.
        unsaved: Paths of files with text in the editor that is not saved.
    """

    sighting: Sighting
    places: tuple[Place, ...]
    unit: Unit
    keep_time: bool
    room: Room | None = None
    unsaved: frozenset[str] = frozenset()


def outlook(wish: Wish, _intent: Intent) -> Planned:
    """Return the plan, with what follows from it.

    Raises:
        RefusedError: nothing can be taken out.
    """
    kept = [place for place in wish.sighting.places if place.kept]
    chosen = [*wish.places, *kept] if wish.places else []
    plan = wish.sighting.forget(chosen, unit=wish.unit, keep_time=wish.keep_time)
    careful = [one for one in plan.consequences if one.needs_care]
    unsaved = [_of_unsaved(path) for path in plan.change.paths if path in wish.unsaved]
    cautions = [*unsaved, *_texts(careful)]
    others = [one for one in plan.consequences if not one.needs_care]
    facts = [*_of_turn(wish, plan), *_of_unticked(wish), *folded(others)]
    title = tr("Think about this first")
    return Planned(plan=plan, facts=tuple(facts), caution=(title, *cautions) if cautions else ())


def folded(consequences: Iterable[Consequence]) -> Iterator[tuple[str, str]]:
    """Yield consequences as labels and sentences; of many alike only the first are said."""
    by_name: dict[str, list[str]] = defaultdict(list)
    for one in consequences:
        if one.text not in by_name[one.name]:
            by_name[one.name].append(one.text)
    for name, texts in by_name.items():
        yield from ((name, text) for text in texts[:_MOST_SAID])
        if len(texts) > _MOST_SAID:
            forms = (
                tr("The same holds for {0} more file."),
                tr("The same holds for {0} more files."),
            )
            yield name, counting.counted(len(texts) - _MOST_SAID, *forms)


def with_difference(planned: Planned, path: str, _intent: Intent) -> Planned:
    """Return a plan with what changes in one of its files."""
    swaps = planned.plan.change.files
    rows = ((swap, swap.before or swap.after) for swap in swaps)
    found = next((swap for swap, row in rows if row is not None and row.path == path), None)
    if found is None:
        return replace(planned, below=tr("Nothing changes in {0}.").format(shown_id(path)))
    return replace(planned, differences=(file_difference(found),))


def why_nothing(found: Found) -> str:
    """Return why nothing would be forgotten as long as nothing else is ticked."""
    if found.is_too_much:
        words = tr("It stands in {0} lines, and only {1} are listed. Give more words of it.")
        return words.format(f"{len(choices_of(found.sighting.places)):,}", f"{MOST_LISTED:,}")
    if not found.sighting.places:
        return tr("It stands nowhere that was searched.")
    if all(place.kept for place in found.sighting.places):
        return tr("None of these places can be changed here.")
    return tr("Nothing is ticked. Tick what shall go.")


def _texts(consequences: Sequence[Consequence]) -> list[str]:
    return [text for _name, text in folded(consequences)]


def _of_unsaved(path: str) -> str:
    words = tr("{0} has text in the editor that is not saved. Saving it later merges both.")
    return words.format(shown_id(path))


def _of_unticked(wish: Wish) -> Iterator[tuple[str, str]]:
    free = sum(not place.kept for place in choices_of(wish.sighting.places))
    count = free - len(wish.places)
    if count:
        forms = tr("{0} line that is not ticked stays."), tr("{0} lines that are not ticked stay.")
        yield tr("What remains"), counting.counted(count, *forms)


def _of_turn(wish: Wish, plan: FilePlan) -> Iterator[tuple[str, str]]:
    label = tr("Next turn")
    injected = {book.bucket.path: book for book in wish.sighting.books}
    touched = {(place.bucket, place.name) for place in wish.places}
    names = {name for _bucket, name in touched}
    if MEMORY_FILE in names:
        yield label, tr("The agent no longer gets these lines of MEMORY.md with its next call.")
    if any(name == AGENTS_FILE or name.startswith(KNOWLEDGE_FOLDER) for name in names):
        yield label, tr("AGENTS.md or knowledge is shorter in its next call too.")
    if wish.room is not None:
        for swap in plan.change.files:
            yield from _of_room(swap, injected, wish.room)


def _of_room(swap: Swap[FileRow], books: dict[str, Book], room: Room) -> Iterator[tuple[str, str]]:
    here = next(iter(books.values()), None)
    before, after = swap.before, swap.after
    if here is None or before is None or after is None:
        return
    if before.path != here.bucket.at(MEMORY_FILE):
        return
    old, new = room.inject(_text(before)), room.inject(_text(after))
    yield (
        tr("Budget"),
        tr("MEMORY.md takes {0} tokens in place of {1}, {2} are there for it. {3}").format(
            f"{new.tokens:,}", f"{old.tokens:,}", f"{new.available:,}", _of_lost(old.lost, new.lost)
        ),
    )


def _of_lost(before: int, after: int) -> str:
    if not before and not after:
        return tr("All of it reaches the model, before and after.")
    words = tr("{0} do not reach the model then, {1} now.")
    return words.format(counting.characters(after), counting.characters(before))


def _text(row: FileRow | None) -> str:
    return "" if row is None else read_text(row.data).text
