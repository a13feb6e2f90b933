"""Nothing that somebody has written goes with a window that closes, or with another workspace."""

from __future__ import annotations

from operator import methodcaller
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from ui.icons import Icon
from ui.jobs import Job
from ui.view_protocols import HoldsUnsaved

if TYPE_CHECKING:
    from collections.abc import Callable

    from ui.main_window import MainWindow
    from ui.widgets.dialog import Dialog


class Unsaved(QObject):
    """Asks what shall become of text that is not in the file, and of edits that still wait."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._editing = window, window.session.editing
        self._then: Callable[[], object] | None = None
        self._leaving = self._is_watching = self._has_trouble = self._gives_up = False
        self._begun = 0  # jobs that work out what is to be written
        self.dialog: Dialog | None = None
        for trouble in (self._editing.failed, self._editing.conflicted):
            trouble.connect(self._note_trouble)
        self._editing.stopped.connect(self._note_stop)
        self._editing.idle.connect(self._go_on)

    def may_leave(self, then: Callable[[], object]) -> bool:
        """Whether nothing would be lost; else ask, and call ``then`` once nothing is."""
        if self._leaving:
            return True
        if self.dialog is not None or self._window.saving.conflicts.dialog is not None:
            # The dialog that is open says what to choose; Esc loses nothing.
            return False
        holders = self._holders()
        if not holders and not self._editing.is_saving:
            return True
        self._then = then
        if holders:
            self._ask_about_text(holders)
        else:
            self._ask_about_waiting()
        return False

    def _holders(self) -> list[HoldsUnsaved]:
        parts = [*self._window.frame.middle.parts, self._window.saving.failures]
        return [part for part in parts if isinstance(part, HoldsUnsaved) and part.unsaved()]

    def _ask_about_text(self, holders: list[HoldsUnsaved]) -> None:
        names = ", ".join(holder.unsaved() for holder in holders)
        dialog = self._open(
            self.tr("Some text is not saved"),
            self.tr("Not saved yet: {0}.").format(names),
            self.tr("Save"),
        )
        draft = dialog.add_wide_choice(self.tr("Keep as draft"))
        discard = dialog.add_wide_choice(self.tr("Discard"))
        draft.clicked.connect(self._keep)
        discard.clicked.connect(self._discard)
        dialog.confirmed.connect(self._save)
        dialog.open(dialog.primary_button)

    def _ask_about_waiting(self) -> None:
        dialog = self._open(
            self.tr("An edit is not written yet"),
            self.tr("It waits for another program. Closing now would give it up."),
            self.tr("Close when it is written"),
        )
        draft = dialog.add_wide_choice(self.tr("Keep as draft"))
        draft.clicked.connect(self._keep_running)
        dialog.confirmed.connect(self._watch)
        dialog.open(dialog.primary_button)

    def _open(self, title: str, sentence: str, primary: str) -> Dialog:
        from ui.widgets.dialog import Dialog  # noqa: PLC0415 - not for the first paint

        self.dialog = Dialog(
            self._window,
            title,
            sentence=sentence,
            primary=primary,
            safe=self.tr("Stay here"),
            icon=Icon.EDIT,
            stays=True,
        )
        self.dialog.hide_body()
        self.dialog.dismissed.connect(self._stay)
        return self.dialog

    @Slot()
    def _save(self) -> None:
        self._settle(methodcaller("save"))

    @Slot()
    def _keep(self) -> None:
        self._settle(methodcaller("keep_draft"))

    @Slot()
    def _discard(self) -> None:
        for holder in self._holders():
            holder.discard()
        self._leave()

    @Slot()
    def _keep_running(self) -> None:
        self._watch()
        self._gives_up = True
        self._editing.turn_into_drafts()

    @Slot()
    def _stay(self) -> None:
        self._then = None
        self._close_dialog()

    def _settle(self, settle: Callable[[HoldsUnsaved], object]) -> None:
        holders, jobs = self._holders(), self._window.session.jobs
        before = set(jobs.findChildren(Job))
        self._watch()
        for holder in holders:
            settle(holder)
        for job in set(jobs.findChildren(Job)) - before:
            self._begun += 1
            job.finished.connect(self._count_down)
        self._go_on()

    @Slot()
    def _count_down(self) -> None:
        self._begun -= 1
        self._go_on()

    @Slot()
    def _watch(self) -> None:
        """Leave once every change has arrived."""
        self._has_trouble, self._gives_up, self._is_watching = False, False, True
        self._close_dialog()
        if not self._editing.is_saving and not self._holders():
            self._go_on()

    @Slot()
    def _note_trouble(self, *_what: object) -> None:
        self._has_trouble = True

    @Slot()
    def _note_stop(self) -> None:
        # Somebody has cancelled the edit meanwhile, unless it is about to become a draft.
        self._has_trouble = self._has_trouble or not self._gives_up

    @Slot()
    def _go_on(self) -> None:
        if self._is_watching and not self._begun and not self._editing.is_saving:
            self._is_watching = False
            if not self._has_trouble and not self._holders():
                self._leave()

    def _leave(self) -> None:
        self._close_dialog()
        then, self._then = self._then, None
        if then is not None:
            self._leaving = True
            then()
            self._leaving = False

    def _close_dialog(self) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            dialog.finish()
