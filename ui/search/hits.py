"""What a hit says on the screen, and where it leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.services.file_search import FileHit, FileHitKind
from desktop_app.services.search import Hit, HitKind
from ui.icons import Icon
from ui.naming import shown_id, shown_line, shown_scope
from ui.navigation import Place, Target

if TYPE_CHECKING:
    from collections.abc import Iterator

AnyHit = Hit | FileHit

_ICONS = {
    HitKind.OBSERVATION: Icon.AGENT,
    HitKind.REFLECTION: Icon.REFLECT,
    HitKind.WORKING: Icon.LAYERS,
    FileHitKind.LOG: Icon.CALENDAR,
    FileHitKind.ARCHIVE: Icon.CALENDAR,
    FileHitKind.SESSION: Icon.CONVERSATION,
    FileHitKind.NOTE: Icon.LAYERS,
}
_PLACES = {
    HitKind.OBSERVATION: Place.OBSERVATIONS,
    HitKind.REFLECTION: Place.REFLECTION,
    HitKind.WORKING: Place.WORKING,
}
_PAGES = {
    FileHitKind.AGENTS: (Place.TOOLS, "lines"),
    FileHitKind.KNOWLEDGE: (Place.TOOLS, "lines"),
    FileHitKind.SESSION: (Place.TOOLS, "sessions"),
    FileHitKind.OFFLOADED: (Place.TOOLS, "offloaded"),
    FileHitKind.NOTE: (Place.NOTES, None),
}
"""Page, and the tool on it; all others stand on the page of daily logs."""
_LINES_OF_SESSION = ".jsonl"


def _tr(text: str) -> str:
    return QCoreApplication.translate("Hits", text)


def icon_of(hit: AnyHit) -> Icon:
    """Return the icon of what a hit stands in."""
    return _ICONS.get(hit.kind, Icon.FILE)


def target_of(hit: AnyHit, text: str) -> Target:
    """Return where a hit leads."""
    if isinstance(hit, FileHit):
        place, tool = _PAGES.get(hit.kind, (Place.LEDGER, None))
        if hit.kind is FileHitKind.SESSION and not hit.path.endswith(_LINES_OF_SESSION):
            tool = "lines"  # the list of conversations, for instance
        return Target(place, key=tool, text=text, path=hit.path, bucket=hit.bucket, line=hit.line)
    return Target(
        _PLACES[hit.kind],
        memory_id=hit.memory_id,
        seq=hit.seq,
        index=hit.index,
        key=hit.key,
        text=text,
    )


def shown_excerpt(hit: AnyHit) -> tuple[str, tuple[int, ...]]:
    """Return the excerpt on one line, and which of its characters are what was looked for."""
    shown = ""
    found: list[int] = []
    for part, is_mark in _parts(hit):
        start = len(shown)
        shown += shown_line(part)
        if is_mark:
            found += range(start, len(shown))
    return shown, tuple(found)


def where(hit: AnyHit) -> str:
    """Return what a hit is in, for instance “observation 11 · globex / run_9c1b / default”."""
    if isinstance(hit, FileHit):
        line = _tr("{0}, line {1}").format(shown_id(hit.path), f"{hit.line:,}")
        return f"{_file_part(hit)} · {line}"
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


def _file_part(hit: FileHit) -> str:
    return {
        FileHitKind.MEMORY: _tr("curated memory"),
        FileHitKind.LOG: _tr("daily log"),
        FileHitKind.ARCHIVE: _tr("archived log"),
        FileHitKind.AGENTS: _tr("agent file"),
        FileHitKind.KNOWLEDGE: _tr("knowledge"),
        FileHitKind.SESSION: _tr("session history"),
        FileHitKind.OFFLOADED: _tr("offloaded result"),
        FileHitKind.NOTE: _tr("note"),
    }[hit.kind]


def _parts(hit: AnyHit) -> Iterator[tuple[str, bool]]:
    last = 0
    for start, end in hit.marks:
        yield hit.excerpt[last:start], False
        yield hit.excerpt[start:end], True
        last = end
    yield hit.excerpt[last:], False
