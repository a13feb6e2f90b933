"""A look at memory files as a job: how much, how it ends, what one bad file does."""

from __future__ import annotations

import pytest

from desktop_app.core.doctor.file_rules import FILE_RULES
from desktop_app.core.doctor.rules import RULES, STATE_RULES
from desktop_app.core.errors import NotFoundError
from desktop_app.services.doctor import MOST_OF_A_RULE, joined
from desktop_app.services.doctor_files import has_memory
from desktop_app.services.jobs import JobCancelledError, JobContext
from tests.doctor_patient import Patient
from tests.files_patient import FilesPatient


@pytest.fixture
def patient(tmp_path):
    return FilesPatient(tmp_path / "workspace")


@pytest.fixture
def many(patient):
    for number in range(MOST_OF_A_RULE + 200):
        patient.note(f"note-{number:04}.md", "---\ntitle: none\n---\n" + f"Text {number}.\n")
    return patient


def test_state_files_and_memory_files_have_rules_of_their_own():
    assert (*STATE_RULES, *FILE_RULES) == RULES
    assert not set(STATE_RULES) & set(FILE_RULES)


def test_a_folder_without_memory_has_nothing_to_look_at(patient):
    patient.put("README.md", "Nothing.\n")
    assert not has_memory(patient.files)
    patient.put("MEMORY.md", "- A fact.\n")
    assert has_memory(patient.files)


def test_a_rule_that_is_not_there_is_refused(patient):
    patient.put("MEMORY.md", "")
    with pytest.raises(NotFoundError, match="no rule “nonsense”"):
        patient.look("nonsense")


def test_only_the_named_rules_are_tried(patient):
    patient.put("MEMORY.md", "")
    patient.put("memory/2026-02-30.md", "- A fact.\n")
    report = patient.look("log-day-invalid", "ids-hit-again")
    assert [one.rule for one in report.findings] == ["log-day-invalid"]
    assert report.rules == 1


def test_no_more_of_a_rule_are_listed_than_anybody_reads(many):
    report = many.look("note-description-missing")
    assert len(report.findings) == MOST_OF_A_RULE
    assert report.left_off == {"note-description-missing": 200}


def test_a_look_says_how_far_it_is_and_can_be_stopped(many):
    seen = []

    def report(progress):
        seen.append((progress.done, progress.note))
        if progress.done >= 500:
            context.cancel()

    context = JobContext(report)
    with pytest.raises(JobCancelledError):
        many.look(context=context)
    assert seen[:3] == [
        (0, "Looking at notes"),
        (250, "Looking at notes"),
        (500, "Looking at notes"),
    ]


def test_a_stopped_look_at_logs_raises(patient):
    patient.log(1, "A fact.")
    context = JobContext()
    context.cancel()
    with pytest.raises(JobCancelledError):
        patient.look(context=context)


def test_two_looks_make_one_report_with_the_worst_first(patient, golden_workspace):
    patient.put("MEMORY.md", b"caf\xe9\n")
    patient.put("memory/2026-02-30.md", "- A fact.\n")
    state, files = Patient(golden_workspace("hand-edited")).look(), patient.look()
    report = joined(state, files)
    severities = [list(type(one.severity)).index(one.severity) for one in report.findings]
    assert severities == sorted(severities)
    assert len(report.findings) == len(state.findings) + len(files.findings)
    assert (report.rules, report.scopes) == (len(RULES), state.scopes)
    assert report.files == state.files + 2


def test_the_same_trouble_has_the_same_key_at_the_next_look(patient):
    patient.put("MEMORY.md", b"caf\xe9\n")
    patient.put("u-1/MEMORY.md", b"caf\xe9\n")
    keys = [one.key for one in patient.look().findings]
    assert len(set(keys)) == 2
    patient.append("MEMORY.md", "more\n")
    assert [one.key for one in patient.look().findings] == keys
