"""The doctor: looks through a state file for what is wrong, and repairs it on request."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from desktop_app.core.doctor.cases import Bench, scope_case
from desktop_app.core.doctor.finding import Finding, Repair, Severity
from desktop_app.core.doctor.rules import (
    COLLECTED,
    FILE_CHECKS,
    RULES,
    SCOPE_CHECKS,
    STATE_RULES,
)
from desktop_app.core.doctor.settings_rules import LostConversations, OwnLimits, SwitchedOff
from desktop_app.core.doctor.words import SCOPES
from desktop_app.core.errors import NotFoundError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from desktop_app.core.changes import Change
    from desktop_app.core.doctor.ports import DoctorReader
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext

MOST_OF_A_RULE = 1_000
"""Nobody reads more findings of one kind; they are shown when those are dealt with."""
_ORDER = {severity: place for place, severity in enumerate(Severity)}
_REPORT_EVERY = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one look found.

    Attributes:
        findings: The worst first; within a severity in the order of the rules.
        left_off: How many more each rule found than are listed.
        rules: How many rules were tried.
        scopes: How many scopes were looked at; ``None`` if no state file was.
        files: State file, conversations, configuration and memory files that were read.
        seconds: How long it took.
    """

    findings: tuple[Finding, ...]
    left_off: dict[str, int]
    rules: int
    scopes: int | None
    files: int
    seconds: float

    def count(self, severity: Severity) -> int:
        """Return how many findings are as bad as that."""
        return sum(finding.severity is severity for finding in self.findings)


def examine(
    source: HarnessSource,
    reader: DoctorReader,
    context: JobContext,
    *,
    rules: Collection[str] = RULES,
) -> Report:
    """Look for everything that is wrong. Changes nothing.

    Args:
        source: The state file.
        reader: Reads it for the doctor.
        context: Reports how many scopes were looked at; a cancel ends it.
        rules: Names of the rules to try; those of memory files are left out.

    Raises:
        NotFoundError: there is no rule of one of these names.
        StoreError: the file can't be read; says why.
        JobCancelledError: cancelled.
    """
    found = Found(rules, STATE_RULES)
    bench = Bench(
        reader=reader, config=source.config, now=source.now, cancelled=lambda: context.cancelled
    )
    look = _Look(bench, found, context)
    look.at_file()
    look.at_scopes()
    files = 1 + (source.transcripts is not None)
    files += sum(file.exists for file in source.config.files)
    return found.report(files=files, scopes=look.scopes)


def joined(*reports: Report) -> Report:
    """Return what several looks at one workspace found as one report."""
    scopes = [one.scopes for one in reports if one.scopes is not None]
    left: Counter[str] = Counter()
    for one in reports:
        left.update(one.left_off)
    return Report(
        findings=_by_severity(finding for one in reports for finding in one.findings),
        left_off=dict(left),
        rules=sum(one.rules for one in reports),
        scopes=sum(scopes) if scopes else None,
        files=sum(one.files for one in reports),
        seconds=sum(one.seconds for one in reports),
    )


def check_rules(names: Collection[str]) -> None:
    """Refuse names that no rule has.

    Raises:
        NotFoundError: says which.
    """
    for name in names:
        if name not in RULES:
            raise NotFoundError(f"There is no rule “{name}”.", f"Rules: {', '.join(RULES)}.")


def repairing(repair: Repair, save: Callable[[Change], bool], context: JobContext) -> int:
    """Save every change of a repair and return how many there were; 0 if nothing is to be done.

    Args:
        repair: What to do.
        save: Saves one change; false if it could not be saved as it is, which ends the repair.
        context: Reports the rows that were changed; a cancel ends it between two changes.

    Raises:
        StoreError: a change can't be made or saved; those before it stay, which is safe.
        JobCancelledError: likewise.
    """
    saved = rows = 0
    for change in repair.changes():
        context.report(rows, repair.rows, repair.label)
        if not save(change):
            break
        saved += 1
        rows += len(change.operations) + len(change.markers) + len(change.records)
        rows += len(change.working) + len(change.files)
    return saved


class Found:
    """What one look has found so far.

    Args:
        rules: Names of the rules to try.
        known: Those that the look has; the others are left out.

    Raises:
        NotFoundError: there is no rule of one of these names.
    """

    def __init__(self, rules: Collection[str], known: Collection[str]) -> None:
        check_rules(rules)
        self.wanted = frozenset(rules).intersection(known)
        self._started = monotonic()
        self._findings: list[Finding] = []
        self._counts: Counter[str] = Counter()

    def take(self, findings: Iterable[Finding]) -> None:
        """Keep the findings of wanted rules, and count those that are too many."""
        for finding in findings:
            if finding.rule in self.wanted:
                self._counts[finding.rule] += 1
                if self._counts[finding.rule] <= MOST_OF_A_RULE:
                    self._findings.append(finding)

    def report(self, *, files: int, scopes: int | None = None) -> Report:
        """Return it with what was looked at."""
        many = {rule: count for rule, count in self._counts.items() if count > MOST_OF_A_RULE}
        return Report(
            findings=_by_severity(self._findings),
            left_off={rule: count - MOST_OF_A_RULE for rule, count in many.items()},
            rules=len(self.wanted),
            scopes=scopes,
            files=files,
            seconds=monotonic() - self._started,
        )


def _by_severity(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: _ORDER[finding.severity]))


class _Look:
    """One look at a state file."""

    def __init__(self, bench: Bench, found: Found, context: JobContext) -> None:
        self.scopes = 0
        self._bench = bench
        self._found, wanted = found, found.wanted
        self._context = context
        self._checks = [
            check for names, check in SCOPE_CHECKS.items() if not wanted.isdisjoint(names)
        ]
        self._needs_scopes = bool(self._checks) or not wanted.isdisjoint(COLLECTED)

    def at_file(self) -> None:
        for names, check in FILE_CHECKS.items():
            self._context.check()
            if not self._found.wanted.isdisjoint(names):
                self._found.take(check(self._bench))

    def at_scopes(self) -> None:
        if not self._needs_scopes:
            return
        collectors = self._collectors()
        for contents in self._bench.reader.all_contents(self._bench.cancelled):
            if self.scopes % _REPORT_EVERY == 0:
                self._context.report(self.scopes, note=SCOPES)
            self.scopes += 1
            case = scope_case(contents)
            for check in self._checks:
                self._found.take(check(case, self._bench))
            for collector in collectors:
                collector.look(case, self._bench)
        for collector in collectors:
            self._found.take(collector.findings())

    def _collectors(self) -> list[OwnLimits | SwitchedOff | LostConversations]:
        found: list[OwnLimits | SwitchedOff | LostConversations] = []
        wanted = self._found.wanted
        if OwnLimits.rule in wanted:
            found.append(OwnLimits(self._bench))
        if SwitchedOff.rule in wanted:
            found.append(SwitchedOff())
        if LostConversations.rule in wanted:
            found.append(LostConversations(self._bench))
        return found
