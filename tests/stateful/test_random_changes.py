"""Any changes in any order can be taken back."""

from __future__ import annotations

import pytest
from hypothesis.stateful import run_state_machine_as_test

from tests.stateful.machine import SETTINGS, Changes


@pytest.mark.timeout(600)
def test_taking_everything_back_gives_the_first_bytes(golden_originals):
    original = golden_originals / "rich-coding-agent"
    run_state_machine_as_test(lambda: Changes(original), settings=SETTINGS)
