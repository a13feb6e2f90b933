"""What differs between what a person has seen of a scope and what is there."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from desktop_app.core.review.item import Item, ItemKind

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence


class DifferenceKind(StrEnum):
    """What became of an item since it was seen."""

    NEW = "new"
    CHANGED = "changed"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Difference:
    """One item that is not as the person has seen it.

    Attributes:
        memory_id: The scope.
        now: As it is; ``None`` if it is gone.
        before: As it was seen; ``None`` if it is new.
    """

    memory_id: str
    now: Item | None
    before: Item | None = None

    @property
    def kind(self) -> DifferenceKind:
        """What became of it."""
        if self.now is None:
            return DifferenceKind.GONE
        return DifferenceKind.NEW if self.before is None else DifferenceKind.CHANGED

    @property
    def item(self) -> Item:
        """As it is, or was last."""
        found = self.now or self.before
        assert found is not None
        return found


def differences(
    memory_id: str, seen: Sequence[Item], present: Sequence[Item]
) -> tuple[Difference, ...]:
    """Return what is new, changed or gone in a scope, in the order of the numbers.

    An item that can't be paired for certain with what it was before is new, and the other gone.
    """
    if not seen:
        return tuple(sorted((Difference(memory_id, one) for one in present), key=_order))
    gone, new = _unmatched(seen, present)
    pairs: list[Difference] = []
    for rule in (_same_words, _same_number, _same_place):
        gone, new = _pair(memory_id, (gone, new), rule, pairs)
    found = [
        *pairs,
        *(Difference(memory_id, one) for one in new),
        *(Difference(memory_id, None, one) for one in gone),
    ]
    return tuple(sorted(found, key=_order))


def applied(seen: Sequence[Item], keep: Item | None, drop: Item | None) -> tuple[Item, ...]:
    """Return what is seen after a decision: with ``keep``, without one that is like ``drop``."""
    items = list(seen)
    if drop is not None:
        alike = [at for at, one in enumerate(items) if one.identity == drop.identity]
        alike.sort(key=lambda at: items[at].seq != drop.seq)
        if alike:
            del items[alike[0]]
    if keep is not None:
        items.append(keep)
    return tuple(items)


def index_of(item: Item, present: Sequence[Item]) -> int | None:
    """Return where an item is among those of its scope; of several alike, that of its number."""
    alike = [at for at, one in enumerate(present) if one.identity == item.identity]
    same = [at for at in alike if present[at].seq == item.seq]
    return next(iter((*same, *alike)), None)


_Lists = tuple[list[Item], list[Item]]


def _unmatched(seen: Sequence[Item], present: Sequence[Item]) -> _Lists:
    waiting: dict[object, list[Item]] = defaultdict(list)
    for one in seen:
        waiting[one.identity].append(one)
    new = []
    for one in present:
        if waiting.get(one.identity):
            waiting[one.identity].pop(0)
        else:
            new.append(one)
    return [one for group in waiting.values() for one in group], new


def _pair(
    memory_id: str, lists: _Lists, rule: Callable[[Item], Hashable], pairs: list[Difference]
) -> _Lists:
    """Pair what one rule pairs for certain; return the rest."""
    gone, new = (_grouped(one, rule) for one in lists)
    done: set[int] = set()
    for key, candidates in new.items():
        others = gone.get(key, [])
        if len(candidates) == len(others) == 1:
            pairs.append(Difference(memory_id, candidates[0], others[0]))
            done |= {id(candidates[0]), id(others[0])}
    left, right = ([one for one in side if id(one) not in done] for side in lists)
    return left, right


def _grouped(items: Sequence[Item], rule: Callable[[Item], Hashable]) -> dict[Hashable, list[Item]]:
    groups: dict[Hashable, list[Item]] = defaultdict(list)
    for one in items:
        groups[rule(one)].append(one)
    return groups


def _same_words(item: Item) -> Hashable:
    return item.kind, item.content, item.first, item.last


def _same_number(item: Item) -> Hashable:
    return item.kind, item.seq, item.first, item.last


def _same_place(item: Item) -> Hashable:
    return item.kind, item.first, item.last


def _order(found: Difference) -> tuple[bool, int, bool]:
    item = found.item
    return item.kind is ItemKind.REFLECTION, item.seq, found.now is None
