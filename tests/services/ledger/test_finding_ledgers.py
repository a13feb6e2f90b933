"""Which folders are workspaces of AgentScope, and which are buckets of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from desktop_app.services.jobs import JobCancelledError
from desktop_app.services.ledger.reading import find_ledgers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desktop_app.services.file_memory import FileMemory


def found(files: FileMemory) -> dict[str, list[str]]:
    return {root.path: [bucket.path for bucket in root.buckets] for root in find_ledgers(files)}


def write(path: Path, text: str = "- A fact.\n") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_a_shared_workspace_has_one_bucket_without_a_name(
    sample_workspace: Callable[..., Path], memory_of: Callable[[Path], FileMemory]
) -> None:
    roots = find_ledgers(memory_of(sample_workspace("agentscope_support_desk")))
    assert [(root.path, [bucket.name for bucket in root.buckets]) for root in roots] == [("", [""])]


def test_every_user_has_a_bucket_below_the_workspace(
    sample_workspace: Callable[..., Path], memory_of: Callable[[Path], FileMemory]
) -> None:
    files = memory_of(sample_workspace("agentscope_lending_multiuser"))
    assert found(files) == {"": ["", *(f"u-{number}" for number in range(101, 109))]}


def test_workspaces_below_the_opened_folder_are_told_from_buckets(
    sample_workspace: Callable[..., Path],
    memory_of: Callable[[Path], FileMemory],
    tmp_path: Path,
) -> None:
    for name in ("agentscope_support_desk", "agentscope_lending_multiuser", "little_harness_desk"):
        sample_workspace(name).rename(tmp_path / name)
    roots = found(memory_of(tmp_path))
    assert list(roots) == ["agentscope_lending_multiuser", "agentscope_support_desk"]
    assert len(roots["agentscope_lending_multiuser"]) == 9


def test_folders_that_the_layers_name_hold_notes_and_no_logs(
    sample_workspace: Callable[..., Path], memory_of: Callable[[Path], FileMemory]
) -> None:
    desk = sample_workspace("little_harness_desk")
    write(desk / "memory" / "company" / "MEMORY.md")
    write(desk / "memory" / "users" / "u-101" / "MEMORY.md")
    assert found(memory_of(desk)) == {}


def test_the_workspace_that_an_agent_makes_in_its_project_reads_through_the_project(
    memory_of: Callable[[Path], FileMemory], tmp_path: Path
) -> None:
    write(tmp_path / "bot" / ".agentscope" / "workspace" / "u-1" / "memory" / "2026-06-01.md")
    write(tmp_path / "bot" / "node_modules" / "x" / "MEMORY.md")
    (root,) = find_ledgers(memory_of(tmp_path))
    assert root.path == "bot/.agentscope/workspace"
    (bucket,) = root.buckets
    assert (bucket.name, bucket.project) == ("u-1", "bot")


@pytest.mark.parametrize(
    "sign", ["MEMORY.md", "memory/2026-06-01.md", "memory/archive/x.md", "memory/notes.md"]
)
def test_one_sign_of_memory_makes_a_folder_a_workspace(
    sign: str, memory_of: Callable[[Path], FileMemory], tmp_path: Path
) -> None:
    write(tmp_path / sign)
    assert found(memory_of(tmp_path)) == {"": [""]}


def test_a_watermark_alone_makes_a_folder_a_workspace(
    memory_of: Callable[[Path], FileMemory], tmp_path: Path
) -> None:
    write(tmp_path / "memory" / ".consolidation_state", "2026-06-12T01:30:00Z")
    assert found(memory_of(tmp_path)) == {"": [""]}


def test_folders_deeper_than_three_levels_and_links_are_not_looked_into(
    memory_of: Callable[[Path], FileMemory], tmp_path: Path
) -> None:
    write(tmp_path / "opened" / "a" / "b" / "c" / "d" / "e" / "MEMORY.md")
    write(tmp_path / "elsewhere" / "MEMORY.md")
    (tmp_path / "opened" / "link").symlink_to(tmp_path / "elsewhere")
    assert found(memory_of(tmp_path / "opened")) == {}


def test_the_search_stops_when_asked_to(
    sample_workspace: Callable[..., Path], memory_of: Callable[[Path], FileMemory]
) -> None:
    with pytest.raises(JobCancelledError):
        find_ledgers(memory_of(sample_workspace("agentscope_support_desk")), lambda: True)


def test_a_workspace_with_buckets_below_another_one_is_a_workspace_of_its_own(
    memory_of: Callable[[Path], FileMemory], tmp_path: Path
) -> None:
    for path in ("MEMORY.md", "u-1/MEMORY.md", "desk/MEMORY.md", "desk/u-2/MEMORY.md"):
        write(tmp_path / path)
    assert found(memory_of(tmp_path)) == {"": ["", "u-1"], "desk": ["desk", "desk/u-2"]}


def test_workspaces_without_buckets_are_told_by_their_instructions(
    memory_of: Callable[[Path], FileMemory], tmp_path: Path
) -> None:
    for path in ("a/MEMORY.md", "a/AGENTS.md", "b/MEMORY.md", "b/AGENTS.md"):
        write(tmp_path / path)
    assert found(memory_of(tmp_path)) == {"a": ["a"], "b": ["b"]}
    write(tmp_path / "AGENTS.md")
    assert found(memory_of(tmp_path)) == {"": ["a", "b"]}
