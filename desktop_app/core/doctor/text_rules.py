"""Stored text that breaks out of the block it is injected in (H27); nothing escapes it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from desktop_app.core.counting import counted
from desktop_app.core.doctor.finding import Finding, Part, Place, Severity
from desktop_app.core.engine_text import trim

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.doctor.cases import Bench, ScopeCase
    from desktop_app.core.working.entry import WorkingEntry

_TAG = re.compile(r"</?\s*(?:observational|working)-memory\s*/?>", re.IGNORECASE)
_OBSERVATION_LINE = re.compile(
    r"^(?:- \[-?\d+\]|Observations:[ \t]*$|Reflection:[ \t]*$|⚠️ Preference changes"
    r"|⚠️ Unresolved contradictions)",
    re.MULTILINE,
)
_WORKING_LINE = re.compile(r"\n[^\s\"{}\[\],:][^\n:]*: ")
_LONGEST_KEY = 40


def check_text(case: ScopeCase, bench: Bench) -> Iterator[Finding]:
    """Find text that closes its block, or that looks like an entry of its own."""
    del bench
    yield from _observations(case)
    record = case.record
    if record is not None:
        yield from _summary(case)
        notes = [entry.reason for entry in case.reflection.supersessions]
        notes += [entry.detail for entry in case.reflection.contradictions]
        yield from _tag_finding("\n".join(notes), case.at(Part.REFLECTION), "a reason")
    for entry in case.working:
        yield from _working(case, entry)


def _observations(case: ScopeCase) -> Iterator[Finding]:
    items = (case.record.observations if case.record else None) or ()
    for index, item in enumerate(items):
        # Most are one plain line: looking at each of them closely takes long.
        if "\n" in item.content or "-memory" in item.content.lower():
            text = trim(item.content)
            place = case.at(Part.OBSERVATIONS, index)
            # The first line stands behind the engine's own mark.
            rest = text.partition("\n")[2]
            name = f"observation {item.seq}"
            yield from _tag_finding(text, place, name) or _line_finding(
                _OBSERVATION_LINE.search(rest), place, name
            )


def _working(case: ScopeCase, entry: WorkingEntry) -> Iterator[Finding]:
    key = entry.key if len(entry.key) <= _LONGEST_KEY else f"{entry.key[:_LONGEST_KEY]}…"
    place, name = case.at(Part.WORKING), f"working memory “{key}”"
    line = re.search(r"\n", trim(entry.key)) or _WORKING_LINE.search(entry.value_json)
    text = f"{entry.key}: {entry.value_json}"
    yield from _tag_finding(text, place, name) or _line_finding(line, place, name)


def _summary(case: ScopeCase) -> Iterator[Finding]:
    text, place, name = case.reflection.summary, case.at(Part.REFLECTION), "the reflection"
    line = _OBSERVATION_LINE.search(text)
    yield from _tag_finding(text, place, name) or _line_finding(line, place, name)


def _tag_finding(text: str, place: Place, name: str) -> tuple[Finding, ...]:
    found = _TAG.findall(text)
    if not found:
        return ()
    more = f", {counted(len(found) - 1, 'more tag')}" if found[1:] else ""
    return (
        Finding(
            rule="text-closes-its-block",
            severity=Severity.CHANGES_TURN,
            title="Text closes its block early",
            detail=f"{found[0]} in {name}{more}",
            place=place,
            why="The engine injects the text as it is. What follows the tag stands outside of "
            "memory, and the model can take it for an instruction.",
            by_hand="Read what follows the tag, then edit the text or remove it.",
            about=name,
        ),
    )


def _line_finding(match: re.Match[str] | None, place: Place, name: str) -> tuple[Finding, ...]:
    if match is None:
        return ()
    return (
        Finding(
            rule="text-imitates-an-entry",
            severity=Severity.CHANGES_TURN,
            title="Text looks like an entry of its own",
            detail=f"a line in {name}",
            place=place,
            why="The engine injects line breaks as they are. The model sees a line that starts "
            "like another entry or heading, and can't know that it belongs to this one.",
            by_hand="Read the text, then edit it so that no line starts like an entry.",
            about=name,
        ),
    )
