"""A stored reflection of which nothing is injected (H24)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.counting import counted
from desktop_app.core.doctor.finding import Finding, Part, Severity
from desktop_app.core.doctor.record_repair import Shown, record_repair
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.reflection_edits import convert
from desktop_app.core.observational.silence import Silence, silence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.doctor.cases import Bench, ScopeCase
    from desktop_app.core.doctor.finding import Repair
    from desktop_app.core.observational.record import Record


def check_silence(case: ScopeCase, bench: Bench) -> Iterator[Finding]:
    """Find a stored reflection of which nothing is injected."""
    record = case.record
    reason = silence(record.reflection) if record else None
    if record is None or reason is None:
        return
    yield Finding(
        rule="reflection-injects-nothing",
        severity=Severity.CHANGES_TURN,
        title="Reflection injects nothing",
        detail=f"{_SILENCE[reason]}, {counted(record.reflection_tokens, 'token')} lost",
        place=case.at(Part.REFLECTION),
        why="The text contains “SUMMARY:”, which makes the engine look for a line that starts with "
        "it. It drops whatever stands outside of its sections, while its status still says that a "
        "reflection is there.",
        by_hand="Open the reflection and edit its text.",
        repair=_conversion(case, bench),
    )


_SILENCE = {
    Silence.BOLD_HEADING: "headed **SUMMARY:**",
    Silence.NO_HEADING: "no line starts with SUMMARY:",
    Silence.EMPTY: "its sections are empty",
}


def _conversion(case: ScopeCase, bench: Bench) -> Repair | None:
    record = case.record
    assert record is not None
    converted = _converted(record)
    if converted == record:
        return None
    return record_repair(
        case,
        bench,
        "Write the reflection in the form that the engine reads",
        _converted,
        Shown(record.reflection, converted.reflection),
    )


def _converted(record: Record) -> Record:
    """Return ``record`` with a reflection that is injected; the same one if there is none."""
    try:
        after = convert(record).after
    except RefusedError:
        return record
    return record if silence(after.reflection) or not after.reflection else after
