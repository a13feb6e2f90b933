"""Opens and closes the editing of a stored column, beside the view of the damaged record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.services.editing.stored_actions import COLUMNS
from ui.actions import ActionSpec
from ui.icons import Icon
from ui.observations.damaged_words import column_words
from ui.observations.stored_editor import StoredEditor
from ui.observations.stored_page import StoredPage
from ui.view_protocols import ViewCommand

if TYPE_CHECKING:
    from ui.observations.damaged_presenter import DamagedPresenter
    from ui.observations.damaged_record import DamagedRecord, Wrong
    from ui.observations.stored_draft import Key
    from ui.session import Session


class StoredEdits(QObject):
    """What the view of a damaged record knows of editing."""

    opened = Signal()
    closed = Signal()

    def __init__(self, session: Session, presenter: DamagedPresenter, parent: QObject) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._place = 0
        self.editor = StoredEditor(session, self)
        self.page = StoredPage(self.editor)
        self.page.left.connect(self.close)
        self.page.column_wanted.connect(self._open_at)
        self.editor.gone.connect(self._end)
        presenter.wrong_chosen.connect(self._note_place)
        presenter.column_changed.connect(self._forget_place)

    @property
    def is_open(self) -> bool:
        """Whether a column is being edited on the screen."""
        return self.page.draft is not None

    def command(self) -> ViewCommand:
        """Return the command that opens it."""
        spec = ActionSpec(
            id="damaged.edit",
            text=self.tr("Edit the stored text"),
            keys=("E",),
            icon=Icon.EDIT,
            words=self.tr("mend repair by hand raw"),
            place=self.tr("Damaged record"),
        )
        return ViewCommand(spec=spec, run=self.open, reason=self.reason)

    @property
    def reason(self) -> str:
        """Why the shown column can't be edited; empty if it can."""
        column = self._presenter.column
        if self._presenter.record is None:
            return self.tr("Nothing is shown yet.")
        if column in COLUMNS:
            return ""
        words = self.tr("{0} is part of the key: ids are renamed in all tables together.")
        return words.format(column_words(column))

    @property
    def words(self) -> str:
        """What the button says."""
        record, column = self._presenter.record, self._presenter.column
        unsaved = record is not None and self.editor.is_unsaved(record, column)
        return self.tr("Unsaved edit") if unsaved else self.tr("Edit")

    @Slot()
    def open(self) -> None:
        """Edit the shown column, around what is wrong in it."""
        record, column = self._presenter.record, self._presenter.column
        if record is None or self.reason:
            return
        wrong = record.wrong_in(column)
        place = self._place or (wrong[0].span.start if wrong else 0)
        self.page.show_draft(self.editor.draft(record, column), place)
        self.opened.emit()

    @Slot()
    def close(self) -> None:
        """Go back to the record; what was edited stays."""
        if self.is_open:
            self.page.forget()
            self.closed.emit()

    def follow(self, record: DamagedRecord | None) -> None:
        """Leave the page if another record is shown."""
        draft = self.page.draft
        if draft and (record is None or record.snapshot.memory_id != draft.base.memory_id):
            self.close()

    @Slot(object)
    def _open_at(self, wrong: Wrong) -> None:
        self._presenter.choose_column(wrong.column)
        self._place = wrong.span.start
        self.open()

    @Slot(object)
    def _end(self, key: Key) -> None:
        if self.page.draft is not None and self.page.draft.key == key:
            self.close()

    @Slot(object)
    def _note_place(self, wrong: Wrong) -> None:
        self._place = wrong.span.start

    @Slot()
    def _forget_place(self) -> None:
        self._place = 0
