"""Loads one change in full: every row that it touches, before and after."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.editing.readable import RowText, raw_texts, row_texts
from desktop_app.core.errors import NotFoundError
from ui.changes.differences import Difference, differences
from ui.changes.rows import ChangeRow, build_row

if TYPE_CHECKING:
    from desktop_app.services.editing.editor import Editor
    from ui.editing import Editing
    from ui.jobs import Job


@dataclass(frozen=True, slots=True)
class Detail:
    """One change in full.

    Attributes:
        row: What the list says of it.
        texts: Every row that it touches, as lines.
        differences: What differs in them.
    """

    row: ChangeRow
    texts: tuple[RowText, ...]
    differences: tuple[Difference, ...]

    @property
    def row_count(self) -> int:
        """How many rows it touches."""
        return len(self.texts)


class Details(QObject):
    """Compares on reader threads; who goes through the list leaves no work behind."""

    changed = Signal(object)  # Detail | None
    refused = Signal(object)  # why a change can't be shown
    entry_found = Signal(object)  # ChangeRow that was asked for by its id

    def __init__(self, editing: Editing, parent: QObject) -> None:
        super().__init__(parent)
        self._editing = editing
        self._row: ChangeRow | None = None
        self._raw = False
        self._job: Job | None = None

    def show(self, row: ChangeRow | None) -> None:
        """Load a change; ``changed`` or ``refused`` follows."""
        self._row = row
        if self._job is not None:
            self._job.cancel()
            self._job = None
        if row is None:
            self.changed.emit(None)
            return
        self._job = self._editing.read(partial(_read, row, self._raw))
        self._job.succeeded.connect(self._take)
        self._job.failed.connect(self._refuse)

    def set_raw(self, raw: bool) -> None:  # noqa: FBT001 - a state, set as it is
        """Show rows column by column as they are stored, or as lines for people."""
        if raw != self._raw:
            self._raw = raw
            self.show(self._row)

    def find(self, key: str) -> None:
        """Look for the change with this id; ``entry_found`` or ``refused`` follows."""
        job = self._editing.read(partial(_read_entry, key))
        job.succeeded.connect(self.entry_found)
        job.failed.connect(self.refused)

    @Slot(object)
    def _take(self, found: tuple[Detail, bool]) -> None:
        detail, raw = found
        if self._row is not None and self._row.key == detail.row.key and raw == self._raw:
            self._job = None
            self.changed.emit(detail)

    @Slot(object)
    def _refuse(self, error: Exception) -> None:
        self._job = None
        self.refused.emit(error)


def _read_entry(key: str, editor: Editor) -> ChangeRow:
    entry = editor.journal.entry(key)
    if entry is None:
        raise NotFoundError(f"The journal has no entry “{key}”.")
    return build_row(entry)


def _read(
    row: ChangeRow,
    raw: bool,  # noqa: FBT001 - bound by position
    editor: Editor,
) -> tuple[Detail, bool]:
    change = editor.journal.change(row.key)
    texts = raw_texts(change) if raw else row_texts(change)
    return Detail(row, texts, differences(texts)), raw
