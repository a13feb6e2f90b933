"""After every command on every golden workspace, each name, byte and time is as before."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from tree_state import snapshot

from desktop_app.__main__ import main
from desktop_app.services.workspace import open_workspace

ROOT = Path(__file__).parents[2]


def scope_commands(memory_id: str) -> list[list[str]]:
    scope = f"--memory-id={memory_id}"
    return [
        ["snippet", scope],
        ["snippet", scope, "--part", "turn"],
        ["snippet", scope, "--explain"],
        ["snippet", scope, "--explain", "--json"],
        ["show", scope],
        ["show", scope, "--json"],
        ["log", scope],
        ["export", scope, "--format", "json", "--output", "-"],
        ["export", scope, "--format", "markdown", "--output", "-"],
        ["resolve", scope],
        ["resolve", scope, "--json"],
        ["working", "list", scope],
        ["reflect", scope, "--built-in"],
        ["reflect", scope, "--built-in", "--accept", "--dry-run"],
        ["history", scope],
        ["working", "set", "port", "8080", scope, "--dry-run"],
        ["edit", "observation", "1", scope, "--text", "x", "--dry-run"],
        ["edit", "observation", "1", scope, "--remove", "--dry-run", "--json"],
        ["edit", "reflection", scope, "--clear", "--dry-run"],
        ["edit", "scope", scope, "--disable", "--dry-run"],
        ["edit", "scope", scope, "--rename", "a", "b", "c", "--dry-run"],
        ["edit", "scope", scope, "--delete", "--dry-run"],
    ]


WORKSPACE_COMMANDS = [
    ["scopes"],
    ["scopes", "--json"],
    ["snippet", "--all", "--json"],
    ["log", "--json"],
    ["log", "--failed"],
    ["log", "--stuck"],
    ["search", "the"],
    ["search", "zürich", "--json"],
    ["config"],
    ["config", "--json"],
    ["history"],
    ["undo", "--dry-run"],
    ["doctor"],
    ["doctor", "--repair", "all", "--dry-run", "--json"],
    ["edit", "scope", "--create", "--agent", "brand-new", "--dry-run"],
]
TWO_WORDS = ("edit", "working")


def run_everything(place: Path, most_scopes: int = 1) -> int:
    """Run every command; return how many ran."""
    commands = list(WORKSPACE_COMMANDS)
    for source in open_workspace(place).sources:
        for entry in source.scopes(limit=most_scopes):
            commands += scope_commands(entry.memory_id)
    for name, *options in commands:
        words = [name, options.pop(0)] if name in TWO_WORDS else [name]
        text = [options.pop(0)] if name == "search" else []
        status = main([*words, str(place), *text, *options])
        assert status in {0, 1, 3}, (name, options)
    return len(commands)


def test_every_command_leaves_every_workspace_as_it_was(
    golden_workspace, golden_workspace_names, capsysbinary
):
    ran = 0
    for name in golden_workspace_names:
        root = golden_workspace(name)
        before = snapshot(root)
        ran += run_everything(root, most_scopes=3)
        capsysbinary.readouterr()
        assert snapshot(root) == before, name
    assert ran > 350


@pytest.mark.parametrize("companion", ["-shm", "-wal"])
def test_a_log_without_its_index_or_an_index_without_its_log_stays_so(
    golden_workspace, capsysbinary, companion
):
    root = golden_workspace("wal-present")
    (root / ".harness" / f"state.db{companion}").unlink()
    before = snapshot(root)
    run_everything(root)
    assert capsysbinary.readouterr().out
    assert snapshot(root) == before


def test_a_database_given_directly_stays_as_it_was(golden_workspace, capsysbinary):
    root = golden_workspace("wal-present")
    before = snapshot(root)
    run_everything(root / ".harness" / "state.db")
    assert capsysbinary.readouterr().out
    assert snapshot(root) == before


def make_read_only(root: Path) -> None:
    for folder, _, files in os.walk(root, topdown=False):
        for name in files:
            (Path(folder) / name).chmod(stat.S_IRUSR)
        Path(folder).chmod(stat.S_IRUSR | stat.S_IXUSR)


@pytest.mark.parametrize("name", ["rich-coding-agent", "wal-present", "harnessd-live"])
def test_a_read_only_workspace_is_read_and_left_alone(golden_workspace, capsysbinary, name):
    root = golden_workspace(name)
    make_read_only(root)
    before = snapshot(root)
    try:
        run_everything(root)
        assert capsysbinary.readouterr().out
        assert snapshot(root) == before
    finally:
        for folder, _, _ in os.walk(root):
            Path(folder).chmod(stat.S_IRWXU)


def test_a_real_process_leaves_nothing_behind(golden_workspace, tmp_path):
    root = golden_workspace("wal-present")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    (root / ".harness" / "state.db-shm").unlink(missing_ok=True)
    before = snapshot(root)
    run = subprocess.run(
        [sys.executable, "-m", "desktop_app", "snippet", str(root), "--all", "--json"],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(temporary)},
        capture_output=True,
        check=True,
    )
    assert run.stdout
    assert snapshot(root) == before
    # The private copy that a log without an index needs is gone as well.
    assert list(temporary.iterdir()) == []


def test_an_export_adds_the_one_file_it_names(golden_workspace, capsysbinary):
    root = golden_workspace("rich-coding-agent")
    before = snapshot(root)
    scope = "--memory-id=default|conv-billing-rounding|default"
    assert main(["export", str(root), scope, "--format", "json"]) == 0
    written = Path(os.fsdecode(capsysbinary.readouterr().out.rstrip(b"\n")))
    after = snapshot(root)
    assert written.is_file()
    added = set(after) - set(before)
    folders = {str(parent) for parent in written.relative_to(root).parents}
    assert added <= {str(written.relative_to(root)), *folders}
    kept = {name for name in before if name not in {".", ".harness"}}
    assert {name: after[name] for name in kept} == {name: before[name] for name in kept}
