"""Tells how changes go: what was done, who is waited for, what the engine overwrote."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from desktop_app.core.files.row import FILES
from ui.naming import shown_line
from ui.navigation import AGAINST_NOW, Place, Target
from ui.tokens import Meaning
from ui.window.conflicts import Conflicts
from ui.window.failures import Failures
from ui.window.notice_board import NoticeBoard, Pinned

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.editing.journal import Entry
    from desktop_app.services.editing.following import Overwritten
    from desktop_app.services.editing.outcomes import Saved
    from ui.main_window import MainWindow

_WAITS = "Your edit waits"
_DRAFTS = "drafts"


class SavingDesk(QObject):
    """Shows toasts, the banner of changes and the dialogs of conflicts."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._editing = window, window.session.editing
        self.board = NoticeBoard(window.frame.edit_banner)
        self.board.left.connect(window.frame.middle.focus_view)
        self.failures = Failures(window, self.board)
        self.conflicts = Conflicts(window)
        self._told: set[str] = set()
        editing = self._editing
        editing.saved.connect(self._tell_saved)
        editing.drafted.connect(self._tell_draft)
        editing.drafts_found.connect(self._tell_drafts)
        editing.unchanged.connect(self._tell_unchanged)
        editing.stopped.connect(self._tell_stopped)
        editing.waiting.connect(self._show_waiting)
        editing.overwritten.connect(self._tell_overwritten)
        editing.wrote.connect(window.follower.take_mark)
        window.session.source_changed.connect(self._forget)

    @Slot(object)
    def _tell_saved(self, saved: Saved) -> None:
        # Who has saved something has it loaded already.
        from ui.window.told import saved_words  # noqa: PLC0415

        entry = saved.entry
        if entry.kind == "undo":
            action, run = self.tr("Redo"), partial(self._editing.redo, entry.of)
        else:
            changed = entry.of if entry.kind == "redo" else entry.id
            action, run = self.tr("Undo"), partial(self._editing.undo, changed)
        back = partial(self._run_and_return, run)
        self._window.frame.toast.show_message(saved_words(saved), action=action, run=back)

    def _run_and_return(self, run: Callable[[], object]) -> None:
        """Do what a toast offers; the toast has gone with the focus."""
        run()
        self._window.frame.middle.focus_view()

    @Slot(object)
    def _tell_draft(self, entry: Entry) -> None:
        words = self.tr("Kept as a draft: {0}").format(shown_line(entry.label))
        show = partial(self._show_change, entry.id)
        self._window.frame.toast.show_message(words, action=self.tr("Show"), run=show)

    @Slot(object)
    def _tell_drafts(self, drafts: tuple[Entry, ...]) -> None:
        words = self.tr("A draft waits among the changes.")
        if len(drafts) > 1:
            words = self.tr("{0} drafts wait among the changes.").format(f"{len(drafts):,}")
        newest = self.tr("“{0}”: nothing of it is in the file yet.")
        sentence = newest.format(shown_line(drafts[0].label))
        show = (self.tr("Show"), partial(self._show_change, drafts[0].id))
        self.board.pin(_DRAFTS, Pinned(Meaning.CAUTION, words, sentence, show))

    @Slot()
    def _tell_unchanged(self) -> None:
        words = self.tr("Nothing was written: the file says the same already.")
        self._window.frame.toast.show_message(words)

    @Slot()
    def _tell_stopped(self) -> None:
        words = self.tr("The edit was cancelled. Nothing was written.")
        self._window.frame.toast.show_message(words)

    @Slot(str)
    def _show_waiting(self, words: str) -> None:
        cancel = (self.tr("Cancel the edit"), self._editing.cancel)
        # What waits for the engine says so itself.
        kept = "" if _WAITS in words else self.tr("Your edit is kept.")
        pinned = Pinned(Meaning.ENGINE, shown_line(words), kept, cancel)
        self.board.wait(pinned if words else None)

    @Slot(object)
    def _tell_overwritten(self, found: tuple[Overwritten, ...]) -> None:
        from ui.clock import hour_and_minute  # noqa: PLC0415 - who overwrites has been read

        for one in found:
            entry = one.entry
            if entry.id in self._told:
                continue
            self._told.add(entry.id)
            words = self.tr("The engine has overwritten your edit of {0}.")
            if entry.file == FILES:
                words = self.tr("Another program has overwritten your edit of {0}.")
            again = (self.tr("Apply it again"), partial(self._editing.apply_again, entry.id))
            compare = (self.tr("Compare"), partial(self._show_change, entry.id, AGAINST_NOW))
            title = words.format(hour_and_minute(entry.at))
            label = shown_line(entry.label)
            pinned = Pinned(Meaning.ENGINE, title, label, again, compare, is_open_after_second=True)
            self.board.pin(entry.id, pinned)

    @Slot()
    def _forget(self, _source: object = None) -> None:
        self._told.clear()
        self.board.clear()

    def _show_change(self, entry_id: str, form: str = "") -> None:
        self._window.session.go(Target(Place.CHANGES, key=entry_id, text=form))
        self._window.frame.middle.focus_view()
