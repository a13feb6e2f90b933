"""``memloupe files list`` names duplicates, links, sections, and what is really taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

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
def listed(memloupe: Callable[..., Run]) -> Callable[..., Run]:
    def run(*arguments: object) -> Run:
        found = memloupe("files", "list", *arguments)
        assert found.status == 0, found.err
        return found

    return run


def test_facts_that_stand_twice_are_named_a_few_for_people_all_for_programs(
    desk: Path, listed: Callable[..., Run]
) -> None:
    found = [one for one in listed(desk, "--json").objects if one["kind"] == "duplicate"]
    assert [one["exact"] for one in found] == [True, *[False] * 10]
    assert [(fact["path"], fact["line"]) for fact in found[0]["facts"]] == [
        ("MEMORY.md", 22),
        ("memory/2026-06-15.md", 3),
    ]
    lines = listed(desk).lines
    (same,) = [line for line in lines if "in the same words: “" in line]
    assert same.endswith("…” MEMORY.md:22, memory/2026-06-15.md:3")
    alike = [line for line in lines if line.startswith("  note: probably the same: “")]
    assert len(alike) == 4
    assert "MEMORY.md:5 and “- Jonas is away 2026-06-22" in alike[0]
    assert "  note: 6 more of them; --json names all." in lines


def test_duplicates_of_a_bucket_name_files_of_the_workspace(
    users: Path, listed: Callable[..., Run]
) -> None:
    (users / "u-107" / "memory" / "2026-06-09.md").write_text(
        "- Policy manual version is 7.2 (2026-04-01).\n"
    )
    (found,) = [
        one
        for one in listed(users, "--bucket", "u-107", "--json").objects
        if one["kind"] == "duplicate"
    ]
    # The memory is that of the workspace root.
    assert [fact["path"] for fact in found["facts"]] == [
        "MEMORY.md",
        "u-107/memory/2026-06-09.md",
    ]


def test_sections_are_listed_with_kind_times_and_the_day_here(
    users: Path, process: Callable[..., Run]
) -> None:
    log = users / "u-107" / "memory" / "2026-06-07.md"
    log.write_text("\n## Memory Save — 2026-03-01T00:30:00.5+01:00\n- Early.\n")
    given = ("files", "list", users, "--bucket", "u-107")
    times = "2026-03-01T00:30:00.5+01:00  = 2026-02-28T23:30:00.5Z"
    for zone, day in (("UTC0", "2026-02-28"), ("JST-9", "2026-03-01")):
        lines = process(*given, "--sections", TZ=zone).lines
        assert f"    Memory Save   {times}, {day} here" in lines
        (record,) = [
            one
            for one in process(*given, "--json", TZ=zone).objects
            if one.get("name") == "memory/2026-06-07.md"
        ]
        assert record["sections"][0]["day_here"] == day
    assert "Memory Save" not in process(*given).out.decode()


def test_a_link_is_shown_with_where_it_leads_and_that_the_agent_reads_it(
    desk: Path, listed: Callable[..., Run]
) -> None:
    for name, target in (
        ("inside.md", "notes.md"),
        ("outside.md", "../../outside.md"),
        ("nowhere.md", "gone.md"),
        ("onward.md", "outside.md"),
    ):
        (desk / "memory" / name).symlink_to(target)
    (desk / "knowledge").mkdir(exist_ok=True)
    (desk / "knowledge" / "far.md").symlink_to("/nowhere/far.md")
    rows = {line.split()[0]: line for line in listed(desk).lines if line.startswith("  memory/")}
    assert "agent  -> notes.md: it stays in the folder; the agent" in rows["memory/inside.md"]
    assert "if that was written after the watermark" in rows["memory/inside.md"]
    assert "agent  -> ../../outside.md: it leaves the folder" in rows["memory/outside.md"]
    assert "agent  -> outside.md: it leaves the folder" in rows["memory/onward.md"]
    assert rows["memory/nowhere.md"].endswith("-      -> gone.md: it leads nowhere")
    assert sum("memory/inside.md" in line for line in listed(desk).lines) == 1
    records = listed(desk, "--json").objects
    links = {one["path"]: one["target"] for one in records if one["kind"] == "link"}
    assert links["memory/outside.md"] == "../../outside.md"
    assert links["knowledge/far.md"] == "/nowhere/far.md"
    (log,) = [one for one in records if one.get("name") == "memory/inside.md"]
    assert (log["taken"], log["taken_here"], log["target"]) == (None, False, "notes.md")


def test_as_many_logs_are_counted_as_the_consolidation_takes(
    users: Path, listed: Callable[..., Run], memloupe: Callable[..., Run]
) -> None:
    (users / "u-101" / "memory" / "2026-06-12.md").write_bytes(b"- B\xfcrgschaft.\n")
    for bucket in ("u-101", "u-108"):
        given = ("--bucket", bucket)
        (proposal,) = memloupe(
            "files", "consolidate", users, *given, "--built-in", "--json"
        ).objects
        count = len(proposal["files"])
        logs = f"{count} log{'s' * (count > 1)}"
        lines = listed(users, *given).lines
        assert f"  next consolidation: {logs}" in lines
        assert sum("  next  " in line for line in lines) == count
        taken = [one for one in listed(users, *given, "--json").objects if one.get("taken_here")]
        assert sorted(one["name"] for one in taken) == sorted(proposal["files"])
    assert any("agent  nothing in it: a fixed sentence is sent" in line for line in lines)
