"""The turn on the command line ends with the blocks that memory files add."""

from __future__ import annotations

import shutil

RICH = "default|conv-billing-rounding|default"


def test_the_blocks_of_files_follow_those_of_the_engine(
    memloupe, golden_workspace, sample_workspace
):
    folder = golden_workspace("rich-coding-agent")
    shutil.copytree(sample_workspace("agentscope_support_desk"), folder, dirs_exist_ok=True)
    run = memloupe("snippet", folder, "--memory-id", RICH, "--part", "turn")
    kinds = [block["kind"] for block in run.objects]
    assert kinds[-3:] == ["agents", "memory", "knowledge"]
    assert "observational" in kinds[:-3]
    memory = run.objects[-2]
    assert (memory["role"], memory["source"]) == ("user", "MEMORY.md")
    assert any("whole text" in words for words in memory["reason"])


def test_without_a_state_file_they_are_all_of_it(memloupe, sample_workspace):
    folder = sample_workspace("little_harness_desk")
    run = memloupe("snippet", folder, "--part", "turn", "--as", "officer")
    assert run.status == 0
    (block,) = run.objects
    assert block["kind"] == "notes"
    assert "read-only in this conversation" in block["content"]


def test_a_bucket_is_named_by_its_name(memloupe, sample_workspace):
    folder = sample_workspace("agentscope_lending_multiuser")
    run = memloupe("snippet", folder, "--part", "turn", "--bucket", "u-106")
    assert run.objects[-1]["source"] == "u-106/MEMORY.md"
    missing = memloupe("snippet", folder, "--part", "turn", "--bucket", "u-999")
    assert missing.status != 0
    assert "no bucket “u-999”" in missing.err


def test_a_layer_of_one_person_is_there_if_it_is_said_whose(memloupe, sample_workspace):
    folder = sample_workspace("little_harness_desk")
    without = memloupe("snippet", folder, "--part", "turn")
    assert "/persistent/me" not in without.objects[0]["content"]
    assert any("userId is not given" in words for words in without.objects[0]["reason"])
    for given in (("--value", "userId=u-101"), ("--user", "u-101")):
        run = memloupe("snippet", folder, "--part", "turn", *given)
        assert "/persistent/me" in run.objects[0]["content"]
