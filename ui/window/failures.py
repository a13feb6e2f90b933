"""What to do about a change that could not be written; its text is never lost."""

from __future__ import annotations

from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QFileDialog

from desktop_app.core.errors import MemloupeError, StoreBusyError, StoreError
from ui.naming import shown_line
from ui.tokens import Meaning
from ui.window.notice_board import Pinned

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.changes import Change
    from ui.main_window import MainWindow
    from ui.window.notice_board import Choice, NoticeBoard

_COPY_NAME = "edit.json"


class Failures(QObject):
    """Pins each failure with a way on: try again, keep as a draft, save a copy."""

    def __init__(self, window: MainWindow, board: NoticeBoard) -> None:
        super().__init__(window)
        self._window, self._board = window, board
        self._editing = window.session.editing
        self._keys = count()
        self._kept: dict[str, tuple[Change, Callable[[], object] | None]] = {}
        self._editing.failed.connect(self._take)

    @Slot(object, object, object)
    def _take(
        self, error: MemloupeError, change: Change | None, again: Callable[[], object] | None
    ) -> None:
        if change is None and not isinstance(error, StoreError):
            words = " ".join(filter(None, (error.message, error.advice)))
            self._window.frame.toast.show_message(shown_line(words), lasting=True)
            return
        key = f"failure {next(self._keys)}"
        if change is not None:
            self._kept[key] = (change, again)
        self._board.pin(key, self._pinned(error, change, again))

    def unsaved(self) -> str:
        """Return what could not be written and was not settled otherwise."""
        return ", ".join(shown_line(change.label) for change, _again in self._open().values())

    def save(self) -> None:
        """Try all of it again."""
        for change, again in self._taken():
            (again or partial(self._editing.save, change))()

    def keep_draft(self) -> None:
        """Keep all of it as drafts."""
        for change, _again in self._taken():
            self._editing.keep_draft(change)

    def discard(self) -> None:
        """Give all of it up."""
        self._taken()

    def _open(self) -> dict[str, tuple[Change, Callable[[], object] | None]]:
        # What was closed or tried again by a button of its banner is not pinned any more.
        self._kept = {key: kept for key, kept in self._kept.items() if self._board.is_pinned(key)}
        return self._kept

    def _taken(self) -> list[tuple[Change, Callable[[], object] | None]]:
        kept = self._open()
        for key in kept:
            self._board.unpin(key)
        self._kept = {}
        return list(kept.values())

    def _pinned(
        self, error: MemloupeError, change: Change | None, again: Callable[[], object] | None
    ) -> Pinned:
        # Who has tried to write something has it loaded already.
        from desktop_app.core.editing.ports import DiskFullError, ReadOnlyError  # noqa: PLC0415

        retry = (self.tr("Try again"), again) if again else None
        if isinstance(error, StoreBusyError):
            words = self.tr("Another program holds the database. Your edit is kept.")
            draft = partial(self._editing.keep_draft, change) if change else None
            second = (self.tr("Keep as draft"), draft) if draft else None
            return Pinned(Meaning.CAUTION, words, shown_line(error.message), retry, second)
        if isinstance(error, ReadOnlyError):
            words = self.tr("You can look and export; edits can't be saved here.")
            return self._with_copy(self.tr("This folder is read-only."), words, change, retry)
        if isinstance(error, DiskFullError):
            words = self.tr("Nothing was written; your text is still here.")
            title, elsewhere = self.tr("The disk is full."), self.tr("Save elsewhere…")
            return self._with_copy(title, words, change, retry, elsewhere)
        advice = shown_line(error.advice)
        return self._with_copy(shown_line(error.message), advice, change, retry)

    def _with_copy(
        self,
        title: str,
        sentence: str,
        change: Change | None,
        retry: Choice | None,
        button: str = "",
    ) -> Pinned:
        if change is None:
            return Pinned(Meaning.DAMAGED, title, sentence, retry)
        copy = (button or self.tr("Save a copy…"), partial(self.ask_copy, change))
        return Pinned(Meaning.DAMAGED, title, sentence, copy, retry)

    def ask_copy(self, change: Change) -> None:
        """Ask where to, and write the change there as text."""
        preferences = self._window.preferences
        folder = Path(preferences.export_folder or Path.home())
        title, place = self.tr("Save the edit elsewhere"), str(folder / _COPY_NAME)
        chosen, _kind = QFileDialog.getSaveFileName(self._window, title, place, "JSON (*.json)")
        if chosen:
            preferences.export_folder = str(Path(chosen).parent)
            self.write_copy(change, Path(chosen))
        else:
            # The edit must not go because somebody has closed a dialog.
            again = (self.tr("Save a copy…"), partial(self.ask_copy, change))
            words = self.tr("The edit is not saved yet: {0}").format(shown_line(change.label))
            key = f"copy {next(self._keys)}"
            self._kept[key] = (change, None)
            self._board.pin(key, Pinned(Meaning.CAUTION, words, "", again))

    def write_copy(self, change: Change, path: Path) -> None:
        """Write the change to ``path``; a toast says how it went."""
        from desktop_app.services.editing.copies import save_copy  # noqa: PLC0415 - few need it

        job = self._window.session.jobs.write(lambda _context: save_copy(change, path))
        job.succeeded.connect(self._tell_copy)
        job.failed.connect(_Refused(self, change, job).take)

    @Slot(object)
    def _tell_copy(self, path: Path) -> None:
        words = self.tr("The edit is in {0}").format(shown_line(str(path)))
        self._window.frame.toast.show_message(words)

    def refuse_copy(self, error: Exception, change: Change) -> None:
        """Say that a copy could not be written; the edit stays here."""
        if isinstance(error, MemloupeError):
            self._take(error, change, None)
        else:
            self._window.session.broke.emit(error)


class _Refused(QObject):
    """Remembers which change a copy was of."""

    def __init__(self, failures: Failures, change: Change, parent: QObject) -> None:
        super().__init__(parent)
        self._failures, self._change = failures, change

    @Slot(object)
    def take(self, error: Exception) -> None:
        self._failures.refuse_copy(error, self._change)
