"""Saves what people change, one after the other on the writer thread, and tells how it went."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.services.editing.outcomes import Conflicted, Outcome, Saved

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from desktop_app.core.changes import Change
    from desktop_app.core.editing.conflict import Choice
    from desktop_app.core.editing.journal import Entry
    from desktop_app.services.editing.editor import Editor
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext, Progress
    from ui.jobs import Job
    from ui.session import Session


class Editing(QObject):
    """The way of every change from a view to the file.

    Views make a plan, show what it does, and call ``save``; what they show follows from the
    session, which reads the file again. The window shows conflicts, failures and waiting.
    """

    saved = Signal(object)  # Saved
    conflicted = Signal(object)  # Conflicted: nothing was written yet
    failed = Signal(object, object)  # MemloupeError and the Change that is kept | None
    waiting = Signal(str)  # who waits for what; "" when it is over
    stacks_changed = Signal()  # what undo and redo would do
    overwritten = Signal(object)  # tuple[Overwritten, ...]: the engine wrote over edits

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._editor: Editor | None = None
        self._undoable: Entry | None = None
        self._redoable: Entry | None = None
        self._running: list[Job] = []
        session.source_changed.connect(self._take_source)
        session.store_changed.connect(self._follow)

    @property
    def is_possible(self) -> bool:
        """Whether a file is open that could be changed."""
        return self._session.source is not None

    @property
    def undo_label(self) -> str:
        """What undo would take back; ``""`` for nothing."""
        return self._undoable.label if self._undoable else ""

    @property
    def redo_label(self) -> str:
        """What redo would do again; ``""`` for nothing."""
        return self._redoable.label if self._redoable else ""

    @property
    def is_saving(self) -> bool:
        """Whether a change is on its way to the file."""
        return bool(self._running)

    def save(self, change: Change) -> Job:
        """Save a change; ``saved``, ``conflicted`` or ``failed`` follows.

        The job is for whoever keeps a text in the meantime: it succeeds with an ``Outcome``.
        """
        return self._start(lambda editor, context: editor.apply(change, context), change)

    def resolve(self, conflicted: Conflicted, choices: Sequence[Choice | str]) -> Job:
        """Save a change after a version of every item was chosen."""
        change = conflicted.wish.change
        return self._start(
            lambda editor, context: editor.resolve(conflicted, choices, context), change
        )

    @Slot()
    def undo(self, entry_id: str = "") -> Job:
        """Take back the newest change, or the one that is named."""
        return self._start(lambda editor, context: editor.undo(context, entry_id))

    @Slot()
    def redo(self, entry_id: str = "") -> Job:
        """Do again what was undone last, or the change that is named."""
        return self._start(lambda editor, context: editor.redo(context, entry_id))

    def apply_again(self, entry_id: str) -> Job:
        """Save a draft, or once more what the engine has overwritten."""
        return self._start(lambda editor, context: editor.apply_again(entry_id, context))

    def keep_draft(self, change: Change) -> Job:
        """Keep a change for later; it is listed among the changes."""
        return self.run(lambda editor, _context: editor.keep_draft(change))

    def run(self, work: Callable[[Editor, JobContext], object]) -> Job:
        """Do something else with the editor on the writer thread, such as reading the journal."""
        source = self._session.source
        job = self._session.jobs.write(partial(self._with_editor, source, work))
        job.failed.connect(self._take_failure)
        job.finished.connect(self.read_stacks)
        return job

    @Slot()
    def cancel(self) -> None:
        """Stop waiting; a change that was not written yet is not written."""
        for job in self._running:
            job.cancel()

    @Slot()
    def read_stacks(self) -> None:
        """Find out what undo and redo would do."""
        source = self._session.source
        if source is None:
            return
        job = self._session.jobs.write(
            partial(self._with_editor, source, lambda editor, _context: editor.stacks())
        )
        job.succeeded.connect(self._take_stacks)

    def _start(
        self, work: Callable[[Editor, JobContext], Outcome], change: Change | None = None
    ) -> Job:
        source = self._session.source
        job = self._session.jobs.write(partial(self._with_editor, source, work))
        keeper = _Keeper(self, job, change)
        self._running.append(job)
        job.progressed.connect(self._show_progress)
        job.succeeded.connect(self._take_outcome)
        job.failed.connect(keeper.fail)
        job.finished.connect(keeper.end)
        return job

    def _with_editor(
        self,
        source: HarnessSource | None,
        work: Callable[[Editor, JobContext], object],
        context: JobContext,
    ) -> object:
        # On the writer's thread, the only one that knows the editor.
        from desktop_app.services.workspace import open_editor  # noqa: PLC0415 - loads a store

        assert source is not None
        if self._editor is None or self._editor.path != source.path:
            self._editor = open_editor(source, self._session.surroundings)
            self._editor.recover()
        return work(self._editor, context)

    @Slot(object)
    def _take_source(self, _source: HarnessSource | None) -> None:
        self._undoable = self._redoable = None
        self.stacks_changed.emit()
        self.read_stacks()

    @Slot()
    def _follow(self) -> None:
        job = self.run(lambda editor, _context: editor.overwritten())
        job.succeeded.connect(self._take_overwritten)

    @Slot(object)
    def _take_outcome(self, outcome: Outcome) -> None:
        if isinstance(outcome, Conflicted):
            self.conflicted.emit(outcome)
            return
        if isinstance(outcome, Saved):
            self._session.notice_change()
            self.saved.emit(outcome)
        self.read_stacks()

    @Slot(object)
    def _take_stacks(self, stacks: tuple[Entry | None, Entry | None]) -> None:
        self._undoable, self._redoable = stacks
        self.stacks_changed.emit()

    @Slot(object)
    def _take_overwritten(self, found: tuple[object, ...]) -> None:
        if found:
            self.overwritten.emit(found)

    @Slot(object)
    def _take_failure(self, error: Exception) -> None:
        self.fail(error, None)

    def fail(self, error: Exception, change: Change | None) -> None:
        """Tell that ``change`` was not written."""
        if isinstance(error, MemloupeError):
            self.failed.emit(error, change)
        else:
            self._session.broke.emit(error)

    def ended(self, job: Job) -> None:
        """Forget a job that has ended."""
        self._running.remove(job)
        self.waiting.emit("")

    @Slot(object)
    def _show_progress(self, progress: Progress) -> None:
        self.waiting.emit(progress.note)


class _Keeper(QObject):
    """Remembers which change a job is about until the job has ended."""

    def __init__(self, editing: Editing, job: Job, change: Change | None) -> None:
        super().__init__(job)
        self._editing, self._job, self._change = editing, job, change

    @Slot(object)
    def fail(self, error: Exception) -> None:
        self._editing.fail(error, self._change)

    @Slot()
    def end(self) -> None:
        self._editing.ended(self._job)
