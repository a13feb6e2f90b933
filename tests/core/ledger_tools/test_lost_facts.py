"""How many facts stand below the line."""

from __future__ import annotations

import pytest

from desktop_app.core.ledger.injection import Cut
from desktop_app.core.ledger.lost_facts import count_lost_facts

MEMORY = "# Head\n- one\n- two\n  1. nested\n\ntext\n- three\n"


@pytest.mark.parametrize(
    ("stop", "lost"),
    [("# He", 4), ("- on", 4), ("- one\n", 3), ("- one\n- t", 3), ("text", 1), ("- three\n", 0)],
)
def test_a_fact_that_is_read_in_part_is_lost(stop: str, lost: int) -> None:
    offset = MEMORY.index(stop) + len(stop)
    assert count_lost_facts(MEMORY, Cut(offset, offset)) == lost


def test_white_space_below_the_line_is_no_loss() -> None:
    assert count_lost_facts("- one  \n", Cut(5, 5)) == 0
