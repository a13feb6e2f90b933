"""Findings as rows of the list: made on a reader thread, filtered on the window's."""

# ruff: noqa: TC004 - nobody resolves the annotations of Examined, and the rules load late

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from desktop_app.core.doctor.finding import Finding, Severity
from ui.doctor.words import LOOKS, WhereWords, severity_title, tr, where_words
from ui.naming import shown_line
from ui.widgets.check_rows import Group, Row

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from desktop_app.services.doctor import Report


class Shown(StrEnum):
    """Which findings are listed."""

    ALL = "all"
    REPAIRABLE = "repairable"
    BY_HAND = "by hand"


@dataclass(frozen=True, slots=True)
class Item:
    """One finding.

    Attributes:
        id: Tells it from the others in the list.
        key: Tells the same trouble at the next look.
        row: What the list shows.
        ticked_row: The same, ticked.
        words: What the filter looks in.
    """

    id: str
    key: str
    finding: Finding
    row: Row
    ticked_row: Row
    words: str

    @property
    def is_repairable(self) -> bool:
        """Whether one click repairs it."""
        return self.finding.repair is not None


@dataclass(frozen=True, slots=True)
class Examined:
    """What one look found, ready for the list."""

    report: Report
    items: tuple[Item, ...]


def examined(report: Report) -> Examined:
    """Make the rows of a report."""
    seen: Counter[str] = Counter()
    where = WhereWords(finding.place for finding in report.findings)
    items = []
    for finding in report.findings:
        key = finding.key
        seen[key] += 1
        row_id = key if seen[key] == 1 else f"{key}#{seen[key]}"
        items.append(_item(finding, key, row_id, where.of(finding.place)))
    return Examined(report, tuple(items))


def _item(finding: Finding, key: str, row_id: str, where: str) -> Item:
    meaning, icon = LOOKS[finding.severity]
    repairable = finding.repair is not None
    title, detail = shown_line(finding.title), shown_line(finding.detail)
    row = Row(
        id=row_id,
        title=title,
        subtitle=detail,
        icon=icon,
        meaning=meaning,
        tick=False if repairable else None,
        right_top=where,
        right_bottom=tr("repair") if repairable else tr("by hand"),
        is_link=repairable,
        tip=where_words(finding.place),
    )
    words = "\n".join((title, detail, finding.rule, where_words(finding.place)))
    ticked = replace(row, tick=True) if repairable else row
    return Item(row_id, key, finding, row, ticked, words.casefold())


def chosen_by_itself(item: Item) -> bool:
    """Whether a repair is ticked without being asked for.

    Not where two ways are open, and not for a memory file if a person should think about it.
    """
    finding = item.finding
    if finding.repair is None or finding.alternative is not None:
        return False
    is_doubtful = any(effect.needs_care for effect in finding.repair.effects)
    return not (finding.place.is_memory_file and is_doubtful)


def narrowed(items: Iterable[Item], shown: Shown, text: str) -> list[Item]:
    """Return the items that are wanted."""
    wanted = text.strip().casefold()
    either = shown is Shown.ALL
    repairable = shown is Shown.REPAIRABLE
    return [
        item
        for item in items
        if (either or item.is_repairable is repairable) and wanted in item.words
    ]


def groups(items: Sequence[Item], ticked: Collection[str]) -> list[Group]:
    """Return the groups of the list, the worst first."""
    found: dict[Severity, list[Row]] = {severity: [] for severity in Severity}
    for item in items:
        is_ticked = item.is_repairable and item.id in ticked
        found[item.finding.severity].append(item.ticked_row if is_ticked else item.row)
    return [
        Group(severity_title(severity), rows, f"{len(rows):,}")
        for severity, rows in found.items()
        if rows
    ]


def ignored_groups(items: Sequence[Item]) -> list[Group]:
    """Return the one group of what is ignored; nothing in it can be ticked."""
    rows = [replace(item.row, tick=None, is_link=False, quiet=True) for item in items]
    return [Group(tr("Ignored in this workspace"), rows, f"{len(rows):,}")] if rows else []
