"""``memloupe reflect`` and ``observe``: by rules, and with a server on this machine."""

from __future__ import annotations

import json

import pytest
from model_answers import good, refused_key
from model_server import KEY
from tree_state import snapshot as tree

from tests.cli.agent_file import BILLING

ANSWER = (
    "SUMMARY:\nThe API is on port 9090. Umlauts stay as they are. Rounding happens in cents."
    " The user wants to be asked before a commit.\n\nSUPERSESSIONS:\n"
    "- [seq:6] replaces [seq:1]: it moved\n\nCONTRADICTIONS:\n"
)
OBSERVED = "IMPORTANCE:0.8\nThe user wants short answers.\n\nIMPORTANCE:0.4\nTests run on CI."
FAKE_HOST = "http://models.example.invalid/v1"


@pytest.fixture
def served(agent, model_server, monkeypatch):
    """Commands that ask the server on this machine."""
    monkeypatch.setenv("MEMLOUPE_API_KEY", KEY)
    options = ("--model", "test-model", "--base-url", model_server.url)

    def run(command, *arguments):
        found = agent.run(command, *options, *arguments)
        assert KEY not in found.err
        assert KEY.encode() not in found.out
        return found

    agent.ask = run
    agent.server = model_server
    return agent


@pytest.fixture
def transcript(tmp_path):
    """A file of messages that nobody has observed."""
    messages = [
        {"role": role, "content": f"{text} {number}"}
        for number in range(12)
        for role, text in (("user", "Please be brief."), ("assistant", "I will."))
    ]
    path = tmp_path / "messages.json"
    path.write_text(json.dumps(messages), encoding="utf-8")
    return path


def test_the_built_in_rules_are_named_as_such_and_write_nothing(agent):
    before = tree(agent.root)
    run = agent.run("reflect", "--built-in")
    assert run.lines[0] == "Proposed reflection, by Built-in rules, no model"
    assert "Nothing is written until you accept it with --accept." in run.err
    (proposal,) = agent.run("reflect", "--built-in", "--json").objects
    assert (proposal["status"], proposal["author"]) == ("proposed", "Built-in rules, no model")
    assert proposal["items"]
    assert tree(agent.root) == before


def test_without_a_model_the_rules_are_used_and_it_is_said_so(agent):
    run = agent.run("reflect")
    assert "The built-in rules are used, no model." in run.err
    assert "by Built-in rules, no model" in run.lines[0]


def test_the_scope_may_be_named_without_an_option(agent):
    by_key = agent.memloupe("reflect", agent.root, BILLING, "--built-in")
    assert by_key.lines[0].startswith("Proposed reflection")


def test_an_accepted_proposal_is_what_the_engine_would_have_written(agent):
    run = agent.done("reflect", "--built-in", "--accept", "--override", "--reason", "by hand")
    record = agent.record()
    assert record.reflection.startswith("SUMMARY:\n")
    assert record.last_reflected_seq == 8
    operations = agent.query(
        "SELECT operation_type, status FROM om_operation_log WHERE operation_id LIKE 'memloupe-%'"
    )
    assert operations == [("reflect_now", "applied")]
    (marker,) = agent.query("SELECT marker_type FROM om_markers WHERE marker_id LIKE 'memloupe-%'")
    assert marker == ("reflection_end",)
    assert agent.entries()[0].reason == "by hand"
    assert run.lines[0].endswith(": written.")


def test_accepting_is_undone_with_its_log(agent):
    before = agent.query("SELECT * FROM om_memory_records ORDER BY memory_id")
    agent.done("reflect", "--built-in", "--accept", "--override")
    assert agent.run_plain("undo").status == 0
    assert agent.query("SELECT * FROM om_memory_records ORDER BY memory_id") == before
    assert agent.query("SELECT * FROM om_markers WHERE marker_id LIKE 'memloupe-%'") == []


def test_a_dry_run_of_accepting_writes_nothing(agent):
    before = tree(agent.root)
    run = agent.run("reflect", "--built-in", "--accept", "--override", "--dry-run")
    assert run.status == 0
    assert any("SUMMARY:" in line for line in run.lines)
    assert tree(agent.root) == before


def test_a_model_on_this_machine_is_asked_without_more_ado(served):
    served.server.script([good(ANSWER)])
    run = served.ask("reflect")
    assert f"of memory to {served.server.host}" in run.err
    assert "test-model" in run.lines[0]
    assert any("replaces" in line for line in run.lines)
    (request,) = served.server.requests
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert not (served.root / ".memloupe").exists()


def test_what_a_model_proposed_is_accepted_in_parts(served):
    served.server.script([good(ANSWER), good(ANSWER)])
    (proposal,) = served.ask("reflect", "--json").objects
    ids = [item["id"] for item in proposal["items"] if item["kind"] != "summary"]
    run = served.ask("reflect", "--accept", "--override", "--only", ids[0])
    assert run.status == 0
    reflection = served.record().reflection
    assert "[seq:6] replaces [seq:1]" in reflection
    assert "port 9090" not in reflection


def test_a_part_that_is_not_proposed_is_refused(served):
    served.server.script([good(ANSWER)])
    run = served.ask("reflect", "--accept", "--only", "nonsense")
    assert run.status == 3
    assert "nonsense" in run.err
    assert not (served.root / ".memloupe").exists()


def test_a_refused_key_is_explained_and_never_printed(served):
    served.server.script([refused_key(f"Incorrect API key provided: {KEY}.")])
    run = served.ask("reflect", "--accept")
    assert run.status == 3
    assert "key" in run.err
    assert not (served.root / ".memloupe").exists()


def test_an_answer_that_should_not_be_accepted_needs_to_be_overridden(served):
    served.server.script([good("The user likes tea. " * 300)] * 3)
    (proposal,) = served.ask("reflect", "--json").objects
    assert any(guard["grave"] for guard in proposal["guards"])
    refused = served.ask("reflect", "--accept")
    assert refused.status == 1
    assert served.record().reflection == ""
    assert served.ask("reflect", "--accept", "--override").status == 0


@pytest.mark.parametrize("command", ["reflect", "observe"])
def test_nothing_is_sent_to_another_machine_unless_the_person_says_so(
    agent, transcript, monkeypatch, command
):
    monkeypatch.setenv("MEMLOUPE_API_KEY", KEY)
    more = ("--transcript", transcript) if command == "observe" else ()
    run = agent.run(command, *more, "--model", "m", "--base-url", FAKE_HOST)
    assert run.status == 1
    assert "models.example.invalid" in run.err
    assert "Nothing was sent. Add --send to agree" in run.err
    assert KEY not in run.err


def test_a_transcript_is_observed_by_a_model_and_accepted(served, transcript):
    served.server.script([good(OBSERVED), good(OBSERVED)])
    (proposal,) = served.ask("observe", "--transcript", transcript, "--json").objects
    assert [(item["importance"], item["text"]) for item in proposal["items"]] == [
        (0.8, "The user wants short answers."),
        (0.4, "Tests run on CI."),
    ]
    run = served.ask("observe", "--transcript", transcript, "--accept", "--override")
    assert run.status == 0
    assert served.texts()[8:] == ["The user wants short answers.", "Tests run on CI."]
    assert served.record().last_observed_message_index == 23


def test_a_transcript_is_observed_by_rules(agent, transcript):
    before = tree(agent.root)
    run = agent.run("observe", "--transcript", transcript, "--built-in")
    assert "by Built-in rules, no model" in run.lines[0]
    assert tree(agent.root) == before


def test_without_a_conversation_it_says_what_to_do(agent):
    run = agent.run("observe", "--built-in")
    assert run.status == 1
    assert "--transcript" in run.err
