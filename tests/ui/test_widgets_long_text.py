"""Long and odd texts: what is laid out at a time, and how marks are found in them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.theme import Mode
from ui.tokens import DARK
from ui.widgets.display_map import Span
from ui.widgets.exact_text import ExactText
from ui.widgets.mapped_text import MOST_ODD, WINDOW
from ui.widgets.span_index import SpanIndex
from ui.widgets.text_window_bar import TextWindowBar

SPANS = st.lists(
    st.tuples(st.integers(0, 60), st.integers(1, 30)).map(lambda two: Span(two[0], sum(two))),
    max_size=30,
)


@pytest.fixture
def view(qtbot):
    view = ExactText("Text")
    qtbot.addWidget(view)
    view.resize(500, 300)
    with qtbot.waitExposed(view):
        view.show()
    return view


@given(SPANS, st.integers(0, 90), st.integers(1, 40))
def test_the_index_finds_what_looking_at_all_of_them_finds(spans, start, length):
    end = start + length
    wanted = [n for n, span in enumerate(spans) if span.start < end and span.end > start]
    assert SpanIndex(spans).inside(start, end) == wanted


@pytest.mark.parametrize("text", ["\x1b" * 200_000, "a\x1b\n" * 60_000, "😀" * 90_000])
def test_odd_characters_make_the_windows_shorter_and_none_is_left_out(view, text):
    view.show_text(text)
    end = 0
    for _ in range(4):
        assert view.map.start == end
        end = view.map.end
        shown = text[view.map.start : end]
        assert 0 < sum(character not in "a\n" for character in shown) <= MOST_ODD
        assert "".join(view.toPlainText().split()) == "".join(view.map.display.split())
        view.show_window(end)


def test_the_way_through_the_windows_can_be_gone_back(view, qtbot):
    bar = TextWindowBar(view)
    qtbot.addWidget(bar)
    view.show_text("plain words in a line\n" * (WINDOW // 22) + "\x1b" * (3 * MOST_ODD))
    starts = []
    for _ in range(3):
        starts.append(view.map.start)
        bar.next_window()
    for start in reversed(starts):
        bar.previous_window()
        assert view.map.start == start


def test_quiet_parts_are_found_in_every_line_and_take_the_look_of_now(view, look):
    line = "quiet and loud\n"
    view.show_text(line * 300)
    view.set_quiet(tuple(Span(n * len(line), n * len(line) + 5) for n in range(300)))
    look.set_mode(Mode.DARK)
    for number in (0, 150, 299):
        [part] = view.document().findBlockByNumber(number).layout().formats()
        assert (part.start, part.length) == (0, 5)
        assert part.format.foreground().color() == DARK.text3
    view.set_quiet((Span(0, 5),))
    assert not view.document().findBlockByNumber(299).layout().formats()


def test_a_quiet_part_may_reach_over_lines(view):
    view.show_text("one\ntwo\nthree\n")
    view.set_quiet((Span(1, 10),))
    parts = [
        [(part.start, part.length) for part in block.layout().formats()]
        for block in map(view.document().findBlockByNumber, range(3))
    ]
    assert parts == [[(1, 2)], [(0, 3)], [(0, 2)]]
