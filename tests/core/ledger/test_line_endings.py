"""An edited text keeps the line endings that it had."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.files.writing import written_like

LINES = st.lists(
    st.tuples(st.text("ab #-é", max_size=3), st.sampled_from(["\n", "\r\n"])), max_size=12
)


@given(LINES, st.text("ab", max_size=3))
def test_a_text_without_its_carriage_returns_gets_them_back(
    lines: list[tuple[str, str]], last: str
) -> None:
    before = "".join(text + ending for text, ending in lines) + last
    assert written_like(before, before.replace("\r\n", "\n")) == before


@given(LINES, st.integers(0, 12), st.text("xyz", min_size=1, max_size=3))
def test_one_new_line_changes_no_other(lines: list[tuple[str, str]], place: int, new: str) -> None:
    before = "".join(text + ending for text, ending in lines)
    bare = [text for text, _ in lines]
    place = min(place, len(bare))
    after = "".join(f"{line}\n" for line in [*bare[:place], new, *bare[place:]])
    written = written_like(before, after).splitlines(keepends=True)
    assert written[place].rstrip("\r\n") == new
    assert "".join(written[:place] + written[place + 1 :]) == before


def test_a_byte_order_mark_comes_back() -> None:
    assert written_like("\ufeffa\r\nb", "a\nc") == "\ufeffa\r\nc"
