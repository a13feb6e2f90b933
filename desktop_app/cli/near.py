"""Scopes that a person may have meant."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.outline import ScopeEntry
    from desktop_app.core.scope import Scope
    from desktop_app.services.harness_source import HarnessSource

MOST = 3
_MOST_COMPARED = 2_000


def near_scopes(source: HarnessSource, wanted: Scope) -> list[str]:
    """Return the keys of scopes whose ids are like those of ``wanted``, the nearest first."""
    conversation = wanted.conversation.casefold()
    alike = [
        entry
        for entry in source.scopes(wanted.conversation, _MOST_COMPARED)
        if entry.scope.conversation.casefold() == conversation
    ]
    if not alike:
        alike = list(_similar(source.scopes("", _MOST_COMPARED), wanted))
    alike.sort(key=lambda entry: -_likeness(entry.scope, wanted))
    return [entry.memory_id for entry in alike[:MOST]]


def _similar(entries: tuple[ScopeEntry, ...], wanted: Scope) -> Iterator[ScopeEntry]:
    names = {entry.scope.conversation for entry in entries}
    close = get_close_matches(wanted.conversation, names, MOST, 0.7)
    for name in close:
        yield from (entry for entry in entries if entry.scope.conversation == name)


def _likeness(scope: Scope, wanted: Scope) -> int:
    pairs = ((scope.agent, wanted.agent), (scope.tenant, wanted.tenant))
    return sum((one == other) * 2 or one.casefold() == other.casefold() for one, other in pairs)
