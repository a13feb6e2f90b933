"""Words at 200 percent: they wrap or are cut with an ellipsis and a tooltip, never hard."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from ui.widgets.button import Button
from ui.widgets.foot import Foot
from ui.widgets.tick_box import TickBox
from ui.window.header import Header
from ui.window.panes import TREE

RICH = "default|conv-billing-rounding|default"
WORDS = "Keep the logs' times: no consolidation takes them in anew"


@pytest.fixture
def zoomed(look):
    look.set_zoom(200)
    yield look
    look.set_zoom(100)


def shown_in(qtbot, part, size):
    host = QWidget()
    qtbot.addWidget(host)
    layout = QHBoxLayout(host)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(part)
    host.resize(size)
    with qtbot.waitExposed(host):
        host.show()
    QApplication.processEvents()
    return host


def test_a_box_to_tick_wraps_its_words(qtbot, zoomed):
    box = TickBox(WORDS)
    low = box.minimumSizeHint().height()
    host = shown_in(qtbot, box, QSize(500, 300))
    assert box.height() > low
    assert box.toolTip() == ""
    host.setFixedSize(300, low)
    QApplication.processEvents()
    assert WORDS in box.toolTip()


def test_the_note_of_a_foot_takes_two_lines_and_no_more(qtbot, zoomed):
    foot = Foot((), (Button("Accept"),), "Nothing is written until you accept")
    host = shown_in(qtbot, foot, QSize(560, 200))
    assert foot.note.height() <= foot.height()
    assert foot.note.toolTip() == ""
    host.resize(260, 200)
    QApplication.processEvents()
    assert "Nothing is written" in foot.note.toolTip()


def test_a_button_that_may_shrink_stays_inside(qtbot, zoomed):
    button, other = Button("See as nobody in particular"), Button("OK")
    button.let_shrink()
    whole = button.sizeHint().width()
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.addWidget(button)
    layout.addWidget(other)
    host = shown_in(qtbot, row, QSize(whole, 100))
    assert button.width() < whole
    assert other.geometry().right() < host.width()
    host.resize(2 * whole, 100)
    QApplication.processEvents()
    assert button.width() == whole


def test_no_part_of_the_header_lies_over_another(qtbot, zoomed):
    header = Header(lambda _action: "Ctrl Z")
    header.show_workspace("agentscope_support_desk_with_a_long_name", "", opened=True)
    host = shown_in(qtbot, header, QSize(900, 90))
    parts = [header.workspace, header.search, header.follow, header.undo, header.menu]
    areas = [part.rect().translated(part.mapTo(header, part.rect().topLeft())) for part in parts]
    for left, right in pairwise(areas):
        assert left.right() < right.left()
    assert areas[-1].right() <= host.width()


def test_panes_grow_and_shrink_with_the_text(driver, golden_workspace, look):
    driver.open(golden_workspace("rich-coding-agent"))
    panes = driver.frame.panes
    assert panes.widths[0] == TREE
    looks = driver.window.commands.looks
    looks.set_zoom(200)
    assert panes.widths[0] == 2 * TREE
    looks.set_zoom(100)
    assert panes.widths[0] == TREE


def test_a_page_that_was_left_takes_no_room_from_the_panes(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    middle = driver.frame.middle
    before = middle.minimumSizeHint().width()
    wide = QWidget()
    wide.setMinimumWidth(3_000)
    middle.keep_page(wide)
    assert middle.minimumSizeHint().width() == before


@pytest.mark.parametrize("width", [1000, 320])
def test_a_bar_at_the_foot_keeps_its_height_below_a_page(qtbot, width):
    foot = Foot((Button("Discard"),), (Button("Accept"),), "Nothing is written until you accept")
    host = QWidget()
    qtbot.addWidget(host)
    layout = QVBoxLayout(host)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(QWidget(), 1)
    layout.addWidget(foot)
    host.resize(width, 400)
    with qtbot.waitExposed(host):
        host.show()
    assert foot.height() == 52
