"""What the page of the doctor says, and where its findings lead to."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.doctor.finding import Part, Severity
from desktop_app.core.outline import scope_of_key
from ui.icons import Icon
from ui.naming import shown_id, shown_scope
from ui.navigation import Place as WindowPlace
from ui.navigation import Target
from ui.tokens import Meaning
from ui.widgets import counting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from desktop_app.core.doctor.finding import Place, Repair
    from desktop_app.services.doctor import Report

LOOKS = {
    Severity.STOPS_MEMORY: (Meaning.DAMAGED, Icon.DAMAGED),
    Severity.CHANGES_TURN: (Meaning.CAUTION, Icon.INFO),
    Severity.WORTH_KNOWING: (Meaning.NEUTRAL, Icon.INFO),
}
_PARTS = {
    Part.RECORD: WindowPlace.OBSERVATIONS,
    Part.OBSERVATIONS: WindowPlace.OBSERVATIONS,
    Part.REFLECTION: WindowPlace.REFLECTION,
    Part.WORKING: WindowPlace.WORKING,
    Part.LOG: WindowPlace.HISTORY,
    Part.LEDGER: WindowPlace.LEDGER,
    Part.NOTES: WindowPlace.NOTES,
}
_TOOLS = {Part.SESSIONS: "sessions", Part.OFFLOADED: "offloaded"}
"""Parts that a tab of the memory tools shows."""


def tr(text: str) -> str:
    """Return a text of the doctor in the language of the window."""
    return QCoreApplication.translate("Doctor", text)


def severity_title(severity: Severity) -> str:
    """Return the head of a group."""
    return {
        Severity.STOPS_MEMORY: tr("Stops memory"),
        Severity.CHANGES_TURN: tr("Changes what the model sees"),
        Severity.WORTH_KNOWING: tr("Worth knowing"),
    }[severity]


def severity_words(severity: Severity, count: int) -> str:
    """Return what a badge says of a severity."""
    one, many = {
        Severity.STOPS_MEMORY: (tr("{0} stops memory"), tr("{0} stop memory")),
        Severity.CHANGES_TURN: (tr("{0} changes the turn"), tr("{0} change the turn")),
        Severity.WORTH_KNOWING: (tr("{0} to know"), tr("{0} to know")),
    }[severity]
    return counting.counted(count, one, many)


def looked_words(report: Report) -> str:
    """Return what was looked at: “24 rules, 7 scopes, 31 files in 0.2 s”."""
    parts = [counting.counted(report.rules, tr("{0} rule"), tr("{0} rules"))]
    if report.scopes is not None:
        parts.append(counting.counted(report.scopes, tr("{0} scope"), tr("{0} scopes")))
    parts.append(counting.counted(report.files, tr("{0} file"), tr("{0} files")))
    return tr("{0} in {1} s").format(", ".join(parts), f"{report.seconds:.1f}")


class WhereWords:
    """Says in few words for a row where something is.

    An agent is named alone unless others of the list have the same name; so is a file.
    """

    def __init__(self, places: Iterable[Place]) -> None:
        places = tuple(places)
        files = {place.file for place in places if place.is_memory_file}
        self._names = Counter(file.rpartition("/")[2] for file in files)
        scopes = [scope_of_key(key) for key in {place.memory_id for place in places} if key]
        self._agents = Counter(scope.agent for scope in scopes)
        self._pairs = Counter((scope.conversation, scope.agent) for scope in scopes)

    def of(self, place: Place) -> str:
        """Return the words for a place."""
        if place.is_memory_file:
            return self._of_file(place)
        if place.file:
            return tr("workspace")
        if not place.memory_id:
            return tr("all scopes")
        scope = scope_of_key(place.memory_id)
        if self._agents[scope.agent] <= 1:
            return shown_id(scope.agent)
        if self._pairs[scope.conversation, scope.agent] <= 1:
            return f"{shown_id(scope.conversation)} / {shown_id(scope.agent)}"
        return where_words(place)

    def _of_file(self, place: Place) -> str:
        name = place.file.rpartition("/")[2]
        if self._names[name] <= 1:
            return shown_id(name)
        bucket = (place.bucket or "").rpartition("/")[2]
        return f"{shown_id(bucket) if bucket else tr('shared')} / {shown_id(name)}"


def where_words(place: Place) -> str:
    """Return where something is, in full."""
    if place.file:
        line = tr(", line {0}").format(f"{place.line:,}") if place.line else ""
        return shown_id(place.file) + line
    if not place.memory_id:
        return tr("all scopes")
    scope = scope_of_key(place.memory_id)
    return shown_scope(scope.tenant, scope.conversation, scope.agent)


def target_of(place: Place) -> Target | None:
    """Return the part of the window that shows a place; ``None`` for the whole file."""
    if place.part in _TOOLS:
        tool = _TOOLS[place.part]
        path, line = place.file, place.line
        return Target(WindowPlace.TOOLS, key=tool, path=path, bucket=place.bucket, line=line)
    if place.part and place.is_memory_file:
        return Target(_PARTS[place.part], path=place.file, bucket=place.bucket)
    if place.file:
        return Target(WindowPlace.CONFIGURATION)
    if not place.memory_id:
        return None
    part = _PARTS[place.part] if place.part else WindowPlace.OBSERVATIONS
    return Target(part, place.memory_id, index=place.item)


def go_words(place: Place) -> str:
    """Return the name of the part of the window that a place leads to."""
    if place.file and not place.is_memory_file:
        return tr("Configuration")
    return {
        Part.REFLECTION: tr("Reflection"),
        Part.WORKING: tr("Working memory"),
        Part.LOG: tr("History"),
        Part.LEDGER: tr("Daily logs"),
        Part.NOTES: tr("Notes"),
        Part.SESSIONS: tr("Sessions"),
        Part.OFFLOADED: tr("Offloaded results"),
    }.get(place.part or Part.RECORD, tr("Observations"))


def rows_words(repair: Repair, place: Place) -> str:
    """Return how many rows or files a repair writes."""
    rows, files = (tr("{0} row"), tr("{0} rows")), (tr("{0} file"), tr("{0} files"))
    return counting.counted(repair.rows, *(files if place.is_memory_file else rows))
