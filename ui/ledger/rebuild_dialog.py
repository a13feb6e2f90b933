"""Rebuild from all logs: what the watermark is, what is taken without it, what may be lost."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from desktop_app.core.ledger.book import MEMORY_FILE
from desktop_app.core.ledger.edits import delete_watermark
from desktop_app.core.ledger.facts import facts_of
from ui import fonts
from ui.change_dialog import ChangeDialog, Wording
from ui.change_preview import Planned
from ui.file_plans import planned_of
from ui.file_words import size_words
from ui.icons import Icon
from ui.ledger.section_rows import utc_words
from ui.ledger.words import file_words, reason_words, tr
from ui.naming import shown_id, shown_line
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.check_list import CheckList, Group, Row, RowBadge
from ui.widgets.dialog import Dialog

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.core.ledger.book import Book, Eligible
    from desktop_app.core.ledger.facts import Fact
    from desktop_app.services.editing.plans import Intent
    from ui.session import Session

_HIGH, _WIDE = 240, 760


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilding:
    """What a rebuild takes and may lose.

    Attributes:
        planned: The deletion of the watermark.
        groups: Every log, and what only the curated memory says.
    """

    planned: Planned
    groups: tuple[Group, ...]


class RebuildDialog(ChangeDialog):
    """Deletes the watermark; undo brings it back with its time."""

    saving_change = Signal(object)  # Change that is on its way

    def __init__(self, session: Session, parent: QWidget, book: Book) -> None:
        wording = Wording(
            title=tr("Rebuild {0} from all logs?").format(file_words(book, MEMORY_FILE)),
            primary=tr("Delete the watermark"),
            sentence=tr(
                "The watermark says when the last consolidation began: {0}. Without it the next "
                "one takes every log, the archive too."
            ).format(_mark_words(book)),
            icon=Icon.HISTORY,
        )
        super().__init__(session, parent, wording, width=_WIDE)
        self.list = CheckList(tr("What is taken, and what only MEMORY.md says"))
        self.list.setMinimumHeight(fonts.px(_HIGH))
        self.put(self.list)
        self.confirmed.connect(self._tell)
        self.follow(book)

    def follow(self, book: Book) -> None:
        """Show what is taken of the logs as they are now."""
        self.plan(partial(_rebuilding, book), at_once=True)

    @Slot(object)
    def take(self, planned: Planned | Rebuilding) -> None:
        """Show what is taken and what may be lost."""
        if isinstance(planned, Rebuilding):
            self.list.set_groups(planned.groups)
            planned = planned.planned
        super().take(planned)

    @Slot()
    def _tell(self) -> None:
        if self.planned is not None:
            self.saving_change.emit(self.planned.plan.change)


def offer(parent: QWidget) -> Dialog:
    """Return the question whether to consolidate now, after the watermark is gone."""
    dialog = Dialog(
        parent,
        tr("The watermark is gone. Consolidate now?"),
        primary=tr("Go to the consolidation"),
        safe=tr("Later"),
        sentence=tr(
            "It shows what it would write before anything is written. The agent itself would take "
            "every log with its next run; undo brings the watermark back."
        ),
        icon=Icon.REFLECT,
        meaning=Meaning.ACCENT,
    )
    dialog.hide_body()
    return dialog


def _rebuilding(book: Book, _intent: Intent) -> Rebuilding:
    planned = planned_of(delete_watermark(book), with_differences=False)
    only = _only_in_memory(book)
    logs = [_log_row(book, one) for one in book.eligible]
    title = counting.counted(len(logs), tr("{0} log is taken then"), tr("{0} logs are taken then"))
    groups = [Group(title, logs)]
    if only:
        lost = tr("No log says this: a model has to keep it from MEMORY.md, and may not")
        groups.insert(0, Group(lost, [_fact_row(fact) for fact in only], right=f"{len(only):,}"))
    return Rebuilding(planned=planned, groups=tuple(groups))


def _only_in_memory(book: Book) -> list[Fact]:
    facts = facts_of(book)
    logged = {fact.key for fact in facts if fact.file != MEMORY_FILE}
    return [fact for fact in facts if fact.file == MEMORY_FILE and fact.key not in logged]


def _fact_row(fact: Fact) -> Row:
    return Row(
        id=f"{MEMORY_FILE}:{fact.line}",
        title=shown_line(fact.text.strip()),
        subtitle=f"{MEMORY_FILE}:{fact.line:,}",
        icon=Icon.INFO,
        meaning=Meaning.CAUTION,
    )


def _log_row(book: Book, one: Eligible) -> Row:
    log = book.log(one.name)
    size = size_words(len(log.row.data)) if log is not None and log.row is not None else ""
    return Row(
        id=one.name,
        title=shown_id(one.name),
        subtitle=tr("now: {0}").format(reason_words(one.reason)),
        icon=Icon.CALENDAR,
        right_top=size,
        badge=None if one.is_taken else RowBadge(tr("taken again"), Meaning.ENGINE, Icon.HISTORY),
    )


def _mark_words(book: Book) -> str:
    mark = book.watermark
    if mark.at is None:
        return mark.problem or tr("it can't be read, so it counts as never")
    return utc_words(mark.at)
