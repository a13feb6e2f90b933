"""The session history of the sample, as a viewer shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.core.ledger.book import Bucket
from desktop_app.services.ledger.transcripts import (
    find_session,
    list_sessions,
    read_session_index,
    read_session_view,
)
from desktop_app.services.workspace_files import open_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desktop_app.services.file_memory import FileMemory

SHARED = Bucket("", "")


@pytest.fixture
def root(sample_workspace: Callable[..., Path]) -> Path:
    return sample_workspace("agentscope_support_desk")


@pytest.fixture
def files(root: Path) -> FileMemory:
    return open_files(root)


def test_every_conversation_is_listed_with_what_is_read_of_it(files: FileMemory) -> None:
    listed = list_sessions(files, SHARED)
    assert [(one.id, one.shown.name) for one in listed] == [
        ("conv-0001", "conv-0001.jsonl"),
        ("conv-0002", "conv-0002.jsonl"),
        ("conv-0003", "conv-0003.log.jsonl"),
        ("conv-old", "conv-old.json"),
    ]
    assert "context file is missing" in listed[2].remark


def test_a_whole_conversation_is_read_in_order(files: FileMemory) -> None:
    view = read_session_view(files, find_session(files, SHARED, "conv-0001"))
    assert len(view.log.entries) == 9
    first, *_, last = view.log.entries
    assert first.at == EngineTime(1781506800, 120_450_000)
    assert (last.text, last.block_types) == ("", ("image",))
    assert [entry.original_size is not None for entry in view.log.entries if entry.is_cut] == [
        True,
        True,
    ]
    assert view.log.torn == ()


def test_a_torn_line_is_reported_and_the_file_stays_as_it_is(root: Path, files: FileMemory) -> None:
    path = root / "agents/support-desk/sessions/conv-0002.jsonl"
    before = path.read_bytes()
    view = read_session_view(files, find_session(files, SHARED, "conv-0002"))
    assert (len(view.log.entries), [line.number for line in view.log.torn]) == (2, [3])
    assert path.read_bytes() == before


def test_the_log_is_read_where_the_context_is_missing(files: FileMemory) -> None:
    view = read_session_view(files, find_session(files, SHARED, "conv-0003"))
    assert len(view.log.entries) == 1


def test_an_early_version_is_plain_text(files: FileMemory) -> None:
    view = read_session_view(files, find_session(files, SHARED, "conv-old"))
    assert view.plain == "[USER] hello\n[ASSISTANT] hi\n"


def test_the_index_is_read(files: FileMemory) -> None:
    index = read_session_index(files, SHARED, "support-desk")
    assert [(one.id, one.summary) for one in index] == [
        ("conv-0001", "transcript updated (9 entries)"),
        ("conv-0002", "transcript updated (2 entries)"),
    ]
    assert read_session_index(files, SHARED, "nobody") == ()


def test_the_same_id_of_two_agents_has_to_be_told_apart(root: Path, files: FileMemory) -> None:
    other = root / "agents/other/sessions"
    other.mkdir(parents=True)
    (other / "conv-0001.jsonl").write_bytes(b"")
    with pytest.raises(RefusedError, match="“other” and “support-desk”"):
        find_session(files, SHARED, "conv-0001")
    assert find_session(files, SHARED, "conv-0001", "other").agent == "other"


def test_a_conversation_that_is_not_there_is_named(files: FileMemory) -> None:
    with pytest.raises(NotFoundError, match="conv-7"):
        find_session(files, SHARED, "conv-7")
