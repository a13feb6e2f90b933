"""The search of the command line covers what is kept as files."""

from __future__ import annotations

import pytest


def test_hits_in_files_name_file_line_and_kind(memloupe, sample_workspace):
    run = memloupe("search", sample_workspace("agentscope_support_desk"), "staging api host")
    assert run.status == 0
    assert run.lines[0].startswith("MEMORY.md:22  curated memory  ")


def test_json_gives_bucket_and_marks(memloupe, sample_workspace):
    folder = sample_workspace("agentscope_lending_multiuser")
    run = memloupe("search", folder, "the", "--json", "--limit", "3")
    assert len(run.objects) == 3
    for hit in run.objects:
        (start, end), *_rest = hit["marks"]
        assert hit["excerpt"][start:end].lower() == "the"
        assert hit["path"].startswith(hit["bucket"])


def test_a_folder_without_any_memory_is_refused_as_before(memloupe, tmp_path):
    run = memloupe("search", tmp_path, "anything")
    assert run.status != 0
    assert "no memory" in run.err


@pytest.mark.parametrize("command", [["scopes"], ["show"], ["snippet"]])
def test_a_workspace_of_files_alone_says_what_it_has_and_which_command_shows_it(
    command, memloupe, sample_workspace
):
    run = memloupe(*command, sample_workspace("little_harness_desk"))
    assert (run.status, run.out) == (3, b"")
    assert "has memory files and no state file: no scopes." in run.err
    assert "119 notes in 3 layers: memloupe notes list --layer NAME shows them." in run.err
    assert "The layers are /persistent/company, " in run.err
    assert "memloupe snippet --part turn" in run.err
    assert "No memory here" not in run.err
    run = memloupe(*command, sample_workspace("agentscope_support_desk"))
    assert "in 1 bucket: memloupe files list shows them" in run.err
