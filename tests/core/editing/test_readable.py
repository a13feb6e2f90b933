"""Rows as lines that people compare."""

from __future__ import annotations

from desktop_app.core.changes import Change, Swap, WorkingRow
from desktop_app.core.editing.readable import raw_texts, record_text, row_texts
from desktop_app.core.files.row import FileRow
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


def test_files_are_shown_as_text_with_permissions_and_time_in_the_last_line():
    before = FileRow("MEMORY.md", b"a\nb", 0o640, 1_700_000_000_000_000_007)
    after = FileRow("MEMORY.md", b"a\nc\n", 0o640, None)
    for texts in (row_texts, raw_texts):
        (row,) = texts(Change(label="x", files=(Swap(before, after),)))
        assert row.title == "MEMORY.md"
        assert row.before == "a\nb\n[mode 0640, modified 2023-11-14T22:13:20.000000007Z]"
        assert row.after == "a\nc\n[mode 0640, modified at the time of writing]"


def test_bytes_that_are_no_text_are_shown_as_size_and_hash_and_no_file_as_nothing():
    (row,) = row_texts(Change(label="x", files=(Swap(FileRow("a.bin", b"\0\1"), None),)))
    assert row.before.startswith("2 bytes, SHA-256 b413f47d13ee2fe6c845b2ee141af81de858df4ec549")
    assert row.after == ""
