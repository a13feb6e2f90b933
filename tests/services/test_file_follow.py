"""What changed among memory files, seen from what folders say; and the outline of what there is."""

from __future__ import annotations

import os

import pytest

from desktop_app.core.files.row import FileRow
from desktop_app.services.file_follow import FileWatch
from desktop_app.services.file_outline import FileOutline, read_outline
from desktop_app.services.workspace_files import open_files


@pytest.fixture
def desk(sample_workspace):
    return sample_workspace("agentscope_support_desk")


def watch(folder):
    files = open_files(folder)
    return FileWatch(files, read_outline(files))


def append(path):
    with path.open("a") as file:
        file.write("- more\n")


@pytest.mark.parametrize(
    "path",
    [
        "MEMORY.md",
        "AGENTS.md",
        "memory/2026-06-16.md",
        "memory/archive/2026-02-03.md",
        "memory/.consolidation_state",
        "knowledge/refunds.md",
    ],
)
def test_a_written_file_differs_and_nothing_else_does(desk, path):
    watched = watch(desk)
    before = watched.look()
    assert watched.look().changed_since(before) == frozenset()
    append(desk / path)
    assert watched.look().changed_since(before) == {path}
    folder = path.rpartition("/")[0]
    assert watched.look_at(before, [folder]).changed_since(before) == {path}


def test_a_file_replaced_by_one_of_the_same_size_and_time_differs(desk):
    watched = watch(desk)
    before, path = watched.look(), desk / "MEMORY.md"
    times = path.stat()
    new = path.with_name("new")
    new.write_bytes(path.read_bytes()[::-1])
    os.utime(new, ns=(times.st_atime_ns, times.st_mtime_ns))
    new.replace(path)
    assert "MEMORY.md" in watched.look().changed_since(before)


def test_a_folder_that_is_moved_away_takes_its_files_along(desk):
    watched = watch(desk)
    before = watched.look()
    (desk / "memory" / "archive").rename(desk / "elsewhere")
    gone = {path for path in before.files if path.startswith("memory/archive/")}
    assert len(gone) == 4
    assert watched.look_at(before, ["memory", ""]).changed_since(before) == gone


def test_what_the_engine_does_to_its_state_file_is_no_change_of_files(desk):
    (desk / ".harness").mkdir()
    watched = watch(desk)
    before = watched.look()
    (desk / ".harness" / "state.db-wal").write_text("written")
    now = watched.look()
    assert now.changed_since(before) == frozenset()
    assert not now.has_news_since(before)
    assert ".harness" not in now.folders


def test_a_folder_in_which_memory_may_appear_is_news(desk):
    watched = watch(desk)
    before = watched.look()
    (desk / "u-7" / "memory").mkdir(parents=True)
    now = watched.look()
    assert now.has_news_since(before)
    (desk / "u-7" / "memory" / "2026-06-01.md").write_text("- a fact\n")
    assert watched.look().has_news_since(now)


def test_only_a_file_as_we_have_left_it_is_ours(desk):
    watched = watch(desk)
    row = FileRow("MEMORY.md", (desk / "MEMORY.md").read_bytes())
    assert watched.is_ours("MEMORY.md", row)
    append(desk / "MEMORY.md")
    assert not watched.is_ours("MEMORY.md", row)
    assert not watched.is_ours("MEMORY.md", None)
    assert watched.is_ours("memory/gone.md", None)


def test_the_outline_counts_logs_and_notes_without_archive_and_hidden_files(desk, sample_workspace):
    outline = read_outline(open_files(desk))
    assert [(one.bucket.path, one.logs, one.has_memory) for one in outline.buckets] == [
        ("", 23, True)
    ]
    notes = read_outline(open_files(sample_workspace("little_harness_desk", odd=True)))
    assert not notes.buckets
    assert notes.layers[0].layer.mount == "/persistent/company"
    assert notes.layers[2].notes == 70
    assert notes.notes == sum(one.notes for one in notes.layers)


def test_an_empty_folder_has_an_empty_outline(tmp_path):
    assert read_outline(open_files(tmp_path)) == FileOutline()
    assert FileOutline().is_empty
    assert FileOutline().bucket(None) is None
