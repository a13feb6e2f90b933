"""Loads one change in full: every row that it touches, before and after."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.editing.readable import RowText, raw_texts, row_texts
from desktop_app.core.errors import NotFoundError
from ui.changes.differences import differences
from ui.changes.rows import ChangeRow, build_row
from ui.navigation import AGAINST_NOW
from ui.widgets.differences import Difference

if TYPE_CHECKING:
    from desktop_app.services.editing.editor import Editor
    from ui.editing import Editing
    from ui.jobs import Job


class Form(StrEnum):
    """How the rows of a change are shown."""

    READABLE = "readable"
    RAW = "raw"
    AGAINST_NOW = AGAINST_NOW


@dataclass(frozen=True, slots=True)
class Detail:
    """One change in full.

    Attributes:
        row: What the list says of it.
        form: How its rows are shown.
        texts: Every row that it touches, as lines.
        differences: What differs in them.
    """

    row: ChangeRow
    form: Form
    texts: tuple[RowText, ...]
    differences: tuple[Difference, ...]

    @property
    def row_count(self) -> int:
        """How many rows it touches."""
        return len(self.texts)


class Details(QObject):
    """Compares on reader threads; who goes through the list leaves no work behind."""

    changed = Signal(object)  # Detail | None
    form_changed = Signal(str)
    refused = Signal(object)  # why a change can't be shown
    entry_found = Signal(object)  # ChangeRow that was asked for by its id

    def __init__(self, editing: Editing, parent: QObject) -> None:
        super().__init__(parent)
        self._editing = editing
        self._row: ChangeRow | None = None
        self._form = Form.READABLE
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
        self._job = self._editing.read(partial(_read, row, self._form))
        self._job.succeeded.connect(self._take)
        self._job.failed.connect(self._refuse)

    @Slot(str)
    def set_form(self, form: str) -> None:
        """Show rows as lines for people, as they are stored, or against the file of now."""
        if form != self._form:
            self._form = Form(form)
            self.form_changed.emit(form)
            self.show(self._row)

    def find(self, key: str) -> None:
        """Look for the change with this id; ``entry_found`` or ``refused`` follows."""
        job = self._editing.read(partial(_read_entry, key))
        job.succeeded.connect(self.entry_found)
        job.failed.connect(self.refused)

    @Slot(object)
    def _take(self, detail: Detail) -> None:
        same = self._row is not None and self._row.key == detail.row.key
        if same and detail.form is self._form:
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


def _read(row: ChangeRow, form: Form, editor: Editor) -> Detail:
    if form is Form.AGAINST_NOW:
        # From what this change has made of the rows to what they are now.
        texts = row_texts(editor.version_of(row.key, before=False).inverse())
    else:
        change = editor.journal.change(row.key)
        texts = raw_texts(change) if form is Form.RAW else row_texts(change)
    return Detail(row, form, texts, differences(texts))
