"""A change that can't be written although nothing it saw has changed."""

from __future__ import annotations

import pytest

from desktop_app.core.changes import Change, Swap, WorkingRow
from desktop_app.core.errors import RefusedError


def test_a_key_that_was_taken_meanwhile_is_refused_and_said(desk):
    row = WorkingRow(desk.memory_id, "a", "1")
    for key, value in (("a", "1"), ("b", "2")):
        desk.run("INSERT INTO working_memory_entries VALUES (?,?,?)", desk.memory_id, key, value)
    before = desk.rows()
    rename = Change(
        label="Rename a to b", working=(Swap(row, WorkingRow(desk.memory_id, "b", "1")),)
    )
    with pytest.raises(RefusedError, match=r"“Rename a to b” can't be saved"):
        desk.editor.apply(rename, desk.context)
    assert desk.rows() == before
