"""Tells what is wrong in a workspace, and repairs it on request."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from desktop_app.cli.changing import Changer
from desktop_app.cli.editing_parser import ALL
from desktop_app.cli.findings import finding_fields, finding_lines, repair_fields, summary
from desktop_app.cli.showing import change_fields, print_change, print_outcome
from desktop_app.cli.text import visible
from desktop_app.core.doctor.rules import RULES
from desktop_app.services.doctor import check_rules, examine, repairing
from desktop_app.services.editing.outcomes import Conflicted
from desktop_app.services.jobs import JobContext
from desktop_app.services.workspace import open_doctor_reader

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.changes import Change
    from desktop_app.core.doctor.finding import Finding, Repair
    from desktop_app.services.doctor import Report
    from desktop_app.services.editing.editor import Editor
    from desktop_app.services.harness_source import HarnessSource

CLEAN, FOUND = 0, 1


def run(options: Namespace, terminal: Terminal) -> int:
    """Print what is wrong, after repairing what was asked for; 1 if anything is left."""
    visit = _Visit(options, terminal)
    for source in visit.sources:
        if options.repair:
            visit.repair(source)
    if options.repair and options.dry_run:
        terminal.say("This was a dry run. Nothing was written.")
    return max(map(visit.report, visit.sources), default=CLEAN)


class _Visit:
    """One run over all state files of a workspace."""

    def __init__(self, options: Namespace, terminal: Terminal) -> None:
        self._options = options
        self._terminal = terminal
        self._wanted = frozenset(options.repair or ())
        self._rules = tuple(options.rule or RULES)
        check_rules([*self._rules, *(self._wanted - {ALL})])
        self._changer = Changer(options, terminal)
        self.sources = self._changer.reader.sources

    def report(self, source: HarnessSource) -> int:
        """Print what is wrong in a state file."""
        report = self._examine(source)
        if self._options.json:
            for finding in report.findings:
                self._terminal.record(finding_fields(finding, str(source.path)))
        else:
            if len(self.sources) > 1:
                self._terminal.line(visible(str(source.path)))
            for line in (*finding_lines(report), *summary(report)):
                self._terminal.line(line)
        return FOUND if report.findings else CLEAN

    def repair(self, source: HarnessSource) -> None:
        """Repair what was asked for, each with entries of its own in the history."""
        editor: Editor | None = None
        for finding in self._examine(source).findings:
            if self._wanted.isdisjoint({finding.rule, ALL}):
                continue
            repair = finding.repair
            if self._options.other_way and finding.alternative:
                repair = finding.alternative
            if repair is None:
                self._say_by_hand(finding)
            elif self._options.dry_run:
                self._show(finding, repair)
            else:
                editor = editor or self._changer.editor(source)
                self._save(editor, finding, repair)

    def _examine(self, source: HarnessSource) -> Report:
        look = partial(examine, source, open_doctor_reader(source), JobContext(), rules=self._rules)
        return self._changer.reader.read(look)

    def _say_by_hand(self, finding: Finding) -> None:
        text = f"{finding.title} ({finding.place.memory_id or finding.detail}): {finding.by_hand}"
        self._terminal.say(f"By hand: {text}")

    def _show(self, finding: Finding, repair: Repair) -> None:
        if self._options.json:
            for change in repair.changes():
                fields = {"status": "dry run", "rows": change_fields(change)}
                self._terminal.record({**repair_fields(finding.rule, repair), **fields})
            return
        self._terminal.line(visible(repair.label))
        for change in repair.changes():
            print_change(change, self._terminal)

    def _save(self, editor: Editor, finding: Finding, repair: Repair) -> None:
        group = editor.new_group()

        def save(change: Change) -> bool:
            change = replace(change, reason=self._changer.reason)
            outcome = editor.apply(change, self._changer.context, group=group)
            if isinstance(outcome, Conflicted):
                print_outcome(outcome, self._terminal)
            return not isinstance(outcome, Conflicted)

        saved = repairing(repair, save, JobContext())
        if self._options.json:
            fields = {"status": "written" if saved else "unchanged", "changes": saved}
            self._terminal.record({**repair_fields(finding.rule, repair), **fields})
        else:
            ending = "written" if saved else "nothing to change any more"
            self._terminal.line(visible(f"{repair.label}: {ending}."))
