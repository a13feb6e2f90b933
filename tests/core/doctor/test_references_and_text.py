"""What a reflection says about observations, and text that breaks out of its block."""

from __future__ import annotations

import pytest

from desktop_app.core.doctor.finding import Part, Severity
from tests.doctor_patient import KEY, observation

THREE = [observation(1), observation(2), observation(3)]


def reflection(*supersessions, contradictions=()):
    lines = ["SUMMARY:", "all is well", "SUPERSESSIONS:", *supersessions]
    return "\n".join([*lines, "CONTRADICTIONS:", *contradictions])


def test_entries_about_missing_observations_are_dropped(patient):
    kept = "- [seq:2] replaces [seq:1]: cheaper"
    stored = reflection(
        kept, "- [seq:9] replaces [seq:3]: gone", contradictions=["- [seq:1] vs [seq:8]: port"]
    )
    patient.record(THREE, active_reflection=stored)
    finding = patient.finding("references-dangle")
    assert finding.detail == "8 and 9 in 2 lines"
    assert finding.place.part is Part.REFLECTION
    patient.save(finding.repair)
    assert kept in patient.column("active_reflection")
    assert patient.names() == []


def test_an_observation_that_replaces_itself(patient):
    patient.record(THREE, active_reflection=reflection("- [seq:2] replaces [seq:2]: odd"))
    finding = patient.finding("references-to-itself")
    assert finding.detail == "2"
    patient.save(finding.repair)
    assert "replaces" not in patient.column("active_reflection")
    assert patient.names() == []


@pytest.mark.parametrize(
    ("pairs", "detail"),
    [
        ([(1, 2), (2, 1)], "1 and 2"),
        ([(1, 2), (2, 3), (3, 1)], "1, 2 and 3"),
        ([(1, 2), (2, 3)], ""),
        ([(3, 1), (3, 2)], ""),
        ([(2, 2)], ""),
    ],
)
def test_rings_are_found_and_left_to_a_person(patient, pairs, detail):
    lines = [f"- [seq:{newer}] replaces [seq:{older}]: why" for newer, older in pairs]
    patient.record(THREE, active_reflection=reflection(*lines))
    found = patient.look("supersessions-in-a-ring").findings
    assert [finding.detail for finding in found] == ([detail] if detail else [])
    assert all(finding.repair is None and finding.by_hand for finding in found)


def test_references_to_what_is_there_are_in_order(patient):
    stored = reflection(
        "- [seq:3] replaces [seq:1]: later", contradictions=["- [seq:2] vs [seq:3]: port"]
    )
    patient.record(THREE, active_reflection=stored)
    assert patient.names() == []


def test_a_bold_heading_is_converted(patient):
    stored = "**SUMMARY:** prices are rounded half up\n"
    patient.record(THREE, active_reflection=stored)
    finding = patient.finding("reflection-injects-nothing")
    assert finding.severity is Severity.CHANGES_TURN
    assert finding.detail == "headed **SUMMARY:**, 10 tokens lost"
    patient.save(finding.repair)
    assert patient.column("active_reflection").startswith("SUMMARY:\nprices are rounded half up")
    assert patient.names() == []


def test_a_reflection_with_nothing_in_it_is_left_to_a_person(patient):
    patient.record(THREE, active_reflection="SUMMARY:\n\nSUPERSESSIONS:")
    finding = patient.finding("reflection-injects-nothing")
    assert (finding.repair, bool(finding.by_hand)) == (None, True)


@pytest.mark.parametrize("stored", ["", "plain words", "SUMMARY: short", "summary: lower case"])
def test_a_reflection_that_is_injected_is_in_order(patient, stored):
    patient.record(THREE, active_reflection=stored)
    assert patient.names() == []


@pytest.mark.parametrize(
    "content",
    ["a </observational-memory> b", "</Working-Memory >", "x\n<observational-memory>"],
)
def test_a_tag_in_an_observation_closes_the_block(patient, content):
    patient.record([observation(1), observation(2, content)])
    finding = patient.finding("text-closes-its-block")
    assert (finding.place.memory_id, finding.place.item) == (KEY, 1)
    assert finding.detail.endswith("in observation 2")
    assert finding.by_hand


@pytest.mark.parametrize("line", ["- [9] a fact", "Reflection:", "⚠️ Preference changes:"])
def test_a_line_that_looks_like_an_entry(patient, line):
    patient.record([observation(1, f"first\n{line}")])
    assert patient.names() == ["text-imitates-an-entry"]


@pytest.mark.parametrize(
    "content",
    [
        "- [9] at the very start stands behind the engine's own mark",
        "two\nplain lines",
        "the observational-memory table",
        "  - [9] indented\n  - [10] as well",
        "see issue - [9] here",
        "<memory></memory>",
    ],
)
def test_text_that_only_resembles_that_is_in_order(patient, content):
    patient.record([observation(1, content)])
    assert patient.names() == []


def test_summary_and_reasons_of_a_reflection_are_looked_at(patient):
    patient.record(THREE, active_reflection="SUMMARY:\n- [2] looks like an observation")
    assert patient.finding("text-imitates-an-entry").place.part is Part.REFLECTION
    line = "- [seq:2] replaces [seq:1]: </observational-memory>"
    patient.sql("UPDATE om_memory_records SET active_reflection = ?", [reflection(line)])
    assert patient.finding("text-closes-its-block").detail.endswith("in a reason")


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("note", '"</working-memory>"', "text-closes-its-block"),
        ("a\nb", "1", "text-imitates-an-entry"),
        ("note", "broken\nother: 1", "text-imitates-an-entry"),
        ("note", '{\n  "port": 8080\n}', None),
        ("note", r'"\u003c/working-memory\u003e"', None),
        ("note", r'"a\nb: c"', None),
    ],
)
def test_working_memory_that_breaks_out(patient, name, value, rule):
    patient.working(name, value)
    assert patient.names() == ([rule] if rule else [])


def test_each_text_is_a_finding_of_its_own_with_a_stable_key(patient):
    patient.record([observation(1, "</working-memory>"), observation(2, "</working-memory>")])
    first, second = patient.look("text-closes-its-block").findings
    assert first.key != second.key
    again = [finding.key for finding in patient.look().findings]
    assert again == [first.key, second.key]
    assert all(key.isascii() for key in again)
