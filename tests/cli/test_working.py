"""``memloupe working`` on real files."""

from __future__ import annotations

import io
import sys

import pytest
from tree_state import snapshot as tree

from tests.cli.agent_file import BILLING, DRY_RUN


@pytest.fixture
def billing(agent):
    """The scope that has most entries."""
    agent.memory_id = BILLING
    return agent


def test_values_are_listed_and_printed_exactly(billing):
    before = tree(billing.root)
    listed = billing.run("working list", "--json").objects
    assert {one["key"]: one["json"] for one in listed} == billing.working()
    assert len(billing.run("working list").lines) == len(listed)
    key = listed[0]["key"]
    assert billing.run("working get", key).out == listed[0]["json"].encode()
    assert billing.run("working get", key, "--json").objects == listed[:1]
    assert tree(billing.root) == before


def test_an_entry_that_is_not_there_is_named(billing):
    run = billing.run("working get", "not there")
    assert run.status == 3
    assert "no working memory entry “not there”" in run.err


def test_a_value_is_stored_as_the_engines_encoder_writes_it(billing):
    billing.done("working set", "port", '{"b": 1, "a": [1.50, "é<"]}')
    assert billing.working()["port"] == '{"a":[1.5,"é\\u003c"],"b":1}'


def test_a_value_comes_from_the_standard_input(billing, monkeypatch):
    stdin = io.TextIOWrapper(io.BytesIO(b'"piped"'))
    monkeypatch.setattr(sys, "stdin", stdin)
    billing.done("working set", "port")
    assert billing.working()["port"] == '"piped"'


def test_lost_digits_are_named(billing):
    run = billing.done("working set", "port", "12345678901234567890")
    assert "12345678901234567890 loses digits: the engine stores 12345678901234567000." in run.err
    shown = billing.run("working set", "port", "0.1000000000000000055", "--dry-run", "--json")
    assert any("loses digits" in note for note in shown.objects[0]["notes"])


def test_a_key_that_is_written_twice_is_told(billing):
    run = billing.done("working set", "port", '{"a": 1, "a": 2}')
    assert "“a” is written twice" in run.err


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[1, 2", "line 1, character 6"),
        ('{"a": 1,\n "b": x}', "line 2, character 7"),
        ("words", "line 1, character 1"),
    ],
)
def test_the_place_of_an_error_in_json_is_told(billing, text, place):
    run = billing.run("working set", "port", text)
    assert run.status == 1
    assert f"Not JSON at {place}" in run.err
    assert not (billing.root / ".memloupe").exists()


def test_an_entry_is_renamed_and_deleted(billing):
    before = billing.working()
    key = sorted(before)[0]
    billing.done("working rename", key, "renamed")
    assert billing.working() == {
        "renamed" if one == key else one: value for one, value in before.items()
    }
    billing.done("working delete", "renamed")
    assert "renamed" not in billing.working()
    assert billing.run("working rename", key, "x").status == 3


def test_keys_are_trimmed_as_the_tool_does(billing):
    billing.query("INSERT INTO working_memory_entries VALUES (?, ' port ', '1')", BILLING)
    assert billing.working()[" port "] == "1"
    billing.done("working trim", "--reason", "not found by the agent")
    assert billing.working()["port"] == "1"
    assert billing.entries()[0].reason == "not found by the agent"
    assert "No key has white space" in billing.done("working trim").err


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("working set", ("port", "1")),
        ("working delete", ("whole_float",)),
        ("working rename", ("whole_float", "x")),
    ],
)
def test_a_dry_run_writes_nothing_at_all(billing, command, arguments):
    before = tree(billing.root)
    run = billing.run(command, *arguments, "--dry-run")
    assert (run.status, run.err) == (0, DRY_RUN)
    assert tree(billing.root) == before
