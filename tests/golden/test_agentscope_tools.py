"""What the real tools answer on the samples, byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from desktop_app.core.files.text import java_length
from desktop_app.services.ledger.reading import find_ledgers, read_book
from desktop_app.services.ledger.tools import AgentTools
from desktop_app.services.workspace_files import open_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desktop_app.services.file_memory import FileMemory

    Results = Callable[[str], Any]
    Sample = Callable[..., Path]


@pytest.fixture
def desk(sample_workspace: Sample) -> FileMemory:
    return open_files(sample_workspace("agentscope_support_desk"))


@pytest.fixture
def tools(desk: FileMemory) -> AgentTools:
    (root,) = find_ledgers(desk)
    return AgentTools(desk, root.buckets[0])


def test_files_are_searched_in_the_same_order(desk: FileMemory, sample_results: Results) -> None:
    (root,) = find_ledgers(desk)
    book = read_book(desk, root.buckets[0])
    order = ["MEMORY.md", *(file.name for file in book.logs)]
    assert order == sample_results("agentscope_golden")["memory_files_in_search_order"]


def test_memory_search_answers_equally(tools: AgentTools, sample_results: Results) -> None:
    rows = sample_results("agentscope_golden")["memory_search"]
    assert len(rows) == 18
    for row in rows:
        assert tools.memory_search(row["query"]).text == row["result"], row["query"]


def test_memory_get_answers_equally(tools: AgentTools, sample_results: Results) -> None:
    rows = sample_results("agentscope_golden")["memory_get"]
    assert len(rows) == 11
    for row in rows:
        answer = tools.memory_get(row["path"], row["startLine"], row["endLine"])
        assert answer.text == row["result"], row


def test_session_search_answers_equally(tools: AgentTools, sample_results: Results) -> None:
    rows = sample_results("agentscope_golden")["session_search"]
    assert len(rows) == 6
    for row in rows:
        answer = tools.session_search(
            row["query"], agent=row.get("agentId"), max_results=row.get("maxResults")
        )
        assert answer.text == row["result"], row["query"]


def test_session_history_answers_equally(tools: AgentTools, sample_results: Results) -> None:
    rows = sample_results("agentscope_golden")["session_history"]
    assert len(rows) == 4
    for row in rows:
        answer = tools.session_history("support-desk", row["sessionId"], row["lastN"])
        assert answer.text == row["result"], row


def test_each_user_s_memory_is_read_as_the_agent_reads_it(
    sample_workspace: Sample, sample_results: Results
) -> None:
    files = open_files(sample_workspace("agentscope_lending_multiuser"))
    (root,) = find_ledgers(files)
    buckets = {bucket.name: bucket for bucket in root.buckets}
    rows = sample_results("agentscope_golden")["multiuser"]
    read = 0
    for row in rows:
        if row["userId"] not in buckets:
            continue
        text = read_book(files, buckets[row["userId"]]).memory.text
        assert text is not None
        expected = row["memory_as_read"]
        if "[cut in this file" in expected:
            assert java_length(text.text) == 53_028
        else:
            assert text.text == expected, row["userId"]
        read += 1
    assert read == 8
