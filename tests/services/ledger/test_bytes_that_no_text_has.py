"""Nothing is written that the agent could not read: it would pass the whole file over."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING

import pytest

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import RefusedError
from desktop_app.core.ledger.edits import edit_log, edit_memory
from desktop_app.core.ledger.entries import correct, save_entry

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desktop_app.core.ledger.book import Book

NOW = EngineTime(1_781_600_000)
TOLD = "a byte in it that no text has"


@pytest.fixture
def book(sample_workspace: Callable[..., Path], book_of: Callable[..., Book]) -> Book:
    return book_of(sample_workspace("agentscope_support_desk"))


@pytest.mark.parametrize("content", ["caf\udce9", "a\0b", "half \ud83d"])
def test_it_is_refused_wherever_it_would_go(content: str, book: Book) -> None:
    with pytest.raises(RefusedError, match=TOLD):
        save_entry(book, content, NOW, UTC)
    with pytest.raises(RefusedError, match=TOLD):
        correct(book, content, NOW, UTC)
    with pytest.raises(RefusedError, match=TOLD):
        edit_memory(book, content)
    for name in ("memory/2026-06-02.md", "memory/2026-06-03.md"):
        with pytest.raises(RefusedError, match=TOLD):
            edit_log(book, name, content)
