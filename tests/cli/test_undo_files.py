"""Changes of memory files on the command line: dry run, saving, undo, redo and history."""

from __future__ import annotations

import json
from argparse import Namespace

import pytest
from file_desk import FileDesk

from desktop_app.cli.changing import Changer
from desktop_app.cli.terminal import Terminal
from desktop_app.core.files.plan import Consequence, FilePlan

PATH = "MEMORY.md"


@pytest.fixture
def desk(sample_workspace):
    return FileDesk(sample_workspace("agentscope_support_desk"))


@pytest.fixture
def carry_out(desk, capsysbinary):
    """Carry a plan out as the commands about files do; returns status, output and messages."""

    def run(change, **options):
        given = {"dry_run": False, "json": False, "reason": None, "take": None, "wait": 0.2}
        options = Namespace(workspace=str(desk.root), **{**given, **options})
        plan = FilePlan(change=change, consequences=(Consequence("Next turn", "It reads it."),))
        capsysbinary.readouterr()
        status = Changer(options, Terminal()).carry_out_files(desk.files, plan)
        out, err = capsysbinary.readouterr()
        return status, out.decode(), err.decode()

    return run


def appended(desk):
    return desk.edit(PATH, desk.text(PATH) + "- new fact\n", "Add a fact")


def test_a_dry_run_prints_a_unified_difference_and_what_follows(desk, carry_out):
    before = desk.state(PATH)
    status, out, err = carry_out(appended(desk), dry_run=True)
    assert status == 0
    assert f"--- {PATH}\n+++ {PATH}\n@@ -" in out
    assert "\n+- new fact\n" in out
    assert "Next turn: It reads it." in out
    assert "Nothing was written" in err
    assert desk.state(PATH) == before
    assert not (desk.root / ".memloupe").exists()


def test_saving_tells_where_the_copy_is_and_undo_and_redo_go_back_and_forth(
    desk, carry_out, memloupe
):
    before = desk.state(PATH)
    _, out, err = carry_out(appended(desk), reason="asked for")
    assert "Add a fact: written." in out
    assert ".memloupe/backups/before/" in err
    assert "Next turn: It reads it." in err
    assert memloupe("undo", desk.root).status == 0
    assert desk.state(PATH) == before
    assert memloupe("redo", desk.root).status == 0
    assert desk.text(PATH).endswith("- new fact\n")
    (redo, undo, first) = memloupe("history", desk.root, "--json").objects
    assert (first["file"], first["memory_ids"], first["reason"]) == (".", [PATH], "asked for")
    assert [redo["kind"], undo["kind"]] == ["redo", "undo"]
    shown = memloupe("history", desk.root, "--show", first["entry"])
    assert PATH in shown.lines
    assert "+ - new fact" in shown.lines


def test_json_has_paths_sizes_and_hashes(desk, carry_out, memloupe):
    _, out, _ = carry_out(appended(desk), dry_run=True, json=True)
    fields = json.loads(out)
    (file,) = fields["files"]
    assert fields["paths"] == [PATH]
    assert file["after"]["size"] - file["before"]["size"] == len("- new fact\n")
    assert fields["consequences"] == [
        {"name": "Next turn", "text": "It reads it.", "needs_care": False}
    ]
    _, out, _ = carry_out(appended(desk), json=True)
    written = json.loads(out)
    assert (written["status"], written["files"][0]["before"]) == ("written", file["before"])
    assert memloupe("undo", desk.root, "--json").objects[0]["paths"] == [PATH]


def test_a_conflict_is_printed_and_settled_by_the_side_that_is_named(desk, carry_out):
    text = desk.text(PATH)
    change = desk.edit(PATH, text.replace("#", "# Mine:", 1), "Edit")
    desk.put(PATH, text.replace("#", "# Theirs:", 1))
    status, out, err = carry_out(change)
    assert status == 1
    assert f"{PATH}, line " in out
    assert "Nothing was written" in err
    assert carry_out(change, take="mine")[0] == 0
    assert "# Mine:" in desk.text(PATH)


def test_where_there_is_no_memory_there_is_nothing_to_undo(tmp_path, memloupe):
    run = memloupe("undo", tmp_path)
    assert run.status != 0
    assert "has no memory in it" in run.err


def test_files_without_any_change_have_an_empty_history(desk, memloupe):
    assert memloupe("history", desk.root).out == b""
    assert "There is nothing to undo here" in memloupe("undo", desk.root).err
    assert not (desk.root / ".memloupe").exists()
