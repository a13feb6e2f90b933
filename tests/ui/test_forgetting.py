"""Forgetting a text everywhere in the window: what is found, what goes, the proof, undo."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from upkeep_window import UpkeepWindow, titles

from desktop_app.core.ledger.places import PlaceKind

KEYS = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
HOST = "staging-api.larkspur.example"


@pytest.fixture
def desk(driver, sample_workspace):
    return UpkeepWindow(driver, sample_workspace("agentscope_support_desk"), name="MEMORY.md")


@pytest.fixture
def lending(driver, sample_workspace):
    path = sample_workspace("agentscope_lending_multiuser")
    return lambda bucket, name="MEMORY.md": UpkeepWindow(driver, path, bucket, name)


def state_of(root):
    """Return bytes and times of every file that is not ours."""
    return {
        str(file.relative_to(root)): (file.read_bytes(), file.stat().st_mtime_ns)
        for file in sorted(root.rglob("*"))
        if file.is_file() and ".memloupe" not in file.parts
    }


def test_every_place_is_listed_by_what_it_is_in(desk):
    dialog = desk.forget(HOST)
    assert titles(dialog) == [
        "MEMORY.md, 1",
        "Daily logs, 2",
        "History of conversations: only listed, 2",
    ]
    assert dialog.page.state.text() == "5 lines in 4 files"
    rows = dialog.page.list.rows.rows
    assert rows[0].subtitle == "MEMORY.md:22"
    assert [row.tick for row in rows] == [True, True, True, None, None]
    assert "the agent can still search it" in rows[3].subtitle
    assert dialog.primary_button.text() == "Forget in 3 places"


def test_forgetting_writes_all_files_at_once_and_undo_restores_bytes_and_times(desk):
    before = state_of(desk.path)
    desk.forget(HOST)
    desk.confirm()
    after = state_of(desk.path)
    changed = {name for name in before if after.get(name) != before[name]}
    assert changed == {"MEMORY.md", "memory/2026-06-15.md"}
    assert HOST.encode() not in (desk.path / "MEMORY.md").read_bytes()
    desk.proof().dismiss()
    desk.undo()
    assert state_of(desk.path) == before
