"""A finding about one note."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.doctor.finding import Effect, Finding, Severity
from desktop_app.core.errors import MemloupeError

if TYPE_CHECKING:
    from desktop_app.core.doctor.file_cases import FileBench, NotesCase
    from desktop_app.core.doctor.finding import Repair
    from desktop_app.core.notes.layer import Layer
    from desktop_app.core.notes.note import Note

SAW = "The agent often acts on this one line alone."


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a rule says, where it is the same for every note."""

    rule: str
    title: str
    detail: str = ""
    why: str = ""
    by_hand: str
    severity: Severity = Severity.CHANGES_TURN


def note_finding(  # noqa: PLR0913 - what differs between findings of one rule
    case: NotesCase,
    note: Note,
    said: Said,
    *,
    detail: str = "",
    why: str = "",
    line: int = 0,
    repair: Repair | None = None,
) -> Finding:
    """Return a finding in the words of its rule, or in other ones."""
    return Finding(
        rule=said.rule,
        severity=said.severity,
        title=said.title,
        detail=detail or said.detail,
        place=case.at(note.path, line),
        why=why or said.why,
        by_hand=said.by_hand,
        repair=repair,
    )


def read_now(bench: FileBench, layer: Layer, path: str) -> Note | None:
    """Return a note with all its bytes; ``None`` if it can't be read: that stops nothing."""
    try:
        return bench.note(layer, path)
    except MemloupeError:
        return None


def permission(layer: Layer) -> tuple[Effect, ...]:
    """Return what a person should know who repairs a note that a turn could not change."""
    if layer.may_write(None):
        return ()
    who = " or ".join(f"“{role}”" for role in layer.writers) or "nobody"
    return (Effect.to_mind("permission", f"in a turn, {who} may change {layer.mount}"),)
