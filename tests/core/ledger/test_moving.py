"""Moving lines above the line that a turn reads up to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.errors import RefusedError
from desktop_app.core.files.text import java_length
from desktop_app.core.ledger.moving import move_lines_above


def test_lines_move_up_no_further_than_they_must() -> None:
    text = "# Head\n- one\n- two\n- three\n- new\n"
    moved = move_lines_above(text, (text.index("new"), text.index("new") + 1), 20)
    assert moved.text == "# Head\n- one\n- new\n- two\n- three\n"
    assert moved.text[moved.start : moved.end] == "- new\n"


def test_the_last_line_gets_a_line_break_and_the_file_still_ends_without_one() -> None:
    text = "- one\r\n- two\r\n- new"
    assert move_lines_above(text, (len(text), len(text)), 9).text == "- new\r\n- one\r\n- two"


def test_no_line_moves_into_a_code_fence() -> None:
    text = "```\ncode\ncode\n```\n- after\n- new\n"
    moved = move_lines_above(text, (text.index("- new"), len(text)), 20)
    assert moved.text.startswith("- new\n```")


def test_lines_that_reach_the_model_stay() -> None:
    with pytest.raises(RefusedError, match="already"):
        move_lines_above("- one\n- two\n", (0, 1), 5)


def test_what_is_too_long_is_refused() -> None:
    with pytest.raises(RefusedError, match="more than the 5"):
        move_lines_above("- one\n- a long line\n", (8, 9), 5)


@given(
    st.lists(st.sampled_from(["- a", "é\U0001f600", "", "## b", "long " * 8]), min_size=2),
    st.data(),
)
def test_moved_lines_reach_the_model_and_no_other_changes(
    lines: list[str], data: st.DataObject
) -> None:
    text = "\n".join(lines) + "\n"
    place = data.draw(st.integers(0, len(text) - 1))
    limit = data.draw(st.integers(0, len(text)))
    try:
        moved = move_lines_above(text, (place, place), limit)
    except RefusedError:
        return
    assert sorted(moved.text.split("\n")) == sorted(text.split("\n"))
    assert java_length(moved.text[: moved.end]) <= limit
