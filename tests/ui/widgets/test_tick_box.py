"""A box to tick has room for its words on one line where it may be as wide as it likes."""

from __future__ import annotations

import pytest

from ui.theme import theme
from ui.widgets.tick_box import TickBox

WORDS = "Take the logs of every day that is newer than the watermark, and the notes"


@pytest.fixture(params=[80, 100, 110, 150, 200])
def zoomed(request, qapp):
    theme().set_zoom(request.param)
    yield
    theme().set_zoom(100)


@pytest.mark.usefixtures("zoomed")
def test_no_words_wrap_in_the_room_that_they_ask_for(qtbot):
    for length in range(1, len(WORDS) + 1):
        box = TickBox(WORDS[:length])
        qtbot.addWidget(box)
        one_line = box.heightForWidth(10_000)
        assert box.heightForWidth(box.sizeHint().width()) == one_line
