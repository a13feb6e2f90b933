"""Sample workspaces of AgentScope, opened as the program opens them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from consolidation_desk import Desk

from desktop_app.core.models.settings import ModelSettings
from desktop_app.services.ledger.reading import find_ledgers, read_book
from desktop_app.services.workspace import Surroundings, system_time
from desktop_app.services.workspace_files import open_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from model_server import ModelServer

    from desktop_app.core.ledger.book import Book
    from desktop_app.services.file_memory import FileMemory


@pytest.fixture
def memory_of() -> Callable[[Path], FileMemory]:
    """Open the files of a folder, with days as in Berlin."""

    def open_folder(root: Path) -> FileMemory:
        return open_files(root, Surroundings({"TZ": "Europe/Berlin"}, None, system_time))

    return open_folder


@pytest.fixture
def book_of(memory_of: Callable[[Path], FileMemory]) -> Callable[..., Book]:
    """Read one bucket of a workspace by its name."""

    def read(root: Path, name: str = "") -> Book:
        files = memory_of(root)
        buckets = [bucket for ledger in find_ledgers(files) for bucket in ledger.buckets]
        return read_book(files, next(bucket for bucket in buckets if bucket.name == name))

    return read


@pytest.fixture
def desk(
    sample_workspace: Callable[..., Path],
    memory_of: Callable[[Path], FileMemory],
    model_server: ModelServer,
) -> Iterator[Callable[..., Desk]]:
    """Open a bucket to be consolidated; the person's own settings are put back."""
    made: list[Desk] = []

    def open_desk(name: str = "agentscope_support_desk", bucket: str = "") -> Desk:
        root = sample_workspace(name)
        made.append(Desk(root, memory_of(root), model_server, bucket))
        return made[-1]

    yield open_desk
    for one in made:
        one.access.choose(ModelSettings())
