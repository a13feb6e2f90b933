"""Ids and keys that lead the engine nowhere, or to somebody else's memory."""

from __future__ import annotations

import pytest

from desktop_app.core.doctor.finding import Severity
from tests.doctor_patient import KEY, observation


@pytest.fixture
def renamed(patient):
    """A record whose conversation was renamed by hand, with everything that belongs to it."""
    patient.record([observation(1)], conversation_id="other")
    patient.operation("memloupe-1")
    patient.marker("memloupe-2", "memloupe-1")
    patient.working("port", "8080")
    return patient


def test_ids_changed_without_the_key_are_put_back_in_one_row(renamed):
    before = renamed.dump()
    finding = renamed.finding("ids-without-key")
    assert finding.severity is Severity.STOPS_MEMORY
    assert finding.detail == f"acme / other / coder under the key {KEY}"
    saved = renamed.save(finding.repair)
    assert renamed.column("conversation_id") == "chat"
    assert {name: rows for name, rows in renamed.dump().items() if rows != before[name]}.keys() == {
        "om_memory_records"
    }
    assert renamed.names("ids-without-key") == []
    renamed.undo(saved)
    assert renamed.dump() == before


def test_the_other_way_round_all_tables_follow(renamed):
    renamed.save(renamed.finding("ids-without-key").alternative)
    key = "acme|other|coder"
    for table in renamed.dump():
        assert renamed.sql(f"SELECT DISTINCT memory_id FROM {table}") == [(key,)]
    assert renamed.names("ids-without-key") == []


def test_ids_of_another_record_are_less_than_an_end(patient):
    patient.record([observation(1)], conversation_id="x")
    patient.record(key="acme|x|coder", conversation_id="y")
    found = {item.place.memory_id: item for item in patient.look("ids-without-key").findings}
    assert found[KEY].severity is Severity.CHANGES_TURN
    assert found[KEY].alternative is None
    assert found["acme|x|coder"].severity is Severity.STOPS_MEMORY


def test_ids_that_nobody_can_put_back_are_left_to_a_person(patient):
    patient.record(key="a|b|c|d", tenant_id="x|y", conversation_id="b", agent_id="c")
    finding = patient.finding("ids-without-key")
    assert (finding.repair, finding.alternative, bool(finding.by_hand)) == (None, None, True)


@pytest.mark.parametrize(
    ("key", "ids"),
    [
        (KEY, {}),
        ("default|unknown|default", {"tenant_id": "", "conversation_id": " ", "agent_id": ""}),
        (" a| b|c ", {"tenant_id": " a", "conversation_id": " b", "agent_id": "c "}),
    ],
)
def test_ids_that_the_engine_makes_the_key_of_are_in_order(patient, key, ids):
    patient.record(key=key, **ids)
    assert patient.names() == []


def test_a_bar_in_an_id_lets_scopes_share_a_memory(patient):
    patient.record(key="a|b|c|d", tenant_id="a|b", conversation_id="c", agent_id="d")
    patient.working("port", "1", key="w|x|y|z")
    findings = patient.look().findings
    assert [finding.rule for finding in findings] == ["ids-share-a-key"] * 2
    assert findings[0].detail == "a|b / c / d and a / b / c|d"
    assert all(finding.by_hand for finding in findings)


def test_untrimmed_keys_are_trimmed_unless_the_name_is_taken(patient):
    for name, value in (("port ", "1"), (" host", "2"), ("host", "3"), ("  ", "4")):
        patient.working(name, value)
    finding = patient.finding("working-keys-untrimmed")
    assert "2 keys can't be trimmed" in finding.why
    saved = patient.save(finding.repair)
    entries = patient.sql("SELECT entry_key, entry_json FROM working_memory_entries ORDER BY 2")
    assert entries == [("port", "1"), (" host", "2"), ("host", "3"), ("  ", "4")]
    left = patient.finding("working-keys-untrimmed")
    assert (left.repair, bool(left.by_hand)) == (None, True)
    patient.undo(saved)
    assert patient.finding("working-keys-untrimmed").key == finding.key


@pytest.mark.parametrize("name", ["port", "a b", "\u200bport", "port\ufeff"])
def test_keys_without_the_engines_white_space_at_an_end_are_in_order(patient, name):
    patient.working(name, "1")
    assert patient.names() == []
