"""Records that the engine can't read, and repairs that touch the damaged bytes only."""

from __future__ import annotations

import json

import pytest

from desktop_app.core.doctor.finding import Severity
from desktop_app.core.doctor.time_guess import guess_time
from desktop_app.core.engine_time import format_column, parse_column_time
from tests.doctor_patient import EARLIER, NOW, observation


def text_with(**values):
    """Return two observations as the engine writes them, the second with raw values in it."""
    good = json.dumps(observation(1), separators=(",", ":"))
    fields = {name: json.dumps(value) for name, value in observation(2).items()} | values
    bad = ",".join(f'"{name}":{value}' for name, value in fields.items())
    return f"[{good}, {{{bad}}} ]"


def test_values_of_another_form_are_rewritten_and_nothing_else(patient):
    text = text_with(token_count="15.0", created_at='"15/06/2026 09:05"', extra='{"a": 1}')
    patient.record(text, active_observation_tokens=22)

    finding = patient.finding("record-unreadable")
    assert finding.severity is Severity.STOPS_MEMORY
    assert finding.detail == "token_count and created_at of observation 2"
    repair = finding.repair
    assert repair.before == '"token_count":15.0\n"created_at":"15/06/2026 09:05"'
    assert repair.after == '"token_count":15\n"created_at":"2026-06-15T09:05:00Z"'
    assert [(effect.name, effect.value) for effect in repair.effects] == [
        ("readable again", "2 observations"),
        ("next turn", "0 → 22 of 900 counted"),
        ("time zone", "not stored, taken as UTC"),
    ]
    saved = patient.save(repair)

    mended = text.replace("15.0", "15").replace("15/06/2026 09:05", "2026-06-15T09:05:00Z")
    assert patient.column("active_observations_json") == mended
    assert patient.column("state_version") == 3
    assert patient.names("record-unreadable") == []
    patient.undo(saved)
    assert patient.column("active_observations_json") == text


@pytest.mark.parametrize(
    ("values", "mended"),
    [
        ({"token_count": '"7"'}, {"token_count": "7"}),
        ({"token_count": "7e0"}, {"token_count": "7"}),
        ({"seq": '" 2 "'}, {"seq": "2"}),
        ({"importance": '"0.75"'}, {"importance": "0.75"}),
        ({"content": "42"}, {"content": '"42"'}),
        ({"content": "true"}, {"content": '"true"'}),
        ({"created_at": "1781514300"}, {"created_at": '"2026-06-15T09:05:00Z"'}),
        ({"created_at": "1781514300500"}, {"created_at": '"2026-06-15T09:05:00.5Z"'}),
        ({"created_at": '"2026-06-15 09:05"'}, {"created_at": '"2026-06-15T09:05:00Z"'}),
        ({"created_at": '"15\\/06\\/2026"'}, {"created_at": '"2026-06-15T00:00:00Z"'}),
        ({"source_end_index": "3.00"}, {"source_end_index": "3"}),
    ],
)
def test_what_a_value_means_beyond_doubt_is_written(patient, values, mended):
    patient.record(text_with(**values), active_observation_tokens=14)
    patient.repair("record-unreadable")
    assert patient.column("active_observations_json") == text_with(**mended)
    assert patient.names("record-unreadable") == []


@pytest.mark.parametrize(
    "values",
    [
        {"token_count": "15.5"},
        {"token_count": '"many"'},
        {"token_count": "1e400"},
        {"token_count": "9223372036854775808"},
        {"token_count": "[]"},
        {"token_count": "true"},
        {"importance": "1e999"},
        {"importance": "1e99999999999999999999"},
        {"importance": '"1e999999999"'},
        {"seq": '"1e99999999999999999999"'},
        {"importance": '"high"'},
        {"content": "{}"},
        {"created_at": '"05/06/2026 09:05"'},
        {"created_at": '"31/02/2026"'},
        {"created_at": '"yesterday"'},
        {"seq": "2, oops"},
    ],
)
def test_what_nobody_can_know_is_left_to_a_person(patient, values):
    patient.record(text_with(**values), active_observation_tokens=14)
    finding = patient.finding("record-unreadable")
    assert finding.repair is None
    assert finding.by_hand


def test_one_value_that_nobody_knows_leaves_the_whole_record_to_a_person(patient):
    patient.record(text_with(token_count="15.0", seq='"two"'), active_observation_tokens=14)
    assert patient.finding("record-unreadable").repair is None


def test_a_list_that_ends_too_early_keeps_its_whole_observations(patient):
    whole = json.dumps([observation(1, "a } in a text"), observation(2)])[:-1]
    patient.record(f'{whole}, {{"seq":3,"content":"cut }}', active_observation_tokens=11)
    repair = patient.finding("record-unreadable").repair
    assert repair.effects[0].value == "2 observations"
    assert repair.effects[-1].needs_care
    assert "cut-off observation" in repair.effects[-1].value
    patient.save(repair)
    assert patient.column("active_observations_json") == f"{whole}]"


def test_what_comes_to_light_when_a_list_is_closed_is_repaired_too(patient):
    text = text_with(token_count="7.0").rstrip("] ")
    patient.record(text, active_observation_tokens=14)
    patient.repair("record-unreadable")
    assert patient.column("active_observations_json") == f"{text_with(token_count='7')[:-2]}]"


@pytest.mark.parametrize("text", ['[{"seq":1,', "nonsense", "[1,2]", '[{"seq":1},]', "{}"])
def test_text_without_a_whole_observation_is_left_to_a_person(patient, text):
    patient.record(text, active_observation_tokens=0)
    assert patient.finding("record-unreadable").repair is None


@pytest.mark.parametrize(
    ("column", "stored", "mended"),
    [
        ("active_observations_json", "", "[]"),
        ("config_json", " ", "{}"),
        ("config_json", '{"snippet_max_tokens": 500.0}', '{"snippet_max_tokens": 500}'),
        ("enabled", "yes", 1),
        ("enabled", "Off", 0),
        ("enabled", 2, 1),
        ("enabled", -1, 1),
        ("state_version", 4.5e0, None),
        ("active_reflection_tokens", "none", 0),
        ("created_at", "15.06.2026 08:00", EARLIER),
        ("created_at", "soon", EARLIER),
        ("created_at", 1781510400, EARLIER),
        ("updated_at", "yesterday", format_column(NOW)),
    ],
)
def test_columns_are_repaired_one_by_one(patient, column, stored, mended):
    patient.record(**{column: stored})
    repair = patient.finding("record-unreadable").repair
    if mended is None:
        assert repair is None
        return
    before = patient.dump()["om_memory_records"][0]
    patient.save(repair)
    assert patient.column(column) == mended
    after = patient.dump()["om_memory_records"][0]
    assert sum(one != other for one, other in zip(before, after, strict=True)) == 1
    assert patient.names("record-unreadable") == []


@pytest.mark.parametrize(
    "columns",
    [
        {},
        {"enabled": "t"},
        {"created_at": "2026-06-15 08:00"},
        {"config_json": "null"},
        {"active_observations_json": "null"},
        {"active_observations_json": '[{"SEQ":1,"unknown":[1.5]}]', "active_observation_tokens": 0},
    ],
)
def test_odd_things_that_the_engine_reads_are_no_damage(patient, columns):
    patient.record(**columns)
    assert patient.names("record-unreadable") == []


def test_a_switch_that_is_a_number_is_said_to_be_taken_as_on(patient):
    patient.record(enabled=2)
    effects = patient.finding("record-unreadable").repair.effects
    assert [effect.value for effect in effects if effect.needs_care] == ["2 taken as on"]


@pytest.mark.parametrize(
    ("text", "expected", "has_zone"),
    [
        ("2026-06-15T09:05:00+02:00", "2026-06-15T07:05:00Z", True),
        ("2026-06-15T09:05:00+0200", "2026-06-15T07:05:00Z", True),
        ("2026-06-15t09:05:00z", "2026-06-15T09:05:00Z", True),
        ("2026-06-15T09:05:00", "2026-06-15T09:05:00Z", False),
        ("2026/06/15 9:05", "2026-06-15T09:05:00Z", False),
        ("06/15/2026 09:05:07", "2026-06-15T09:05:07Z", False),
        ("15.6.2026", "2026-06-15T00:00:00Z", False),
        ("06/06/2026", "2026-06-06T00:00:00Z", False),
        ("06-07-2026", None, None),
        ("2026-13-45", None, None),
        ("25:00", None, None),
        ("", None, None),
    ],
)
def test_times_are_read_in_other_forms_and_never_guessed(text, expected, has_zone):
    found = guess_time(text)
    if expected is None:
        assert found is None
    else:
        assert found.time.sort_key == parse_column_time(expected).sort_key
        assert found.has_zone is has_zone


def test_times_that_the_engine_can_not_write_again_are_put_into_utc(patient):
    text = text_with(created_at='"2026-06-15T09:05:00+24:00"')
    patient.record(text, active_observation_tokens=14)
    finding = patient.finding("record-unwritable")
    assert finding.severity is Severity.STOPS_MEMORY
    assert finding.place.item == 1
    patient.save(finding.repair)
    mended = text_with(created_at='"2026-06-14T09:05:00Z"')
    assert patient.column("active_observations_json") == mended
    assert patient.names() == []


def test_other_repairs_wait_until_the_engine_can_write_the_record(patient):
    text = text_with(created_at='"2026-06-15T09:05:00+24:00"')
    patient.record(text, active_observation_tokens=3)
    finding = patient.finding("token-total-off")
    assert finding.repair is None
    assert "Repair that first" in finding.by_hand
    patient.repair("record-unwritable")
    patient.repair("token-total-off")
    assert patient.names() == []


@pytest.mark.parametrize("time", ["2026-06-15T09:05:00+23:59", "2026-06-15T09:05:00-00:00"])
def test_times_with_an_offset_that_can_be_written_are_in_order(patient, time):
    patient.record([observation(1, created_at=time)])
    assert patient.names() == []


def test_a_moment_before_all_years_is_left_to_a_person(patient):
    patient.record([observation(1, created_at="0000-01-01T00:00:00+24:00")])
    finding = patient.finding("record-unwritable")
    assert (finding.repair, bool(finding.by_hand)) == (None, True)


def test_what_is_wrong_is_said_in_one_sentence_each(patient):
    patient.record(created_at="soon", updated_at="later", enabled="maybe")
    finding = patient.finding("record-unreadable")
    assert finding.detail == "enabled, created_at and updated_at"
    assert finding.why.count("..") == 0
    assert finding.why.endswith("2026-01-31T12:00:00+02:00.")
    patient.sql("DELETE FROM om_memory_records")
    patient.record("[{", active_observation_tokens=0)
    wanted = "active_observations_json: the text ends too early"
    assert patient.finding("record-unreadable").detail == wanted
