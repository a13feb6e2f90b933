"""The blocks of files in a turn: as the agent sends them, each with its source and its reason."""

from __future__ import annotations

import pytest

from desktop_app.core.ledger.injection import Vintage
from desktop_app.core.turn.context import BlockKind
from desktop_app.services.turn.files import FileWish, read_file_blocks
from desktop_app.services.workspace_files import open_files


@pytest.fixture
def read(sample_workspace):
    """Read the blocks of a sample."""

    def blocks(name, **wish):
        return read_file_blocks(open_files(sample_workspace(name)), FileWish(**wish))

    return blocks


def test_every_part_of_an_agents_workspace_is_a_block_with_its_source(read):
    found = read("agentscope_support_desk")
    kinds = [block.kind for block in found.blocks]
    assert kinds == [BlockKind.AGENTS, BlockKind.MEMORY, BlockKind.KNOWLEDGE]
    assert [block.source for block in found.blocks] == ["AGENTS.md", "MEMORY.md", ""]
    assert all(block.kind.is_of_files and block.is_known for block in found.blocks)


def test_the_version_of_the_agent_decides_about_message_and_text(read):
    newer, older = (read("agentscope_support_desk", vintage=one) for one in Vintage)
    memory = [found.blocks[1] for found in (newer, older)]
    assert [block.role for block in memory] == ["user", "system"]
    assert memory[0].text != memory[1].text
    assert "the last one of the request" in memory[0].reason[0]
    assert "system prompt" in memory[1].reason[0]


def test_the_reason_says_what_is_cut(read):
    found = read("agentscope_lending_multiuser", bucket="u-106")
    memory = next(block for block in found.blocks if block.kind is BlockKind.MEMORY)
    assert memory.source == "u-106/MEMORY.md"
    assert any("cut at its end" in words for words in memory.reason)


def test_a_bucket_without_memory_of_its_own_names_who_supplies_it(read):
    found = read("agentscope_lending_multiuser", bucket="u-107")
    memory = next(block for block in found.blocks if block.kind is BlockKind.MEMORY)
    assert memory.source == "MEMORY.md"
    assert "The workspace root supplies it." in memory.reason


def test_the_note_section_is_that_of_the_role(read, sample_results):
    officer, underwriter = (
        read("little_harness_desk", role=role).blocks[0] for role in ("officer", "underwriter")
    )
    assert officer.kind is BlockKind.NOTES
    assert officer.text != underwriter.text
    assert "/persistent/company is read-only" in " ".join(officer.reason)
    assert "/persistent/me is left out: userId is not given." in officer.reason


def test_roles_and_buckets_are_offered(read):
    assert read("little_harness_desk").roles == ("officer", "underwriter")
    found = read("agentscope_lending_multiuser")
    assert found.bucket is not None
    assert found.bucket.path == ""
    assert len(found.buckets) == 9


def test_a_folder_without_memory_files_adds_nothing(tmp_path):
    assert read_file_blocks(open_files(tmp_path)).blocks == ()
