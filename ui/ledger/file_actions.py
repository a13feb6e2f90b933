"""Opens the dialogs that change the shown file."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.core.ledger.edits import drop_placeholder
from desktop_app.core.ledger.facts import is_fact
from ui.ledger.notice import Offer
from ui.ledger.upkeep import Upkeep, chosen_text
from ui.navigation import Place, Target
from ui.widgets.engine_edit import real_line

if TYPE_CHECKING:
    from ui.ledger.open_file import Draft, OpenFile
    from ui.ledger.presenter import LedgerPresenter
    from ui.ledger.section_rows import SectionRow
    from ui.ledger.view import LedgerView


class FileActions(QObject):
    """Each dialog is made when it is opened."""

    def __init__(self, presenter: LedgerPresenter, view: LedgerView) -> None:
        super().__init__(view)
        self._presenter, self._view = presenter, view
        self._session = presenter.session

    @property
    def _file(self) -> OpenFile | None:
        return self._presenter.file

    @Slot()
    def add_entry(self) -> None:
        """Add an entry to both layers."""
        self._append(is_correction=False)

    @Slot()
    def correct(self) -> None:
        """Append a correction of what is chosen to today's log."""
        self.correct_text(chosen_text(self._view) or self._fact_at_cursor())

    @Slot(str)
    def correct_text(self, old: str) -> None:
        """Append a correction of an old fact to today's log."""
        self._append(is_correction=True, old=old)

    @Slot()
    def convert(self) -> None:
        """Convert the shown file to UTF-8."""
        from ui.ledger.dialogs import ConvertDialog  # noqa: PLC0415 - not for the first paint

        if self._file is not None and self._file.is_convertible:
            dialog = ConvertDialog(self._session, self._view, self._file)
            dialog.open(dialog.encoding)

    @Slot()
    def delete(self) -> None:
        """Delete the shown file, after a look at what follows."""
        from ui.ledger.dialogs import DeleteDialog  # noqa: PLC0415 - as above

        if self._file is not None and self._file.row is not None:
            dialog = DeleteDialog(self._session, self._view, self._file)
            dialog.open(dialog.safe_button)

    @Slot()
    def rebuild(self) -> None:
        """Let the next consolidation take all logs."""
        Upkeep.of(self._view).rebuild()

    def _fact_at_cursor(self) -> str:
        """Return the fact that was clicked in the text, also while the focus is elsewhere."""
        pages = self._view.pages
        cursor = pages.editor.edit.textCursor()
        is_text = pages.currentWidget() is pages.editor and cursor.position() > 0
        line = real_line(cursor.block()) if is_text else ""
        return line if is_fact(line) else ""

    def edit_section(self, row: SectionRow) -> None:
        """Edit one section."""
        from ui.ledger.dialogs import SectionDialog  # noqa: PLC0415 - as above

        if self._file is not None and row.section is not None:
            dialog = SectionDialog(self._session, self._view, self._file, row.section)
            dialog.open(dialog.content)

    def show_diff(self, draft: Draft) -> None:
        """Show what saving a text writes."""
        from ui.ledger.dialogs import DiffDialog  # noqa: PLC0415 - as above

        dialog = DiffDialog(self._session, self._view, draft)
        dialog.saving.connect(partial(self._presenter.drafts.follow_job, draft))
        dialog.open(dialog.safe_button)

    @Slot(object)
    def take_offer(self, offer: Offer) -> None:
        """Do what the banner offers."""
        file = self._file
        if file is None:
            return
        if offer is Offer.FIRST_LINE:
            self._drop_placeholder(file)
        elif offer is Offer.SUPPLIER and file.row is not None:
            root = file.book.bucket.root
            self._session.go(Target(Place.LEDGER, path=file.row.path, bucket=root))
        else:
            self._open_offered(offer)

    def _open_offered(self, offer: Offer) -> None:
        dialogs = {
            Offer.CONVERT: self.convert,
            Offer.DELETE: self.delete,
            Offer.REBUILD: self.rebuild,
        }
        if offer in dialogs:
            dialogs[offer]()

    def _drop_placeholder(self, file: OpenFile) -> None:
        try:
            plan = drop_placeholder(file.book, file.name)
        except MemloupeError:
            self._presenter.look()  # somebody else has taken it out already
            return
        self._session.editing.save(plan.change)

    def _append(self, *, is_correction: bool, old: str = "") -> None:
        from ui.ledger.dialogs import EntryDialog  # noqa: PLC0415 - not for the first paint

        if self._file is not None:
            dialog = EntryDialog(
                self._session, self._view, self._file, is_correction=is_correction, old=old
            )
            dialog.open(dialog.content)
