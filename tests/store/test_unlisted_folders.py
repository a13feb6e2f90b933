"""A folder that nobody may look into is named: it seems empty, and is not."""

from __future__ import annotations

import os
from datetime import date
from typing import TYPE_CHECKING

import pytest

from desktop_app.__main__ import main
from desktop_app.core.ledger.oddities import find_oddities
from desktop_app.services.ledger.forgetting import find_everywhere
from desktop_app.services.ledger.reading import find_ledgers
from desktop_app.services.ledger.tools import AgentTools
from desktop_app.services.workspace_files import open_files
from desktop_app.store.memory_folder import DiskFolder
from desktop_app.store.open_folder import OpenFolder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A workspace with ``memory/closed``; whoever may read everything is refused too."""
    closed = tmp_path / "memory" / "closed"
    closed.mkdir(parents=True)
    (tmp_path / "MEMORY.md").write_text("# Memory\n- the secret\n", encoding="utf-8")
    (closed / "2026-06-01.md").write_text("- the secret\n", encoding="utf-8")
    (tmp_path / "memory" / "link").symlink_to("closed")
    inode = closed.stat().st_ino
    look = OpenFolder.look

    def refusing(folder: OpenFolder, name: str) -> Any:
        if name == "." and os.fstat(folder.descriptor or 0).st_ino == inode:
            raise PermissionError(13, "Permission denied")
        return look(folder, name)

    monkeypatch.setattr(OpenFolder, "look", refusing)
    closed.chmod(0)
    yield tmp_path
    closed.chmod(0o700)


def test_it_is_named_wherever_it_stands(root: Path) -> None:
    folder = DiskFolder(root)
    assert folder.unlisted() == ("memory/closed",)
    assert folder.unlisted("memory") == ("memory/closed",)
    assert folder.unlisted("memory/closed") == ("memory/closed",)
    assert folder.unlisted("memory/link") == ()
    assert folder.unlisted("not there") == ()
    assert folder.unlisted("MEMORY.md") == ()


def test_who_forgets_a_text_is_told_where_nobody_looked(root: Path) -> None:
    files = open_files(root)
    buckets = [bucket for ledger in find_ledgers(files) for bucket in ledger.buckets]
    seen = find_everywhere(files, buckets, "the secret")
    assert "Nobody may look into memory/closed; what is in it was not searched." in seen.unseen
    odd = find_oddities(seen.books[0], date(2026, 6, 16))
    assert any(one.file == "memory/closed" and one.is_harmful for one in odd)


def test_who_searches_is_told_where_nobody_looked(
    root: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    told = "Nobody may look into memory/closed; what is in it was not searched."
    assert main(["search", str(root), "the secret"]) == 0
    assert told in capfd.readouterr().err
    files = open_files(root)
    (bucket,) = [bucket for ledger in find_ledgers(files) for bucket in ledger.buckets]
    tools = AgentTools(files, bucket)
    assert tools.memory_search("the secret").remarks[-1] == told
    sessions = root / "agents" / "a" / "sessions"
    sessions.parent.mkdir(parents=True)
    (root / "memory" / "closed").rename(sessions)
    found = tools.session_search("the secret").remarks
    assert found == ("Nobody may look into agents/a/sessions; what is in it was not searched.",)
    sessions.rename(root / "memory" / "closed")


def test_a_folder_is_said_to_be_one(root: Path) -> None:
    files = open_files(root)
    (bucket,) = [bucket for ledger in find_ledgers(files) for bucket in ledger.buckets]
    answer = AgentTools(files, bucket).memory_get("memory", 1, 2)
    assert answer.remarks == ("It is a folder, not a file.",)
