"""A ``-shm`` that holds nonsense: the newest rows are read all the same, and at once."""

from __future__ import annotations

import pytest
from tree_state import snapshot

from desktop_app.store.history_reader import status_counts
from desktop_app.store.sqlite_file import read


@pytest.mark.parametrize(
    "index", [bytes(range(256)) * 128, b"x" * 32768, b""], ids=["unequal", "equal", "empty"]
)
def test_nonsense_in_the_index_hides_no_row_and_is_left_alone(golden_workspace, index):
    root = golden_workspace("wal-present")
    path = root / ".harness" / "state.db"
    path.with_name("state.db-shm").write_bytes(index)
    before = snapshot(root)
    assert read(path, status_counts) == {"applied": 7}
    assert snapshot(root) == before


def test_nonsense_in_log_and_index_leaves_the_main_file_readable(golden_workspace):
    root = golden_workspace("wal-present")
    path = root / ".harness" / "state.db"
    for suffix in ("-shm", "-wal"):
        path.with_name(f"state.db{suffix}").write_bytes(bytes(range(256)) * 128)
    before = snapshot(root)
    assert read(path, status_counts) == {"applied": 3}
    assert snapshot(root) == before


def test_a_log_without_a_frame_as_a_killed_program_leaves_it_hides_nothing(golden_workspace):
    root = golden_workspace("wal-present")
    log = root / ".harness" / "state.db-wal"
    log.write_bytes(log.read_bytes()[:32])
    log.with_name("state.db-shm").write_bytes(bytes(32768))
    before = snapshot(root)
    assert read(log.with_name("state.db"), status_counts) == {"applied": 3}
    assert snapshot(root) == before
