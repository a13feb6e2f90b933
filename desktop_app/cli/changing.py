"""Carries out a plan: shows it, or saves it and tells how that ended."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from desktop_app.cli.reading import Reader, engine_argument
from desktop_app.cli.showing import (
    change_fields,
    outcome_fields,
    plan_fields,
    print_change,
    print_outcome,
    print_plan,
)
from desktop_app.cli.showing_files import (
    NO_REMARKS,
    Remarks,
    file_plan_fields,
    print_file_plan,
)
from desktop_app.cli.text import visible
from desktop_app.core.editing.conflict import Choice
from desktop_app.services.editing.outcomes import Conflicted
from desktop_app.services.editing.plans import Intent
from desktop_app.services.harness_source import HarnessSource
from desktop_app.services.jobs import JobContext
from desktop_app.services.workspace import open_editor

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.changes import Change
    from desktop_app.core.files.plan import FilePlan
    from desktop_app.services.editing.editor import Editor
    from desktop_app.services.editing.outcomes import Outcome
    from desktop_app.services.editing.plans import Plan
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.jobs import Progress
    from desktop_app.services.snapshot import ScopeSnapshot

DONE, CONFLICT = 0, 1
_NUMBER = re.compile(r"\d+")


class Changer:
    """A workspace in which one scope is going to be changed.

    Args:
        options: What the person typed.
        terminal: Hears what happens.
    """

    def __init__(self, options: Namespace, terminal: Terminal) -> None:
        self._options = options
        self._terminal = terminal
        self._said: set[str] = set()
        self.reader = Reader(options, terminal)
        self.context = JobContext(self._report)

    @property
    def reason(self) -> str:
        """Why, as engine text; empty if the person did not say."""
        return engine_argument(self._options.reason or "")

    def scope(self) -> tuple[HarnessSource, ScopeSnapshot]:
        """Return the source and the snapshot of the named scope."""
        return self.reader.scope(HarnessSource.snapshot)

    def intent(self, source: HarnessSource) -> Intent:
        """Return what every plan needs to know."""
        return Intent(source.now(), self.reason)

    def editor(self, opened: HarnessSource | FileMemory, *, looks_only: bool = False) -> Editor:
        """Return what writes; changes whose process died are settled first.

        Who only looks leaves them as they are.
        """
        editor = open_editor(opened, busy_seconds=self._options.wait)
        if looks_only or self._options.dry_run:
            for entry in self.reader.read(partial(editor.journal.intended, editor.names)):
                self._terminal.say(
                    f"“{entry.label}” was interrupted, or is at it now. The next change finds out "
                    "whether it is in the file."
                )
            return editor
        for entry in editor.recover():
            self._terminal.say(
                f"“{entry.label}” was interrupted, or another Memloupe is at it now: it is "
                f"{entry.state} so far."
            )
        return editor

    def carry_out(self, source: HarnessSource, plan: Plan) -> int:
        """Show the plan, or save it, and return the exit status."""
        if self._options.dry_run:
            if self._options.json:
                self._terminal.record(plan_fields(plan))
            else:
                print_plan(plan, self._terminal)
            return DONE
        for note in (*sorted(note.value for note in plan.notes), *plan.warnings):
            self._terminal.say(note)
        for lost in plan.lost:
            self._terminal.say(f"The key {lost.key!r} is dropped, as the engine would do anyway.")
        editor = self.editor(source)
        status = self.finish(editor, editor.apply(plan.change, self.context))
        if status == DONE:
            self._tell_numbers(plan)
        return status

    def carry_out_files(
        self, files: FileMemory, plan: FilePlan, remarks: Remarks = NO_REMARKS
    ) -> int:
        """Show what would be done to files, or do it, and return the exit status."""
        plan = replace(plan, change=replace(plan.change, reason=self.reason))
        if self._options.dry_run:
            if self._options.json:
                self._terminal.record(file_plan_fields(plan, remarks))
            else:
                print_file_plan(plan, self._terminal, remarks)
            return DONE
        for consequence in plan.consequences:
            self._terminal.say(f"{consequence.name}: {consequence.text}")
        editor = self.editor(files)
        return self.finish(editor, editor.apply(plan.change, self.context))

    def finish(self, editor: Editor, outcome: Outcome) -> int:
        """Tell how it ended; a conflict is settled if the person said how."""
        take = self._options.take
        if isinstance(outcome, Conflicted) and take:
            choices = [Choice[take.upper()]] * len(outcome.rebase.items)
            outcome = editor.resolve(outcome, choices, self.context)
        if self._options.json:
            self._terminal.record(outcome_fields(outcome))
        else:
            print_outcome(outcome, self._terminal)
        return CONFLICT if isinstance(outcome, Conflicted) else DONE

    def show(self, change: Change) -> int:
        """Show a change that is not written, and return the exit status."""
        if self._options.json:
            fields = {"status": "dry run", "label": change.label, "rows": change_fields(change)}
            self._terminal.record(fields)
        else:
            self._terminal.line(visible(change.label))
            print_change(change, self._terminal)
            self._terminal.say("This was a dry run. Nothing was written.")
        return DONE

    def say(self, message: str) -> None:
        """Tell the person something that is not a result."""
        self._terminal.say(message)

    def _tell_numbers(self, plan: Plan) -> None:
        count = sum(item.after is not None for item in plan.renumbered)
        if count and not self._options.json:
            which = (
                "1 other observation has" if count == 1 else f"{count:,} other observations have"
            )
            self._terminal.say(f"{which} another number now.")

    def _report(self, progress: Progress) -> None:
        # The seconds go on; once is enough to know why nothing happens.
        kind = _NUMBER.sub("", progress.note)
        if kind not in self._said:
            self._said.add(kind)
            self._terminal.say(progress.note)
