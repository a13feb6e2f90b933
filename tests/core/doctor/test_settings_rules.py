"""Settings that mislead, and scopes that they do not reach."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from desktop_app.core.doctor.finding import Severity
from desktop_app.core.engine_time import EngineTime, parse_column_time
from tests.doctor_patient import KEY, LIMITS, Patient, observation

OPENAI = '[memory]\nllm_mode = "openai"\nllm_base_url = "http://localhost:1{}"\n'


@pytest.mark.parametrize(
    ("text", "rule", "severity"),
    [
        ("[memory]\nenabled = false\n", "enabled-has-no-effect", Severity.WORTH_KNOWING),
        ("[memory]\nsnippet_max_tokens = -1\n", "negative-limit", Severity.CHANGES_TURN),
        ('[forensics]\nrollout_dir = "r"\n', "rollouts-elsewhere", Severity.WORTH_KNOWING),
        (
            "[memory]\nsnippet_max_tokens = 5\nSnippet_Max_Tokens = 6\n",
            "setting-twice",
            Severity.CHANGES_TURN,
        ),
        (OPENAI.format("/v1"), "base-url-ends-in-v1", Severity.STOPS_MEMORY),
        ('[memory]\nmode = "sometimes"\n', "engine-does-not-start", Severity.STOPS_MEMORY),
        ("[memory\n", "settings-refused", Severity.STOPS_MEMORY),
    ],
)
def test_traps_of_the_configuration_are_findings(patient, text, rule, severity):
    patient.config(text)
    findings = patient.look().findings
    assert [(finding.rule, finding.severity) for finding in findings] == [(rule, severity)]
    assert findings[0].by_hand
    assert findings[0].place.file


@pytest.mark.parametrize(
    "text",
    [
        '[memory]\nenabled = false\nmode = "off"\n',
        "[memory]\nsnippet_max_tokens = 0\n",
        '[forensics]\nrollout_dir = "/var/r"\n',
        OPENAI.format(""),
        "[memory]\nenabled = true\n",
    ],
)
def test_settings_that_do_what_they_say_are_in_order(patient, text):
    patient.config(text)
    assert patient.names() == []


def test_a_setting_is_named_with_its_file_and_line(patient):
    patient.config("[memory]\n\nenabled = false\n")
    finding = patient.finding("enabled-has-no-effect")
    assert finding.detail == "memory.enabled in .harness/config.toml, line 3"
    assert finding.place.line == 3


def test_scopes_that_a_changed_limit_does_not_reach_are_one_finding(patient):
    patient.record([observation(1)])
    patient.record(key="acme|other|coder")
    limits = {**LIMITS, "snippet_max_tokens": 500}
    patient.record(key="acme|third|coder", config_json=json.dumps(limits))
    patient.config("[memory]\nsnippet_max_tokens = 500\n")
    finding = patient.finding("limits-of-their-own")
    assert finding.detail == f"{KEY} and acme|other|coder"
    assert "snippet_max_tokens 900 (configuration: 500)" in finding.why


def test_limits_are_no_news_where_the_configuration_sets_none(patient):
    patient.record(config_json='{"snippet_max_tokens":500}')
    patient.config('[memory]\nmode = "auto"\n')
    assert patient.names() == []


def test_scopes_that_are_off_with_data_are_one_finding(patient):
    patient.record([observation(1)], enabled=0)
    patient.record(key="acme|empty|coder", enabled=0)
    patient.record([observation(1)], key="acme|on|coder")
    finding = patient.finding("off-with-data")
    assert finding.title == "Memory is off for one scope, data kept"
    assert (finding.detail, finding.place.memory_id) == ("1 observation", KEY)
    patient.record([observation(1)], key="acme|two|coder", enabled=0)
    assert patient.finding("off-with-data").title == "Memory is off for 2 scopes, data kept"


CHAT = "default|conv-invoice-bug|default"


@pytest.fixture
def live(golden_workspace):
    """A workspace of the real engine, with its conversations, a long time afterwards."""
    patient = Patient(golden_workspace("harnessd-live"))
    patient.now = parse_column_time("2036-01-01T00:00:00Z")
    return patient


def change_chats(patient, statement):
    path = patient.root / ".harness" / "conversations.db"
    with closing(sqlite3.connect(path)) as chats, chats:
        chats.execute(statement)


@pytest.mark.parametrize("condition", ["conversation_id = 'conv-invoice-bug'", "step > 5"])
def test_a_conversation_that_is_gone_or_shorter_than_its_memory_is_worth_knowing(live, condition):
    change_chats(live, f"DELETE FROM conversation_messages WHERE {condition}")
    assert CHAT in live.finding("conversation-gone").detail


def test_conversations_that_are_as_long_as_their_memory_are_in_order(live):
    assert live.names("conversation-gone") == []


def test_a_conversation_of_the_last_hour_may_not_be_stored_yet(live):
    change_chats(live, "DELETE FROM conversation_messages")
    ((last,),) = live.sql("SELECT max(updated_at) FROM om_memory_records")
    live.now = EngineTime(parse_column_time(last).unix_seconds + 60)
    assert live.names("conversation-gone") == []


def test_nothing_is_said_about_conversations_that_are_not_stored(live):
    (live.root / ".harness" / "conversations.db").unlink()
    assert live.names("conversation-gone") == []
