"""Saves what people change, one after the other on the writer thread, and tells how it went."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.core.errors import MemloupeError, RefusedError
from ui.edit_stacks import EditStacks
from ui.edit_watch import EditWatch
from ui.saving_job import Made, SavingJob

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from desktop_app.core.changes import Change
    from desktop_app.core.editing.conflict import Choice
    from desktop_app.core.editing.journal import Entry
    from desktop_app.services.editing.editor import Editor
    from desktop_app.services.editing.outcomes import Conflicted
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext
    from ui.jobs import Job
    from ui.session import Session


class Editing(QObject):
    """The way of every change from a view to the file.

    Views make a plan, show what it does, and call ``save``; what they show follows from the
    session, which reads the state file again. Of memory files ``saved`` says which were written;
    the window then lets views of files read them again. It shows conflicts, failures and waiting.
    """

    saved = Signal(object)  # Saved
    wrote = Signal(object)  # mark of the file right after a write of ours
    wrote_files = Signal(object)  # Change of memory files that was written otherwise than by save
    conflicted = Signal(object)  # Conflicted: nothing was written yet
    settling = Signal(object, object)  # Conflicted, Job that ends it as somebody has chosen
    failed = Signal(object, object, object)  # MemloupeError, Change that is kept | None, try again
    drafted = Signal(object)  # Entry: a change was kept for later
    drafts_found = Signal(object)  # tuple[Entry, ...], newest first: what waited at the opening
    unchanged = Signal()  # nothing was written, because it is there already
    stopped = Signal()  # a change was cancelled while it waited; nothing was written
    waiting = Signal(str)  # who waits for what; "" when it is over
    idle = Signal()  # no change is on its way any more
    stacks_changed = Signal()  # what undo and redo would do
    overwritten = Signal(object)  # tuple[Overwritten, ...]: the engine wrote over edits

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._editor: Editor | None = None
        self._running: list[SavingJob] = []
        self._stacks = EditStacks(session, self)
        self._stacks.changed.connect(self.stacks_changed)
        self._stacks.left_open.connect(self._recover)
        self._stacks.drafts_found.connect(self.drafts_found)
        self._watch = EditWatch(session, self)
        self._watch.found.connect(self.overwritten)

    @property
    def is_possible(self) -> bool:
        """Whether something is open that could be changed."""
        return self.opened is not None

    @property
    def opened(self) -> HarnessSource | FileMemory | None:
        """What is changed: the state file with the files beside it, or files alone."""
        return self._session.source or self._session.files

    @property
    def has_changes(self) -> bool:
        """Whether something was written that is not undone."""
        return self._stacks.undoable is not None

    @property
    def undo_label(self) -> str:
        """What undo would take back; ``""`` for nothing."""
        return _label(self._stacks.undoable)

    @property
    def redo_label(self) -> str:
        """What redo would do again; ``""`` for nothing."""
        return _label(self._stacks.redoable)

    @property
    def change_count(self) -> int:
        """How many changes the journal has; counted up to a thousand."""
        return self._stacks.count

    @property
    def is_saving(self) -> bool:
        """Whether a change is on its way to the file or to the journal."""
        return bool(self._running)

    def save(self, change: Change) -> Job:
        """Save a change; ``saved``, ``conflicted`` or ``failed`` follows.

        The job is for whoever keeps a text in the meantime: it succeeds with an ``Outcome``.
        """
        return self._start(lambda editor, context: editor.apply(change, context), change)

    def save_made(self, make: Callable[[JobContext], Change]) -> Job:
        """Save what ``make`` makes on the writer's thread, of what earlier changes have left."""
        made = Made(make)
        return self._start(lambda editor, context: editor.apply(made(context), context), made)

    def draft_made(self, make: Callable[[JobContext], Change]) -> Job:
        """Keep what ``make`` makes on the writer's thread for later."""
        return self._start(
            lambda editor, context: editor.keep_draft(make(context)), cancellable=False
        )

    def chosen(self, conflicted: Conflicted, choices: Sequence[Choice | str]) -> Change:
        """Return the change that choices make, or the one that was wanted where they don't fit."""
        try:
            return conflicted.rebase.resolved(choices)
        except RefusedError:
            return conflicted.wish.change

    def resolve(self, conflicted: Conflicted, choices: Sequence[Choice | str]) -> Job:
        """Save a change after a version of every item was chosen."""
        change = self.chosen(conflicted, choices)
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

    def restore(self, entry_id: str, *, before: bool) -> Job:
        """Give the rows of a change the content that they had before it, or after it."""
        return self._start(lambda editor, context: editor.restore(entry_id, context, before=before))

    def apply_again(self, entry_id: str) -> Job:
        """Save a draft, or once more what the engine has overwritten."""
        return self._start(lambda editor, context: editor.apply_again(entry_id, context))

    def keep_draft(self, change: Change) -> Job:
        """Keep a change for later; it is listed among the changes."""
        return self._start(
            lambda editor, _context: editor.keep_draft(change), change, cancellable=False
        )

    def discard_draft(self, entry_id: str) -> Job:
        """Give a draft up."""
        return self._start(
            lambda editor, _context: editor.discard_draft(entry_id), cancellable=False
        )

    def turn_into_drafts(self) -> None:
        """Give up waiting; what was to be written is kept as drafts."""
        for saving in tuple(self._running):
            if saving.cancel() and saving.change is not None:
                self.keep_draft(saving.change)

    def run(self, work: Callable[[Editor, JobContext], object]) -> Job:
        """Do something else with the editor on the writer thread."""
        job = self._session.jobs.write(partial(self._with_editor, self.opened, work))
        job.failed.connect(self._fail)
        job.finished.connect(self.read_stacks)
        return job

    def read(self, look: Callable[[Editor], object]) -> Job:
        """Look into the journal on a reader thread, also while a change waits; writes nothing."""
        opened, surroundings = self.opened, self._session.surroundings

        def read(_context: JobContext) -> object:
            from desktop_app.services.workspace import open_editor  # noqa: PLC0415 - loads a store

            assert opened is not None
            return look(open_editor(opened, surroundings))

        return self._session.jobs.read(read)

    @Slot()
    def cancel(self) -> None:
        """Stop waiting; a change that was not written yet is not written."""
        for saving in self._running:
            saving.cancel()

    @Slot()
    def read_stacks(self) -> None:
        """Find out what undo and redo would do."""
        self._stacks.read()

    def _start(
        self,
        work: Callable[[Editor, JobContext], object],
        change: Change | Made | None = None,
        *,
        cancellable: bool = True,
    ) -> Job:
        opened, source = self.opened, self._session.source
        again = partial(self._start, work, change, cancellable=cancellable)
        saving = SavingJob(change, again, self, cancellable=cancellable)

        def write(context: JobContext) -> object:
            outcome = self._with_editor(opened, work, context)
            saving.note(source)
            return outcome

        job = self._session.jobs.write(write)
        saving.hold(job)
        saving.progressed.connect(self.waiting)
        saving.succeeded.connect(self._take_outcome)
        saving.failed.connect(self._fail)
        saving.stopped.connect(self.stopped)
        saving.ended.connect(self._end)
        self._running.append(saving)
        return job

    def _with_editor(
        self,
        opened: HarnessSource | FileMemory | None,
        work: Callable[[Editor, JobContext], object],
        context: JobContext,
    ) -> object:
        # On the writer's thread, the only one that knows the editor.
        from desktop_app.services.workspace import open_editor  # noqa: PLC0415 - loads a store

        assert opened is not None
        if self._editor is None or self._editor.path != opened.path:
            editor = open_editor(opened, self._session.surroundings)
            self._editor = editor
            with suppress(MemloupeError):
                # A journal that can't be read refuses the change itself, and says why.
                editor.recover()
        return work(self._editor, context)

    @Slot()
    def _recover(self) -> None:
        """Find out how a change ended that a dead process has left open."""
        if self._editor is None:
            # Opening the editor does it.
            self.run(lambda _editor, _context: None)

    @Slot(object, object)
    def _take_outcome(self, outcome: object, mark: object) -> None:
        # Who has saved something has it loaded already.
        from desktop_app.core.editing.journal import Entry  # noqa: PLC0415
        from desktop_app.services.editing import outcomes  # noqa: PLC0415

        if isinstance(outcome, outcomes.Saved):
            if not outcome.change.files:
                self.wrote.emit(mark)
                self._session.notice_change()
            self.saved.emit(outcome)
        elif isinstance(outcome, outcomes.Conflicted):
            self.conflicted.emit(outcome)
        elif isinstance(outcome, outcomes.Unchanged):
            self.unchanged.emit()
        elif isinstance(outcome, Entry):
            self.drafted.emit(outcome)
        self.read_stacks()

    @Slot(object)
    @Slot(object, object, object)
    def _fail(self, error: Exception, change: object = None, again: object = None) -> None:
        if isinstance(error, MemloupeError):
            self.failed.emit(error, change, again)
        else:
            self._session.broke.emit(error)

    @Slot(object)
    def _end(self, saving: SavingJob) -> None:
        self._running.remove(saving)
        self.waiting.emit("")
        if not self._running:
            self.idle.emit()


def _label(entry: Entry | None) -> str:
    return entry.label if entry else ""
