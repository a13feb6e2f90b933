"""Files that only move are shown in one line, and an archive with nothing to do says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tree_state import snapshot as tree

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Run

LOG = "memory/2026-03-01.md"
AGE = "2026-03-01, 91 days old"


@pytest.fixture
def users(sample_workspace: Callable[..., Path]) -> Path:
    return sample_workspace("agentscope_lending_multiuser")


@pytest.fixture
def archive(users: Path, memloupe: Callable[..., Run]) -> Callable[..., Run]:
    def run(*options: object) -> Run:
        given = ("--bucket", "u-101", "--today", "2026-05-31")
        return memloupe("files", "archive", users, *given, *options)

    return run


def test_a_move_is_one_line_with_day_and_age(users: Path, archive: Callable[..., Run]) -> None:
    before = tree(users)
    run = archive("--dry-run")
    assert run.lines[1] == f"u-101/{LOG} -> u-101/memory/archive/2026-03-01.md  {AGE}"
    assert not [line for line in run.lines if line.startswith(("---", "+++", "@@"))]
    (fields,) = archive("--dry-run", "--json").objects
    assert fields["moves"] == [
        {"from": f"u-101/{LOG}", "to": "u-101/memory/archive/2026-03-01.md", "remark": AGE}
    ]
    assert tree(users) == before


def test_undoing_a_move_is_shown_as_a_move(
    users: Path, archive: Callable[..., Run], memloupe: Callable[..., Run]
) -> None:
    assert archive().status == 0
    shown = memloupe("undo", users, "--dry-run").lines
    assert shown[1:] == [f"u-101/memory/archive/2026-03-01.md -> u-101/{LOG}"]


def test_a_note_that_moves_is_one_line_too(
    sample_workspace: Callable[..., Path], memloupe: Callable[..., Any]
) -> None:
    root = sample_workspace("little_harness_desk")
    layer = ("--layer", "/persistent/company", "--as", "underwriter")
    run = memloupe("notes", "move", root, "crlf.md", "moved.md", *layer, "--dry-run")
    assert run.status == 0, run.err
    assert run.lines[1] == "memory/company/crlf.md -> memory/company/moved.md"
    assert not [line for line in run.lines if line.startswith(("---", "+++", "@@"))]


def test_nothing_old_enough_is_done_and_not_unreadable(
    users: Path, archive: Callable[..., Run]
) -> None:
    before = tree(users)
    run = archive("--days", 9999)
    assert (run.status, run.out) == (0, b"")
    assert "No log is older than 9999 days. Nothing was moved." in run.err
    assert archive("--days", 9999, "--json").objects == [{"status": "unchanged"}]
    assert tree(users) == before


def test_a_name_that_the_archive_has_is_refused_without_a_contradiction(
    users: Path, archive: Callable[..., Run]
) -> None:
    taken = users / "u-101" / "memory" / "archive" / "2026-03-01.md"
    taken.parent.mkdir()
    taken.write_text("- Other.\n")
    run = archive()
    assert (run.status, taken.read_text()) == (1, "- Other.\n")
    assert f"{LOG} is older than 90 days and can't be moved: the archive has a file" in run.err
    assert "No log" not in run.err


def test_logs_that_could_not_be_looked_at_are_no_success(
    users: Path, archive: Callable[..., Run]
) -> None:
    memory = users / "u-101" / "memory"
    memory.rename(users / "elsewhere")
    memory.symlink_to(users / "elsewhere")
    run = archive()
    assert (run.status, "it was not followed" in run.err) == (3, True)


def test_copies_of_several_files_are_counted_and_their_folder_is_named(
    users: Path, memloupe: Callable[..., Run]
) -> None:
    name = "memory/[odd]*.md"
    (users / "u-101" / name).write_text("- Case 7781.\n")
    before = {path: data for path in users.rglob("*.md") if b"7781" in (data := path.read_bytes())}
    run = memloupe("files", "forget", users, "Case 7781")
    (said,) = [line for line in run.err.splitlines() if "Copies of the 4 files" in line]
    folder = users / said[said.index("“") + 1 : said.index("”")]
    assert {path: (folder / path.relative_to(users)).read_bytes() for path in before} == before


def test_programs_get_the_path_of_every_copy(users: Path, memloupe: Callable[..., Run]) -> None:
    run = memloupe("files", "forget", users, "Case 7781", "--json")
    (written,) = run.objects
    assert len(written["backups"]) == len(written["paths"]) == 3
    assert all(b"Case 7781" in (users / path).read_bytes() for path in written["backups"])
    assert written["backup"] in written["backups"]


def test_the_last_section_keeps_the_line_break_at_the_end_of_the_file(
    sample_workspace: Callable[..., Path], memloupe: Callable[..., Run]
) -> None:
    desk, name = sample_workspace("agentscope_support_desk"), "memory/2026-05-29.md"
    before = (desk / name).read_bytes()
    memloupe("files", "edit", desk, name, "--section", "1", "--text", "- One.")
    after = (desk / name).read_bytes()
    assert after == before[: before.index(b"Z\n") + 2] + b"- One.\n"
    (desk / name).write_bytes(after.rstrip(b"\n"))
    memloupe("files", "edit", desk, name, "--section", "1", "--text", "- Two.")
    assert (desk / name).read_bytes() == after.replace(b"One.\n", b"Two.")


def test_an_edit_of_a_users_log_names_the_whole_path(
    users: Path, memloupe: Callable[..., Run]
) -> None:
    given = ("--bucket", "u-101", "--text", "- One.", "--dry-run")
    run = memloupe("files", "edit", users, LOG, *given)
    said = run.out.decode() + run.err
    assert f"u-101/{LOG} " in said[said.index("Next consolidation:") :]
