"""The file of layers that were named by hand."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import pytest

from desktop_app.core.errors import StoreError
from desktop_app.core.notes.layer import Commit, Layer
from desktop_app.store.note_layers import NoteLayersFile

if TYPE_CHECKING:
    from pathlib import Path

LAYERS = (
    Layer(source="", template="notes", is_by_hand=True),
    Layer(
        source="",
        template="people/{who}",
        mount="/me",
        description="Mine.",
        instructions="Be brief.",
        max_index_bytes=100,
        roles=(("officer", False), ("boss", True)),
        commit=Commit.MANUAL,
        skill=False,
        is_by_hand=True,
    ),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "layers.json"


def test_layers_come_back_as_they_were_written(path: Path) -> None:
    NoteLayersFile(path).write(LAYERS)
    assert NoteLayersFile(path).read() == (LAYERS, "")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_no_file_means_no_layers_and_no_complaint(path: Path) -> None:
    assert NoteLayersFile(path).read() == ((), "")
    assert not path.parent.exists()


@pytest.mark.parametrize("data", [b"", b"[]", b'{"layers": [{}]}', b"\xff", b"[" * 60_000])
def test_a_damaged_file_means_no_layers_and_a_reason(path: Path, data: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(data)
    layers, reason = NoteLayersFile(path).read()
    assert layers == ()
    assert str(path) in reason


def test_a_name_that_is_not_utf8_is_refused_and_nothing_is_lost(path: Path) -> None:
    NoteLayersFile(path).write(LAYERS)
    with pytest.raises(StoreError, match="not UTF-8"):
        NoteLayersFile(path).write((Layer(source="", template="a\udcff"),))
    assert NoteLayersFile(path).read() == (LAYERS, "")
