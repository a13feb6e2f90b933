"""The doctor on the command line."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from desktop_app.__main__ import main
from tests.doctor_patient import Patient, observation


@pytest.fixture
def run(capsysbinary, monkeypatch):
    """Run the command with these arguments; return status, lines of output and messages."""
    monkeypatch.delenv("HOME", raising=False)

    def call(*arguments):
        status = main(["doctor", *map(str, arguments)])
        out, err = capsysbinary.readouterr()
        return status, out.decode().splitlines(), err.decode()

    return call


@pytest.fixture
def patient(golden_workspace):
    return Patient(golden_workspace("fresh-database"))


def test_a_clean_workspace_is_said_to_be_so(run, patient):
    status, lines, _ = run(patient.root)
    assert status == 0
    assert len(lines) == 1
    assert lines[0].startswith("Nothing is wrong. 33 rules, 0 scopes, 1 file in ")


def test_findings_stand_below_their_severity_with_what_to_do(run, golden_workspace):
    status, lines, _ = run(golden_workspace("hand-edited"))
    assert status == 1
    heads = [line for line in lines if line and not line.startswith(" ")]
    assert heads[:3] == ["Stops memory  4", "Changes what the model sees  2", "Worth knowing  1"]
    assert heads[3].startswith("4 stop memory, 2 change the turn, 1 to know. ")
    assert lines[1:5] == [
        "  Ids a restarted engine will use again",
        "    op_1 – op_45 · 24 observes will fail after a restart",
        "    all scopes · ids-hit-again",
        "    repair: Rename ids of earlier runs",
    ]
    assert "    by hand: Open the stored text as it is and correct it." in lines


def test_each_finding_is_one_json_object(run, golden_workspace):
    status, lines, _ = run(golden_workspace("operations-mixed"), "--json")
    found = [json.loads(line) for line in lines]
    assert status == 1
    assert [item["rule"] for item in found] == [
        "ids-hit-again",
        "operations-stuck",
        "markers-orphaned",
    ]
    assert found[0]["severity"] == "stops_memory"
    assert found[1]["memory_id"] == "default|crashed-mid-operation|default"
    assert found[0]["repair"]["effects"][0]["name"] == "renamed"


def test_one_rule_alone(run, golden_workspace):
    status, lines, _ = run(golden_workspace("operations-mixed"), "--rule", "records-gone")
    assert (status, lines[0][:17]) == (0, "Nothing is wrong.")


@pytest.mark.parametrize("option", ["--rule", "--repair"])
def test_a_rule_that_is_not_there_is_refused(run, patient, option):
    status, lines, messages = run(patient.root, option, "nonsense")
    assert (status, lines) == (2, [])
    assert "there is no rule 'nonsense'" in messages


def test_a_dry_run_prints_the_difference_and_writes_nothing(run, golden_workspace):
    root = golden_workspace("hand-edited")
    before = (root / ".harness" / "state.db").read_bytes()
    status, lines, said = run(root, "--repair", "ids-without-key", "--dry-run")
    assert status == 1
    assert "- scope: default / renamed-by-hand / default" in lines
    assert "+ scope: default / mismatched-columns / default" in lines
    assert "Nothing was written." in said
    assert (root / ".harness" / "state.db").read_bytes() == before
    assert not (root / ".memloupe").exists()


def test_a_dry_run_in_json_has_rows_before_and_after(run, golden_workspace):
    root = golden_workspace("hand-edited")
    _, lines, _ = run(root, "--repair", "working-keys-untrimmed", "--dry-run", "--json")
    first = json.loads(lines[0])
    assert (first["rule"], first["status"]) == ("working-keys-untrimmed", "dry run")
    assert len(first["rows"]) == 1


def test_repairs_are_saved_and_what_is_left_is_told(run, golden_workspace):
    root = golden_workspace("hand-edited")
    status, lines, said = run(root, "--repair", "all", "--reason", "after the crash")
    assert status == 1
    assert lines[:2] == [
        "Rename ids of earlier runs: written.",
        "Make the record readable: written.",
    ]
    assert lines[-1].startswith("1 stop memory. ")
    assert "By hand: Record can't be read (default|unreadable-json|default)" in said
    with closing(sqlite3.connect(root / ".harness" / "state.db")) as state:
        (payload,) = state.execute(
            "SELECT payload_json FROM om_operation_log WHERE run_id = 'memloupe' LIMIT 1"
        ).fetchone()
    assert json.loads(payload)["why"] == "after the crash"


def test_of_two_opposite_repairs_the_other_one_can_be_chosen(run, golden_workspace):
    root = golden_workspace("hand-edited")
    rule = "ids-without-key"
    _, lines, _ = run(root, "--rule", rule)
    way = "Rename everything to default / renamed-by-hand / default"
    assert f"    or, with --other-way: {way}" in lines
    status, lines, _ = run(root, "--rule", rule, "--repair", rule, "--other-way")
    assert (status, lines[0]) == (0, f"{way}: written.")


def test_a_repaired_workspace_is_clean(run, patient):
    patient.record([observation(1), observation(3)])
    status, lines, _ = run(patient.root, "--repair", "numbers-gapped", "--json")
    assert status == 0
    assert [json.loads(line)["status"] for line in lines] == ["written"]


def test_a_repair_that_another_one_has_done_on_the_way_is_no_failure(run, golden_workspace):
    root = golden_workspace("hand-edited")
    arguments = ("--repair", "numbers-repeat", "token-total-off", "--rule")
    status, lines, _ = run(root, *arguments, "numbers-repeat", "--rule", "token-total-off")
    assert status == 0
    assert lines[:2] == [
        "Number observations 1, 2, 3, …: written.",
        "Count the totals anew: nothing to change any more.",
    ]


def test_text_of_a_finding_does_nothing_to_a_terminal(run, patient):
    patient.working("red\x1b[31m\nkey", "1")
    _, lines, _ = run(patient.root)
    assert any("red\\x1b[31m\\nkey" in line for line in lines)
