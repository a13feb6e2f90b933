"""Where lines go that are moved above the line that a turn reads up to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.files.text import java_length
from desktop_app.core.ledger.moving import last_place


@pytest.mark.parametrize(
    ("units", "place"), [(-1, None), (0, 0), (6, 0), (7, 1), (12, 1), (13, 2), (99, 2)]
)
def test_lines_move_up_no_further_than_they_must(units: int, place: int | None) -> None:
    assert last_place(["# Head", "- one", "- two"], units) == place


@pytest.mark.parametrize("mark", ["```", "~~~", "   ````"])
def test_no_line_moves_into_a_code_fence(mark: str) -> None:
    lines = ["- before", f"{mark}text", "code", "", mark, "- after"]
    inside = java_length("\n".join(lines[:4]))
    assert last_place(lines, inside) == 1
    assert last_place(lines, inside + 99) == 5


@given(
    st.lists(st.sampled_from(["- a", "é\U0001f600", "", "## b", "long " * 8])),
    st.integers(0, 200),
)
def test_what_stands_before_the_place_fits_and_one_line_more_does_not(
    lines: list[str], units: int
) -> None:
    place = last_place(lines, units)
    if place is None:
        assert lines == []
        return
    before = java_length("".join(f"{line}\n" for line in lines[:place]))
    assert before <= units
    is_last = place == len(lines) - 1
    assert is_last or before + java_length(lines[place]) + 1 > units
