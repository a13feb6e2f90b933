"""Opens the dialog of a conflict and does what was chosen in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Slot

from ui.clock import hour_to_second

if TYPE_CHECKING:
    from desktop_app.core.changes import Change
    from desktop_app.services.editing.outcomes import Conflicted
    from ui.conflict.view import ConflictDialog
    from ui.jobs import Job
    from ui.main_window import MainWindow


class Conflicts(QObject):
    """One conflict at a time; the dialog stays open until its choice is safe somewhere."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._editing = window, window.session.editing
        self._waiting: list[Conflicted] = []
        self._shown: Conflicted | None = None
        self.dialog: ConflictDialog | None = None
        self._is_sent = False
        self._editing.conflicted.connect(self._take)
        for ended in (
            self._editing.saved,
            self._editing.drafted,
            self._editing.unchanged,
            self._editing.failed,
            self._editing.stopped,
        ):
            ended.connect(self._end)

    @Slot(object)
    def _take(self, conflicted: Conflicted) -> None:
        if self._is_sent:
            # The file has moved on once more: the choices are about rows that are gone.
            self._finish()
        self._waiting.append(conflicted)
        self._show_next()

    def _show_next(self) -> None:
        if self.dialog is not None or not self._waiting:
            return
        # Conflicts are rare.
        from ui.conflict.view import ConflictDialog  # noqa: PLC0415
        from ui.window.conflict_effects import ConflictEffects  # noqa: PLC0415

        self._shown = self._waiting.pop(0)
        rebase = self._shown.rebase
        self.dialog = ConflictDialog(
            self._window,
            items=rebase.items,
            merged=rebase.merged,
            seen_note=_note(rebase.wanted),
            theirs_note=_note(rebase.present),
            mine_note=self.tr("not saved yet"),
            is_of_files=bool(rebase.wanted.files),
        )
        ConflictEffects(self._window.session, rebase, self.dialog)
        self.dialog.save_requested.connect(self._save)
        self.dialog.draft_requested.connect(self._keep)
        self.dialog.open()

    @Slot()
    def _save(self) -> None:
        if self.dialog is not None and self._shown is not None and not self._is_sent:
            self._send(self._editing.resolve(self._shown, self.dialog.choices()))

    @Slot()
    def _keep(self) -> None:
        if self.dialog is None or self._shown is None or self._is_sent:
            return
        choices = [choice for choice in self.dialog.choices_so_far() if choice is not None]
        rebase = self._shown.rebase
        done = len(choices) == len(rebase.items)
        change = self._editing.chosen(self._shown, choices) if done else self._shown.wish.change
        self._send(self._editing.keep_draft(change))

    def _send(self, job: Job) -> None:
        self._is_sent = True
        self._editing.settling.emit(self._shown, job)

    @Slot()
    def _end(self, *_outcome: object) -> None:
        if self._is_sent:
            self._finish()
            self._show_next()

    def _finish(self) -> None:
        self._is_sent = False
        dialog, self.dialog, self._shown = self.dialog, None, None
        if dialog is not None:
            dialog.finish()


def _note(change: Change) -> str:
    """Return from when the first row is: ``12:01:40 · version 14``."""
    # A conflict has brought all of this along.
    from desktop_app.core.engine_time import EngineTimeError, parse_column_time  # noqa: PLC0415

    row = next((swap.before for swap in change.records if swap.before is not None), None)
    if row is None:
        return ""
    try:
        time = hour_to_second(parse_column_time(row.updated_at))
    except EngineTimeError:
        time = "–"
    words = QCoreApplication.translate("Conflicts", "{0} · version {1}")
    return words.format(time, str(row.state_version))
