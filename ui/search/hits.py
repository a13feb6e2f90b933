"""What a hit says on the screen, and where it leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.services.search import Hit, HitKind
from ui.icons import Icon
from ui.naming import shown_id, shown_line, shown_scope
from ui.navigation import Place, Target

if TYPE_CHECKING:
    from collections.abc import Iterator

ICONS = {
    HitKind.OBSERVATION: Icon.AGENT,
    HitKind.REFLECTION: Icon.REFLECT,
    HitKind.WORKING: Icon.LAYERS,
}
_PLACES = {
    HitKind.OBSERVATION: Place.OBSERVATIONS,
    HitKind.REFLECTION: Place.REFLECTION,
    HitKind.WORKING: Place.WORKING,
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("Hits", text)


def target_of(hit: Hit, text: str) -> Target:
    """Return where a hit leads."""
    return Target(
        _PLACES[hit.kind],
        memory_id=hit.memory_id,
        seq=hit.seq,
        index=hit.index,
        key=hit.key,
        text=text,
    )


def shown_excerpt(hit: Hit) -> tuple[str, tuple[int, ...]]:
    """Return the excerpt on one line, and which of its characters are what was looked for."""
    shown = ""
    found: list[int] = []
    for part, is_mark in _parts(hit):
        start = len(shown)
        shown += shown_line(part)
        if is_mark:
            found += range(start, len(shown))
    return shown, tuple(found)


def where(hit: Hit) -> str:
    """Return what a hit is in, for instance “observation 11 · globex / run_9c1b / default”."""
    scope = hit.scope
    ids = shown_scope(scope.tenant, scope.conversation, scope.agent)
    return f"{_part(hit)} · {ids}"


def _part(hit: Hit) -> str:
    if hit.is_damaged:
        return _tr("damaged record")
    if hit.kind is HitKind.OBSERVATION:
        return _tr("observation {0}").format(hit.seq)
    if hit.kind is HitKind.WORKING:
        return _tr("working memory {0}").format(shown_id(hit.key or ""))
    return _tr("reflection")


def _parts(hit: Hit) -> Iterator[tuple[str, bool]]:
    last = 0
    for start, end in hit.marks:
        yield hit.excerpt[last:start], False
        yield hit.excerpt[start:end], True
        last = end
    yield hit.excerpt[last:], False
