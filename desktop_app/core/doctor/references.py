"""What a reflection says about observations: numbers that nobody has, and rings."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from functools import partial
from typing import TYPE_CHECKING

from desktop_app.core.counting import counted
from desktop_app.core.doctor.finding import Effect, Finding, Part, Severity
from desktop_app.core.doctor.record_repair import Shown, record_repair
from desktop_app.core.doctor.words import named
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.reflection import (
    Contradiction,
    Reflection,
    Supersession,
    parse_reflection,
)
from desktop_app.core.observational.reflection_edits import set_parts
from desktop_app.core.observational.renumbering import ends

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from desktop_app.core.doctor.cases import Bench, ScopeCase
    from desktop_app.core.doctor.finding import Repair
    from desktop_app.core.observational.record import Record

    Entry = Supersession | Contradiction
    Bad = Callable[[Entry, frozenset[int]], bool]

_BY_HAND = "Open the reflection and edit its text."


def check_dangling(case: ScopeCase, bench: Bench) -> Iterator[Finding]:
    """Find entries of the reflection about observations that are not there."""
    found = _bad_entries(case, _dangles)
    if not found:
        return
    numbers = _numbers(case.record)
    missing = sorted({end for entry in found for end in ends(entry)} - numbers)
    why = (
        "A supersession pushes its older observation down to the lowest importance even when the "
        "newer one is not there, and a contradiction is put before the model with a number that it "
        "can't look up."
    )
    yield Finding(
        rule="references-dangle",
        severity=Severity.CHANGES_TURN,
        title="Reflection names observations that are not there",
        detail=f"{named(missing)} in {counted(len(found), 'line')}",
        place=case.at(Part.REFLECTION),
        why=why,
        by_hand=_BY_HAND,
        repair=_dropping(case, bench, _dangles, found),
    )


def check_self_references(case: ScopeCase, bench: Bench) -> Iterator[Finding]:
    """Find entries that name one observation twice."""
    found = _bad_entries(case, _is_self)
    if not found:
        return
    yield Finding(
        rule="references-to-itself",
        severity=Severity.CHANGES_TURN,
        title="Observation is set against itself",
        detail=named(ends(entry)[0] for entry in found),
        place=case.at(Part.REFLECTION),
        why="An observation that replaces itself counts as replaced: the engine gives it the "
        "lowest importance. One that contradicts itself only costs room.",
        by_hand=_BY_HAND,
        repair=_dropping(case, bench, _is_self, found),
    )


def check_rings(case: ScopeCase, bench: Bench) -> Iterator[Finding]:
    """Find observations that replace each other in a ring."""
    del bench
    ring = _in_rings(case.reflection) if case.reflection.supersessions else ()
    if not ring:
        return
    yield Finding(
        rule="supersessions-in-a-ring",
        severity=Severity.CHANGES_TURN,
        title="Observations replace each other in a ring",
        detail=named(sorted(ring)),
        place=case.at(Part.REFLECTION),
        why="Each of them is named as older than another one, so the engine gives all of them the "
        "lowest importance and none of them is the valid one.",
        by_hand="Decide which one is right, and drop the supersession in which it is the older.",
    )


def _dropping(case: ScopeCase, bench: Bench, bad: Bad, found: list[Entry]) -> Repair | None:
    record = case.record
    assert record is not None
    mended = _without(bad, record)
    if mended == record:
        return None
    return record_repair(
        case,
        bench,
        "Drop lines of the reflection",
        partial(_without, bad),
        Shown(
            record.reflection,
            mended.reflection,
            (Effect("dropped", counted(len(found), "line")),),
        ),
    )


def _without(bad: Bad, record: Record) -> Record:
    """Return ``record`` without the bad entries; the same one where the text refuses that."""
    read, numbers = parse_reflection(record.reflection), _numbers(record)
    kept = dataclasses.replace(
        read,
        supersessions=tuple(entry for entry in read.supersessions if not bad(entry, numbers)),
        contradictions=tuple(entry for entry in read.contradictions if not bad(entry, numbers)),
    )
    try:
        return record if kept == read else set_parts(record, kept).after
    except RefusedError:
        return record


def _bad_entries(case: ScopeCase, bad: Bad) -> list[Entry]:
    read = case.reflection
    entries: tuple[Entry, ...] = (*read.supersessions, *read.contradictions)
    numbers = _numbers(case.record) if entries else frozenset()
    return [entry for entry in entries if bad(entry, numbers)]


def _dangles(entry: Entry, numbers: frozenset[int]) -> bool:
    return not numbers.issuperset(ends(entry))


def _is_self(entry: Entry, numbers: frozenset[int]) -> bool:
    first, second = ends(entry)
    return first == second and first in numbers


def _numbers(record: Record | None) -> frozenset[int]:
    return frozenset(item.seq for item in (record.observations if record else None) or ())


def _in_rings(reflection: Reflection) -> frozenset[int]:
    """Return the numbers that replace themselves over at least one other."""
    older: dict[int, set[int]] = defaultdict(set)
    newer: dict[int, set[int]] = defaultdict(set)
    for entry in reflection.supersessions:
        if entry.newer_seq != entry.older_seq:
            older[entry.newer_seq].add(entry.older_seq)
            newer[entry.older_seq].add(entry.newer_seq)
    # What has nothing newer or nothing older is in no ring; nor is, then, what hung on it.
    left = older.keys() | newer.keys()
    while loose := {
        number for number in left if not (older[number] & left and newer[number] & left)
    }:
        left -= loose
    return frozenset(left)
