"""Keys of working memory that the engine's tool can't reach (H30)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from desktop_app.core.changes import Change, combined, set_working
from desktop_app.core.counting import counted
from desktop_app.core.doctor.finding import Effect, Finding, Part, Repair, Severity
from desktop_app.core.doctor.words import named
from desktop_app.core.engine_text import trim
from desktop_app.core.working.entry import WorkingEntry

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from desktop_app.core.doctor.cases import Bench, ScopeCase

_LABEL = "Trim keys of working memory"


def check_keys(case: ScopeCase, bench: Bench) -> Iterator[Finding]:
    """Find keys with white space at an end."""
    untrimmed = [entry for entry in case.working if entry.key != trim(entry.key)]
    if not untrimmed:
        return
    renamed = _trimmed(case.working)
    left = [entry.key for entry in untrimmed if entry not in dict(renamed)]
    yield Finding(
        rule="working-keys-untrimmed",
        severity=Severity.CHANGES_TURN,
        title="Keys of working memory have white space at an end",
        detail=named(f"“{entry.key}”" for entry in untrimmed),
        place=case.at(Part.WORKING),
        why="The engine's tool shows such a key without the white space, and then finds nothing "
        "under the name that it has shown: the agent can neither read nor delete the entry, and "
        "sets a second one." + _left(left),
        by_hand="Rename or delete them: the short name is taken, or empty." if left else "",
        repair=_repair(case, bench, renamed) if renamed else None,
    )


def _repair(
    case: ScopeCase, bench: Bench, renamed: Sequence[tuple[WorkingEntry, WorkingEntry]]
) -> Repair:
    return Repair(
        label=_LABEL,
        changes=partial(_changes, bench, case.memory_id),
        effects=(Effect("reachable again", counted(len(renamed), "key")),),
        before="\n".join(f"{entry.key}: {entry.value_json}" for entry, _ in renamed),
        after="\n".join(f"{entry.key}: {entry.value_json}" for _, entry in renamed),
        rows=len(renamed),
    )


def _changes(bench: Bench, memory_id: str) -> tuple[Change, ...]:
    _, _, working, _ = bench.reader.contents(memory_id)
    renamed = _trimmed(working)
    parts = (set_working(_LABEL, memory_id, before, after) for before, after in renamed)
    return (combined(_LABEL, parts),) if renamed else ()


def _trimmed(working: Sequence[WorkingEntry]) -> list[tuple[WorkingEntry, WorkingEntry]]:
    """Return entries before and after; not those whose trimmed key is empty or taken."""
    taken = {entry.key for entry in working}
    pairs: list[tuple[WorkingEntry, WorkingEntry]] = []
    for entry in working:
        key = trim(entry.key)
        if key and key not in taken:
            taken.add(key)
            pairs.append((entry, WorkingEntry(key, entry.value_json)))
    return pairs


def _left(left: Sequence[str]) -> str:
    return f" {counted(len(left), 'key')} can't be trimmed: the name is taken." if left else ""
