"""The parts of a proposed reflection that a person takes or leaves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from desktop_app.core.observational.reflection import Contradiction, Reflection, Supersession
from desktop_app.core.observational.renumbering import ends
from desktop_app.core.proposals.circles import without_circles
from desktop_app.core.proposals.statements import key_of, sentences_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from desktop_app.core.proposals.facts import Facts

SUMMARY_ID = "summary"
Entry = Supersession | Contradiction
Key = tuple[str, int, int, int]


class ItemKind(Enum):
    """Which part of a reflection it is."""

    SUMMARY = "summary"
    SUPERSESSION = "supersession"
    CONTRADICTION = "contradiction"


class Fate(Enum):
    """What would become of it."""

    NEW = "new"
    CHANGED = "changed"
    DROPPED = "dropped"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalItem:
    """One part of the reflection.

    Attributes:
        id: What a choice names it by; the same for the same part of the same proposal.
        title: ``33 replaces 14``.
        detail: What would happen to it, for people.
        ticked: Whether it is good to accept it as far as can be told.
        before, after: The entry; ``None`` where there is none, and for the summary.
    """

    id: str
    kind: ItemKind
    fate: Fate
    title: str
    detail: str
    ticked: bool
    before: Entry | None = None
    after: Entry | None = None

    @property
    def acceptable(self) -> bool:
        """Whether there is anything to accept."""
        return self.fate is not Fate.UNCHANGED


def entries_of(reflection: Reflection) -> dict[Key, Entry]:
    """Return all entries by what they are about; equal ones are told apart by their count."""
    counts: Counter[tuple[str, int, int]] = Counter()
    found: dict[Key, Entry] = {}
    entries: list[Entry] = [*reflection.supersessions, *reflection.contradictions]
    for entry in entries:
        about = _about(entry)
        found[*about, counts[about]] = entry
        counts[about] += 1
    return found


def _about(entry: Entry) -> tuple[str, int, int]:
    first, second = ends(entry)
    if isinstance(entry, Supersession):
        return ItemKind.SUPERSESSION.value, first, second
    return ItemKind.CONTRADICTION.value, min(first, second), max(first, second)


def id_of(key: Key) -> str:
    """Return the id of the item that stands for an entry."""
    return ":".join(map(str, key))


def proposal_items(
    old: Reflection, new: Reflection, facts: Facts, places: Mapping[int, int]
) -> tuple[ProposalItem, ...]:
    """Return what would change: the summary, then supersessions, then contradictions.

    Args:
        old: What the engine reads now.
        new: What it would read.
        facts: The two summaries compared.
        places: Place in the stored list of every number that an observation has.
    """
    judge = _Judge(new, places)
    before, after = entries_of(old), entries_of(new)
    keys = [*before, *(key for key in after if key not in before)]
    keys.sort(key=lambda key: key[0] == ItemKind.CONTRADICTION.value)
    entries = (judge.item(key, before.get(key), after.get(key)) for key in keys)
    return (*_summary_item(old, new, facts), *entries)


def _summary_item(old: Reflection, new: Reflection, facts: Facts) -> Iterator[ProposalItem]:
    fate = Fate.CHANGED if new.summary else Fate.DROPPED
    detail = _summary_detail(old.summary, new.summary)
    if old.summary == new.summary:
        if not old.summary:
            return
        fate, detail = Fate.UNCHANGED, "unchanged"
    elif not old.summary:
        fate = Fate.NEW
    ticked = fate is not Fate.UNCHANGED and bool(new.summary) and _is_worth_it(facts)
    yield ProposalItem(
        id=SUMMARY_ID,
        kind=ItemKind.SUMMARY,
        fate=fate,
        title="Summary",
        detail=detail,
        ticked=ticked,
    )


def _is_worth_it(facts: Facts) -> bool:
    return len(facts.lost) <= len(facts.kept)


def _summary_detail(old: str, new: str) -> str:
    sentences = sentences_of(new)
    if not sentences:
        return "removed"
    if not old:
        return f"new, {_counted(len(sentences), 'sentence')}"
    known = {key_of(sentence) for sentence in sentences_of(old)}
    rewritten = sum(key_of(sentence) not in known for sentence in sentences)
    return f"{rewritten} of {_counted(len(sentences), 'sentence')} rewritten"


def _counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


class _Judge:
    """Says what becomes of each entry, and whether that looks right."""

    def __init__(self, new: Reflection, places: Mapping[int, int]) -> None:
        self._places = places
        self._replaced_by = {entry.older_seq: entry.newer_seq for entry in new.supersessions}
        known = [entry for entry in new.supersessions if not self._unknown(entry)]
        self._sound = frozenset(without_circles(known, places))

    def item(self, key: Key, before: Entry | None, after: Entry | None) -> ProposalItem:
        entry = after or before
        assert entry is not None
        fate = _fate(before, after)
        doubt = self._doubt(entry, fate)
        return ProposalItem(
            id=id_of(key),
            kind=ItemKind(key[0]),
            fate=fate,
            title=_title(entry),
            detail=self._detail(entry, fate, doubt),
            ticked=fate is not Fate.UNCHANGED and not doubt,
            before=before,
            after=after,
        )

    def _detail(self, entry: Entry, fate: Fate, doubt: str) -> str:
        if fate is Fate.UNCHANGED:
            return "unchanged"
        kind = "supersession" if isinstance(entry, Supersession) else "contradiction"
        if fate is Fate.DROPPED:
            return f"{kind}: dropped, {doubt or self._why_dropped(entry)}"
        text = entry.reason if isinstance(entry, Supersession) else entry.detail
        how = "new" if fate is Fate.NEW else "in other words"
        said = ": ".join(filter(None, [f"{kind}, {how}", text]))
        return f"{said} ({doubt})" if doubt else said

    def _doubt(self, entry: Entry, fate: Fate) -> str:
        if fate is Fate.DROPPED:
            return "" if self._why_dropped(entry) else "no reason given"
        if unknown := self._unknown(entry):
            return f"no observation {unknown}"
        if len(set(ends(entry))) == 1:
            return "about itself"
        if isinstance(entry, Supersession) and entry not in self._sound:
            return "goes round in a circle"
        return ""

    def _why_dropped(self, entry: Entry) -> str:
        if unknown := self._unknown(entry):
            return f"no observation {unknown}"
        first, second = ends(entry)
        if first == second:
            return "about itself"
        settled = [self._replaced_by[end] for end in (first, second) if end in self._replaced_by]
        return f"settled by {settled[0]}" if settled else ""

    def _unknown(self, entry: Entry) -> str:
        unknown = [end for end in dict.fromkeys(ends(entry)) if end not in self._places]
        return " and ".join(map(str, unknown))


def _fate(before: Entry | None, after: Entry | None) -> Fate:
    if before is None:
        return Fate.NEW
    if after is None:
        return Fate.DROPPED
    return Fate.UNCHANGED if before == after else Fate.CHANGED


def _title(entry: Entry) -> str:
    first, second = ends(entry)
    word = "replaces" if isinstance(entry, Supersession) else "against"
    return f"{first} {word} {second}"
