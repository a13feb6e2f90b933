"""Ids that a restarted engine will hit again (H1): the one that silently stops memory."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from desktop_app.core.counting import counted
from desktop_app.core.doctor.finding import EVERYWHERE, Effect, Finding, Repair, Severity
from desktop_app.core.doctor.old_ids import old_prefix, renaming

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator

    from desktop_app.core.doctor.cases import Bench
    from desktop_app.core.doctor.ports import EngineNumbers

RULE = "ids-hit-again"
_MARKERS_EACH = 4
"""Two observations an observe, as was measured; each has two markers."""
_MOST_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Failures:
    """What a restarted engine has before it.

    Attributes:
        before_first: Observes in a row that fail before the first one succeeds.
        in_all: Observes that fail until the counter is past every id in use.
        paid: Those of ``in_all`` for which the model was asked, and paid.
    """

    before_first: int
    in_all: int
    paid: int


def expected_failures(operations: array[int], markers: array[int]) -> Failures:
    """Return how many observes fail when the counter starts anew at 1.

    Each id that the engine tries counts, also one that is taken; so it creeps through the ids
    in use, one or two a call.

    Args:
        operations: N of every ``op_N``, in order.
        markers: N of every ``mk_N``, in order.

    Example:
        >>> from array import array
        >>> expected_failures(array("q", [1]), array("q", [2, 3, 4, 5]))
        Failures(before_first=3, in_all=3, paid=2)
    """
    taken_operations, taken_markers = frozenset(operations), frozenset(markers)
    everything = sorted(taken_operations | taken_markers)
    counter = failed = paid = 0
    before_first: int | None = None
    while (place := bisect_right(everything, counter)) < len(everything):
        if everything[place] > counter + _MARKERS_EACH + 1:
            # Nothing in the way for a while: calls that succeed.
            step = _MARKERS_EACH + 1
            counter += (everything[place] - counter - 1) // step * step
            before_first = failed if before_first is None else before_first
            continue
        counter += 1
        if counter in taken_operations:
            failed += 1
            continue
        hit = next((n for n in range(1, _MARKERS_EACH + 1) if counter + n in taken_markers), 0)
        counter += hit or _MARKERS_EACH
        failed, paid = failed + bool(hit), paid + bool(hit)
        if not hit and before_first is None:
            before_first = failed
    return Failures(failed if before_first is None else before_first, failed, paid)


def check_engine_ids(bench: Bench) -> Iterator[Finding]:
    """Find ids that the engine's counter gave out and will give out again."""
    numbers = bench.reader.engine_numbers(bench.cancelled)
    if not numbers.operations and not numbers.markers:
        return
    failures = expected_failures(numbers.operations, numbers.markers)
    yield Finding(
        rule=RULE,
        severity=Severity.STOPS_MEMORY,
        title="Ids a restarted engine will use again",
        detail=f"{_range(numbers)} · {_failing(numbers, failures)}",
        place=EVERYWHERE,
        why="The engine numbers operations and markers from 1 in every process. After a restart it "
        "meets the ids of the process before, and each call that does so fails: nothing is "
        f"observed. About {counted(failures.in_all, 'call')} will fail, for {failures.paid:,} of "
        "them the model is asked and paid. An engine that is running now is safe, because its "
        "count never goes back.",
        repair=_repair(bench, numbers),
    )


def _failing(numbers: EngineNumbers, failures: Failures) -> str:
    if numbers.failed:
        return f"{counted(numbers.failed, 'failing observe')} so far"
    return f"{counted(failures.in_all, 'observe')} will fail after a restart"


def _range(numbers: EngineNumbers) -> str:
    for name, used in (("op", numbers.operations), ("mk", numbers.markers)):
        if used:
            first, last = f"{name}_{used[0]}", f"{name}_{used[-1]}"
            return first if first == last else f"{first} – {last}"
    return ""


def _repair(bench: Bench, numbers: EngineNumbers) -> Repair:
    prefix = old_prefix(bench.now())
    operations, markers = len(numbers.operations), len(numbers.markers)
    shown = [f"op_{number}" for number in numbers.operations[:_MOST_SHOWN]]
    shown += [f"mk_{number}" for number in numbers.markers[:_MOST_SHOWN]]
    effects = [
        Effect("renamed", f"{counted(operations, 'operation')}, {counted(markers, 'marker')}"),
        Effect("observes that fail", "none"),
        Effect("history and order", "kept"),
        Effect.to_mind("an engine that runs now", "goes on; repair again after it has ended"),
    ]
    if at_work := bench.reader.at_work(bench.now()):
        effects.append(
            Effect.to_mind(
                "left for later", f"{counted(len(at_work), 'scope')} with a call running"
            )
        )
    return Repair(
        label="Rename ids of earlier runs",
        changes=partial(renaming, bench),
        effects=tuple(effects),
        before="\n".join(shown),
        after="\n".join(f"{prefix}{name}" for name in shown),
        rows=operations + markers,
    )
