"""``memloupe files consolidate`` and ``files flush``: by rules, and with a server of the test."""

from __future__ import annotations

import json

import pytest
from model_answers import good
from tree_state import snapshot as tree

FAKE_HOST = "http://models.example.invalid/v1"


@pytest.fixture
def desk(sample_workspace):
    return sample_workspace("agentscope_support_desk")


def test_the_rules_propose_and_write_nothing(memloupe, desk):
    before = tree(desk)

    run = memloupe("files", "consolidate", desk, "--built-in")

    assert run.status == 0
    assert run.lines[0] == "Proposed MEMORY.md, by Built-in rules, no model"
    assert any("duplicate in memory/2026-06-15.md" in line for line in run.lines)
    assert any(line.startswith("watermark: 2026-06-12T01:30:00.512009Z -> ") for line in run.lines)
    assert any("of 16,000 characters" in line for line in run.lines)
    assert "Nothing is written until you accept it with --accept." in run.err
    assert tree(desk) == before


def test_accepting_writes_and_undo_takes_it_back(memloupe, desk):
    memory = desk / "MEMORY.md"
    before = (memory.read_bytes(), memory.stat().st_mtime_ns)

    assert memloupe("files", "consolidate", desk, "--built-in", "--accept").status == 0
    assert b"From the daily logs" in memory.read_bytes()
    assert memloupe("undo", desk).status == 0

    assert (memory.read_bytes(), memory.stat().st_mtime_ns) == before


def test_a_dry_run_shows_both_files_and_writes_nothing(memloupe, desk):
    before = tree(desk)

    run = memloupe("files", "consolidate", desk, "--built-in", "--accept", "--dry-run")

    assert "+++ MEMORY.md" in run.lines
    assert "+++ memory/.consolidation_state" in run.lines
    assert tree(desk) == before


def test_over_the_limit_is_said_with_numbers_and_never_accepted(memloupe, desk):
    options = ("files", "consolidate", desk, "--built-in", "--max-tokens", "100")
    (proposal,) = memloupe(*options, "--json").objects

    assert proposal["is_refused"]
    assert proposal["limits"]["characters"][1] == 400
    run = memloupe(*options, "--accept", "--override")
    assert run.status != 0
    assert "the limit is 400" in run.err


def test_the_input_is_printed_and_nothing_is_sent(memloupe, desk, model_server):
    options = ("--model", "test-model", "--base-url", model_server.url)

    (given,) = memloupe("files", "consolidate", desk, *options, "--show-input", "--json").objects

    assert [message["role"] for message in given["messages"]] == ["system", "user"]
    assert len(given["files"]) == 5
    assert model_server.requests == []


def test_a_server_elsewhere_gets_nothing_before_the_person_agrees(memloupe, desk):
    run = memloupe("files", "consolidate", desk, "--model", "m", "--base-url", FAKE_HOST)

    assert run.status != 0
    assert "Add --send to agree" in run.err


def test_a_model_is_asked_and_its_answer_judged(memloupe, desk, model_server):
    model_server.script([good("NO_REPLY")])

    run = memloupe(
        "files", "consolidate", desk, "--model", "test-model", "--base-url", model_server.url
    )

    assert run.status == 1
    assert any("to less than half" in line for line in run.lines)


def test_an_edited_text_is_judged_and_written(memloupe, desk, tmp_path):
    edited = tmp_path / "edited.md"
    edited.write_text((desk / "MEMORY.md").read_text() + "- By hand.\n")

    run = memloupe("files", "consolidate", desk, "--built-in", "--text-file", edited, "--accept")

    assert run.status == 0
    assert "By hand.” stands neither in the old text nor in a log, or not all of it." in run.err
    assert (desk / "MEMORY.md").read_text().endswith("- By hand.")


def test_a_prompt_that_the_harness_would_not_take_is_refused(memloupe, desk, tmp_path):
    prompt = tmp_path / "prompt.txt"
    prompt.write_text("only %d")

    run = memloupe("files", "consolidate", desk, "--built-in", "--prompt-file", prompt)

    assert run.status != 0
    assert "it needs it exactly twice" in run.err


def test_all_logs_are_taken_on_wish(memloupe, sample_workspace):
    root = sample_workspace("agentscope_lending_multiuser")
    options = ("files", "consolidate", root, "--bucket", "u-107", "--built-in", "--json")

    (some,) = memloupe(*options).objects
    (every,) = memloupe(*options, "--all-logs").objects

    assert "MEMORY.md is missing" in some["warnings"][0]
    assert len(every["files"]) == len(some["files"]) + 1


def test_a_conversation_is_flushed_to_todays_log(memloupe, desk, model_server, tmp_path):
    talk = tmp_path / "talk.json"
    talk.write_text(json.dumps([{"role": "user", "content": "Mira is away in July."}]))
    model_server.script([good("- Mira is away in July."), good("NO_REPLY")])
    options = ("--transcript", talk, "--model", "test-model", "--base-url", model_server.url)

    run = memloupe("files", "flush", desk, *options, "--accept")
    again = memloupe("files", "flush", desk, *options, "--accept")

    assert run.status == 0
    assert [
        path.name for path in desk.glob("memory/*.md") if "Mira is away in July" in path.read_text()
    ] == [max(path.name for path in desk.glob("memory/2*.md"))]
    assert again.lines[-1] == "nothing new to note"


def test_a_given_text_alone_is_judged(memloupe, desk, tmp_path, model_server):
    edited = tmp_path / "edited.md"
    kept = (desk / "MEMORY.md").read_text()
    edited.write_text(kept.replace("- From 2026-06-15 the staging", "- Since then the staging"))
    asked = ("--model", "test-model", "--base-url", model_server.url)
    for more in ((), asked):
        run = memloupe("files", "consolidate", desk, "--text-file", edited, *more, "--dry-run")
        said = f"{run.out.decode()}{run.err}"
        assert run.lines[0] == "Proposed MEMORY.md, by you"
        assert "may replace" not in said
        assert "duplicate in" not in said
        assert "built-in" not in said.casefold()
    assert model_server.requests == []


def test_a_long_fact_is_cut_for_people_and_whole_for_programs(memloupe, sample_workspace, tmp_path):
    root = sample_workspace("agentscope_lending_multiuser")
    text = tmp_path / "text.md"
    text.write_text("- One fact.\n")
    options = ("files", "consolidate", root, "--bucket", "u-108", "--text-file", text)
    lines = [line for line in memloupe(*options).lines if "was not taken in" in line]
    assert [len(line) < 200 for line in lines] == [True]
    assert "…”" in lines[0]
    (proposal,) = memloupe(*options, "--json").objects
    assert len(proposal["passed_over"][0]) > 10_000


def test_a_refusal_names_the_option_that_accepts_and_nothing_else(memloupe, desk, tmp_path):
    text = tmp_path / "text.md"
    text.write_text("- hello\n")
    options = ("files", "consolidate", desk, "--text-file", text, "--accept")
    run = memloupe(*options)
    assert (run.status, run.err.count("\n")) == (1, 1)
    assert "to less than half. Nothing was written. --override accepts it" in run.err
    assert memloupe(*options, "--override").status == 0
    assert (desk / "MEMORY.md").read_text() == "- hello"


def test_an_empty_text_is_not_told_to_raise_a_limit(memloupe, desk, tmp_path):
    text = tmp_path / "text.md"
    text.write_text("\n")
    options = ("files", "consolidate", desk, "--text-file", text, "--accept", "--override")
    run = memloupe(*options)
    assert run.status == 1
    assert "To have no memory, delete MEMORY.md." in run.err
    assert "limit" not in run.err


def test_a_flush_that_is_refused_names_the_option_that_accepts(
    memloupe, desk, model_server, tmp_path
):
    talk = tmp_path / "talk.json"
    talk.write_text(json.dumps([{"role": "user", "content": "Mira is away in July."}]))
    model_server.script([good("- Mira is away in July.\n" * 40)])
    options = ("--transcript", talk, "--model", "test-model", "--base-url", model_server.url)

    run = memloupe("files", "flush", desk, *options, "--accept")

    assert (run.status, "--override accepts it in spite of that" in run.err) == (1, True)
