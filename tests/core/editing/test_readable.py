"""Rows as lines that people compare."""

from __future__ import annotations

from desktop_app.core.changes import Change, Swap, WorkingRow
from desktop_app.core.editing.readable import record_text, row_texts
from desktop_app.services.workspace import open_workspace


def _row(golden_workspace):
    source = open_workspace(golden_workspace("rich-coding-agent")).require_source()
    entry = max(source.scopes(), key=lambda scope: scope.observation_tokens or 0)
    return source.snapshot(entry.memory_id)


def test_a_record_shows_every_observation_and_the_reflection(golden_workspace):
    found = _row(golden_workspace)
    text = record_text(found.row)
    for observation in found.record.observations:
        assert f"[{observation.seq}] importance {observation.importance:g}," in text
        for line in observation.content.split("\n"):
            assert f"\n    {line}" in text
    assert all(f"    {line}" in text for line in found.record.reflection.split("\n"))


def test_a_record_that_the_engine_can_not_read_shows_its_columns(golden_workspace):
    source = open_workspace(golden_workspace("hand-edited")).require_source()
    damaged = [
        found for entry in source.scopes() if (found := source.snapshot(entry.memory_id)).damages
    ]
    for found in damaged:
        assert f"memory_id: {found.memory_id}" in record_text(found.row)
    assert damaged


def test_each_row_of_a_change_is_named_and_shown_before_and_after(golden_workspace):
    found = _row(golden_workspace)
    change = Change(
        label="x",
        records=(Swap(found.row, None),),
        working=(Swap(None, WorkingRow("a|b|c", "port", "80")),),
    )
    record, entry = row_texts(change)
    assert record.title == f"Record “{found.memory_id}”"
    assert (record.before, record.after) == (record_text(found.row), "")
    assert (entry.title, entry.before, entry.after) == ("Working memory “port”", "", "port: 80")
