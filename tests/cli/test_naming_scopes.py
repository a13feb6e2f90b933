"""Which scope is meant, and what is said of odd ones, on golden workspaces."""

from __future__ import annotations

import sqlite3
from contextlib import closing

RICH = "default|conv-billing-rounding|default"


def change(root, statement, *values):
    with closing(sqlite3.connect(root / ".harness" / "state.db")) as connection, connection:
        assert connection.execute(statement, values).rowcount > 0


def two_workspaces(golden_workspace, tmp_path):
    above = tmp_path / "above"
    above.mkdir()
    for name in ("rich-coding-agent", "custom-database-path"):
        golden_workspace(name).rename(above / name)
    return above


def test_a_folder_above_workspaces_gives_the_scopes_of_all(memloupe, golden_workspace, tmp_path):
    above = two_workspaces(golden_workspace, tmp_path)
    found = memloupe("scopes", above, "--json").objects
    assert len({line["file"] for line in found}) == 2
    assert len(found) == 7
    assert len(memloupe("snippet", above, "--all", "--json").objects) == 7
    run = memloupe("snippet", above, "--conversation", "custom-path")
    assert run.status == 0
    assert run.out.startswith(b"<observational-memory>")


def test_a_scope_in_two_files_is_refused_with_their_names(memloupe, golden_workspace, tmp_path):
    above = two_workspaces(golden_workspace, tmp_path)
    golden_workspace("rich-coding-agent").rename(above / "copy")
    run = memloupe("snippet", above, "--memory-id", RICH)
    assert (run.status, run.out) == (1, b"")
    for name in ("copy", "rich-coding-agent"):
        assert f"{above / name}/.harness/state.db" in run.err
    one = memloupe("snippet", above / "copy/.harness/state.db", "--memory-id", RICH)
    assert one.status == 0


def test_a_record_whose_ids_were_edited_is_named_by_its_key(memloupe, golden_workspace):
    root = golden_workspace("hand-edited")
    run = memloupe("show", root, "--conversation", "renamed-by-hand")
    assert run.status == 3
    assert "has the key “default|mismatched-columns|default”" in run.err


def test_show_and_explain_of_working_memory_alone_say_that_there_is_no_record(
    memloupe, golden_workspace
):
    root = golden_workspace("rich-coding-agent")
    scope = ["--conversation", "conv-only-working-memory", "--tenant", "acme", "--agent", "coder"]
    shown = memloupe("show", root, *scope)
    assert "no record, working memory only" in shown.out.decode()
    explained = memloupe("snippet", root, *scope, "--explain")
    assert explained.status == 0
    assert "there is no record" in explained.out.decode()
    (fields,) = memloupe("snippet", root, *scope, "--explain", "--json").objects
    assert fields["observations"] == []
    export = memloupe("export", root, *scope, "--format", "json")
    assert (export.status, export.out) == (1, b"")


def test_near_scopes_are_named_where_one_is_not_there(memloupe, golden_workspace):
    root = golden_workspace("rich-coding-agent")
    tenant = memloupe("show", root, "--tenant", "ACME", "--conversation", "conv-42")
    assert "Did you mean “acme|conv-42|coder”, “acme|conv-42|planner”?" in tenant.err
    agent = memloupe("show", root, "--memory-id", "acme|conv-42|planer")
    assert "“acme|conv-42|planner”" in agent.err
    slip = memloupe("show", root, "--conversation", "conv-billing-roundng")
    assert f"Did you mean “{RICH}”?" in slip.err
    nothing = memloupe("show", root, "--conversation", "x")
    assert "Did you mean" not in nothing.err


def test_the_list_and_the_record_agree_on_damage(memloupe, golden_workspace):
    root = golden_workspace("hand-edited")
    for scope in memloupe("scopes", root, "--json").objects:
        shown = memloupe("show", root, "--memory-id", scope["memory_id"]).out.decode()
        assert ("\nstate         damaged" in shown) == bool(scope["damage"]), scope["memory_id"]


def test_one_token_is_no_plural(memloupe, golden_workspace):
    root = golden_workspace("hand-edited")
    shown = memloupe("show", root, "--memory-id", "default|mismatched-columns|default")
    assert "  1 token  " in shown.out.decode()
    assert " 1 tokens" not in shown.out.decode()
