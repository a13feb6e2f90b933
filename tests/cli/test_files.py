"""``memloupe files`` on the samples of daily logs."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Any

import pytest
from tree_state import snapshot as tree

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Run


@pytest.fixture
def desk(sample_workspace: Callable[..., Path]) -> Path:
    return sample_workspace("agentscope_support_desk")


@pytest.fixture
def users(sample_workspace: Callable[..., Path]) -> Path:
    return sample_workspace("agentscope_lending_multiuser")


@pytest.fixture
def done(memloupe: Callable[..., Run]) -> Callable[..., Run]:
    """Run a command that has to succeed."""

    def run(*arguments: object) -> Run:
        found = memloupe(*arguments)
        assert found.status == 0, found.err
        return found

    return run


def test_looking_lists_what_is_consolidated_next_and_changes_nothing(
    desk: Path, done: Callable[..., Run], sample_results: Callable[[str], Any]
) -> None:
    before = tree(desk)
    listed = done("files", "list", desk, "--json").objects
    expected = sample_results("agentscope_golden")["consolidation_support_desk"]
    taken = [one["path"].rpartition("/")[2] for one in listed if one.get("taken")]
    assert sorted(taken) == sorted(expected["ledger_files_in_order"])
    out = done("files", "list", desk).out.decode()
    assert "saved, not yet consolidated: - From 2026-06-15 the staging API host" in out
    assert "watermark: 2026-06-12T01:30:00.512009Z" in out
    assert tree(desk) == before


def test_every_bucket_is_listed_with_the_layer_that_supplies_its_memory(
    users: Path, done: Callable[..., Run]
) -> None:
    listed = done("files", "list", users, "--json").objects
    layers = {one["bucket"]: one["layer"] for one in listed if one["kind"] == "curated memory"}
    assert layers["u-101"] == "bucket"
    assert layers["u-105"] == layers["u-107"] == "workspace root"
    assert len(layers) == 9


def test_what_is_odd_is_told_with_what_to_do(users: Path, done: Callable[..., Run]) -> None:
    listed = done("files", "list", users, "--json").objects
    odd = {(one["bucket"], one["rule"]) for one in listed if one["kind"] == "oddity"}
    assert {("u-103", "empty-file"), ("u-105", "not-utf8"), ("u-107", "watermark-alone")} <= odd
    out = done("files", "list", users, "--bucket", "u-104").out.decode()
    assert "begins with the sentence for an empty file" in out


def test_a_file_is_printed_exactly(users: Path, done: Callable[..., Run]) -> None:
    shown = done("files", "show", users, "MEMORY.md", "--bucket", "u-102")
    assert shown.out == (users / "u-102" / "MEMORY.md").read_bytes()


def test_what_the_agent_reads_otherwise_than_it_is_printed_is_told_beside_it(
    users: Path, done: Callable[..., Run]
) -> None:
    for bucket, printed, said in (
        ("u-101", "u-101", ""),
        ("u-103", "u-103", "System reminder: File exists but has empty contents"),
        ("u-105", "u-105", "u-105/MEMORY.md is not UTF-8: the agent can't read it."),
        ("u-107", ".", "has no MEMORY.md of its own; this is that of the workspace root."),
    ):
        shown = done("files", "show", users, "MEMORY.md", "--bucket", bucket)
        assert shown.out == (users / printed / "MEMORY.md").read_bytes()
        assert said in shown.err if said else not shown.err


def test_what_is_not_there_is_named(users: Path, memloupe: Callable[..., Run]) -> None:
    assert "no bucket “nobody”" in memloupe("files", "list", users, "--bucket", "nobody").err
    gone = memloupe("files", "show", users, "memory/2020-01-01.md", "--bucket", "u-101")
    assert (gone.status, "There is no memory/2020-01-01.md" in gone.err) == (3, True)


def test_a_folder_without_logs_says_where_they_are_looked_for(
    tmp_path: Path, memloupe: Callable[..., Run]
) -> None:
    assert ".agentscope/workspace" in memloupe("files", "list", tmp_path).err


def test_a_section_is_edited_and_the_edit_undone_with_its_time(
    desk: Path, done: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = desk / "memory" / "2026-04-28.md"
    before, time = path.read_bytes(), path.stat().st_mtime_ns
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"- Decided.\n")))
    run = done("files", "edit", desk, "memory/2026-04-28.md", "--section", "2")
    assert "the whole file is taken again" in run.err
    assert path.read_bytes().endswith(b"Z\n- Decided.\n")
    assert path.stat().st_mtime_ns != time
    done("undo", desk)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (before, time)


def test_an_edit_can_keep_the_time_of_a_log(desk: Path, done: Callable[..., Run]) -> None:
    path = desk / "memory" / "notes.md"
    time = path.stat().st_mtime_ns
    run = done("files", "edit", desk, "memory/notes.md", "--text", "- N.\n", "--keep-time")
    assert "does not see this edit" in run.err
    assert (path.read_text(), path.stat().st_mtime_ns) == ("- N.\n", time)


def test_a_dry_run_tells_what_follows_and_writes_nothing(
    desk: Path, done: Callable[..., Run]
) -> None:
    before = tree(desk)
    (shown,) = done(
        "files", "edit", desk, "MEMORY.md", "--text", "- New.\n", "--dry-run", "--json"
    ).objects
    assert shown["status"] == "dry run"
    assert any(one["needs_care"] for one in shown["consequences"])
    assert tree(desk) == before


def test_a_new_fact_goes_to_memory_and_log_in_one_change(
    desk: Path, done: Callable[..., Run]
) -> None:
    logs = set((desk / "memory").glob("*.md"))
    done("files", "edit", desk, "MEMORY.md", "--text", "- New.\n", "--also-log", "- New.")
    (log,) = set((desk / "memory").glob("*.md")) - logs
    assert log.read_text().endswith("\n- New.\n")
    done("undo", desk)
    assert not log.exists()
    assert (desk / "MEMORY.md").read_text().startswith("# Support desk memory")


def test_a_correction_is_appended_to_the_log_of_today(desk: Path, done: Callable[..., Run]) -> None:
    logs = set((desk / "memory").glob("*.md"))
    done("files", "correct", desk, "- The limit is 300 EUR.")
    (log,) = set((desk / "memory").glob("*.md")) - logs
    assert log.read_text().startswith("\n## Memory Save — ")


def test_forgetting_tells_afterwards_where_the_text_still_is(
    desk: Path, done: Callable[..., Run]
) -> None:
    assert len(done("files", "where", desk, "staging-api.larkspur.example").lines) == 5
    run = done("files", "forget", desk, "staging-api.larkspur.example")
    assert "conv-0001.jsonl” still has it" in run.err
    run = done("files", "forget", desk, "Night shift handed over")
    assert "it is in none of these files any more" in run.err


def test_all_buckets_are_forgotten_in_one_change(
    users: Path, done: Callable[..., Run], memloupe: Callable[..., Run]
) -> None:
    before = tree(users)
    done("files", "forget", users, "Case 7781")
    assert memloupe("files", "where", users, "Case 7781").lines == []
    done("undo", users)
    after = {path: facts for path, facts in tree(users).items() if ".memloupe" not in str(path)}
    assert after.keys() == before.keys()
    assert len(done("files", "where", users, "Case 7781").lines) == 3


def test_the_archive_takes_what_is_older_than_ninety_days_and_keeps_its_time(
    users: Path, done: Callable[..., Run]
) -> None:
    memory = users / "u-101" / "memory"
    time = (memory / "2026-03-01.md").stat().st_mtime_ns
    done("files", "archive", users, "--bucket", "u-101", "--today", "2026-05-31")
    assert (memory / "archive" / "2026-03-01.md").stat().st_mtime_ns == time
    assert not (memory / "2026-03-01.md").exists()
    assert (memory / "2026-03-02.md").exists()
    done("undo", users)
    assert (memory / "2026-03-01.md").stat().st_mtime_ns == time


def test_latin1_is_converted_and_the_bytes_come_back_with_undo(
    users: Path, done: Callable[..., Run], memloupe: Callable[..., Run]
) -> None:
    path = users / "u-105" / "MEMORY.md"
    before = path.read_bytes()
    target = ("MEMORY.md", "--bucket", "u-105")
    refused = memloupe("files", "edit", users, *target, "--text", "- New.")
    assert (refused.status, "not UTF-8" in refused.err) == (1, True)
    done("files", "convert", users, *target, "--from", "latin-1")
    assert "Café" in path.read_text()
    done("undo", users)
    assert path.read_bytes() == before


def test_another_encoding_is_no_new_fact(users: Path, done: Callable[..., Run]) -> None:
    target = ("MEMORY.md", "--bucket", "u-105", "--from", "latin-1", "--dry-run")
    said = done("files", "convert", users, *target).out.decode()
    assert "may reword or drop" in said
    assert "No log has" not in said


def test_what_reads_another_layer_afterwards_is_said_with_and_without_the_watermark(
    users: Path, done: Callable[..., Run]
) -> None:
    delete = ("files", "delete", users, "--bucket", "u-101", "--dry-run")
    lines = done(*delete, "MEMORY.md").lines
    both = done(*delete, "MEMORY.md", "--with-watermark").lines
    fallback = "Layers: Without a MEMORY.md of its own the bucket reads that of the project"
    assert sum(line.startswith(fallback) for line in lines) == 1
    assert sum(line.startswith(fallback) for line in both) == 1
    assert any(line.startswith("Layers: If the project or the workspace root") for line in both)
    log = done(*delete, "memory/2026-06-11.md", "--with-watermark").lines
    assert any("stays in MEMORY.md" in line for line in log)
    assert any("3 logs of 394 bytes" in line for line in log)


def test_the_placeholder_goes_and_an_empty_memory_is_deleted(
    users: Path, done: Callable[..., Run]
) -> None:
    done("files", "clean", users, "--bucket", "u-104")
    assert (users / "u-104" / "MEMORY.md").read_text() == "- Prefers metric units.\n"
    done("files", "delete", users, "MEMORY.md", "--bucket", "u-103")
    assert not (users / "u-103" / "MEMORY.md").exists()


def test_a_rebuild_makes_the_next_consolidation_take_all_logs(
    users: Path, done: Callable[..., Run]
) -> None:
    done("files", "rebuild", users, "--bucket", "u-107")
    listed = done("files", "list", users, "--bucket", "u-107", "--json").objects
    assert [one["name"] for one in listed if one.get("taken")] == [
        "memory/2026-06-07.md",
        "memory/2026-06-09.md",
    ]


def test_the_bucket_has_to_be_named_where_several_are_meant(
    users: Path, memloupe: Callable[..., Run]
) -> None:
    (users / "MEMORY.md").unlink()
    run = memloupe("files", "correct", users, "- x")
    assert (run.status, "--bucket" in run.err, "u-101" in run.err) == (1, True, True)


def test_what_the_shared_bucket_does_not_have_is_said_with_the_buckets_that_there_are(
    users: Path, memloupe: Callable[..., Run]
) -> None:
    for asked in (("show", "memory/2026-06-11.md"), ("delete", "memory/2026-06-11.md")):
        run = memloupe("files", asked[0], users, *asked[1:])
        assert (run.status, "--bucket" in run.err, "u-101" in run.err) == (3, True, True)
    run = memloupe("files", "consolidate", users)
    assert (run.status != 0, "shared bucket" in run.err, "u-101" in run.err) == (True, True, True)
    named = memloupe("files", "show", users, "memory/2026-06-11.md", "--bucket", "u-102")
    assert "u-101" not in named.err


def test_a_list_names_the_buckets_and_their_root_only_where_there_are_several(
    users: Path, desk: Path, done: Callable[..., Run]
) -> None:
    titles = [line for line in done("files", "list", users).lines if not line.startswith(" ")]
    assert titles[:2] == ["shared", "u-101"]
    users.rename(desk.parent / "a")
    desk.rename(desk.parent / "b")
    titles = [line for line in done("files", "list", desk.parent).lines if line[0] != " "]
    assert "u-101, root a" in titles
    assert any(title.startswith("shared, root b") for title in titles)
