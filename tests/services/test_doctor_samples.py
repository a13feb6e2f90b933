"""Every odd row of the samples is found by the doctor, and nothing else; undo brings all back."""

from __future__ import annotations

import unicodedata

import pytest

from desktop_app.core.doctor.file_rules import FILE_RULES
from tests.files_patient import FilesPatient, reads_everything
from tests.tree_state import snapshot

DESK, LENDING, NOTES = (
    "agentscope_support_desk",
    "agentscope_lending_multiuser",
    "little_harness_desk",
)
LONG_NAME = f"very-long-name-{'abcdefghij' * 13}abcde.md"
SESSIONS = "agents/support-desk/sessions"
EXPECTED = {
    DESK: {
        ("log-day-invalid", "memory/2026-02-30.md"),
        ("log-repeats-itself", "memory/2026-04-28.md"),
        ("log-repeats-itself", "memory/2026-05-06.md"),
        ("log-header-day-differs", "memory/2026-05-08.md"),
        ("log-sent-again", "memory/2026-05-20.md"),
        ("log-repeats-itself", "memory/2026-06-15.md"),
        ("archive-sent-again", "memory/archive/2026-02-03.md"),
        ("memory-saved-since", "MEMORY.md"),
        ("payment-data-kept", "memory/2026-06-09.md"),
        ("session-line-torn", f"{SESSIONS}/conv-0002.jsonl"),
        ("session-log-behind", f"{SESSIONS}/conv-0002.log.jsonl"),
        ("session-without-context", f"{SESSIONS}/conv-0003.log.jsonl"),
    },
    LENDING: {
        ("log-repeats-itself", "u-101/memory/2026-06-03.md"),
        ("log-marker-doubtful", "u-101/memory/2026-06-11.md"),
        ("file-has-byte-order-mark", "u-102/MEMORY.md"),
        ("file-line-endings", "u-102/MEMORY.md"),
        ("file-line-endings", "u-102/memory/2026-06-01.md"),
        ("file-empty", "u-103/MEMORY.md"),
        ("placeholder-kept", "u-104/MEMORY.md"),
        ("file-not-utf8", "u-105/MEMORY.md"),
        ("memory-over-budget", "u-106/MEMORY.md"),
        ("watermark-alone", "u-107/memory/.consolidation_state"),
        ("memory-from-elsewhere", "u-107/MEMORY.md"),
        ("watermark-unreadable", "u-108/memory/.consolidation_state"),
        ("file-empty", "u-108/memory/2026-06-10.md"),
        ("line-very-long", "u-108/memory/2026-06-11.md"),
    },
    NOTES: {
        (rule, f"memory/company/{path}")
        for rule, path in (
            ("note-metadata-broken", "rules/collateral/agri/seasonal.md"),
            ("note-metadata-broken", "broken-yaml.md"),
            ("note-metadata-unclosed", "unterminated-frontmatter.md"),
            ("note-metadata-unclosed", "rule-line-only.md"),
            ("note-description-missing", "frontmatter-no-description.md"),
            ("note-description-misspelt", "description-upper-key.md"),
            ("note-description-unusable", "frontmatter-empty-description.md"),
            ("note-description-unusable", "description-null.md"),
            ("note-description-unusable", "description-number.md"),
            ("note-description-unusable", "description-list.md"),
            ("note-description-cut", "huge-description.md"),
            ("note-description-cut", "len-601.md"),
            ("note-description-forges-lines", "forged-lines.md"),
            ("note-has-control-characters", "control-characters.md"),
            ("note-is-no-text", "binary.dat"),
            ("note-is-no-text", "scan.png"),
            ("note-is-no-text", "nul-inside.md"),
            ("note-is-no-text", "utf16.md"),
            ("file-not-utf8", "latin1.md"),
            ("file-empty", "empty.md"),
            ("file-empty", "whitespace-only.md"),
            ("file-has-byte-order-mark", "bom.md"),
            ("file-line-endings", "crlf.md"),
            ("file-line-endings", "cr-only.md"),
            ("note-hidden", ".hidden.md"),
            ("note-hidden", ".drafts/plan.md"),
            ("notes-say-the-same", "duplicate-a.md"),
            ("payment-data-kept", "contact-data.md"),
            ("secret-kept", "secret-looking.md"),
            ("note-name-long", LONG_NAME),
            ("link-leads-out", "link-outside.md"),
            ("link-leads-out", "link-folder-outside"),
            ("link-inside", "link-inside.md"),
        )
    }
    | {("notes-over-limit", "memory/big/topic-043.md")},
}
ODD = {
    (rule, f"memory/company/{path}")
    for rule, path in (
        ("note-name-not-portable", "colon: in name.md"),
        ("note-name-long", "n" * 240 + ".md"),
        ("note-names-alike", "Case.md"),
        ("note-names-alike", unicodedata.normalize("NFD", "pair-ä") + ".md"),
        ("note-name-breaks-lines", "line\nbreak.md"),
        ("note-name-not-utf8", "bytes-\udcff.md"),
        ("link-dangles", "link-dangling.md"),
        ("link-loops", "link-self.md"),
        ("link-loops", "loop"),
        ("file-not-regular", "pipe.md"),
    )
}
UNREADABLE = ("file-unreadable", "memory/company/unreadable.md")
REPAIRED = {
    DESK: set(),
    LENDING: {
        "file-not-utf8",
        "watermark-alone",
        "file-empty",
        "placeholder-kept",
        "watermark-unreadable",
    },
    NOTES: {"note-metadata-broken", "file-not-utf8"},
}


def everything(patient: FilesPatient) -> set[tuple[str, str]]:
    found = patient.found()
    assert len(set(found)) == len(found)
    return set(found)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_what_is_odd_in_a_sample_is_found_and_nothing_else(sample_workspace, name):
    assert everything(FilesPatient(sample_workspace(name))) == EXPECTED[name]


def test_names_links_and_pipes_that_only_some_systems_have_are_found(sample_workspace, tmp_path):
    unreadable = set() if reads_everything(tmp_path) else {UNREADABLE}
    expected = EXPECTED[NOTES] | ODD | unreadable
    assert everything(FilesPatient(sample_workspace(NOTES, odd=True))) == expected


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_looking_changes_nothing(sample_workspace, name):
    patient = FilesPatient(sample_workspace(name))
    before = snapshot(patient.root)
    for finding in patient.look().findings:
        if finding.repair:
            assert list(finding.repair.changes())
    assert snapshot(patient.root) == before


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_repairs_leave_what_needs_a_person_and_undo_restores_bytes_and_times(
    sample_workspace, name
):
    patient = FilesPatient(sample_workspace(name))
    paths = [one.path for one in patient.files.folder.entries() if one.kind.value == "file"]
    before = {path: patient.state(path) for path in paths}
    findings = [one for one in patient.look().findings if one.repair]
    assert {one.rule for one in findings} == REPAIRED[name]
    saved = [patient.save(one.repair) for one in findings]
    assert all(len(entries) == 1 for entries in saved)
    assert not [one for one in patient.look().findings if one.repair]
    for entries in reversed(saved):
        patient.undo(entries)
    assert {path: patient.state(path) for path in paths} == before


def test_every_rule_is_named_once():
    assert len(set(FILE_RULES)) == len(FILE_RULES)
