"""Going round the folders finds what nobody told, a few folders at a time."""

from __future__ import annotations

import os

import pytest

from desktop_app.services.file_follow import FileWatch
from desktop_app.services.file_outline import read_outline
from desktop_app.services.file_rounds import FileRounds
from desktop_app.services.workspace_files import open_files


def after_each():
    return True


def never():
    return False


@pytest.fixture
def desk(sample_workspace):
    return sample_workspace("agentscope_support_desk")


@pytest.fixture
def rounds(desk):
    files = open_files(desk)
    return FileRounds(FileWatch(files, read_outline(files)))


@pytest.fixture
def marks(rounds):
    """How everything stands, with a round gone."""
    marks = rounds.watch.look()
    assert rounds.step(marks, never) == set(marks.looked_in)
    return marks


@pytest.mark.parametrize("folder", ["", "memory", "memory/archive", "knowledge"])
def test_only_the_folder_that_was_written_in_differs_and_only_once(desk, rounds, marks, folder):
    assert rounds.step(marks, never) == frozenset()
    (desk / folder / "new.md").write_text("- a fact\n")
    found = rounds.step(marks, never)
    assert folder in found
    assert found <= {folder, folder.rpartition("/")[0]}
    assert rounds.step(marks, never) == frozenset()


def test_what_was_written_before_the_first_round_differs_from_the_marks(desk, rounds):
    marks = rounds.watch.look()
    with (desk / "MEMORY.md").open("a") as file:
        file.write("- more\n")
    found = rounds.step(marks, never)
    assert rounds.watch.look_at(marks, found).changed_since(marks) == {"MEMORY.md"}


def test_a_file_replaced_by_one_of_the_same_size_and_time_differs(desk, rounds, marks):
    path, new = desk / "memory" / "2026-06-16.md", desk / "memory" / "new"
    times = path.stat()
    new.write_bytes(path.read_bytes()[::-1])
    os.utime(new, ns=(times.st_atime_ns, times.st_mtime_ns))
    new.replace(path)
    assert "memory" in rounds.step(marks, never)


def test_one_folder_a_step_comes_round_to_all_of_them(desk, rounds, marks):
    with (desk / "memory" / "archive" / "2026-02-03.md").open("a") as file:
        file.write("- more\n")
    steps = [rounds.step(marks, after_each) for _ in marks.looked_in]
    assert [step for step in steps if step] == [{"memory/archive"}]


def test_a_folder_that_is_removed_differs(desk, rounds, marks):
    (desk / "memory" / "archive").rename(desk.parent / "elsewhere")
    found = rounds.step(marks, never)
    assert {"memory", "memory/archive"} <= found
    gone = rounds.watch.look_at(marks, found).changed_since(marks)
    assert gone == {path for path in marks.files if path.startswith("memory/archive/")}
