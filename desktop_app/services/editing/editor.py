"""Saves changes beside an engine at work, so that nobody's edit is lost."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from desktop_app.core.editing.journal import Entry, EntryKind, EntryState
from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.core.observational.engine_log import OUR_PREFIX, Call, Ids
from desktop_app.services.editing.drafts import waiting_as
from desktop_app.services.editing.following import Follower, Overwritten
from desktop_app.services.editing.outcomes import Conflicted, Outcome, Unchanged, Wish
from desktop_app.services.editing.restoring import restoring
from desktop_app.services.editing.saving import BUSY_SECONDS, Saving, unique_id
from desktop_app.services.jobs import JobContext
from desktop_app.services.waiting import patiently

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from desktop_app.core.changes import Change
    from desktop_app.core.editing.conflict import Choice
    from desktop_app.core.editing.ports import StateWriter
    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.scope_changes import ScopeRows
    from desktop_app.services.editing.outcomes import Saved
    from desktop_app.services.editing.targets import Targets

_STEPS_BACK = frozenset({EntryKind.UNDO, EntryKind.REDO})
"""Entries about another one: that one is undone or done again, not they."""


class Editor:
    """The one way in which anything of ours gets into an engine's files.

    Blocking; calls come from one thread at a time. A cancelled call has written nothing.

    Args:
        targets: The state file, the memory files, and their journal.
        who: Name of the person.
        now: The clock.
        busy_seconds: How long a locked file is tried again before the person is asked.
    """

    def __init__(
        self,
        targets: Targets,
        *,
        who: str,
        now: Callable[[], EngineTime],
        busy_seconds: float = BUSY_SECONDS,
    ) -> None:
        self.file = targets.first.name
        self.names = targets.names
        self.journal = targets.journal
        self._targets = targets
        self._now = now
        self._follower = Follower(targets)
        self._saving = Saving(targets, who=who, now=now, busy_seconds=busy_seconds)

    @property
    def path(self) -> Path:
        """The state file; the workspace where there is none."""
        return self._targets.first.path

    def stacks(self) -> tuple[Entry | None, Entry | None]:
        """Return what undo would take back and what redo would do again."""
        return self.journal.undoable(self.names), self.journal.redoable(self.names)

    def apply(self, change: Change, context: JobContext, *, group: str = "") -> Outcome:
        """Save a change.

        Args:
            change: The rows as they were seen, and as they shall be.
            context: Waits and can be cancelled.
            group: From ``new_group``, where one action takes several changes: they are undone
                together.

        Raises:
            RefusedError: it makes no sense any more.
            StoreBusyError: the file stays locked.
            StoreError: it can't be written; says why. Nothing was written.
            JobCancelledError: cancelled while waiting. Nothing was written.
        """
        return self._saving.save(Wish(change=change, group=group), context)

    def new_group(self) -> str:
        """Return what the changes of one action share."""
        return unique_id(self._now())

    def undo(self, context: JobContext, entry_id: str = "", *, reason: str = "") -> Outcome:
        """Take a change back: the newest one, or the one that is named.

        Args:
            context: Waits and can be cancelled.
            entry_id: The entry of the journal; ``""`` for the newest that is not undone.
            reason: Why; that of the change itself if there is none.

        Raises:
            RefusedError: there is nothing to take back.
            (as ``apply``)
        """
        entry = self._entry(entry_id) if entry_id else self.journal.undoable(self.names)
        if entry is None:
            raise RefusedError("There is nothing to undo here.")
        if entry.state is not EntryState.WRITTEN or entry.is_undone or entry.kind in _STEPS_BACK:
            raise RefusedError(
                f"“{entry.label}” is not in the file, so it can't be undone.",
                "Nothing was written.",
            )
        return self._step(EntryKind.UNDO, reversed(self._together(entry)), context, reason)

    def redo(self, context: JobContext, entry_id: str = "", *, reason: str = "") -> Outcome:
        """Do a change again: the one undone last, or the one that is named (see ``undo``).

        Raises:
            RefusedError: there is nothing to do again.
            (as ``apply``)
        """
        entry = self._entry(entry_id) if entry_id else self.journal.redoable(self.names)
        if entry is None:
            raise RefusedError("There is nothing to redo here.")
        if not entry.is_undone:
            raise RefusedError(
                f"“{entry.label}” was not undone, so it can't be redone.", "Nothing was written."
            )
        return self._step(EntryKind.REDO, self._together(entry), context, reason)

    def apply_again(self, entry_id: str, context: JobContext) -> Outcome:
        """Save once more what the engine has overwritten, or what was kept as a draft."""
        entry = self._entry(entry_id)
        change = self.journal.change(entry.id)
        if entry.state is EntryState.DRAFT:
            return self._save_draft(Wish(change=change, of=entry.id), context)
        return self._saving.save(
            Wish(change=change, kind=EntryKind.APPLY_AGAIN, of=entry.id), context
        )

    def restore(
        self, entry_id: str, context: JobContext, *, before: bool, reason: str = ""
    ) -> Outcome:
        """Give the rows of a change the content from before it, or from after it.

        Raises:
            RefusedError: it was never in the file, or a row is in the way.
            (as ``apply``)
        """
        change = _because(self.version_of(entry_id, before=before), reason)
        return self._saving.save(Wish(change=change, kind=EntryKind.RESTORE, of=entry_id), context)

    def version_of(self, entry_id: str, *, before: bool) -> Change:
        """Return the change that ``restore`` saves.

        Raises:
            RefusedError: it was never in the file, or a row is in the way.
            StoreError: the file or the journal can't be read.
        """
        entry = self._entry(entry_id)
        if entry.state is not EntryState.WRITTEN:
            raise RefusedError(
                f"“{entry.label}” was never in the file, so there is nothing to restore.",
                "Nothing was written.",
            )
        version = "before" if before else "after"
        toward = replace(
            self._toward(entry, before=before), label=f"The version {version} “{entry.label}”"
        )
        look = partial(restoring, toward, self._targets.of(toward).present, self._now())
        return patiently(look, JobContext(), limit=BUSY_SECONDS)

    def resolve(
        self, conflicted: Conflicted, choices: Sequence[Choice | str], context: JobContext
    ) -> Outcome:
        """Save a change after somebody has chosen a version of every item.

        It can conflict anew if the file has changed once more.
        """
        wish = conflicted.wish
        chosen = conflicted.rebase.resolved(choices)
        again = Wish(change=chosen, kind=wish.kind, of=wish.of)
        if again.of and again.kind is EntryKind.CHANGE:
            return self._save_draft(again, context)
        return self._saving.save(again, context)

    def keep_draft(self, change: Change) -> Entry:
        """Keep a change that can't be saved now; ``apply_again`` saves it.

        Kept once more as it is, nothing is added: the draft that waits already is returned.
        """
        known = waiting_as(change, self.journal, self.names)
        if known is not None:
            return known
        entry = self._saving.new_entry(Wish(change=change))
        self.journal.intend(entry, change)
        self.journal.settle(entry.id, EntryState.DRAFT)
        return entry

    def discard_draft(self, entry_id: str) -> None:
        """Give a draft up; its text stays in the journal."""
        self.journal.settle(self._entry(entry_id).id, EntryState.NOT_WRITTEN)

    def overwritten(self) -> tuple[Overwritten, ...]:
        """Return the edits that the engine has written over since the last call.

        Raises:
            StoreError: the file or the journal can't be read.
        """
        return self._follower.overwritten(self._now().unix_seconds)

    def know(self, saved: Saved) -> None:
        """Take over what another editor has written, to follow it."""
        self._follower.know(saved.entry, saved.change)

    def recover(self) -> Sequence[Entry]:
        """Find out how changes ended whose process died, and return them.

        Raises:
            StoreError: the file or the journal can't be read.
        """
        found = self.journal.intended(self.names)
        for entry in found:
            self._saving.settle(entry, self.journal.change(entry.id))
        return [settled for entry in found if (settled := self.journal.entry(entry.id))]

    def call(self, memory_id: str) -> Call:
        """Return what a step of the engine needs to know, with ids of ours."""
        return Call(
            last_sequence=self._writer.last_sequence(memory_id),
            ids=Ids(f"{OUR_PREFIX}{unique_id(self._now())}-"),
            now=self._now(),
        )

    def scope_rows(self, memory_id: str) -> ScopeRows:
        """Return every row that belongs to one scope."""
        return self._writer.scope_rows(memory_id)

    @property
    def _writer(self) -> StateWriter:
        assert self._targets.state is not None  # scopes are only in state files
        return self._targets.state.writer

    def _save_draft(self, wish: Wish, context: JobContext) -> Outcome:
        """Save a draft; it is none any more unless it conflicts."""
        outcome = self._saving.save(wish, context)
        if not isinstance(outcome, Conflicted):
            self.journal.settle(wish.of, EntryState.NOT_WRITTEN)
        return outcome

    def _together(self, entry: Entry) -> Sequence[Entry]:
        """Return the entries of the same action that stand as this one does, oldest first."""
        if not entry.group:
            return (entry,)
        members = self.journal.members(self.names, entry.group)
        return [member for member in members if member.is_undone == entry.is_undone]

    def _step(
        self, kind: EntryKind, entries: Iterable[Entry], context: JobContext, reason: str
    ) -> Outcome:
        """Take entries back, or do them again, up to the first that can't be."""
        outcome: Outcome = Unchanged()
        for entry in entries:
            wanted = _because(self._toward(entry, before=kind is EntryKind.UNDO), reason)
            wish = Wish(change=wanted, kind=kind, of=entry.id, group=entry.group)
            outcome = self._saving.save(wish, context)
            if isinstance(outcome, Conflicted):
                break
        return outcome

    def _toward(self, entry: Entry, *, before: bool) -> Change:
        """Return what leads back before a change, or to after it.

        Of the folders above its files those go that its last step the other way has made: at
        another time others may have made them.
        """
        change = self.journal.change(entry.id)
        toward = change.inverse() if before else change
        if not change.files:
            return toward
        step = self.journal.last_step(entry.id)
        is_undone = step is not None and step.kind is EntryKind.UNDO
        if is_undone == before:
            return replace(toward, folders=())
        last = self.journal.change(step.id) if step else change
        return replace(toward, folders=last.inverse().folders)

    def _entry(self, entry_id: str) -> Entry:
        entry = self.journal.entry(entry_id)
        if entry is None or entry.file not in self.names:
            raise NotFoundError(
                f"The journal of this file has no entry “{entry_id}”.",
                "The list of changes shows every one that is there.",
            )
        return entry


def _because(change: Change, reason: str) -> Change:
    return replace(change, reason=reason) if reason else change
