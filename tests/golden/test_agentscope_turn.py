"""What a turn is given from the files of the samples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from desktop_app.core.ledger.book import Bucket, Layer
from desktop_app.core.ledger.entries import save_entry
from desktop_app.core.ledger.injection import Vintage
from desktop_app.services.ledger.reading import read_book
from desktop_app.services.ledger.turn import FileTurn, TurnSettings, file_turn
from desktop_app.services.workspace_files import open_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desktop_app.services.file_memory import FileMemory


@pytest.fixture
def users(sample_workspace: Callable[..., Path]) -> FileMemory:
    return open_files(sample_workspace("agentscope_lending_multiuser"))


def _turn(files: FileMemory, bucket: str, settings: TurnSettings) -> FileTurn:
    return file_turn(files, read_book(files, Bucket(bucket, "")), settings)


def test_the_older_version_puts_its_blocks_into_the_system_prompt(
    sample_workspace: Callable[..., Path], sample_results: Callable[[str], Any]
) -> None:
    files = open_files(sample_workspace("agentscope_support_desk"))
    turn = _turn(files, "", TurnSettings(vintage=Vintage.CHECKOUT))
    assert [block.name for block in turn.blocks] == ["AGENTS.md", "MEMORY.md", "knowledge"]
    assert {block.role for block in turn.blocks} == {"system"}
    expected = sample_results("agentscope_golden")["injected_memory_block_support_desk"]
    assert turn.blocks[1].text == expected
    assert turn.whole.startswith("<loaded_context>\n  <agents_context>\n  # Support desk agent\n")
    assert expected in turn.whole
    assert turn.blocks[2].text.endswith(
        "  Knowledge files:\n  - knowledge/KNOWLEDGE.md\n  - knowledge/refunds.md\n"
        "  - knowledge/webhooks.md\n  </domain_knowledge_context>"
    )


def test_the_newer_version_puts_memory_and_knowledge_into_one_message(
    sample_workspace: Callable[..., Path],
) -> None:
    files = open_files(sample_workspace("agentscope_support_desk"))
    turn = _turn(files, "", TurnSettings())
    assert [(block.name, block.role) for block in turn.blocks] == [
        ("AGENTS.md", "system"),
        ("MEMORY.md", "user"),
        ("knowledge", "user"),
    ]
    assert turn.blocks[1].source == "MEMORY.md"
    assert turn.whole.count("<HARNESS_CONTEXT>") == 1
    assert turn.blocks[1].text in turn.whole
    assert turn.blocks[2].text in turn.whole
    assert turn.blocks[0].text not in turn.whole
    assert turn == _turn(files, "", TurnSettings())


def test_each_block_says_which_folder_it_is_from(users: FileMemory) -> None:
    turn = _turn(users, "u-101", TurnSettings())
    rules, memory = turn.blocks
    assert (rules.source, rules.layer) == ("AGENTS.md", Layer.ROOT)
    assert (memory.source, memory.layer) == ("u-101/MEMORY.md", Layer.BUCKET)


def test_the_sentence_for_an_empty_file_reaches_the_model_and_is_told(users: FileMemory) -> None:
    turn = _turn(users, "u-103", TurnSettings())
    assert turn.memory.text == "System reminder: File exists but has empty contents"
    assert any("empty" in remark for remark in turn.remarks)


@pytest.mark.parametrize("user", ["u-107", "u-999"])
def test_a_save_does_not_copy_the_fallback(
    users: FileMemory, sample_results: Callable[[str], Any], user: str
) -> None:
    (row,) = [
        row for row in sample_results("agentscope_golden")["multiuser"] if row["userId"] == user
    ]
    book = read_book(users, Bucket(user, ""))
    assert book.memory.text is not None
    assert book.memory.text.text == row["memory_as_read"]
    plan = save_entry(book, "- added by memory_save", users.now(), users.zone)
    written = {swap.after.path: swap.after.data for swap in plan.change.files if swap.after}
    assert written[f"{user}/MEMORY.md"].decode() == row["memory_md_after_memory_save"]
