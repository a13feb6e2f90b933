"""One repair on the writer thread, or the way back from several, and what became of it."""

# ruff: noqa: TC004 - nobody resolves the annotations, and what saves loads late

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.doctor.finding import Finding, Repair
from desktop_app.core.errors import MemloupeError, RefusedError
from desktop_app.services.jobs import JobCancelledError
from ui.doctor.words import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.changes import Change
    from desktop_app.services.editing.editor import Editor
    from desktop_app.services.editing.outcomes import Conflicted
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext

_MOST_TRIES = 3
"""A repair is made from what the file holds at that moment: trying again is all it takes."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A finding, and which of its repairs."""

    id: str
    finding: Finding
    repair: Repair


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """What became of one repair.

    Attributes:
        entries: What the journal calls its changes, in order.
        error: Why it could not be saved.
        conflicted: The engine wrote in between, again and again.
        is_cancelled: Somebody stopped it.
        files: Its changes of memory files, as they were written.
        mark: The state of the state file right after it.
    """

    wanted: Wanted
    entries: tuple[str, ...] = ()
    files: tuple[Change, ...] = ()
    error: MemloupeError | None = None
    conflicted: bool = False
    is_cancelled: bool = False
    mark: object = None

    @property
    def is_whole(self) -> bool:
        """Whether nothing of it is left to do."""
        return self.error is None and not self.conflicted and not self.is_cancelled


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back; a conflict ended it."""

    mark: object
    files: tuple[Change, ...]
    conflicted: Conflicted | None = None


def repair(
    source: HarnessSource | None, wanted: Wanted, editor: Editor, context: JobContext
) -> Ended:
    """Do one repair; a change that meets one of the engine's is made again."""
    from desktop_app.services.doctor import repairing  # noqa: PLC0415 - loaded with the findings
    from desktop_app.services.editing.outcomes import Conflicted, Saved  # noqa: PLC0415

    entries: list[str] = []
    files: list[Change] = []
    conflicts: list[Conflicted] = []
    group = editor.new_group()

    def save(change: Change) -> bool:
        outcome = editor.apply(change, context, group=group)
        if isinstance(outcome, Conflicted):
            conflicts.append(outcome)
        elif isinstance(outcome, Saved):
            entries.append(outcome.entry.id)
            files.extend([outcome.change] * bool(outcome.change.files))
        return not isinstance(outcome, Conflicted)

    error: MemloupeError | None = None
    is_cancelled = False
    try:
        for _ in range(_MOST_TRIES):
            conflicts.clear()
            repairing(wanted.repair, save, context)
            if not conflicts:
                break
    except MemloupeError as found:
        error = found
    except JobCancelledError:
        is_cancelled = True
    return Ended(
        wanted=wanted,
        entries=tuple(entries),
        files=tuple(files),
        error=error,
        conflicted=bool(conflicts),
        is_cancelled=is_cancelled,
        mark=_mark(source) if entries and not files else None,
    )


def undo(
    source: HarnessSource | None, entries: Sequence[str], editor: Editor, context: JobContext
) -> Undone:
    """Take entries of the history back, in this order."""
    from desktop_app.services.editing.outcomes import Conflicted, Saved  # noqa: PLC0415 - as above

    files: list[Change] = []
    for done, entry in enumerate(entries):
        context.report(done, len(entries), tr("Taking back"))
        try:
            outcome = editor.undo(context, entry)
        except RefusedError:
            continue  # taken back already, by somebody or with others of its repair
        if isinstance(outcome, Conflicted):
            return Undone(_mark(source), tuple(files), outcome)
        if isinstance(outcome, Saved) and outcome.change.files:
            files.append(outcome.change)
    return Undone(_mark(source), tuple(files))


def _mark(source: HarnessSource | None) -> object:
    if source is None:
        return None
    try:
        return source.token()
    except MemloupeError:
        return None  # who follows the file then hears of the write once more: no harm
