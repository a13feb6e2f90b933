"""The other commands on golden workspaces."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from desktop_app.cli.text import visible
from desktop_app.core.history.entry import HistoryFilter
from desktop_app.services.workspace import open_workspace

RICH = "default|conv-billing-rounding|default"


def change(root, statement, *values):
    with closing(sqlite3.connect(root / ".harness" / "state.db")) as connection, connection:
        assert connection.execute(statement, values).rowcount > 0


def test_scopes_lists_every_scope_on_a_line(memloupe, golden_workspace):
    root = golden_workspace("rich-coding-agent")
    run = memloupe("scopes", root)
    assert (run.status, run.err) == (0, "")
    assert len(run.lines) == 6
    assert run.lines[3].split() == ["working", "0", "–", "1", "acme|conv-only-working-memory|coder"]
    assert run.lines[4].split() == ["on", "40", "658", "11", RICH]


def test_scopes_in_json_have_ids_counts_and_damage(memloupe, golden_workspace):
    found = {
        line["memory_id"]: line
        for line in memloupe("scopes", golden_workspace("hand-edited"), "--json").objects
    }
    assert "ends too early" in found["default|unreadable-json|default"]["damage"]
    renamed = found["default|mismatched-columns|default"]
    assert renamed["conversation"] == "renamed-by-hand"
    assert "don't make up its key" in renamed["damage"]
    healthy = found["default|hand-edited|default"]
    assert (healthy["damage"], healthy["observations"], healthy["enabled"]) == ("", 14, True)


def test_a_disabled_scope_is_off(memloupe, golden_workspace):
    lines = memloupe("scopes", golden_workspace("disabled-scope")).lines
    assert {line.split()[0] for line in lines} == {"off"}


def test_show_prints_everything(memloupe, golden_workspace):
    root = golden_workspace("rich-coding-agent")
    text = memloupe("show", root, "--memory-id", RICH).out.decode()
    shown = open_workspace(root).sources[0].snapshot(RICH)
    assert "Observations (40)" in text
    for item in shown.record.observations:
        assert f"\n  [{item.seq}]  " in text
        assert visible(item.content.split("\n")[0]) in text
    for line in shown.record.reflection.splitlines():
        assert visible(line) in text
    for entry in shown.working:
        assert f"{entry.key}: {visible(entry.value_json)}" in text


def test_show_in_json_has_the_row_as_stored(memloupe, golden_workspace):
    root = golden_workspace("rich-coding-agent")
    (found,) = memloupe("show", root, "--memory-id", RICH, "--json").objects
    assert [item["seq"] for item in found["observations"]][:3] == [1, 2, 3]
    assert len(json.loads(found["row"]["active_observations_json"])) == 40
    assert found["record"]["snippet_max_tokens"] == 420
    assert found["damages"] == []


def test_show_of_a_damaged_record_prints_every_reason_and_what_is_stored(
    memloupe, golden_workspace
):
    root = golden_workspace("hand-edited")
    key = "default|unreadable-json|default"
    change(root, "UPDATE om_memory_records SET enabled = 'maybe' WHERE memory_id = ?", key)
    run = memloupe("show", root, "--memory-id", key)
    text = run.out.decode()
    assert run.status == 0
    assert "active_observations_json, character 11: the text ends too early" in text
    assert "reason        enabled: " in text
    assert '[{"seq":1,\n' in text
    (found,) = memloupe("show", root, "--memory-id", key, "--json").objects
    assert {damage["column"] for damage in found["damages"]} == {
        "enabled",
        "active_observations_json",
    }
    assert found["record"] is None


def test_control_characters_of_memory_never_reach_the_terminal(memloupe, golden_workspace):
    root = golden_workspace("rich-coding-agent")
    evil = "\x1b]0;owned\x07 \x9b31m \u202eback"
    change(
        root,
        "UPDATE om_memory_records SET active_reflection = ? WHERE memory_id = ?",
        evil,
        RICH,
    )
    change(
        root,
        "INSERT INTO working_memory_entries (memory_id, entry_key, entry_json) VALUES (?, ?, ?)",
        RICH,
        evil,
        json.dumps(evil, ensure_ascii=False),
    )
    commands = [
        ["show", root, "--memory-id", RICH],
        ["search", root, "owned"],
        ["snippet", root, "--memory-id", RICH, "--explain"],
        ["show", root, "--memory-id", RICH, "--json"],
        ["snippet", root, "--all", "--json"],
        ["search", root, "owned", "--json"],
    ]
    for command in commands:
        run = memloupe(*command)
        assert run.status == 0
        assert not set("\x1b\x07\x9b") & set(run.out.decode()), command
    exact = memloupe("snippet", root, "--memory-id", RICH).out
    assert evil.encode() in exact


def test_the_log_has_every_entry_newest_first(memloupe, golden_workspace):
    root = golden_workspace("operations-mixed")
    source = open_workspace(root).sources[0]
    entries = source.history(HistoryFilter(), limit=10_000).entries
    run = memloupe("log", root, "--json")
    assert len(run.objects) == len(entries) > 20
    assert len(memloupe("log", root).lines) == len(entries)
    assert len(memloupe("log", root, "--limit", 3).lines) == 3
    failed = memloupe("log", root, "--failed", "--json").objects
    assert {line["status"] for line in failed} == {"failed"}
    assert all(line["error_text"] for line in failed)
    stuck = memloupe("log", root, "--stuck", "--json").objects
    assert all(line["stuck"] for line in stuck)
    assert {line["memory_id"] for line in stuck} == {"default|crashed-mid-operation|default"}


def test_the_log_of_one_scope_has_that_scope_alone(memloupe, golden_workspace):
    root = golden_workspace("operations-mixed")
    key = "default|crashed-mid-operation|default"
    run = memloupe("log", root, "--conversation", "crashed-mid-operation", "--json")
    assert {line["memory_id"] for line in run.objects} == {key}
    missing = memloupe("log", root, "--conversation", "nobody")
    assert (missing.status, missing.out) == (3, b"")


@pytest.mark.parametrize("export_format", ["json", "markdown"])
def test_an_export_has_the_engines_bytes(
    memloupe, golden_vectors, golden_workspace, tmp_path, export_format
):
    (line,) = [
        line
        for line in golden_vectors("workspace_expected")
        if line.get("memory_id") == RICH and line["workspace"] == "rich-coding-agent"
    ]
    root = golden_workspace("rich-coding-agent")
    options = [root, "--memory-id", RICH, "--format", export_format]
    printed = memloupe("export", *options, "--output", "-")
    assert sha256(printed.out).hexdigest() == line[f"export_{export_format}_sha256"]
    target = tmp_path / "export"
    written = memloupe("export", *options, "--output", target)
    assert written.out == os.fsencode(target) + b"\n"
    assert target.read_bytes() == printed.out
    again = memloupe("export", *options, "--output", target)
    assert (again.status, again.out) == (1, b"")
    assert "is there already" in again.err
    assert "--force" in again.err
    folder = memloupe("export", *options, "--output", tmp_path)
    assert (folder.status, "is a folder" in folder.err) == (1, True)
    ending = tmp_path / f"named{'.md' if export_format == 'markdown' else '.JSON'}"
    assert memloupe("export", root, "--memory-id", RICH, "--output", ending).status == 0
    assert ending.read_bytes() == printed.out
    assert memloupe("export", *options, "--output", target, "--force").status == 0
    own = Path(os.fsdecode(memloupe("export", *options).out.rstrip()))
    assert own.read_bytes() == printed.out
    folder = own.parent.relative_to(root).as_posix()
    assert folder == ".harness/observational-memory/default/conv-billing-rounding/default"


def test_search_prints_where_each_hit_stands(memloupe, golden_workspace):
    root = golden_workspace("rich-coding-agent")
    (line,) = memloupe("search", root, "fuzzroundtrip FOUND").lines
    assert line.startswith(f"{RICH}  [34]  FuzzRoundTrip found overflow")
    hits = memloupe("search", root, "user", "--json").objects
    assert len(memloupe("search", root, "user", "--limit", 2).lines) == 2
    assert len(hits) > 2
    for hit in hits:
        start, end = hit["marks"][0]
        assert hit["excerpt"][start:end].lower() == "user"
    nothing = memloupe("search", root, "nobody wrote this")
    assert (nothing.status, nothing.out) == (0, b"")
    assert "Nothing has this text" in nothing.err


def test_config_tells_each_value_with_its_layer_and_the_traps(
    memloupe, golden_workspace, monkeypatch
):
    root = golden_workspace("rich-coding-agent")
    monkeypatch.setenv("HARNESS_MAX_STEPS", "7")
    (found,) = memloupe("config", root, "--json").objects
    settings = {setting["key"]: setting for setting in found["settings"]}
    assert settings["max_steps"]["value"] == 7
    assert settings["max_steps"]["layer"] == "environment"
    assert settings["model"]["layer"] == "project"
    assert settings["memory.db_driver"]["layer"] == "default"
    text = memloupe("config", root).out.decode()
    assert "(environment: HARNESS_MAX_STEPS)" in text
    for trap in found["traps"]:
        assert f"{visible(trap['key'])}: {visible(trap['title'])}\n" in text
        assert visible(trap["explanation"]) in text
        assert trap["code"] not in text
    assert "(workspace: .harness/config.toml, line" in text
    assert "(built in)" in text


def test_config_never_prints_a_password(memloupe, golden_workspace):
    root = golden_workspace("rich-coding-agent")
    secret = "correct-horse-battery-staple-and-then-some"
    dsn = f"postgres://memory:{secret}@db.example/memory?password={secret}"
    config = root / ".harness" / "config.toml"
    text = config.read_text().replace("[memory]", f'[memory]\ndb_dsn = "{dsn}"\nDB_DSN = "{dsn}2"')
    config.write_text(text)
    for options in ([], ["--json"]):
        run = memloupe("config", root, *options)
        assert "db.example" in run.out.decode()
        assert "correct-horse" not in run.out.decode() + run.err


def test_the_demo_is_written_where_asked(memloupe, tmp_path):
    run = memloupe("demo", "--output", tmp_path / "demo")
    assert run.out == os.fsencode(tmp_path / "demo") + b"\n"
    assert memloupe("scopes", tmp_path / "demo").lines
    again = memloupe("demo", "--output", tmp_path / "demo")
    assert (again.status, again.out) == (1, b"")
    assert "not empty" in again.err
