"""The doctor on the command line, where memory is kept as files."""

from __future__ import annotations

import json
import shutil

import pytest

from desktop_app.__main__ import main
from tests.doctor_patient import Patient, observation
from tests.tree_state import snapshot


@pytest.fixture
def run(capsysbinary, monkeypatch):
    """Run a command with these arguments; return status, lines of output and messages."""
    monkeypatch.delenv("HOME", raising=False)

    def call(command, *arguments):
        status = main([command, *map(str, arguments)])
        out, err = capsysbinary.readouterr()
        return status, out.decode().splitlines(), err.decode()

    return call


@pytest.fixture
def lending(sample_workspace):
    return sample_workspace("agentscope_lending_multiuser")


def test_findings_of_files_name_the_file_and_the_line(run, lending):
    status, lines, _ = run("doctor", lending)
    assert status == 1
    assert lines[-1].startswith("2 stop memory, 5 change the turn, 7 to know. 58 rules, 23 files")
    place = lines.index("    u-104/MEMORY.md, line 1 · placeholder-kept")
    assert lines[place - 2] == "  The sentence for an empty file was saved"
    assert lines[place + 1] == (
        "    repair: Drop the sentence for an empty file from MEMORY.md of “u-104”"
    )


def test_a_clean_folder_of_files_is_said_to_be_so(run, tmp_path):
    (tmp_path / "MEMORY.md").write_bytes(b"- A fact.\n")
    status, lines, _ = run("doctor", tmp_path)
    assert (status, len(lines)) == (0, 1)
    assert lines[0].startswith("Nothing is wrong. 58 rules, 1 file in ")


def test_json_has_the_same_fields_for_files_and_for_state_files(run, lending, golden_workspace):
    _, lines, _ = run("doctor", golden_workspace("hand-edited"), "--json")
    fields = set(json.loads(lines[0]))
    _, lines, _ = run("doctor", lending, "--rule", "memory-over-budget", "--json")
    (found,) = map(json.loads, lines)
    assert set(found) == fields
    assert (found["file"], found["line"], found["bucket"]) == ("u-106/MEMORY.md", 366, "u-106")
    assert (found["state_file"], found["memory_id"], found["part"]) == (None, None, "daily logs")


def test_a_dry_run_prints_the_difference_and_writes_nothing(run, lending):
    before = snapshot(lending)
    status, lines, messages = run("doctor", lending, "--repair", "file-not-utf8", "--dry-run")
    assert lines[:5] == [
        "Convert MEMORY.md of “u-105” to UTF-8",
        "--- u-105/MEMORY.md",
        "+++ u-105/MEMORY.md",
        "@@ -1,2 +1,2 @@",
        r"-- Caf\xe9 loans need a hygiene certificate.",
    ]
    assert status == 1
    assert "This was a dry run. Nothing was written." in messages
    assert snapshot(lending) == before


def test_repairs_are_written_and_undone_one_by_one(run, lending):
    memory, watermark = lending / "u-105/MEMORY.md", lending / "u-107/memory/.consolidation_state"
    before = memory.read_bytes(), memory.stat().st_mtime_ns
    _, lines, _ = run("doctor", lending, "--repair", "file-not-utf8", "watermark-alone")
    assert lines[:2] == [
        "Convert MEMORY.md of “u-105” to UTF-8: written.",
        "Rebuild of “u-107” from all logs: written.",
    ]
    assert not watermark.exists()
    assert run("undo", lending)[0] == 0
    assert watermark.exists()
    assert memory.read_bytes() != before[0]
    assert run("undo", lending)[0] == 0
    assert (memory.read_bytes(), memory.stat().st_mtime_ns) == before


def test_the_other_way_deletes_the_watermark_with_the_empty_memory(run, tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / "MEMORY.md").write_bytes(b"")
    mark = tmp_path / "memory" / ".consolidation_state"
    mark.write_bytes(b"2026-06-02T12:00:00Z")
    status, _, _ = run("doctor", tmp_path, "--repair", "all", "--other-way")
    assert status == 0
    assert not mark.exists()
    assert not (tmp_path / "MEMORY.md").exists()


def test_what_a_person_has_to_do_names_the_file(run, lending):
    _, _, messages = run("doctor", lending, "--repair", "memory-over-budget")
    assert "By hand: MEMORY.md is longer than its room (u-106/MEMORY.md): Move" in messages


def test_a_state_file_and_files_beside_it_are_told_of_in_one_report(run, golden_workspace, lending):
    patient = Patient(golden_workspace("fresh-database"))
    patient.record([observation(1, token_count=2)])
    shutil.copytree(lending / "u-105", patient.root, dirs_exist_ok=True)
    status, lines, _ = run("doctor", patient.root)
    heads = [line for line in lines if line and not line.startswith(" ")]
    assert (status, heads[:2]) == (1, ["Stops memory  1", "Changes what the model sees  1"])
    assert ". 91 rules, 1 scope, 3 files in " in lines[-1]
    status, lines, _ = run("doctor", patient.root, "--repair", "all")
    assert lines[:2] == ["Convert MEMORY.md to UTF-8: written.", "Count tokens anew: written."]
    assert status == 0


def test_a_folder_without_any_memory_is_an_error(run, tmp_path):
    status, lines, messages = run("doctor", tmp_path)
    assert (status, lines) == (3, [])
    assert "has no memory in it" in messages
