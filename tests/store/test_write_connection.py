"""What a lock for writing leaves behind in the process."""

from __future__ import annotations

import sys

import pytest

from desktop_app.store.write_connection import writing


@pytest.fixture
def switching():
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.003)
    yield sys.getswitchinterval()
    sys.setswitchinterval(before)


def test_threads_take_turns_afterwards_as_they_did_before(golden_workspace, switching):
    path = golden_workspace("hand-edited") / ".harness" / "state.db"
    with writing(path) as file:
        with file.transaction():
            assert sys.getswitchinterval() < switching
        assert sys.getswitchinterval() == switching
        with pytest.raises(ZeroDivisionError), file.transaction():
            _ = 1 // 0
    assert sys.getswitchinterval() == switching
