"""Numbers of observations and stored counts."""

from __future__ import annotations

import json

import pytest

from desktop_app.core.doctor.finding import Severity
from tests.doctor_patient import observation


def numbers(patient):
    return [item["seq"] for item in json.loads(patient.column("active_observations_json"))]


def test_observations_that_share_a_number_are_numbered_anew_with_their_references(patient):
    reflection = "SUMMARY:\nall\nSUPERSESSIONS:\n- [seq:3] replaces [seq:1]: later\n"
    items = [observation(1), observation(2), observation(2), observation(3)]
    patient.record(items, active_reflection=reflection)

    finding = patient.finding("numbers-repeat")
    assert (finding.severity, finding.detail) == (Severity.CHANGES_TURN, "2")
    assert any(effect.needs_care for effect in finding.repair.effects)
    saved = patient.save(finding.repair)

    assert numbers(patient) == [1, 2, 3, 4]
    assert "[seq:4] replaces [seq:1]" in patient.column("active_reflection")
    assert patient.names() == []
    before = [change.records[0].before for change in saved]
    patient.undo(saved)
    assert numbers(patient) == [1, 2, 2, 3]
    assert before[0].state_version == patient.column("state_version")


def test_a_gap_is_found_because_the_next_number_is_taken(patient):
    patient.record([observation(1), observation(3)])
    finding = patient.finding("numbers-gapped")
    assert finding.detail == "1 to 3 for 2 observations"
    assert "gets number 3, which is taken" in finding.why
    patient.save(finding.repair)
    assert numbers(patient) == [1, 2]


@pytest.mark.parametrize("order", [(), (1,), (1, 2, 3), (3, 1, 2)])
def test_numbers_from_one_without_gaps_are_in_order_whatever_their_order(patient, order):
    patient.record([observation(number) for number in order])
    assert patient.names("numbers-repeat", "numbers-gapped") == []


@pytest.mark.parametrize(("stored", "right"), [(3, 2), (-1, 0)])
def test_a_last_reflected_observation_that_is_not_there(patient, stored, right):
    items = [observation(1), observation(2)]
    patient.record(items, last_reflected_observation_seq=stored)
    patient.repair("last-reflected-beyond")
    assert patient.column("last_reflected_observation_seq") == right
    assert patient.names() == []


@pytest.mark.parametrize("stored", [0, 1, 2])
def test_a_last_reflected_observation_that_is_there(patient, stored):
    items = [observation(1), observation(2)]
    patient.record(items, last_reflected_observation_seq=stored)
    assert patient.names() == []


@pytest.mark.parametrize("count", [0, 6, 8, -5, 2**62])
def test_a_wrong_token_count_is_counted_anew(patient, count):
    patient.record([observation(1), observation(2, token_count=count)])
    finding = patient.finding("token-counts-off")
    assert finding.severity is Severity.CHANGES_TURN
    assert finding.detail.startswith("1 of 2 observations, ")
    assert ("below zero" in finding.why) == (count < 0)
    assert ("wraps" in finding.why) == (count > 10**9)
    assert finding.repair.before == f"[2] {count}"
    assert finding.repair.after == "[2] 7"
    patient.save(finding.repair)
    assert patient.column("active_observation_tokens") == 14
    assert patient.names() == []


def test_a_wrong_total_alone_is_worth_knowing(patient):
    patient.record([observation(1)], active_observation_tokens=900, active_reflection_tokens=4)
    finding = patient.finding("token-total-off")
    assert finding.severity is Severity.WORTH_KNOWING
    assert finding.detail == "observations 900, not 7, reflection 4, not 0"
    patient.save(finding.repair)
    assert patient.column("active_observation_tokens") == 7
    assert patient.column("active_reflection_tokens") == 0


def test_counts_of_text_that_is_not_utf_8_are_those_of_the_engine(patient):
    patient.record([observation(1, "naïve 世界 🙂")], active_reflection="kurz")
    assert patient.names() == []


def test_a_list_that_is_null_has_no_tokens(patient):
    patient.record("null", active_observation_tokens=3)
    patient.repair("token-total-off")
    assert patient.column("active_observation_tokens") == 0
    assert patient.column("active_observations_json") == "null"


def test_formatting_and_unknown_keys_stay_where_only_a_total_is_wrong(patient):
    text = json.dumps([{**observation(1), "note": "kept"}], indent=2)
    patient.record(text, active_observation_tokens=1)
    patient.repair("token-total-off")
    assert patient.column("active_observations_json") == text


def test_a_repair_that_somebody_else_has_done_changes_nothing(patient):
    patient.record([observation(1), observation(3)])
    repair = patient.finding("numbers-gapped").repair
    patient.save(repair)
    assert patient.save(repair) == []
    patient.sql("DELETE FROM om_memory_records")
    assert patient.save(repair) == []
