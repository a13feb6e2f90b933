"""The answers of the agent's tools in odd cases."""

from __future__ import annotations

import pytest

from desktop_app.core.errors import RefusedError
from desktop_app.core.ledger.tools import Answer, memory_get, memory_save, relative_path


def _get(path: str, start: int, end: int, text: str | None = "a\r\nb\n") -> str:
    return memory_get(path, start, end, lambda _: text).text


def test_a_file_that_ends_in_a_line_feed_has_one_more_line() -> None:
    assert _get("MEMORY.md", 1, 99) == "1|a\r\n2|b\n3|\n"


@pytest.mark.parametrize("end", [0, -3])
def test_an_end_before_the_first_line_gives_nothing(end: int) -> None:
    assert _get("MEMORY.md", 1, end) == ""


@pytest.mark.parametrize("path", ["/etc/hosts", "..", "a/../../b"])
def test_a_path_that_leads_out_is_refused_by_the_tool(path: str) -> None:
    assert _get(path, 1, 1) == "Error: path traversal not allowed"


def test_a_path_that_leads_up_and_stays_inside_breaks_the_real_tool() -> None:
    with pytest.raises(RefusedError, match="stays inside"):
        _get("memory/../MEMORY.md", 1, 1)


def test_the_file_layer_reads_windows_paths_and_drops_blanks_before_them() -> None:
    assert relative_path(" memory\\notes.md") == "memory/notes.md"


def test_a_blank_file_counts_as_missing() -> None:
    assert _get("x.md", 1, 1, " \n") == "Error: file not found: x.md"
    assert _get("x.md", 1, 1, None) == "Error: file not found: x.md"


@pytest.mark.parametrize(
    ("content", "count"),
    [("- a\n  - b\ntext\n", 2), ("one sentence", 1), ("\u3000- a", 1), ("* a\n* b", 1)],
)
def test_saved_memories_are_counted_by_their_dashes(content: str, count: int) -> None:
    assert memory_save(content).text == f"Saved {count} memory/memories to MEMORY.md"


def test_a_save_that_failed_says_so() -> None:
    answer = memory_save("- a", "the disk is full.")
    assert answer.text == "Error: nothing was saved: the disk is full."
    assert answer.remarks


def test_an_empty_save_is_an_error() -> None:
    assert memory_save(" \n") == Answer("Error: content is required", is_error=True)
