"""``memloupe edit observation`` on real files."""

from __future__ import annotations

import json

import pytest
from tree_state import snapshot as tree

from tests.cli.agent_file import CODER, DRY_RUN, PLANNER


def test_a_text_is_written_and_what_follows_from_it(agent):
    run = agent.run("edit observation", 2, "--text", "Umlauts stay.", "--reason", "typed wrong")
    assert run.status == 0
    assert run.lines == ["Edit observation 2: written."]
    assert "A copy of the file as it was before is “" in run.err
    observation = agent.record().observations[1]
    assert (observation.content, observation.token_count) == ("Umlauts stay.", 4)
    assert agent.record().observation_tokens == 137 - 21 + 4
    assert agent.record().state_version == 4


def test_the_reason_is_in_the_journal_and_in_the_engines_log_and_the_text_is_in_neither(agent):
    agent.done("edit observation", 2, "--text", "A secret.", "--reason", "typed wrong")
    (entry,) = agent.entries()
    assert (entry.label, entry.reason, entry.state) == (
        "Edit observation 2",
        "typed wrong",
        "written",
    )
    ((kind, payload),) = agent.our_log()
    assert kind == "memloupe_change"
    assert json.loads(payload)["why"] == "typed wrong"
    assert "secret" not in payload


def test_importance_alone_and_with_a_text(agent):
    agent.done("edit observation", 3, "--importance", "0")
    assert agent.record().observations[2].importance == 0
    agent.done("edit observation", 3, "--importance", "0.25", "--text", "Both.")
    changed = agent.record().observations[2]
    assert (changed.importance, changed.content) == (0.25, "Both.")
    assert [entry.label for entry in agent.entries()] == [
        "Edit observation 3",
        "Set importance of observation 3",
    ]


def test_unscored_is_said_to_count_as_a_half(agent):
    run = agent.run("edit observation", 3, "--importance", "0", "--dry-run")
    assert any("0.5" in line for line in run.lines if line.startswith("note: "))


def test_one_more_gets_the_next_number(agent):
    agent.done("edit observation", "--add", "--text", "Nine.", "--importance", "0.4")
    added = agent.record().observations[-1]
    assert (added.seq, added.content, added.importance) == (9, "Nine.", 0.4)


def test_after_a_removal_the_others_are_renumbered(agent):
    texts = agent.texts()
    run = agent.done("edit observation", 2, 4, "--remove")
    assert agent.texts() == [text for at, text in enumerate(texts) if at not in {1, 3}]
    assert agent.numbers() == [1, 2, 3, 4, 5, 6]
    assert "5 other observations have another number now." in run.err
    assert "number now" not in agent.done("edit observation", 6, "--remove").err


def test_numbers_may_stand_before_and_behind_options(agent):
    agent.done("edit observation", "--text", "Behind.", 1)
    before = agent.memloupe(
        "edit", "observation", agent.root, 2, "--text", "Before.", f"--memory-id={CODER}"
    )
    assert before.status == 0
    assert agent.texts()[:2] == ["Behind.", "Before."]


def test_several_become_one(agent):
    agent.done("edit observation", 1, 3, "--merge", "--text", "One and three.")
    assert "One and three." in agent.texts()
    assert agent.numbers() == [1, 2, 3, 4, 5, 6, 7]


def test_one_moves_to_another_scope(agent):
    text = agent.texts()[0]
    agent.done("edit observation", 1, "--move-to", PLANNER)
    assert text not in agent.texts()
    assert agent.texts(PLANNER)[-1] == text
    assert len(agent.entries()) == 1


def test_a_text_comes_from_a_file(agent, tmp_path):
    file = tmp_path / "text"
    file.write_bytes("From a file: ü\n".encode())
    agent.done("edit observation", 1, "--text-file", file)
    assert agent.texts()[0] == "From a file: ü"


def test_a_file_that_is_not_there_is_named(agent, tmp_path):
    run = agent.run("edit observation", 1, "--text-file", tmp_path / "none")
    assert run.status == 1
    assert "There is no file" in run.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("2", "--text", "New."),
        ("2", "--remove"),
        ("--add", "--text", "New."),
        ("1", "2", "--merge", "--text", "New."),
        ("1", "--move-to", PLANNER),
    ],
)
def test_a_dry_run_shows_the_difference_and_writes_nothing_at_all(agent, arguments):
    before = tree(agent.root)
    run = agent.run("edit observation", *arguments, "--dry-run")
    assert (run.status, run.err) == (0, DRY_RUN)
    assert any(line.startswith("- ") for line in run.lines)
    assert any(line.startswith("+ ") for line in run.lines)
    assert run.lines[-1].startswith("next turn: ")
    assert tree(agent.root) == before


def test_a_dry_run_in_json_has_rows_notes_and_the_next_turn(agent):
    (shown,) = agent.run("edit observation", 2, "--remove", "--dry-run", "--json").objects
    assert shown["status"] == "dry run"
    assert shown["renumbered"] == [[2, None], *([number, number - 1] for number in range(3, 9))]
    assert shown["next_turn"]["before"] == {"counted": 137, "measured": 163}
    (row,) = shown["rows"]
    assert "Müller & Söhne" in row["before"]
    assert "Müller & Söhne" not in row["after"]


def test_json_says_what_was_written(agent):
    (saved,) = agent.run("edit observation", 2, "--text", "New.", "--json").objects
    (entry,) = agent.entries()
    assert saved["locked_ms"] > 0
    assert (saved["status"], saved["entry"], saved["label"], saved["memory_ids"]) == (
        "written",
        entry.id,
        "Edit observation 2",
        [CODER],
    )
    assert saved["backup"].startswith(str(agent.root / ".memloupe" / "backups"))
    (same,) = agent.run("edit observation", 2, "--text", "New.", "--json").objects
    assert same == {"status": "unchanged"}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "one observation has to be named"),
        ((1, 2, "--text", "x"), "one observation has to be named"),
        ((1,), "nothing to do"),
        ((1, "--merge", "--text", "x"), "--merge needs two observations"),
        ((1, "--at", 1, "--text", "x"), "both name observations"),
        ((1, "--add", "--text", "x"), "--add and --renumber go without SEQ"),
        (("--add",), "--add needs --text"),
        ((1, "--text", "x", "--text-file", "y"), "two texts"),
        ((1, "--importance", "1.5"), "not a number from 0 to 1"),
        ((1, "--importance", "nan"), "not a number from 0 to 1"),
        (("one", "--text", "x"), "is not a whole number"),
    ],
)
def test_what_makes_no_sense_is_wrong_usage(agent, arguments, complaint):
    run = agent.run("edit observation", *arguments)
    assert run.status == 2
    assert complaint in run.err
    assert not (agent.root / ".memloupe").exists()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((99, "--text", "x"), "There is no observation 99"),
        ((1, "--text", "  "), "needs text"),
        ((1, "--move-to", CODER), "in this scope already"),
        ((1, "--move-to", "a|b|c"), "a|b|c"),
        (("--at", 99, "--text", "x"), "no observation"),
    ],
)
def test_what_can_not_be_done_is_refused_and_nothing_is_written(agent, arguments, complaint):
    run = agent.run("edit observation", *arguments)
    assert run.status in {1, 3}
    assert complaint.lower() in run.err.lower()
    assert not (agent.root / ".memloupe").exists()


def test_numbers_that_are_used_twice_are_refused_and_reached_by_place(agent):
    column, place = "active_observations_json", f"WHERE memory_id = '{CODER}'"
    items = json.loads(agent.query(f"SELECT {column} FROM om_memory_records {place}")[0][0])
    items[1]["seq"] = 1
    agent.query(f"UPDATE om_memory_records SET {column} = ? {place}", json.dumps(items))
    run = agent.run("edit observation", 1, "--text", "Which?")
    assert run.status == 1
    assert "They stand at the places 1 and 2: name one with --at" in run.err
    agent.done("edit observation", "--at", 2, "--text", "This one.")
    assert agent.texts()[1] == "This one."
    agent.done("edit observation", "--renumber")
    assert agent.numbers() == [1, 2, 3, 4, 5, 6, 7, 8]


def test_text_for_a_terminal_has_no_control_characters(agent):
    run = agent.run("edit observation", 1, "--text", "red \x1b[31m", "--dry-run")
    assert b"\x1b" not in run.out
    assert any("\\x1b[31m" in line for line in run.lines)
