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


@pytest.mark.parametrize("fails", [False, True])
def test_threads_take_turns_afterwards_as_they_did_before(golden_workspace, switching, fails):
    path = golden_workspace("hand-edited") / ".harness" / "state.db"
    with writing(path) as file:
        try:
            with file.transaction():
                assert sys.getswitchinterval() < switching
                if fails:
                    raise RuntimeError
        except RuntimeError:
            pass
    assert sys.getswitchinterval() == switching
