"""The doctor on the golden workspaces, and how a look behaves as a job."""

from __future__ import annotations

import pytest

from desktop_app.core.doctor.finding import Repair, Severity
from desktop_app.core.doctor.rules import STATE_RULES
from desktop_app.core.errors import NotFoundError
from desktop_app.services.doctor import MOST_OF_A_RULE, repairing
from desktop_app.services.editing.outcomes import Saved
from desktop_app.services.jobs import JobCancelledError, JobContext
from desktop_app.services.workspace import Surroundings, open_editor, open_workspace
from tests.doctor_patient import NOW, Patient, observation

IDS = "ids-hit-again"
EXPECTED = {
    "custom-database-path": [IDS, "limits-of-their-own"],
    "disabled-scope": [IDS, "off-with-data"],
    "empty-scope": [],
    "fresh-database": [],
    "hand-edited": [
        IDS,
        "record-unreadable",
        "record-unreadable",
        "ids-without-key",
        "numbers-repeat",
        "working-keys-untrimmed",
        "token-total-off",
    ],
    "harnessd-live": [IDS, "rollouts-elsewhere", "limits-of-their-own"],
    "large": [IDS],
    "legacy-plain-reflection": [IDS],
    "memory-mode-off": [],
    "odd-scope-ids": [IDS, "ids-share-a-key", "ids-share-a-key"],
    "operations-mixed": [IDS, "operations-stuck", "markers-orphaned"],
    "rich-coding-agent": [IDS, "rollouts-elsewhere", "limits-of-their-own"],
    "wal-present": [IDS],
}


class Database(Patient):
    """A patient whose state file lies where its configuration says."""

    def __init__(self, root):
        super().__init__(root)
        custom = root / "data" / "memory.db"
        self.path = custom if custom.exists() else self.path


@pytest.fixture
def patient(golden_workspace):
    return Patient(golden_workspace("fresh-database"))


def test_golden_workspaces_all_have_an_expectation(golden_workspace_names):
    assert sorted(EXPECTED) == golden_workspace_names


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_healthy_data_raises_no_alarm_and_what_is_odd_is_found(golden_workspace, name):
    report = Database(golden_workspace(name)).look()
    assert [finding.rule for finding in report.findings] == EXPECTED[name]
    assert report.rules == len(STATE_RULES)


@pytest.mark.parametrize("name", sorted(set(EXPECTED) - {"large", "memory-mode-off"}))
def test_after_all_repairs_only_what_needs_a_person_is_left_and_undo_brings_all_back(
    golden_workspace, name
):
    patient = Database(golden_workspace(name))
    before = patient.dump()
    saved = []
    for finding in patient.look().findings:
        if finding.repair:
            saved += patient.save(finding.repair)
    assert not [finding.rule for finding in patient.look().findings if finding.repair]
    patient.undo(saved)
    assert patient.dump() == before


def test_looking_changes_nothing(golden_workspace):
    patient = Patient(golden_workspace("hand-edited"))
    before = patient.path.read_bytes()
    for finding in patient.look().findings:
        if finding.repair:
            assert list(finding.repair.changes())
    assert patient.path.read_bytes() == before


def test_the_report_counts_what_was_looked_at(golden_workspace):
    report = Patient(golden_workspace("harnessd-live")).look()
    assert (report.scopes, report.files) == (3, 3)
    assert report.count(Severity.STOPS_MEMORY) == 1
    assert report.count(Severity.WORTH_KNOWING) == 2


def test_only_the_named_rules_are_tried(golden_workspace):
    patient = Patient(golden_workspace("hand-edited"))
    report = patient.look("numbers-gapped", "token-total-off")
    assert [finding.rule for finding in report.findings] == ["token-total-off"]
    assert report.rules == 2
    assert patient.look(IDS).scopes == 0


def test_a_rule_that_is_not_there_is_refused(patient):
    with pytest.raises(NotFoundError, match="no rule “nonsense”"):
        patient.look("nonsense")


def test_the_list_of_one_rule_ends_and_says_how_many_more_there_are(patient):
    with_wrong_count = [observation(1, token_count=1)]
    for number in range(MOST_OF_A_RULE + 3):
        patient.record(with_wrong_count, key=f"t|c{number}|a")
    report = patient.look()
    assert len(report.findings) == MOST_OF_A_RULE
    assert report.left_off == {"token-counts-off": 3}


def test_a_look_can_be_cancelled_while_it_runs(golden_workspace):
    patient = Patient(golden_workspace("large"))
    context = JobContext(lambda progress: context.cancel() if progress.done >= 200 else None)
    with pytest.raises(JobCancelledError):
        patient.look(context=context)


def test_a_repair_of_many_changes_reports_and_stops_between_two(patient):
    patient.record([observation(1)])
    for number in range(1, 401):
        patient.operation(f"op_{number}")
    repair = patient.finding(IDS).repair
    seen = []
    context = JobContext(seen.append)
    kept = []

    def save(change):
        kept.extend(patient.save(one(change)))
        if len(kept) == 2:
            context.cancel()
        return True

    with pytest.raises(JobCancelledError):
        repairing(repair, save, context)
    assert [(progress.done, progress.total) for progress in seen] == [(0, 400), (100, 400)]
    left = patient.finding(IDS).repair
    assert left.rows == 200
    assert repairing(left, lambda change: bool(patient.save(one(change))), JobContext()) == 2
    assert patient.names() == []


def one(change):
    return Repair(label="", changes=lambda: [change])


def test_a_repair_that_can_not_be_saved_ends_there(patient):
    for number in range(1, 401):
        patient.operation(f"op_{number}")
    repair = patient.finding(IDS).repair
    assert repairing(repair, lambda _change: False, JobContext()) == 0


def test_each_repair_is_undone_alone_through_the_editor(golden_workspace):
    patient = Patient(golden_workspace("hand-edited"))
    (source,) = open_workspace(patient.root, Surroundings({}, None, lambda: NOW)).sources
    editor = open_editor(source, Surroundings({"USER": "ada"}, None, lambda: NOW))
    entries = {}
    for finding in patient.look().findings:
        for change in finding.repair.changes() if finding.repair else ():
            outcome = editor.apply(change, JobContext())
            if isinstance(outcome, Saved):
                entries[finding.rule] = outcome.entry.id
    left = patient.names()
    for rule in (IDS, "ids-without-key", "numbers-repeat", "working-keys-untrimmed"):
        assert isinstance(editor.undo(JobContext(), entries[rule]), Saved)
        assert sorted(set(patient.names()) - {"token-total-off"}) == sorted({*left, rule})
        assert isinstance(editor.redo(JobContext(), entries[rule]), Saved)
    assert patient.names() == left
