"""Numbers of observations: used twice, or with gaps (H5), and how far reflection says it got."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop_app.core.counting import counted
from desktop_app.core.doctor.finding import Effect, Finding, Part, Repair, Severity
from desktop_app.core.doctor.record_repair import WRITABLE_FIRST, Shown, record_repair
from desktop_app.core.doctor.words import named
from desktop_app.core.observational.edits import renumber

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from desktop_app.core.doctor.cases import Bench, ScopeCase
    from desktop_app.core.observational.edit_preview import Edit
    from desktop_app.core.observational.record import Record

_MOST_SHOWN = 40


def check_numbers(case: ScopeCase, bench: Bench) -> Iterator[Finding]:
    """Find numbers that several observations have, else numbers that nobody has."""
    if case.record is None:
        return
    numbers = [observation.seq for observation in case.record.observations or ()]
    taken = set(numbers)
    if taken == set(range(1, len(numbers) + 1)):
        return
    repeated = [number for number in sorted(taken) if numbers.count(number) > 1]
    if repeated:
        yield _repeated(case, bench, repeated)
    else:
        yield _gapped(case, bench, numbers)


def check_last_reflected(case: ScopeCase, bench: Bench) -> Iterator[Finding]:
    """Find a reflection that claims to know more observations than there are."""
    if case.record is None:
        return
    stored, count = case.record.last_reflected_seq, len(case.record.observations or ())
    if 0 <= stored <= count:
        return
    yield Finding(
        rule="last-reflected-beyond",
        severity=Severity.WORTH_KNOWING,
        title="Last reflected observation is not there",
        detail=f"{stored:,} of {counted(count, 'observation')}",
        place=case.at(Part.RECORD),
        why="The engine stores how many observations its last reflection was made from. "
        "Observations were removed since, or the value was changed. Nothing else is affected.",
        by_hand=WRITABLE_FIRST,
        repair=record_repair(
            case,
            bench,
            "Correct the last reflected observation",
            _clamped,
            Shown(str(stored), str(min(max(stored, 0), count))),
        ),
    )


def _clamped(record: Record) -> Record:
    count = len(record.observations or ())
    return replace(record, last_reflected_seq=min(max(record.last_reflected_seq, 0), count))


def _repeated(case: ScopeCase, bench: Bench, repeated: Sequence[int]) -> Finding:
    return Finding(
        rule="numbers-repeat",
        severity=Severity.CHANGES_TURN,
        title="Observations share a number",
        detail=named(repeated),
        place=case.at(Part.OBSERVATIONS),
        why="A supersession or contradiction that names such a number is about all of its "
        "observations: the engine pushes down the wrong ones as well.",
        by_hand=WRITABLE_FIRST,
        repair=_renumbering(case, bench),
    )


def _gapped(case: ScopeCase, bench: Bench, numbers: Sequence[int]) -> Finding:
    count = len(numbers)
    following = count + 1
    soon = f" The next observation gets number {following}, which is taken." * (
        following in numbers
    )
    return Finding(
        rule="numbers-gapped",
        severity=Severity.CHANGES_TURN,
        title="Numbers of observations have gaps",
        detail=f"{min(numbers):,} to {max(numbers):,} for {counted(count, 'observation')}",
        place=case.at(Part.OBSERVATIONS),
        why="The engine numbers a new observation by counting those that are there, so that "
        f"numbers behind a gap are given out again.{soon}",
        by_hand=WRITABLE_FIRST,
        repair=_renumbering(case, bench),
    )


def _renumbering(case: ScopeCase, bench: Bench) -> Repair | None:
    assert case.record is not None
    edit = renumber(case.record)
    effects = [Effect("numbered anew", counted(len(edit.renumbered), "observation"))]
    if edit.references:
        effects.append(Effect("lines of the reflection", f"{len(edit.references):,} follow"))
        numbers = [item.seq for item in case.record.observations or ()]
        if len(set(numbers)) < len(numbers):
            effects.append(
                Effect.to_mind("references", "follow the first of those with the same number")
            )
    return record_repair(
        case,
        bench,
        "Number observations 1, 2, 3, …",
        lambda record: renumber(record).after,
        Shown(*_texts(edit), tuple(effects)),
    )


def _texts(edit: Edit) -> tuple[str, str]:
    before = [f"[{item.before}]" for item in edit.renumbered[:_MOST_SHOWN]]
    after = [f"[{item.after}]" for item in edit.renumbered[:_MOST_SHOWN]]
    before += [change.before for change in edit.references]
    after += [change.after for change in edit.references if change.after is not None]
    return "\n".join(before), "\n".join(after)
