"""Findings of the doctor for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop_app.cli.text import visible
from desktop_app.core.counting import counted
from desktop_app.core.doctor.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.doctor.finding import Finding, Place, Repair
    from desktop_app.services.doctor import Report

_SHORT = {
    Severity.STOPS_MEMORY: "stop memory",
    Severity.CHANGES_TURN: "change the turn",
    Severity.WORTH_KNOWING: "to know",
}


def finding_lines(report: Report) -> Iterator[str]:
    """Yield the findings by severity, the worst first."""
    for severity in Severity:
        found = [finding for finding in report.findings if finding.severity is severity]
        if found:
            yield f"{severity.value}  {len(found):,}"
        for finding in found:
            yield from _lines(finding)
    for rule, number in report.left_off.items():
        yield f"{number:,} more of {rule} are not listed."


def summary(report: Report) -> Iterator[str]:
    """Yield one line about the whole look."""
    scopes = "" if report.scopes is None else f"{counted(report.scopes, 'scope')}, "
    looked = (
        f"{counted(report.rules, 'rule')}, {scopes}"
        f"{counted(report.files, 'file')} in {report.seconds:.1f} s"
    )
    parts = [f"{report.count(kind):,} {_SHORT[kind]}" for kind in Severity if report.count(kind)]
    yield f"{', '.join(parts) or 'Nothing is wrong'}. {looked}."


def finding_fields(finding: Finding, path: str) -> dict[str, Any]:
    """Return a finding as JSON fields.

    Args:
        finding: What was found.
        path: The state file, where there is one; it is not named for memory files.
    """
    place = finding.place
    return {
        "rule": finding.rule,
        "severity": finding.severity.name.lower(),
        "title": finding.title,
        "detail": finding.detail,
        "why": finding.why,
        "by_hand": "" if finding.repair else finding.by_hand,
        "key": finding.key,
        "state_file": None if place.is_memory_file else path,
        "memory_id": place.memory_id or None,
        "part": place.part.value if place.part else None,
        "item": place.item,
        "file": place.file or None,
        "line": place.line,
        "bucket": place.bucket,
        "repair": repair_fields(finding.rule, finding.repair) if finding.repair else None,
        "alternative": finding.alternative.label if finding.alternative else None,
    }


def repair_fields(rule: str, repair: Repair) -> dict[str, Any]:
    """Return what a repair does as JSON fields."""
    return {
        "rule": rule,
        "label": repair.label,
        "rows_changed": repair.rows,
        "before": repair.before,
        "after": repair.after,
        "effects": [
            {"name": effect.name, "value": effect.value, "needs_care": effect.needs_care}
            for effect in repair.effects
        ],
    }


def _lines(finding: Finding) -> Iterator[str]:
    yield f"  {visible(finding.title)}"
    yield f"    {visible(finding.detail)}"
    yield f"    {visible(_where(finding.place))} · {finding.rule}"
    how = f"repair: {finding.repair.label}" if finding.repair else f"by hand: {finding.by_hand}"
    yield f"    {visible(how)}"
    if finding.alternative:
        yield f"    or, with --other-way: {visible(finding.alternative.label)}"
    for effect in finding.repair.effects if finding.repair else ():
        yield f"      {'!' if effect.needs_care else '-'} {visible(effect.name)}: " + visible(
            effect.value
        )


def _where(place: Place) -> str:
    if place.is_memory_file:
        return f"{place.file}, line {place.line:,}" if place.line else place.file
    if place.file:
        return "workspace"
    return place.memory_id or "all scopes"
