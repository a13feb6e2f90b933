"""How times are taken, and how they are shown beside what they are compared with."""

from __future__ import annotations

import statistics
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

REFERENCE_SECONDS = 0.0188
"""What the reference loop takes on the engine's machine while nothing else runs there."""

_LOOP = 300_000
_ENOUGH_SECONDS = 0.4
_SMALL = 0.001


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value.

    Attributes:
        name: What was measured.
        value: The median of ``runs`` runs, in ``unit``.
        unit: ``s``, ``MB`` or ``%``; nothing for a count.
        engine: What the engine publishes for the same, on its machine; ``None`` if nothing.
        target: What the design asks for, on that machine; ``None`` if nothing.
        runs: How often it was measured.
    """

    name: str
    value: float
    unit: str = "s"
    engine: float | None = None
    target: float | None = None
    runs: int = 1


def median_seconds(function: Callable[[], object], *, least_runs: int = 5) -> tuple[float, int]:
    """Return the median time of a call and the number of calls, after one that is not counted."""
    function()
    times: list[float] = []
    begin = perf_counter()
    while len(times) < least_runs or perf_counter() - begin < _ENOUGH_SECONDS:
        start = perf_counter()
        function()
        times.append(perf_counter() - start)
    return statistics.median(times), len(times)


def timed(
    name: str,
    function: Callable[[], object],
    *,
    engine: float | None = None,
    target: float | None = None,
    least_runs: int = 5,
) -> Figure:
    """Measure a call."""
    seconds, runs = median_seconds(function, least_runs=least_runs)
    return Figure(name, seconds, engine=engine, target=target, runs=runs)


class Reference:
    """A loop in plain Python to compare machines by, run between the measurements.

    It meets the same disturbances as they do, so targets stay fair on a busy machine.
    """

    def __init__(self) -> None:
        self._times: list[float] = []

    def sample(self) -> None:
        """Run the loop once."""
        start = perf_counter()
        total = 0
        for number in range(_LOOP):
            total = (total * 31 + number) % 1_000_003
        self._times.append(perf_counter() - start)

    @property
    def factor(self) -> float:
        """How many times as long this machine takes."""
        return statistics.median(self._times) / REFERENCE_SECONDS


def table(figures: Iterable[Figure], factor: float) -> str:
    """Return the figures as lines of text; targets are scaled to this machine."""
    head = f"{'':54}{'here':>11}{'engine':>11}{'to reach':>11}   "
    lines = [head, "-" * len(head)]
    for one in figures:
        target = None if one.target is None else one.target * _scale(one, factor)
        note = "" if target is None else ("ok" if one.value <= target else "over")
        shown = (_shown(value, one.unit) for value in (one.value, one.engine, target))
        lines.append(f"{one.name:54}{''.join(f'{text:>11}' for text in shown)}   {note}")
    return "\n".join(lines)


def as_json(figures: Iterable[Figure], factor: float) -> list[dict[str, Any]]:
    """Return the figures for a file."""
    return [{**asdict(one), "scale_of_target": _scale(one, factor)} for one in figures]


def _scale(figure: Figure, factor: float) -> float:
    return factor if figure.unit == "s" else 1.0


def _shown(value: float | None, unit: str) -> str:
    if value is None:
        return "–"
    if not unit:
        return f"{value:,.0f}"
    if unit != "s":
        return f"{value:.1f} {unit}"
    if value < _SMALL:
        return f"{value * 1e6:.1f} µs"
    return f"{value * 1e3:.2f} ms" if value < 1 else f"{value:.2f} s"
