"""A change as a file of its own."""

from __future__ import annotations

import json

import pytest

from desktop_app.core.changes import Change, Swap, WorkingRow
from desktop_app.core.errors import MemloupeError
from desktop_app.services.editing.copies import copy_bytes, save_copy
from desktop_app.services.editing.observation_actions import edit_observation


def test_a_copy_has_every_row_before_and_after(desk, tmp_path):
    text = "“quoted” <b>\nand a second line"
    change = edit_observation(desk.snapshot(), 0, desk.intent, text=text).change
    path = save_copy(change, tmp_path / "edit.json")
    assert path.read_bytes() == copy_bytes(change)
    content = json.loads(path.read_text(encoding="utf-8"))
    assert (content["change"], content["reason"]) == ("Edit observation 1", "because")
    (row,) = content["rows"]
    assert f"    {desk.texts()[0]}" in row["before"]
    assert row["after"][row["after"].index("    “quoted” <b>") + 1] == "    and a second line"


def test_text_that_is_not_unicode_keeps_its_bytes(tmp_path):
    row = WorkingRow("a|b|c", "port", '"no \udcff UTF-8"')
    change = Change(label="Set port", working=(Swap(None, row),))
    path = save_copy(change, tmp_path / "edit.json")
    assert b"no \xff UTF-8" in path.read_bytes()


def test_a_copy_that_can_not_be_written_says_why(desk, tmp_path):
    change = edit_observation(desk.snapshot(), 0, desk.intent, text="x").change
    with pytest.raises(MemloupeError, match="nowhere"):
        save_copy(change, tmp_path / "nowhere" / "edit.json")
