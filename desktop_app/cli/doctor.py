"""Tells what is wrong in a workspace, and repairs it on request."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from desktop_app.cli.changing import Changer
from desktop_app.cli.doctor_wards import Ward, examined, wards_of
from desktop_app.cli.editing_parser import ALL
from desktop_app.cli.findings import finding_fields, finding_lines, repair_fields, summary
from desktop_app.cli.showing import change_fields, print_change, print_outcome
from desktop_app.cli.showing_files import file_fields, print_file_change
from desktop_app.cli.text import visible
from desktop_app.core.doctor.rules import RULES
from desktop_app.services.doctor import check_rules, repairing
from desktop_app.services.editing.outcomes import Conflicted
from desktop_app.services.jobs import JobContext

if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.changes import Change
    from desktop_app.core.doctor.finding import Finding, Repair
    from desktop_app.services.doctor import Report
    from desktop_app.services.editing.editor import Editor
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.harness_source import HarnessSource

CLEAN, FOUND = 0, 1


def run(options: Namespace, terminal: Terminal) -> int:
    """Print what is wrong, after repairing what was asked for; 1 if anything is left."""
    visit = _Visit(options, terminal)
    for ward in visit.wards:
        if options.repair:
            visit.repair(ward)
    if options.repair and options.dry_run:
        terminal.say("This was a dry run. Nothing was written.")
    return max(map(visit.report, visit.wards), default=CLEAN)


class _Visit:
    """One run over all state files and memory files of a workspace."""

    def __init__(self, options: Namespace, terminal: Terminal) -> None:
        self._options = options
        self._terminal = terminal
        self._wanted = frozenset(options.repair or ())
        self._rules = tuple(options.rule or RULES)
        check_rules([*self._rules, *(self._wanted - {ALL})])
        self._changer = Changer(options, terminal)
        self._editors: dict[Path, Editor] = {}
        self.wards = wards_of(self._changer.reader)

    def report(self, ward: Ward) -> int:
        """Print what is wrong in a state file and the files beside it."""
        report = self._examine(ward)
        if self._options.json:
            for finding in report.findings:
                self._terminal.record(finding_fields(finding, str(ward.path)))
        else:
            if len(self.wards) > 1:
                self._terminal.line(visible(str(ward.path)))
            for line in (*finding_lines(report), *summary(report)):
                self._terminal.line(line)
        return FOUND if report.findings else CLEAN

    def repair(self, ward: Ward) -> None:
        """Repair what was asked for, each with entries of its own in the history."""
        for finding in self._examine(ward).findings:
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
                self._save(self._editor(ward, finding), finding, repair)

    def _examine(self, ward: Ward) -> Report:
        return self._changer.reader.read(partial(examined, ward, self._rules))

    def _editor(self, ward: Ward, finding: Finding) -> Editor:
        opened: HarnessSource | FileMemory | None = ward.source
        if finding.place.is_memory_file or opened is None:
            opened = ward.files
        assert opened is not None  # whoever found it had opened it
        if opened.path not in self._editors:
            self._editors[opened.path] = self._changer.editor(opened)
        return self._editors[opened.path]

    def _say_by_hand(self, finding: Finding) -> None:
        place = finding.place
        where = place.memory_id or (place.is_memory_file and place.file) or finding.detail
        self._terminal.say(f"By hand: {finding.title} ({where}): {finding.by_hand}")

    def _show(self, finding: Finding, repair: Repair) -> None:
        if self._options.json:
            for change in repair.changes():
                fields = {"status": "dry run", "rows": change_fields(change), **file_fields(change)}
                self._terminal.record({**repair_fields(finding.rule, repair), **fields})
            return
        self._terminal.line(visible(repair.label))
        for change in repair.changes():
            print_ = print_file_change if change.files else print_change
            print_(change, self._terminal)

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
